/** How the process begins and ends: bad configuration, signals, a request in flight. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../rig/ports.ts'
import { runCommand, type Service, startService } from '../rig/service.ts'
import { mayMount } from '../rig/small-disk.ts'
import { putMigratedDatabase } from '../rig/snapshots.ts'
import { killEnv, owner } from './kill-loop.ts'

/** One for all: to make a database takes seconds. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-start-stop-'))
before(() => putMigratedDatabase(dataDirectory))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

describe('a start with a bad configuration', () => {
  it('ends with 78 and names every bad variable, never its value', async () => {
    const env = { PORT: 'eighty', BCRYPT_COST: '99', MASTER_SECRET: 'short-and-secret', DATABASE_URL: 'mysql://root:hunter2@127.0.0.1/x' }
    const { exit, stdout, stderr } = await runCommand([], { env })
    assert.equal(exit, 78)
    const said = [...stdout, ...stderr].join('\n')
    for (const name of Object.keys(env)) assert.match(said, new RegExp(name))
    for (const value of ['short-and-secret', 'hunter2']) assert.ok(!said.includes(value), said)
  })

  it('refuses FAIL_AT outside tests, and DATABASE_URL without MASTER_SECRET', async () => {
    const failAt = await runCommand([], { env: { NODE_ENV: 'production', FAIL_AT: 'mail.after-send' } })
    assert.equal(failAt.exit, 78)
    assert.match(failAt.stderr.join('\n'), /FAIL_AT/)
    const secret = await runCommand([], { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
    assert.equal(secret.exit, 78)
    assert.match(secret.stderr.join('\n'), /MASTER_SECRET/)
  })

  it('refuses a first password that everybody knows', async () => {
    const { exit, stderr } = await runCommand([], { env: { BOOTSTRAP_ADMIN_PASSWORD: 'password123' } })
    assert.equal(exit, 78)
    assert.match(stderr.join('\n'), /BOOTSTRAP_ADMIN_PASSWORD/)
    assert.ok(!stderr.join('\n').includes('password123'))
  })
})

describe('SIGTERM', () => {
  it('answers the sign-ins in flight, keeps them, and ends with 0', async () => {
    const service = await startService({ env: { ...killEnv, BCRYPT_COST: '11' }, dataDirectory })
    const inFlight = Array.from({ length: 4 }, () => service.http.post('/api/v1/auth/admin/login', owner))
    await new Promise((done) => setTimeout(done, 60))
    const ended = service.kill('SIGTERM')
    const statuses = (await Promise.allSettled(inFlight)).map((reply) => (reply.status === 'fulfilled' ? reply.value.status : 'cut'))
    assert.equal(await ended, 0)
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      `a request was cut: ${statuses.join(', ')}`,
    )
    assert.ok(statuses.includes(200), statuses.join(', '))
  })

  it('waits for nobody who says nothing: silent, between requests, in half a head; for a body it does, and keeps the database whole', async () => {
    const service = await startService({ env: killEnv, dataDirectory })
    const { port, hostname } = new URL(service.url)
    const open = (text: string) => {
      const socket = connect(Number(port), hostname)
      let heard = ''
      socket.setEncoding('latin1').on('data', (part) => {
        heard += part
      })
      socket.on('error', () => undefined)
      if (text !== '') socket.write(text)
      return { socket, heard: () => heard, closed: once(socket, 'close') }
    }
    const post = 'POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    const body = JSON.stringify(owner)
    const half = `${post}content-length: ${body.length}\r\n\r\n${body.slice(0, 10)}`
    const idle = ['', '', 'G', 'GET /health HTT', `${post}content-len`, 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'].map(open)
    const [late, never] = [open(half), open(half)] as const
    await eventually('the answer between two requests', () => idle.at(-1)!.heard().includes('"ok"'))
    // the heads of the others have come, too: what is sent after them is answered
    await service.http.get('/health')
    const ended = service.kill('SIGTERM')
    await Promise.all(idle.map(({ closed }) => closed))
    late.socket.write(body.slice(10))
    await late.closed
    assert.match(late.heard(), /^HTTP\/1.1 200 /)
    assert.equal(await ended, 0)
    await never.closed
    assert.ok(!service.logs.some(({ level }) => Number(level) >= 40), JSON.stringify(service.logs.slice(-3)))
    const again = await startService({ env: killEnv, dataDirectory })
    assert.equal((await again.http.post('/api/v1/auth/admin/login', owner)).status, 200)
    await again.kill('SIGTERM')
  })

  it('answers what the system had accepted and the service had not yet', async () => {
    const service = await startService({ env: killEnv, dataDirectory })
    service.pause()
    const asked = Array.from({ length: 20 }, () => service.http.get('/health'))
    const login = service.http.post('/api/v1/auth/admin/login', owner)
    // a stopped process accepts nothing, and its system accepts for it
    await new Promise((done) => setTimeout(done, 200))
    const ended = service.kill('SIGTERM')
    service.resume()
    const statuses = await Promise.all([...asked, login].map((reply) => reply.then(({ status }) => status)))
    assert.deepEqual(statuses, Array(21).fill(200))
    assert.equal(await ended, 0)
  })

  it('is one wish when it comes again within a second, and ends at once when it comes after one', async () => {
    const service = await startService({ env: killEnv, dataDirectory })
    const { port, hostname } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    // a body that does not come is waited for
    socket.write('POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n')
    await service.http.get('/health')
    const ended = service.kill('SIGTERM')
    void service.kill('SIGINT')
    void service.kill('SIGTERM')
    await new Promise((done) => setTimeout(done, 1200))
    assert.deepEqual(await service.kill('SIGTERM'), 1)
    assert.equal(await ended, 1)
    socket.destroy()
  })
})

describe('npm start', { skip: process.platform === 'win32' }, () => {
  /** By the npm and the shell of this machine, in a group of its own. */
  const npmStart = async (wrapper: readonly string[] = []) => {
    const [program = '', ...rest] = [...wrapper, 'npm', 'start', '--silent']
    return await startService({ command: [program, ...rest], detached: true, dataDirectory, env: { ...killEnv, BCRYPT_COST: '10' } })
  }
  const answered = async (service: Service, signal: () => void) => {
    const inFlight = Array.from({ length: 3 }, () => service.http.post('/api/v1/auth/admin/login', owner))
    await new Promise((done) => setTimeout(done, 60))
    signal()
    assert.deepEqual(
      (await Promise.all(inFlight)).map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(await service.exited, 0)
    await assert.rejects(fetch(service.url), 'the port is free')
  }

  it('ends with its service when npm alone is told to, in-flight requests answered', async () => {
    const service = await npmStart()
    await answered(service, () => process.kill(service.pid, 'SIGTERM'))
  })

  it('takes Ctrl-C, which comes to the group and once more from npm, for one', async () => {
    const service = await npmStart()
    await answered(service, () => process.kill(-service.pid, 'SIGINT'))
  })

  it('ends as the first process of a container', { skip: !mayMount() }, async () => {
    const service = await npmStart(['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'])
    const first = Number(execFileSync('pgrep', ['-P', String(service.pid)], { encoding: 'utf8' }))
    await answered(service, () => process.kill(first, 'SIGTERM'))
  })
})
