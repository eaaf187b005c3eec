/** How the process begins and ends: bad configuration, signals, a request in flight. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { eventually } from '../rig/ports.ts'
import { runCommand, startService } from '../rig/service.ts'
import { killEnv, owner } from './kill-loop.ts'

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
    const service = await startService({ env: { ...killEnv, BCRYPT_COST: '11' } })
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
    const service = await startService({ env: killEnv })
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
    const again = await startService({ env: killEnv, dataDirectory: service.dataDirectory })
    assert.equal((await again.http.post('/api/v1/auth/admin/login', owner)).status, 200)
    await again.kill('SIGTERM')
  })

  it('ends at once when it is sent twice', async () => {
    const service = await startService({ env: killEnv })
    void service.kill('SIGTERM')
    const exit = await service.kill('SIGTERM')
    assert.ok(exit === 1 || exit === 0 || exit === 'SIGTERM', String(exit))
  })
})
