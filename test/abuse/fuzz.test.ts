/**
 * Every route under generated requests that mean harm, by the SuperAdmin, who is refused nothing that is not wrong, and by an admin
 * of a tenant. What later routes must not do is found here without anybody adding a line. `PROPERTY_SEED=…` repeats a run,
 * `FUZZ_RUNS=…` asks for more.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { english } from '#core/messages.en.ts'
import { errorStatuses } from '#http/document/error-statuses.ts'
import { type AnyRoute, addressesOf } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { assertError } from '../openapi/schemas.ts'
import { replay } from '../properties/replay.ts'
import { rounds, tally } from '../rig/race.ts'
import { type Hostile, hostileRequests } from './hostile.ts'
import type { kinds } from './hostile-values.ts'

const { seed } = replay()
/** For each route: one on the embedded database, as the rules are the same; a few in a short run on PostgreSQL, more in a long one. */
const usualRuns = process.env.TEST_DATABASE === 'postgres' ? Math.min(6, Math.ceil(rounds() / 2)) : 1
const runs = Number(process.env.FUZZ_RUNS ?? usualRuns)

let app: TestApp
let token: string
let tenantToken: string
let tables: string[]
const ids: Record<(typeof kinds)[number], string[]> = { tenant: [], role: [], group: [], admin: [], permission: [], opaqueTenant: [] }

/** What changes by itself, by signing in or by being refused; one's own notifications and preferences, which no log tells of; and the log, which is looked at apart. */
const restless =
  /^(?:notification|account_preferences|stream_tickets|known_devices|webhook_deliveries|webhook_attempts|webhook_hours|email_|events|outbox|poisoned_events|security_log|event_counts|jobs|periodic_jobs|emails|revocations|code_limits|one_time_codes|challenges|refresh_tokens|sessions|account_activity|unknown_logins|name_failures|keys|migrations)/

before(async () => {
  app = await startApp()
  token = await app.superToken()
  const { kysely } = app.open.service.database
  const names = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(kysely)
  tables = names.rows.map(({ name }) => name).filter((name) => !restless.test(name))
  await plant()
  const catalogue = expectStatus(await app.get('/api/v1/permissions', { token }), 200).json as { permissions: { id: string }[] }[]
  ids.permission = catalogue.flatMap(({ permissions }) => permissions.map(({ id }) => id))
})

/** Three tenants under each other, each with a group: what the requests are about, made again where one of them is gone. */
async function plant(): Promise<void> {
  const { kysely } = app.open.service.database
  const { rows: living } =
    await sql`select from tenants where id = any(${ids.tenant}::uuid[]) and deleted_at is null and status = 'Active'`.execute(kysely)
  if (living.length === 3) return
  for (const kind of ['tenant', 'group', 'opaqueTenant'] as const) ids[kind] = []
  let parentTenantId: string | undefined
  for (let level = 0; level < 3; level++) {
    const made = await tenantWithAdmin(app, { token, ...(parentTenantId && { parentTenantId }) })
    if (level === 0) tenantToken = (await made.signIn()).accessToken
    parentTenantId = made.tenant.id as string
    ids.tenant.push(parentTenantId)
    ids.opaqueTenant.push(app.open.service.keys.opaqueIds.encode('tenant', parentTenantId))
    const group = { nameEn: `Group ${level}`, tenantId: parentTenantId }
    ids.group.push(expectStatus(await app.post('/api/v1/UserGroups', group, { token }), 201).json.id)
  }
  const own = (table: 'roles' | 'accounts') =>
    kysely.selectFrom(table).select('id').where('tenantId', 'in', ids.tenant).orderBy('id').execute()
  ids.role = (await own('roles')).map(({ id }) => id)
  ids.admin = (await own('accounts')).map(({ id }) => id)
}

