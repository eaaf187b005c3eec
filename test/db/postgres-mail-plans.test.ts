/** A million mails may wait for their time, and ten years of days be counted: what looks at either again and again reads little of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { deleteExpired, expiries } from '#jobs/expired-rows.ts'
import { failAbandoned } from '#jobs/outgoing-records.ts'
import { emailStats } from '#modules/emails/email-stats.ts'
import { explained, keepingStatements } from './explained.ts'

const planned = 50_000
const days = 3000
/** Of 8 kB; each of these tables has some hundreds. */
const mostPages = 150
const now = new Date()
const asked: CompiledQuery[] = []
let db: Kysely<Tables>

before(async () => {
  db = await keepingStatements(asked)
  // statistics are gathered where this test says so
  for (const table of ['emails', 'email_days', 'jobs'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db)
  await addMails('scheduled', planned, sql`${now}::timestamptz + interval '1 hour' * n`)
  await addMails('scheduled', 5, sql`${now}::timestamptz - interval '2 hours'`)
  await addMails('queued', 5, sql`null::timestamptz`)
  await addMails('sent', planned, sql`null::timestamptz`)
  await sql`insert into email_days (tenant_id, day, sent)
    select lpad(to_hex(t), 32, '0')::uuid, ${now}::date - d, 1 from generate_series(1, 20) t, generate_series(1, ${days}::integer) d`.execute(
    db,
  )
})

// unscoped: rows to read, of no tenant
const addMails = (status: string, count: number, scheduledAt: ReturnType<typeof sql>) =>
  sql`insert into emails (id, recipient_address, recipient_type, template, category, language, status, message_id, created_at, scheduled_at)
    select gen_random_uuid(), 'a@example.test', 'external', 't', 'marketing', 'en', ${status}, n::text,
      ${now}::timestamptz - interval '1 day', ${scheduledAt} from generate_series(1, ${count}::integer) n`.execute(db)

/** Does `work`, and then looks at what its last statement about the table does when it is run again: how, and how many pages of 8 kB it takes. */
async function assertOnIndex(work: () => Promise<unknown>, table: string, about = table): Promise<void> {
  await work()
  const last = asked.findLast(({ sql }) => sql.includes(about))!
  const { nodes, pages } = await explained(db, last)
  assert.ok(
    !nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === table),
    `${table} is read whole: ${last.sql}`,
  )
  assert.ok(pages <= mostPages, `${pages} pages of ${table}: ${last.sql}`)
}

const hourAgo = new Date(now.getTime() - 3_600_000)
const abandoned = () => assertOnIndex(() => failAbandoned(db, 'emails', hourAgo, 1000, now), 'emails')

it('mails that nothing will send are found among those of the future before anybody gathered statistics', abandoned)

const seeing = (...permissions: PermissionName[]) =>
  ({ db, now, actor: { tenantId: null, permissions: new Set(permissions), masks: new Map() } }) as unknown as Context

describe('with statistics', () => {
  before(() => sql`analyze`.execute(db))

  it('mails that nothing will send are found among those of the future', abandoned)

  it('old days are found by their day', async () => {
    const expiry = expiries.find(({ table }) => table === 'email_days')!
    await assertOnIndex(() => deleteExpired(db, expiry, { mailDays: 365, mailContentDays: 30 }, now), 'email_days')
  })

  it('the days of a month are read by their day, over all tenants', async () => {
    await assertOnIndex(() => emailStats(seeing('admins.view', 'users.view'), {}), 'email_days')
  })

  it('what came back is found among what did not, for who may see the addresses of some', async () => {
    await assertOnIndex(() => emailStats(seeing('users.view'), {}), 'emails', 'bounce_type')
  })
})
