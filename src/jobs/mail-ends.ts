import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import type { Tables } from '#db/tables.ts'

/** What went wrong with a mail, in a word. */
export type MailErrorCode =
  | 'relay_away'
  | 'relay_deferred'
  | 'relay_refused'
  | 'recipient_refused'
  | 'expired'
  | 'tenant_inactive'
  | 'unwritable'
  | 'job_lost'

interface MailEnd {
  readonly status: 'sent' | 'failed' | 'cancelled'
  /** What else is written to its row. */
  readonly set: RawBuilder<unknown>
  /** Which mails; each must still wait. */
  readonly where: RawBuilder<SqlBool>
  /** What `set` and `where` take values from, as `from …`. */
  readonly from?: RawBuilder<unknown>
  /** A statement that goes before it, as `name as (…),`, for `where` to ask. */
  readonly first?: RawBuilder<unknown>
}

/** For how long failures of one cause are added up. */
export const failureWindowMs = minutesMs(60)

/** The day (UTC) of a moment. */
export const dayOf = (column: RawBuilder<unknown>) => sql`(${column} at time zone 'UTC')::date`

/** The conflict of a count with the one that is there: they are added. */
export const addedCounts = sql`on conflict (tenant_id, day) do update set ${sql.join(
  ['sent', 'failed', 'cancelled', 'rejected', 'bounced', 'complaints'].map(
    (name) => sql`${sql.ref(name)} = email_days.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  ),
)}`

/** Adds those that failed to their tenant's of the same cause, within an hour. After the days: rows are locked in one order. */
// unscoped: of the mails that a job ends
function countFailures(now: Date): RawBuilder<unknown> {
  const isOver = sql`f.since <= ${before(now, failureWindowMs)}`
  return sql`, failures as (
      insert into email_failures as f (tenant_id, code, since, failed)
      select tenant_id, error_code, ${now}, count(*)::integer from ended where error_code is not null
      group by tenant_id, error_code order by tenant_id, error_code
      on conflict (tenant_id, code) do update set
        since = case when ${isOver} then excluded.since else f.since end,
        failed = excluded.failed + case when ${isOver} then 0 else f.failed end
    )`
}

/**
 * Ends mails: their rows, the history of those that failed and the counts of the day, in one statement. What a built-in mail was filled with
 * is erased.
 * @returns those that were ended
 */
// unscoped: a job by the rows it was queued for, and actions that say the scope in `where`
export async function endMails(
  db: Kysely<Tables>,
  { status, set, from = sql``, where, first = sql`` }: MailEnd,
  now: Date,
): Promise<{ id: string; error: string | null }[]> {
  const all = sql`count(*)::integer`
  const count = (of: MailEnd['status']) => (of === status ? all : sql`0`)
  const rejected = sql`count(*) filter (where bounce_type = 'hard')::integer`
  const refused = status === 'failed' ? rejected : sql`0`
  const { rows } = await sql<{ id: string; error: string | null }>`
    with ${first} ended as (
      update emails set status = ${status}, variables = null, next_attempt_at = null, ${set} ${from} where ${where}
      returning id, tenant_id, error, error_code, bounce_type
    ), history as (
      insert into email_events (email_id, at, type, detail)
      select id, ${now}, 'failed', error from ended where ${status === 'failed'}::boolean
    ), days as (
      insert into email_days (tenant_id, day, sent, failed, cancelled, rejected, bounced)
      select tenant_id, ${dayOf(sql`${now}::timestamptz`)}, ${count('sent')}, ${count('failed')}, ${count('cancelled')}, ${refused}, ${refused}
      from ended group by tenant_id order by tenant_id ${addedCounts}
    ) ${status === 'failed' ? countFailures(now) : sql``}
    select id, error from ended`.execute(db)
  return rows
}
