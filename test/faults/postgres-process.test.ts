/** A process whose own ground gives way: an error that nobody caught, a log that nobody can write, no more files to open. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { expectStatus } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { client } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { spawnCommand, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { tenantOf } from './scene.ts'

let databaseUrl: string
let folder: string
before(async () => {
  databaseUrl = (await sharedPostgresDatabase()).url
  folder = mkdtempSync(join(tmpdir(), 'tenantry-process-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
})
const entry = join(import.meta.dirname, '../../src/bin.js')
const program = [process.execPath, '--conditions=source', entry]

for (const [what, statement] of [
  ['an exception that nobody caught', "throw new Error('a defect')"],
  ['a promise whose failure nobody heard', "Promise.reject(new Error('a defect'))"],
] as const)
  it(`${what} is told and ends the process, and what it acknowledged is there for the next`, async () => {
    const path = join(folder, 'defect.mjs')
    writeFileSync(path, `process.on('SIGUSR2', () => { ${statement} })`)
    await using service = await startService({ databaseUrl, env: { ...killEnv, NODE_OPTIONS: `--import ${pathToFileURL(path)}` } })
    const token = await tokenOf(service.http)
    const tenant = await tenantOf(service.http, token)
    assert.equal(await service.kill('SIGUSR2'), 70)
    const told = service.logs.filter(({ level }) => level === 'fatal')
    assert.deepEqual(
      told.map(({ err }) => (err as { message: string }).message),
      ['a defect'],
    )
    await using next = await startService({ databaseUrl, env: killEnv })
    expectStatus(await next.http.get(`/api/v1/Tenants/${tenant.id}`, { token }), 200)
  })

it('no file can be opened any more: nobody is answered wrongly, and all goes on when some are closed', async () => {
  const command = ['sh', '-c', `ulimit -n 128; exec ${program.map((word) => `'${word}'`).join(' ')}`]
  await using service = await startService({ databaseUrl, command, env: killEnv })
  const token = await tokenOf(service.http)
  const { hostname, port } = new URL(service.url)
  const sockets: Socket[] = []
  for (let n = 0; n < 300; n++) sockets.push(connect(Number(port), hostname).on('error', () => {}))
  const asked = Array.from({ length: 5 }, () =>
    client(service.url)
      .get('/api/v1/Admins', { token, timeoutMs: 10_000 })
      .then(({ status }) => status)
      .catch(() => null),
  )
  for (const status of await Promise.all(asked)) assert.ok([null, 200, 503].includes(status), `it answered ${status}`)
  for (const socket of sockets) socket.destroy()
  await eventually('it to answer again', async () => (await client(service.url).get('/api/v1/Admins', { token })).status === 200, 60_000)
  await tenantOf(service.http, token)
  assert.equal(await service.kill('SIGTERM'), 0)
})

/** Starts the service with its standard output in a file. */
async function startInto(file: string) {
  const port = await freePort()
  const command = ['sh', '-c', `exec ${program.map((word) => `'${word}'`).join(' ')} > '${file}'`]
  const env = { ...killEnv, LOG_LEVEL: 'debug', LOG_REQUESTS: 'on', PORT: String(port) }
  const { child, exited, isOver, stderr } = spawnCommand([], { databaseUrl, command, env })
  const http = client(`http://127.0.0.1:${port}`)
  await eventually('it to serve', async () => isOver() || (await http.get('/health/ready')).status === 200, 120_000)
  assert.equal(isOver(), false, `it ended with ${isOver() && (await exited)}: ${stderr.join('\n')}`)
  async function end() {
    child.kill('SIGTERM')
    assert.equal(await exited, 0, stderr.join('\n'))
  }
  return { http, end }
}

it('a log that can not be written: it serves as before, and ends when it is told to', async () => {
  const { http, end } = await startInto('/dev/full')
  await tenantOf(http, await tokenOf(http))
  await end()
})

it('a log whose disk is full for a while: what was told meanwhile is there afterwards, line by line', async (t) => {
  if (!mayMount()) return t.skip('only root mounts a disk')
  const disk = smallDisk(1)
  const file = join(disk.path, 'log')
  const { http, end } = await startInto(file)
  disk.fill()
  const { id } = await tenantOf(http, await tokenOf(http))
  disk.free()
  await http.get('/health/ready')
  await end()
  // two lines at the start are for people: the address, and the password of a new database
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^(?:listening on|bootstrap password:) /.test(line))
  const made = lines.map((line) => JSON.parse(line)).filter(({ operation, status }) => operation === 'createTenant' && status === 201)
  assert.ok(id && made.length > 0, lines.slice(-5).join('\n'))
})
