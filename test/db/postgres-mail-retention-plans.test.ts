/** A million mails were written long ago and wait for their time, or ended lately: the cleaning finds what it takes away, and reads little else. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { deleteExpired, eraseOldContent, expiries } from '#jobs/expired-rows.ts'
import { explained, keepingStatements } from './explained.ts'

const many = 50_000
/** Each that is written to takes a page or more of every index. */
const few = 2
/** Of 8 kB; the table has more than two thousand. */
const mostPages = 150
const now = new Date()
const kept = { mailDays: 365, mailContentDays: 30 }
const mails = expiries.find(({ table }) => table === 'emails')!
const asked: CompiledQuery[] = []
let db: Kysely<Tables>

before(async () => {
  db = await keepingStatements(asked)
  // statistics are gathered where this test says so
  await sql`alter table emails set (autovacuum_enabled = false)`.execute(db)
  await addMails('scheduled', many, sql`null::timestamptz`)
  await addMails('sent', many, sql`${now}::timestamptz - interval '1 day'`)
  await addMails('sent', few, sql`${now}::timestamptz - interval '31 days'`)
  await addMails('sent', few, sql`${now}::timestamptz - interval '366 days'`)
})

/** Written two years ago: an id of then, or earlier. */
// unscoped: rows to read, of no tenant
const addMails = (status: string, count: number, sentAt: RawBuilder<unknown>) =>
  sql`insert into emails (id, recipient_address, recipient_type, template, category, language, status, message_id, content, created_at, sent_at)
    select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, 'a@example.test', 'external', 't', 'marketing', 'en', ${status}, n::text,
      'sealed', ${now}::timestamptz - interval '2 years', ${sentAt} from generate_series(1, ${count}::integer) n`.execute(db)

/** Looks at what it does, undone: the rows are there for the next. */
async function assertOnIndex(work: (tx: Kysely<Tables>) => Promise<number>, rows: number): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      assert.equal(await work(tx), rows)
      throw new Error('undone')
    })
    .catch((error) => assert.equal(error.message, 'undone'))
  const last = asked.findLast(({ sql }) => sql.includes('emails'))!
  const { nodes, pages } = await explained(db, last)
  const isRead = nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'emails')
  assert.ok(!isRead, `the table is read whole: ${last.sql}`)
  assert.ok(pages <= mostPages, `${pages} pages: ${last.sql}`)
}

function found(): void {
  it('what is to be erased is found among what waits or ended lately', () =>
    assertOnIndex(async (tx) => (await eraseOldContent(tx, kept, now)).erased, 2 * few))
  it('what is to be deleted is found among what waits or ended lately', () =>
    assertOnIndex(async (tx) => (await deleteExpired(tx, mails, kept, now)).deleted, few))
}

describe('before anybody gathered statistics', found)
describe('with statistics', () => {
  before(() => sql`analyze`.execute(db))
  found()
})