/** Everything that is kept, as one short text. */
async function fingerprint(): Promise<string> {
  const parts = tables.map(
    (name) => sql`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as m from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ m: string }>`${sql.join(parts, sql` union all `)}`.execute(app.open.service.database.kysely)
  return rows.map(({ m }) => m).join(' ')
}

async function logged(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from events where outcome = 'success'`.execute(
    app.open.service.database.kysely,
  )
  return rows[0]!.n
}

/** The ids of this run in their places; in capitals where their kind is. */
function placed(text: string, turn: number): string {
  return text.replace(/«(\w+)»/g, (_, kind: string) => {
    const known = ids[kind as keyof typeof ids] ?? ids[kind.toLowerCase() as keyof typeof ids]
    const id = known[turn % known.length] as string
    return kind === kind.toUpperCase() ? id.toUpperCase() : id
  })
}

function assertErrorShape({ json, headers, status, text }: Reply, language: string): void {
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.deepEqual([json.isSuccess, json.data, json.statusCode], [false, null, status])
  assert.ok(json.code in english && json.code !== 'unknown', `unknown code ${json.code}`)
  assert.equal(typeof json.traceId, 'string')
  for (const { message, code } of [json, ...(json.errors ?? [])]) {
    assert.ok(code in english, `no sentence for ${code}`)
    if (language === 'ar') assert.match(message, /\p{Script=Arabic}/u)
  }
  assertError(json, 'what was answered')
  for (const problem of json.errors ?? []) assert.deepEqual(Object.keys(problem), ['field', 'code', 'message'])
  assert.doesNotMatch(text, /select .* from |node_modules|\.ts:\d|SQLSTATE|PGlite|kysely|ZodError/i)
}

async function attack(method: string, endpoint: AnyRoute, wanted: Hostile, turn: number): Promise<number> {
  const path = placed(wanted.path, turn) + placed(wanted.query, turn)
  const body = wanted.body === null ? null : placed(wanted.body, turn)
  const headers: Record<string, string> = { ...(body !== null && { 'content-type': 'application/json' }), ...wanted.headers }
  const changes = method !== 'GET'
  const [stateBefore, logBefore] = changes ? [await fingerprint(), await logged()] : ['', 0]
  // every third time by the first admin of a tenant, in whose way scope and rights stand
  const by = turn % 3 === 2 ? tenantToken : token
  const reply = await app.request(method, path, { token: by, headers, ...(body !== null && { raw: body }), timeoutMs: 10_000 })
  const { status } = reply
  assert.ok(status < 500, 'a fault of ours')
  // of any address: a body or an id where none belongs
  const documented = [...errorStatuses(endpoint), endpoint.status ?? 200, endpoint.dryRunStatus, 404, 405, 413, 414, 415]
  assert.ok(documented.includes(status), `${status} is in no document`)
  if (status >= 400) assertErrorShape(reply, String(headers['accept-language']))
  const isBad = endpoint.body && body !== null && status < 300 && !passes(endpoint, body)
  assert.ok(!isBad, 'taken, though its schema refuses it')
  if (!changes) return status
  const [stateAfter, logAfter] = [await fingerprint(), await logged()]
  if (status >= 400) assert.ok(stateAfter === stateBefore, 'refused, and yet something changed')
  if (stateAfter !== stateBefore) assert.ok(logAfter > logBefore, 'changed, and the log says nothing')
  else if (typeof endpoint.access === 'object') assert.equal(logAfter, logBefore, 'nothing changed, and yet the log says so')
  return status
}

function passes(endpoint: AnyRoute, body: string): boolean {
  try {
    return (endpoint.body as { safeParse(value: unknown): { success: boolean } }).safeParse(body === '' ? {} : JSON.parse(body)).success
  } catch {
    return false
  }
}

/** Signed in again where a request ended the session, with tenants to ask for where one took them away. */
async function stayIn(): Promise<void> {
  if ((await app.get('/api/v1/permissions/my', { token })).status !== 200)
    token = (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
  if ((await app.get('/api/v1/permissions/my', { token: tenantToken })).status !== 200) ids.tenant = []
  await plant()
}

describe('hostile requests to every route', () => {
  for (const [base, routes] of Object.entries(modules)) {
    it(`${base || '/'}: no fault, no unlogged change, no change by what is refused`, async (t) => {
      const answered: number[] = []
      for (const [number, [address, endpoint]] of Object.entries(routes).entries()) {
        const { method, url } = addressesOf(base, address, endpoint)[0]!
        const wanted = fc.sample(hostileRequests(url, String(method), endpoint), { seed: seed + number, numRuns: runs })
        for (const [turn, one] of wanted.entries()) {
          const status = await attack(String(method), endpoint, one, turn).catch((error: Error) => {
            const sent = `${method} ${one.path}${one.query} ${JSON.stringify(one.headers)} ${one.body?.slice(0, 600)}`
            throw new Error(`PROPERTY_SEED=${seed}, ${sent}: ${error.message}`, { cause: error })
          })
          answered.push(status)
        }
        await stayIn()
      }
      t.diagnostic(`PROPERTY_SEED=${seed}: ${JSON.stringify(tally(answered))}`)
    })
  }
})
