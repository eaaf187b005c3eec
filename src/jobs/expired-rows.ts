import { type Kysely, type RawBuilder, sql } from 'kysely'
import { before, daysMs, minutesMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'

interface Expiry {
  readonly table: string
  /** Which of its rows nothing asks for any more. */
  expired(now: Date, kept: Kept): RawBuilder<unknown>
}

/** How many days what became of a mail or text is kept, and what a mail said. */
export interface Kept {
  readonly mailDays: number
  readonly mailContentDays: number
}

const batchSize = 1000

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
  {
    table: 'emails',
    expired: (now, { mailDays }) => sql`id < ${firstUuidAt(before(now, daysMs(mailDays)))}::uuid and status not in ('queued', 'scheduled')`,
  },
  { table: 'email_keys', expired: (now) => sql`created_at < ${before(now, daysMs(1))}` },
  { table: 'notification_keys', expired: (now) => sql`created_at < ${before(now, daysMs(1))}` },
  { table: 'email_failures', expired: (now) => sql`since < ${before(now, daysMs(1))}` },
  { table: 'email_days', expired: (now) => sql`day < ${before(now, daysMs(3650))}::date` },
  { table: 'failed_addresses', expired: (now) => sql`day < ${before(now, daysMs(90))}::date` },
  { table: 'failed_address_days', expired: (now) => sql`day < ${before(now, daysMs(90))}::date` },
  {
    table: 'texts',
    expired: (now, { mailDays }) => sql`id < ${firstUuidAt(before(now, daysMs(mailDays)))}::uuid and status <> 'queued'`,
  },
]

/**
 * Erases what mails said so long ago; of those that wait still, it is to be sent. @returns how many, and whether those were the last
 */
// unscoped: a job over all tenants
export async function eraseOldContent(
  db: Kysely<Tables>,
  { mailContentDays }: Kept,
  now: Date,
): Promise<{ erased: number; isLast: boolean }> {
  const { numAffectedRows } = await sql`
    update emails set content = null where id = any(array(
      select id from emails where content is not null and id < ${firstUuidAt(before(now, daysMs(mailContentDays)))}::uuid
        and status not in ('queued', 'scheduled') order by id limit ${batchSize}))`.execute(db)
  const erased = Number(numAffectedRows ?? 0n)
  return { erased, isLast: erased < batchSize }
}

/**
 * Deletes one batch of the expired rows of a table. A row that is written to meanwhile is spared: it is found by its place, and
 * moved. @returns how many, and whether those were the last
 */
// unscoped: a job over all tenants
export async function deleteExpired(
  db: Kysely<Tables>,
  { table, expired }: Expiry,
  kept: Kept,
  now: Date,
): Promise<{ deleted: number; isLast: boolean }> {
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${expired(now, kept)} limit ${batchSize}))`.execute(db)
  const deleted = Number(numAffectedRows ?? 0n)
  return { deleted, isLast: deleted < batchSize }
}
