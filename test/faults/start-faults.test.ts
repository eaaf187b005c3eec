/** What keeps a start from succeeding: one sentence at once, and exit code 78. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../rig/ports.ts'
import { runCommand, startService } from '../rig/service.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'
import { killEnv } from './kill-loop.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-start-faults-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

/** Nothing listens there. */
const databaseAway = { DATABASE_URL: 'postgres://127.0.0.1:1/none', MASTER_SECRET: 'u7Jm2qXv0sKeYb5tR9wLhZ3cNfG8dPaQ4ixTo6E1' }

async function refused(sentence: RegExp, options: { env?: Record<string, string>; dataDirectory?: string } = {}): Promise<void> {
  const { exit, stdout, stderr } = await runCommand([], { dataDirectory, ...options })
  assert.equal(exit, 78, [...stdout, ...stderr].join('\n'))
  assert.match(stderr.at(-1) ?? '', sentence)
  assert.ok(stderr.length <= 2, stderr.join('\n'))
  assert.deepEqual(
    stdout.filter((line) => !line.startsWith('{')),
    [],
  )
}

describe('an address that is not to be had', () => {
  const taken = createServer()
  let port = 0
  before(async () => {
    port = await freePort()
    taken.listen(port, '127.0.0.1')
    await once(taken, 'listening')
  })
  after(() => taken.close())

  it('is told before anything is made, also while the database is away', async () => {
    const sentence = new RegExp(`^tenantry: PORT ${port} of HOST 127.0.0.1 is in use by another process`)
    await refused(sentence, { env: { PORT: String(port) } })
    await refused(sentence, { env: { PORT: String(port), ...databaseAway } })
    assert.ok(!existsSync(join(dataDirectory, 'database')), 'a database, whose password nobody would have seen')
  })

  it('is told of a host that is not this machine', async () => {
    // RFC 5737 and RFC 2606: for documentation, and nobody's
    await refused(/^tenantry: HOST 203\.0\.113\.7 is no address of this machine$/, { env: { HOST: '203.0.113.7' } })
    await refused(/^tenantry: HOST nobody\.invalid names no address/, { env: { HOST: 'nobody.invalid' } })
  })
})

it('a command without its database says so, and blames neither HOST nor DATA_DIR', async () => {
  for (const [databaseUrl, reason] of [
    ['postgres://nobody.invalid/none', 'getaddrinfo ENOTFOUND nobody.invalid'],
    [databaseAway.DATABASE_URL, 'connect ECONNREFUSED 127.0.0.1:1'],
  ] as const) {
    const { exit, stderr } = await runCommand(['migrate'], { dataDirectory, env: { ...databaseAway, DATABASE_URL: databaseUrl } })
    assert.deepEqual([exit, stderr], [69, [`tenantry: the database of DATABASE_URL was not reached: ${reason}`]])
  }
})

it('refuses a parameter of the mail relay that there is not', async () => {
  await refused(/^ {2}MAIL_URL has an unknown parameter: colour$/, { env: { MAIL_URL: 'smtp://127.0.0.1/?colour=red' } })
})

describe('a disk that takes nothing', { skip: !mayMount() }, () => {
  it('is told when it is full at the first start', async () => {
    const disk = smallDisk(20)
    await refused(/^tenantry: no database could be made in \S+: the disk is full/, { dataDirectory: join(disk.path, 'data') })
    assert.ok(!readdirSync(join(disk.path, 'data')).some((name) => name.startsWith('database')), 'half a database')
    disk.fill()
    await refused(/^(tenantry: no database could be made| {2}DATA_DIR lies on a disk that is full)/, {
      dataDirectory: join(disk.path, 'new'),
    })
  })

  it('is told when it is read-only, with a database on it or none', async () => {
    const disk = smallDisk(20)
    const existing = join(disk.path, 'existing')
    execFileSync('mkdir', ['-m', '700', existing])
    execFileSync('mount', ['-o', 'remount,ro', disk.path])
    for (const name of ['existing', 'new'])
      await refused(/^ {2}DATA_DIR lies on a file system that is read-only/, { dataDirectory: join(disk.path, name) })
  })
})

describe('what a first start leaves', () => {
  it('a password that was printed, a line that says what takes so long, and nothing else that is not JSON', async () => {
    const env = { ...killEnv, BOOTSTRAP_ADMIN_PASSWORD: undefined, LOG_LEVEL: 'info', PORTT: '80' }
    await using service = await startService({ dataDirectory, env })
    const identifier = { identifier: 'superadmin', password: service.bootstrapPassword, isPlatformAdmin: true }
    assert.equal((await service.http.post('/api/v1/auth/admin/login', identifier)).status, 200)
    const plain = service.stdout.filter((line) => !line.startsWith('{'))
    assert.deepEqual(
      plain.map((line) => line.replace(/: .*| http.*/, '')),
      ['bootstrap password', 'listening on'],
    )
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
    assert.ok(service.logs.some((line) => line.version === version && line.database === 'embedded'))
    assert.ok(service.logs.some(({ msg }) => /^making the embedded database/.test(String(msg))))
    assert.ok(service.logs.some(({ level, msg }) => level === 'warn' && msg === 'PORTT is not known and not read: is PORT meant?'))
  })

  it('no second master secret beside a database that was made with the first', async () => {
    const file = join(dataDirectory, 'master-secret')
    renameSync(file, `${file}.away`)
    await refused(/^tenantry: \S+master-secret is missing or empty, .* put it back/)
    assert.ok(!existsSync(file))
    renameSync(`${file}.away`, file)
    await using service = await startService({ dataDirectory, env: killEnv })
    assert.equal((await service.http.get('/health')).status, 200)
  })
})

describe('a Node that is too old', { skip: !isOld('/usr/bin/node') }, () => {
  it('is told which one is needed', async () => {
    const { exit, stderr } = await runCommand([], { command: ['/usr/bin/node', 'src/bin.js'] })
    assert.equal(exit, 78)
    assert.match(stderr.join('\n'), /^tenantry: Node 22\.18 or newer is needed, and this is \d+\.\d+\.\d+$/)
  })
})

function isOld(node: string): boolean {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1]) < 22
  } catch {
    return false
  }
}
