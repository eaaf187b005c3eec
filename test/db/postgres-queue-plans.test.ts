/** Queues with many rows that are done beside the few that are due: what looks for work, and what takes the old away, never reads a table whole. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { claimJobs, releaseLapsed } from '#jobs/claims.ts'
import { deleteExpired, expiries } from '#jobs/expired-rows.ts'
import { outgoingJobKinds } from '#jobs/outgoing-records.ts'
import { countOutgoing } from '#jobs/queue-state.ts'
import { claimDue, findTargets, lockTargets, noId } from '#modules/webhook-deliveries/claims.ts'
import { explained, keepingStatements } from './explained.ts'

const done = 200_000
const due = 20
/** Of 8 kB; each of these tables has some hundreds or thousands. */
const mostPages = 150
const now = new Date()
const webhookId = randomUUID()
const kinds = [...Object.values(outgoingJobKinds), 'code.send']
const asked: CompiledQuery[] = []
let db: Kysely<Tables>

before(async () => {
  db = await keepingStatements(asked)
  // statistics are gathered where this test says so
  for (const table of ['jobs', 'emails', 'texts', 'webhook_deliveries', 'sessions', 'code_limits'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
  await sql`insert into webhooks (id, events, url, secret, secret_hint, created_at, updated_at)
    values (${webhookId}, '{*}', 'https://hooks.example.test/in', '', '', ${now}, ${now})`.execute(db)
  const account = randomUUID()
  await sql`insert into accounts (id, kind, email, search, created_at) values (${account}, 'admin', 'a@example.test', '', ${now})`.execute(
    db,
  )
  await insert(done, 'done')
  await insert(due, 'due')
  // the widest ones need not be as many: a plan is the same from some thousands on
  await sql`insert into sessions (id, account_id, kind, ip_address, created_at, authenticated_at, last_active_at, expires_at)
    select gen_random_uuid(), ${account}, 'admin', '127.0.0.1', ${now}, ${now}, ${now}, ${now}::timestamptz + interval '1 day'
    from generate_series(1, ${done / 10}::integer)`.execute(db)
  await sql`insert into code_limits (subject, counter, n, window_ends_at)
    select n::text::bytea, 'sends', 1, ${now}::timestamptz + interval '1 day' from generate_series(1, ${done / 10}::integer) n`.execute(db)
})

async function insert(count: number, what: 'done' | 'due'): Promise<void> {
  const rows = (part = 1) => sql`generate_series(1, ${Math.ceil(count / part)}::integer) n`
  const of = <T>(states: Record<typeof what, T>) => sql.lit(states[what])
  await sql`insert into jobs (id, kind, state, run_at, max_attempts, created_at)
    select gen_random_uuid(), (${kinds}::text[])[1 + n % ${kinds.length}::integer], ${of({ done: 'dead', due: 'waiting' })}, ${now}, 5, ${now} from ${rows()}`.execute(
    db,
  )
  const narrow = what === 'done' ? 10 : 1
  await sql`insert into emails (id, recipient_address, recipient_type, template, category, language, status, message_id, created_at)
    select gen_random_uuid(), 'a@example.test', 'external', 't', 'auth', 'en', ${of({ done: 'sent', due: 'queued' })}, n::text, ${now} from ${rows(narrow)}`.execute(
    db,
  )
  await sql`insert into texts (id, recipient_number, recipient_type, recipient_id, template, language, status, created_at, expires_at)
    select gen_random_uuid(), '+962790000000', 'user', gen_random_uuid(), 't', 'en', ${of({ done: 'sent', due: 'queued' })}, ${now}, ${now} from ${rows(narrow)}`.execute(
    db,
  )
  await sql`insert into webhook_deliveries (id, webhook_id, event, body, status, max_attempts, next_attempt_at, created_at)
    select gen_random_uuid(), ${webhookId}, 'admin.created', '{}', ${of({ done: 'Delivered', due: 'Pending' })}, 6,
      ${what === 'due' ? now : null}::timestamptz, ${now} from ${rows(narrow)}`.execute(db)
}

/** Does `work`, and then looks at what its last statement does when it is run again: how, and how many pages of 8 kB it takes. */
async function assertOnIndex(work: () => Promise<unknown>, table: string, mostPages: number): Promise<void> {
  await work()
  const last = asked.at(-1)!
  const { nodes, pages } = await explained(db, last)
  assert.ok(
    !nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table),
    `${table} is read whole: ${last.sql}`,
  )
  assert.ok(pages <= mostPages, `${pages} pages of ${table}: ${last.sql}`)
}

const vacancies = kinds.map((kind) => ({ kind, free: 5, leaseSeconds: 60 }))
const passed = { webhooks: [], tenants: [], isSlow: false, suspectLosses: 3 }
const room = { all: 10, slow: 5, perWebhook: 5, suspects: { losses: 3, free: 1 }, tenant: () => 10 }
const looks: [string, () => Promise<unknown>][] = [
  ['jobs', () => claimJobs(db, vacancies, now)],
  ['jobs', () => releaseLapsed(db, now)],
  ['emails', () => countOutgoing(db)],
  ['texts', () => countOutgoing(db)],
  ['webhook_deliveries', () => findTargets(db, noId, passed, 10, now)],
  ['webhook_deliveries', async () => claimDue(db, await lockTargets(db, [webhookId]), room, now, new Date(now.getTime() + 60_000))],
]

const onIndexes = async () => {
  for (const [table, look] of looks) await assertOnIndex(look, table, mostPages)
}

it('work is found by its index before anybody gathered statistics', onIndexes)

describe('with statistics', () => {
  before(() => sql`analyze`.execute(db))

  it('work is found by its index', onIndexes)

  it('what has expired is found by its index', async () => {
    const kept = { mailDays: 365, mailContentDays: 30 }
    for (const expiry of expiries) {
      const { rows } = await sql<{ n: number }>`select pg_relation_size(${expiry.table}::regclass)::float8 as n`.execute(db)
      // a smaller table is read whole, and should be
      if (rows[0]!.n > 64 * 8192) await assertOnIndex(() => deleteExpired(db, expiry, kept, now), expiry.table, mostPages)
    }
  })
})
