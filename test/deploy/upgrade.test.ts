/** A database that an earlier version made and filled is taken over by this one, on both databases, and on PostgreSQL while both serve. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { atEnd } from '../rig/cleanup.ts'
import type { Client } from '../rig/http.ts'
import { runCommand, type ServiceOptions, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const root = join(import.meta.dirname, '../..')
/** Before accounts had columns to be sorted by (migration 0026); its migrations end with 0025. */
const formerCommit = '336815953c369b72bfe49956797ab9e90373d158'
const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

describe(`from ${formerCommit.slice(0, 7)}`, () => {
  let former: ServiceOptions
  before(() => {
    former = { command: formerVersion(), env }
  })

  it('the embedded database of a demo is what it was', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-upgrade-'))
    atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
    const guest = await demo({ ...former, dataDirectory })
    const old = await startService({ ...former, dataDirectory })
    const wanted = await look(old.http, guest)
    await old.kill('SIGTERM')
    await using service = await startService({ dataDirectory, env })
    assert.deepEqual(await look(service.http, guest), wanted)
    await work(service.http, service.http, guest)
  })

  it('on PostgreSQL both versions serve one database during the change, and the former does not start on it afterwards', async () => {
    const { url: databaseUrl } = await sharedPostgresDatabase()
    const guest = await demo({ ...former, databaseUrl })
    await using old = await startService({ ...former, databaseUrl })
    const wanted = await look(old.http, guest)
    await using service = await startService({ databaseUrl, env })
    assert.deepEqual(await look(service.http, guest), wanted, 'the new one shows what the former showed')
    await work(old.http, service.http, guest)
    await work(service.http, old.http, guest)
    assert.deepEqual(await look(old.http, guest), await look(service.http, guest), 'both show what both wrote')
    assert.equal(await old.kill('SIGTERM'), 0)
    await assert.rejects(startService({ ...former, databaseUrl }), /the database is newer than this version/)
    assert.equal((await service.http.get('/health/ready')).status, 200)
  })
})

/**
 * Puts that commit's sources in a folder of their own, with today's dependencies.
 *
 * @returns the words that run it
 * @throws Error when the history is not there (a shallow clone): nothing would be tried then
 */
function formerVersion(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-former-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  const archive = join(folder, 'sources.tar')
  try {
    execFileSync('git', ['archive', `--output=${archive}`, formerCommit, 'src', 'package.json'], { cwd: root, stdio: 'pipe' })
  } catch (error) {
    throw new Error(`the upgrade is tried from ${formerCommit}, which this clone does not have (git fetch --unshallow)`, { cause: error })
  }
  execFileSync('tar', ['-xf', archive, '-C', sources])
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
  return [process.execPath, '--conditions=source', join(sources, 'src/bin.ts')]
}

interface Guest {
  readonly identifier: string
  readonly password: string
}

/** Fills it. @returns who runs all of it */
async function demo(options: ServiceOptions): Promise<Guest> {
  const { exit, stdout, stderr } = await runCommand(['demo'], options)
  assert.equal(exit, 0, stderr.join('\n'))
  const printed = stdout.join('\n')
  const identifier = /^ {2}(\S+@\S+\.example) /m.exec(printed)?.[1]
  const password = /^demo password: (\S+)/m.exec(printed)?.[1]
  assert.ok(identifier && password, printed)
  return { identifier, password }
}

async function signIn(http: Client, guest: Guest): Promise<string> {
  const reply = await http.post('/api/v1/auth/admin/login', guest)
  assert.equal(reply.status, 200, reply.text)
  return reply.json.accessToken
}

/** What the lists hold, in the orders that have indexes since. */
async function look(http: Client, guest: Guest) {
  const token = await signIn(http, guest)
  const get = async (path: string) => {
    const reply = await http.get(`/api/v1/${path}`, { token })
    assert.equal(reply.status, 200, `${path}: ${reply.text}`)
    return reply.json
  }
  const admins = async (order: string) => {
    const { totalCount, items } = await get(`Admins?pageSize=50&${order}`)
    return [totalCount, ...items.map(({ id }: { id: string }) => id)]
  }
  return {
    byEmail: await admins('sortBy=email&sortDirection=asc'),
    byName: await admins('sortBy=lastName&sortDirection=desc'),
    found: await admins('search=ahmad'),
    tenants: (await get('Tenants?pageSize=1')).totalCount,
    roles: (await get('roles?pageSize=1')).totalCount,
    bin: (await get('recycle-bin?pageSize=1')).totalCount,
    deleted: (await get('audit?action=tenant.deleted&pageSize=50')).items.length,
  }
}

/** Somebody is made by one and is there for the other: found, changed and deleted. */
async function work(one: Client, other: Client, guest: Guest): Promise<void> {
  const [token, otherToken] = [await signIn(one, guest), await signIn(other, guest)]
  const mark = crypto.randomUUID().slice(0, 8)
  const admin = { email: `first-${mark}@upgrade.example`, firstName: 'First', lastName: `Of ${mark}`, password: `zuvaqor-${mark}` }
  const made = await one.post('/api/v1/Tenants', { name: `Upgrade ${mark}`, code: `u-${mark}`, admin }, { token })
  assert.equal(made.status, 201, made.text)
  const mine = await signIn(other, { identifier: admin.email, password: admin.password })
  assert.equal((await one.get('/api/v1/Admins/me', { token: mine })).json.email, admin.email)
  const found = await other.get(`/api/v1/Admins?search=${mark}`, { token: otherToken })
  assert.equal(found.json.totalCount, 1, found.text)
  const renamed = await other.request('PUT', `/api/v1/admins/${found.json.items[0].id}`, {
    body: { lastName: 'Renamed' },
    token: otherToken,
  })
  assert.equal(renamed.status, 200, renamed.text)
  const gone = await one.request('DELETE', `/api/v1/Tenants/${made.json.id}`, { token })
  assert.ok(gone.status < 300, gone.text)
  // within a second everywhere
  const end = performance.now() + 5000
  let status = 0
  while (status !== 401 && performance.now() < end) status = (await other.get('/api/v1/Admins/me', { token: mine })).status
  assert.equal(status, 401)
}
