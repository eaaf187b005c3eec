/** What /metrics says of the causes of trouble, and what it never says. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

const token = 'metrics-4u7Jm2qXv0sKeYb5'
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const root = new URL('../../', import.meta.url)
const signIn = '/api/v1/auth/admin/login'
let app: TestApp
before(async () => {
  app = await startApp({ env: { METRICS_TOKEN: token }, background: true })
})

const metrics = async () => expectStatus(await app.get('/metrics', { token }), 200).text
/** The value of a line, by its name and labels as they are written; NaN where there is none. */
async function value(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}

describe('/metrics', () => {
  it('opens to its token alone', async () => {
    expectStatus(await app.get('/metrics'), 401)
    expectStatus(await app.get('/metrics', { token: await app.superToken() }), 401)
  })

  it('counts sign-ins by outcome, from none on', async () => {
    const of = (outcome: string, step = 'password') => value(`tenantry_sign_ins_total{step="${step}",outcome="${outcome}"}`)
    assert.equal(await of('locked', 'two_factor'), 0)
    const [right, wrong] = [await of('succeeded'), await of('wrong')]
    await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    for (const password of ['wrong one', 'wrong two'])
      expectStatus(await app.post(signIn, { identifier: 'nobody@example.test', password }), 401)
    expectStatus(await app.post('/api/v1/auth/admin/2fa/verify', { twoFactorToken: 'x'.repeat(43), code: '123456' }), 401)
    assert.deepEqual([await of('succeeded'), await of('wrong'), await of('wrong', 'two_factor')], [right + 1, wrong + 2, 1])
  })

  it('shows the queue before the hashes', async () => {
    const before = await value('tenantry_password_hash_wait_seconds_count')
    await app.post(signIn, { identifier: 'nobody@example.test', password: 'wrong again' })
    assert.ok((await value('tenantry_password_hash_wait_seconds_count')) > before)
    assert.ok((await value('tenantry_password_hashes_total')) > 0)
    assert.deepEqual([await value('tenantry_password_hash_waiting'), await value('tenantry_password_hash_refused_total')], [0, 0])
  })

  it('shows the connections of the pool, and the errors of the database by kind', async () => {
    const { kysely } = app.open.service.database
    assert.ok((await value('tenantry_database_connections_max')) >= 1)
    const states = await Promise.all(['in_use', 'idle'].map((state) => value(`tenantry_database_connections{state="${state}"}`)))
    assert.ok(states.every((count) => count >= 0))
    await eventually('nobody to wait', async () => (await value('tenantry_database_connections_waiting')) === 0)
    const of = (kind: string) => value(`tenantry_database_errors_total{kind="${kind}"}`)
    const [statement, data, connection] = [await of('statement'), await of('data'), await of('connection')]
    await assert.rejects(sql`select nothing_of_that_name`.execute(kysely))
    await assert.rejects(sql`select 1 / ${0}::integer`.execute(kysely))
    assert.deepEqual([await of('statement'), await of('data'), await of('connection')], [statement + 1, data + 1, connection])
  })

  it('shows what waits in the background, by kind and state', async () => {
    const { service } = app.open
    await sql`insert into jobs (id, kind, run_at, max_attempts, state, created_at)
      select gen_random_uuid(), kind, ${new Date(app.clock.now().getTime() - 90_000)}, 1, state, now()
      from (values ('email.send', 'dead'), ('email.send', 'dead'), ('of another version', 'waiting')) j (kind, state)`.execute(
      service.database.kysely,
    )
    // what was found is told for a second
    await new Promise((done) => setTimeout(done, 1100))
    const text = await metrics()
    assert.match(text, /^tenantry_jobs\{kind="email.send",state="dead"\} 2$/m)
    assert.match(text, /^tenantry_jobs\{kind="email.send",state="waiting"\} 0$/m)
    assert.match(text, /^tenantry_mails\{state="queued"\} 0$/m)
    for (const name of [
      'tenantry_fan_out_lag_seconds',
      'tenantry_outbox_events',
      'tenantry_poisoned_events',
      'tenantry_periodic_jobs_failing',
    ])
      assert.match(text, new RegExp(`^${name} \\d`, 'm'))
    assert.ok(!text.includes('another version'), 'kinds that nobody here knows are no labels')
  })

  it('shows the lag of revocations, the limiter and what runs', async () => {
    await eventually('the log to be read', async () => (await value('tenantry_revocation_lag_seconds')) < 2)
    await eventually('it to be fresh', async () => (await value('tenantry_live_log_fresh')) === 1)
    assert.equal(await value('tenantry_rate_limiter_fallback'), 0)
    assert.equal(await value('tenantry_rate_limited_total{counter="auth"}'), 0)
    const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    assert.equal(await value(`tenantry_build_info{version="${version}",node="${process.versions.node}"}`), 1)
    assert.ok((await value('tenantry_http_connections')) >= 1)
  })

  it('names nobody, and has as many series after a thousand strangers as before', async () => {
    // a route and its status are told from their first request on
    const stranger = async (n: number) => {
      await app.get(`/api/v1/Admins/0190f5e4-0000-7000-8000-${String(n).padStart(12, '0')}`, { token: `token-${n}` })
      await app.get(`/path-${n}`)
      await app.post(signIn, { identifier: `canary-${n}@example.test`, password: 'wrong', tenantId: `t-${n}` })
    }
    await stranger(0)
    const before = await metrics()
    await Promise.all(Array.from({ length: 300 }, (_, n) => stranger(n + 1)))
    const text = await metrics()
    const series = (all: string) => all.split('\n').filter((line) => /^[a-z]/.test(line)).length
    assert.ok(series(text) <= series(before) + 20, `${series(before)} series before, ${series(text)} after`)
    assert.doesNotMatch(text, /canary|@|path-|[0-9a-f]{8}-[0-9a-f]{4}-/)
  })
})

describe('docs/alerts.yaml', () => {
  const rules = readFileSync(new URL('docs/alerts.yaml', root), 'utf8')

  it('names only what is there', async () => {
    const text = await metrics()
    const named = new Set(rules.match(/\b(?:tenantry|http|nodejs|process)_[a-z0-9_]+/g))
    // one who waits for a lock waits in the server where there is one connection only; nightly backups: test/backup/nightly.test.ts
    const here = [...named].filter((name) => !name.startsWith('tenantry_backup') && (isPostgres || !name.startsWith('tenantry_lock_')))
    assert.ok(here.length > 15)
    assert.deepEqual(
      here.filter((name) => !new RegExp(`^${name}[ {]`, 'm').test(text)),
      [],
    )
  })

  it('is explained alert by alert, and tried both ways', () => {
    const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!)
    const manual = readFileSync(new URL('docs/operations.md', root), 'utf8')
    const tried = readFileSync(new URL('test/alerts/alerts.yaml', root), 'utf8')
    assert.ok(names.length > 10)
    for (const name of names) {
      assert.ok(manual.includes(`| \`${name}\` |`), `${name} is not explained`)
      for (const how of ['fires', 'is silent']) assert.ok(tried.includes(`name: ${name} ${how}\n`), `${name} ${how}: not tried`)
    }
  })
})
