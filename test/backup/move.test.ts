/** A service that moves from one database into the other, by the commands that an operator types. */
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { killEnv, owner, tokenOf } from '../faults/kill-loop.ts'
import { addAdmin, type Tenant, tenantOf } from '../faults/scene.ts'
import { form, pdf, uploadPath } from '../files/rig.ts'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { runCommand, type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { contentOf, onDatabase } from './rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-backup-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const place = (name: string) => {
  mkdirSync(join(folder, name), { mode: 0o700, recursive: true })
  return join(folder, name)
}

/** Nobody listens there: what is to be mailed waits. */
const silentRelay = 'smtp://127.0.0.1:9'
const original = place('original')
const first = join(folder, 'first.backup')
const second = join(folder, 'second.backup')
const paper = pdf(3_000_000)

describe('a service that began embedded', () => {
  let tenant: Tenant
  let file: { id: string }
  let refreshToken = ''
  let accessToken = ''
  let held: Record<string, string>
  let databaseUrl = ''
  let secret = ''
  let waiting: string[] = []

  before(async () => {
    databaseUrl = (await sharedPostgresDatabase()).url
    await using service = await startService({ dataDirectory: original, env: { ...killEnv, MAIL_URL: silentRelay } })
    const token = await tokenOf(service.http)
    tenant = await tenantOf(service.http, token)
    expectStatus(await addAdmin(service.http, token, tenant, 'second@example.test'), 201)
    const request = { ...form(paper, 'paper.pdf'), token }
    file = expectStatus(await service.http.request('POST', uploadPath, request), 201).json
    const webhook = { url: 'https://receiver.example/hook', events: ['tenant.created'], secret: 'a secret of twenty-four b' }
    await service.http.post('/api/v1/webhooks', webhook, { token })
    const signedIn = expectStatus(await service.http.post('/api/v1/auth/admin/login', owner), 200).json
    ;({ refreshToken, accessToken } = signedIn)
    const sealed = async () => expectStatus(await service.http.get('/api/v1/audit/verify', { token }), 200).json.unsealed === 0
    await eventually('all entries to be sealed', sealed)
    await service.kill('SIGTERM')
    secret = readFileSync(join(original, 'master-secret'), 'utf8').trim()
  })

  it('is backed up into one file that only its owner reads, and tells its digest', async () => {
    const { exit, stdout, stderr } = await runCommand(['backup', '--to', first], { dataDirectory: original })
    assert.deepEqual([exit, stderr], [0, []])
    assert.match(stdout[0]!, /^[0-9a-f]{64} {2}\/.*first\.backup$/)
    assert.match(stdout[1]!, /^rows: \d+, objects: 1, bytes: \d+$/)
    await onDatabase({ dataDirectory: original }, async (session) => {
      held = await contentOf(session)
      waiting = (await session.query(`select message_id as id from emails where status = 'queued'`)).rows.map(({ id }) => id)
    })
    assert.ok(waiting.length > 0)
    assert.ok(!readFileSync(first).includes(secret))
    const again = await runCommand(['backup', '--to', first], { dataDirectory: original })
    assert.equal(again.exit, 1)
    assert.match(again.stderr.join(), /is there already/)
  })

  it('comes into PostgreSQL row by row as it was, after a restore that was killed at its end, and never into what is not empty', async () => {
    const options = { databaseUrl, dataDirectory: place('moved'), env: { MASTER_SECRET: secret } }
    const wrong = await runCommand(['restore', '--from', first], { databaseUrl, dataDirectory: options.dataDirectory })
    assert.equal(wrong.exit, 1)
    assert.match(wrong.stderr.join(), /^tenantry: the file was made under another master secret/)
    const tables = 'select from pg_class c where c.relnamespace = current_schema()::regnamespace'
    assert.equal(await onDatabase({ databaseUrl }, async (session) => (await session.query(tables)).rowCount), 0)
    const killed = await runCommand(['restore', '--from', first], { ...options, env: { ...options.env, FAIL_AT: 'restore.before-commit' } })
    assert.equal(killed.exit, 'SIGKILL')
    const { exit, stdout, stderr } = await runCommand(['restore', '--from', first], options)
    assert.deepEqual([exit, stderr], [0, []])
    assert.match(stdout.join('\n'), /^restored: made \S+, rows: \d+, objects: 1$/)
    assert.deepEqual(await onDatabase({ databaseUrl }, contentOf), held)
    const twice = await runCommand(['restore', '--from', first], options)
    assert.equal(twice.exit, 1)
    assert.match(twice.stderr.join(), /^tenantry: the database is not empty/)
    assert.deepEqual(await onDatabase({ databaseUrl }, contentOf), held)
  })

  it('goes on there: tokens, refresh, ids, files and seals hold, and what was owed is sent, once', async () => {
    const options = { databaseUrl, dataDirectory: place('moved'), env: { ...killEnv, MASTER_SECRET: secret, MAIL_URL: 'outbox:' } }
    await using service = await startService(options)
    const { http } = service
    expectStatus(await http.get(`/api/v1/Tenants/${tenant.id}`, { token: accessToken }), 200)
    const fresh = expectStatus(await http.post('/api/v1/auth/admin/refresh', { refreshToken }), 200).json
    const login = { identifier: tenant.admin.email, password: tenant.admin.password, tenantId: tenant.id }
    expectStatus(await http.post('/api/v1/auth/admin/login', login), 200)
    const headers = { authorization: `Bearer ${fresh.accessToken}` }
    const answer = await fetch(`${service.url}/api/v1/files/${file.id}`, { headers })
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(paper), `${answer.status}`)
    const outbox = join(options.dataDirectory, 'outbox')
    const sent = () => (existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
    await eventually('the mails that waited', () => sent().length >= waiting.length, 120_000)
    const texts = sent().map((name) => readFileSync(join(outbox, name), 'utf8'))
    for (const id of waiting) assert.equal(texts.filter((text) => text.includes(id)).length, 1, id)
    const proof = expectStatus(await http.get('/api/v1/audit/verify', { token: fresh.accessToken }), 200).json
    assert.equal(proof.firstBreak, null)
  })

  it('is backed up there while it is written to, as of one moment, and goes back', async () => {
    const env = { ...killEnv, MASTER_SECRET: secret }
    await using service = await startService({ databaseUrl, dataDirectory: place('moved'), env })
    const made: string[] = []
    const stop = new AbortController()
    const writing = write(service, tenant, made, stop.signal)
    await eventually('some writes', () => made.length >= 5)
    const acknowledged = [...made]
    const options = { databaseUrl, dataDirectory: place('moved'), env: { MASTER_SECRET: secret } }
    const killed = await runCommand(['backup', '--to', second], { ...options, env: { ...options.env, FAIL_AT: 'backup.before-end' } })
    assert.equal(killed.exit, 'SIGKILL')
    assert.ok(!existsSync(second))
    const { exit, stderr } = await runCommand(['backup', '--to', second], options)
    assert.deepEqual([exit, stderr], [0, []])
    stop.abort()
    await writing

    const back = { dataDirectory: place('back'), env: { MASTER_SECRET: secret } }
    const restored = await runCommand(['restore', '--from', second], back)
    assert.deepEqual([restored.exit, restored.stderr], [0, []])
    await onDatabase(back, async (session) => {
      const { rows: found } = await session.query('select email from accounts where email = any($1)', [acknowledged])
      assert.equal(found.length, acknowledged.length)
      const { rows } = await session.query(`select
        (select count(*) from accounts where deleted_at is null)::integer as accounts,
        (select sum(n) from tenant_account_counts)::integer as counted,
        (select count(*) from account_activity)::integer as followed,
        (select count(*) from accounts a where not exists (select from events e where e.entity_id = a.id::text))::integer as untold`)
      assert.equal(rows[0].accounts, rows[0].counted)
      assert.equal(rows[0].accounts, rows[0].followed)
      assert.equal(rows[0].untold, 0)
    })
    const verified = await runCommand(['audit', 'verify'], back)
    assert.equal(verified.exit, 0, verified.stdout.join('\n'))
    await using again = await startService({ dataDirectory: back.dataDirectory, env })
    expectStatus(await again.http.post('/api/v1/auth/admin/login', owner), 200)
  })

  it('needs its own master secret, and says how it is given', async () => {
    const dataDirectory = place('without-secret')
    const none = await runCommand(['restore', '--from', first], { dataDirectory, env: { MASTER_SECRET: undefined } })
    assert.equal(none.exit, 1)
    assert.match(none.stderr.join(), /there is no master secret: put the file master-secret of the service into/)
    assert.ok(!existsSync(join(dataDirectory, 'master-secret')) && !existsSync(join(dataDirectory, 'database')))
    copyFileSync(join(original, 'master-secret'), join(dataDirectory, 'master-secret'))
    const { exit, stdout } = await runCommand(['backup', 'verify', first], { dataDirectory })
    assert.equal(exit, 0)
    assert.match(stdout.join('\n'), /^made: \S+, version: \S+, database: embedded, level: \d{4}_\S+\.sql\nrows: \d+, objects: 1$/)
  })
})

async function write({ http }: Service, tenant: Tenant, made: string[], signal: AbortSignal): Promise<void> {
  const token = await tokenOf(http)
  for (let n = 0; !signal.aborted; n++) {
    const email = `written-${n}@example.test`
    expectStatus(await addAdmin(http, token, tenant, email), 201)
    made.push(email)
  }
}
