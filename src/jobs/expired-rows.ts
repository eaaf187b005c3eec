import { type Kysely, type RawBuilder, sql } from 'kysely'
import { before, daysMs, minutesMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'

interface Expiry {
  readonly table: string
  /** Which of its rows nothing asks for any more. */
  expired(now: Date, kept: Kept): RawBuilder<unknown>
  /** By what the oldest are found: the expression of an index. Without it a table that nobody gathered statistics of may be read whole. */
  readonly age?: RawBuilder<unknown>
}

/** How many days what became of a mail or text is kept, and what a mail said; a mail's are counted from its end. */
export interface Kept {
  readonly mailDays: number
  readonly mailContentDays: number
}

const batchSize = 1000

/** When a mail ended, which may be a year after it was written. As the indexes `emails_ended` and `emails_content_ended` have it. */
const mailEnd = sql`coalesce(sent_at, failed_at, cancelled_at, created_at)`
const mailEndedBefore = (bound: Date) => sql`${mailEnd} < ${bound} and status not in ('queued', 'scheduled')`

/**
 * What expires by itself. A row is kept for a while after its end wherever an answer still depends on it: that a code is expired
 * and not unknown, that a session was ended, that a failure counts.
 */
export const expiries: readonly Expiry[] = [
  { table: 'refresh_tokens', expired: (now) => sql`expires_at < ${before(now, daysMs(1))}` },
  { table: 'sessions', expired: (now) => sql`ended_at < ${before(now, daysMs(30))}` },
  { table: 'sessions', expired: (now) => sql`expires_at < ${before(now, daysMs(30))}` },
  { table: 'challenges', expired: (now) => sql`expires_at < ${before(now, minutesMs(60))}` },
  { table: 'one_time_codes', expired: (now) => sql`expires_at < ${before(now, daysMs(1))}` },
  { table: 'stream_tickets', expired: (now) => sql`expires_at < ${now}` },
  { table: 'known_devices', expired: (now) => sql`last_seen_at < ${before(now, daysMs(180))}` },
  { table: 'used_id_tokens', expired: (now) => sql`expires_at < ${before(now, minutesMs(60))}` },
  { table: 'code_limits', expired: (now) => sql`window_ends_at < ${now}` },
  {
    table: 'unknown_logins',
    // of the build before; this one counts in `name_failures`
    expired: (now) => sql`last_failed_at < ${before(now, daysMs(1))} and (locked_until is null or locked_until < ${now})`,
  },
  { table: 'name_failures', expired: (now) => sql`counted_at < ${before(now, daysMs(1))}` },
  { table: 'emails', expired: (now, { mailDays }) => mailEndedBefore(before(now, daysMs(mailDays))), age: mailEnd },
  { table: 'email_keys', expired: (now) => sql`created_at < ${before(now, daysMs(1))}` },
  { table: 'notification_keys', expired: (now) => sql`created_at < ${before(now, daysMs(1))}` },
  { table: 'email_failures', expired: (now) => sql`since < ${before(now, daysMs(1))}` },
  { table: 'email_days', expired: (now) => sql`day < ${before(now, daysMs(3650))}::date` },
  { table: 'failed_addresses', expired: (now) => sql`day < ${before(now, daysMs(90))}::date` },
  { table: 'failed_address_days', expired: (now) => sql`day < ${before(now, daysMs(90))}::date` },
  {
    table: 'texts',
    // none is planned: each ends within a day
    expired: (now, { mailDays }) => sql`id < ${firstUuidAt(before(now, daysMs(mailDays)))}::uuid and status <> 'queued'`,
  },
]

/**
 * Erases what mails said that ended so long ago; of those that wait still, it is to be sent, and so it is of one that is sent again at this
 * moment: what somebody holds is left for the next time, since two that write many mails must never wait for each other.
 * @returns how many, and whether those were the last
 */
// unscoped: a job over all tenants
export async function eraseOldContent(
  db: Kysely<Tables>,
  { mailContentDays }: Kept,
  now: Date,
): Promise<{ erased: number; isLast: boolean }> {
  const isOver = sql`content is not null and ${mailEndedBefore(before(now, daysMs(mailContentDays)))}`
  const { numAffectedRows } = await sql`
    update emails set content = null where ctid = any(array(
      select ctid from emails where ${isOver} order by ${mailEnd} limit ${batchSize} for update skip locked)) and ${isOver}`.execute(db)
  const erased = Number(numAffectedRows ?? 0n)
  return { erased, isLast: erased < batchSize }
}

/**
 * Deletes one batch of the expired rows of a table. A row that was written to meanwhile is asked once more whether it has expired; one that
 * somebody holds is left for the next time.
 * @returns how many, and whether those were the last
 */
// unscoped: a job over all tenants
export async function deleteExpired(
  db: Kysely<Tables>,
  { table, expired, age }: Expiry,
  kept: Kept,
  now: Date,
): Promise<{ deleted: number; isLast: boolean }> {
  const rows = sql.table(table)
  const isOver = sql`(${expired(now, kept)})`
  const oldestFirst = age ? sql`order by ${age}` : sql``
  const { numAffectedRows } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where ${isOver} ${oldestFirst} limit ${batchSize} for update skip locked)) and ${isOver}`.execute(db)
  const deleted = Number(numAffectedRows ?? 0n)
  return { deleted, isLast: deleted < batchSize }
}
