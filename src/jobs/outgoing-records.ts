import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { daysMs } from '#core/clock.ts'
import type { Tables } from '#db/tables.ts'
import { endMails, type MailErrorCode } from './mail-ends.ts'

/** What leaves the service as rows of a queue, each sent by a job whose key is its id. */
export const outgoingJobKinds = { emails: 'email.send', texts: 'text.send' } as const
/** Mails that admins send have places of their own: however many there are and however slow, a code waits for none of them. */
export const bulkMailJobKind = 'email.send-bulk'
export type OutgoingTable = keyof typeof outgoingJobKinds

/** Of the jobs that send the rows of a table. */
export const jobKindsOf = (table: OutgoingTable): readonly string[] =>
  table === 'emails' ? [outgoingJobKinds.emails, bulkMailJobKind] : [outgoingJobKinds.texts]

/** A mail or text that waits, with the moment from which on it is worth nothing. */
export type Queued<T extends OutgoingTable> = Omit<Selectable<Tables[T]>, 'expiresAt'> & {
  readonly id: string
  readonly attempts: number
  readonly expiresAt: Date
}
export type QueuedMail = Queued<'emails'>
export type QueuedText = Queued<'texts'>

/** How long a mail is tried that holds for longer. */
export const mailLifeMs = daysMs(1)
/** How often a relay is asked to take a mail that an admin sends; whoever sent it sees that it failed, and sends it again. */
export const mostTenantMailAttempts = 3

/** Of mails of a former version it is not written. */
const expiresAt = sql<Date>`coalesce(expires_at, created_at + ${mailLifeMs} * interval '1 millisecond')`

const waits = (table: OutgoingTable) =>
  table === 'emails' ? sql<SqlBool>`status in ('queued', 'scheduled')` : sql<SqlBool>`status = 'queued'`
const that = (table: OutgoingTable, id: string) => sql<SqlBool>`id = ${id} and ${waits(table)}`
const those = (table: OutgoingTable, ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[]) and ${waits(table)}`

type AskedOfMail = 'category' | 'status' | 'templateId' | 'errorCode' | 'createdAt' | 'queuedAt' | 'scheduledAt'
/** What waits, as far as it matters for whether it may leave. */
export type Waiting<T extends OutgoingTable> = Pick<
  Queued<T>,
  'id' | 'expiresAt' | ((T extends 'emails' ? AskedOfMail | 'tenantId' : 'tenantId') & keyof Queued<T>)
>

/** Looks at those that still wait. @returns each or null, in the order given */
// unscoped: jobs, by the rows they were queued for
export async function lookAtWaiting<T extends OutgoingTable>(
  db: Kysely<Tables>,
  table: T,
  ids: readonly string[],
): Promise<(Waiting<T> | null)[]> {
  const asked = table === 'emails' ? sql`, category, status, template_id, error_code, created_at, queued_at, scheduled_at` : sql``
  const { rows } = await sql<Waiting<T>>`
    select id, tenant_id, ${expiresAt} as expires_at ${asked} from ${sql.table(table)} where ${those(table, ids)}`.execute(db)
  return inOrder(ids, rows)
}

function inOrder<R extends { readonly id: string }>(ids: readonly string[], rows: readonly R[]): (R | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? null)
}

/** An attempt at a row. By its token an attempt that is counted twice, or taken back twice, is so once. */
export interface Attempt {
  readonly id: string
  /** A UUID of this attempt alone. */
  readonly token: string
}

const attempted = (attempts: readonly Attempt[]) =>
  sql`unnest(${attempts.map(({ id }) => id)}::uuid[], ${attempts.map(({ token }) => token)}::uuid[]) as attempt (row_id, token)`

/**
 * Counts an attempt at each that still waits, in one statement; once, however often it is asked to.
 * @returns each, or null for what was cancelled, sent, given up or erased meanwhile; in the order given
 */
// unscoped: jobs, by the rows they were queued for
export async function beginAttempts<T extends OutgoingTable>(
  db: Kysely<Tables>,
  table: T,
  attempts: readonly Attempt[],
  now: Date,
): Promise<(Queued<T> | null)[]> {
  const begun =
    table === 'emails'
      ? sql`, queued_at = case when status = 'scheduled' then ${now} else coalesce(queued_at, created_at) end, status = 'queued', next_attempt_at = null`
      : sql``
  const ids = attempts.map(({ id }) => id)
  const { rows } = await sql<Queued<T>>`
    update ${sql.table(table)} set attempts = attempts + (attempt_token is distinct from attempt.token)::integer, attempt_token = attempt.token,
      expires_at = ${expiresAt} ${begun}
    from ${attempted(attempts)} where ${those(table, ids)} and id = attempt.row_id returning ${sql.table(table)}.*`.execute(db)
  return inOrder(ids, rows)
}

/** Takes back the count of attempts that were not made after all; of each once. */
// unscoped: jobs, by the rows they were queued for
export async function takeBackAttempts(db: Kysely<Tables>, table: OutgoingTable, attempts: readonly Attempt[]): Promise<void> {
  const ids = attempts.map(({ id }) => id)
  await sql`
    update ${sql.table(table)} set attempts = attempts - 1, attempt_token = null
    from ${attempted(attempts)} where ${those(table, ids)} and id = attempt.row_id and attempt_token = attempt.token and attempts > 0`.execute(
    db,
  )
}

const expiredError = sql`'it expired before it could be sent' || coalesce(': ' || error, '')`

/** Ends what has expired and still waits. @returns what went wrong with it, or null for what has not expired */
export async function giveUpExpired(db: Kysely<Tables>, table: OutgoingTable, id: string, now: Date): Promise<string | null> {
  const where = sql<SqlBool>`${that(table, id)} and ${expiresAt} <= ${now}`
  const [ended] = await end(db, table, { status: 'failed', error: expiredError, code: 'expired', where }, now)
  return ended?.error ?? null
}

/** What is known of a message once it is handed over. */
export interface Sent {
  readonly providerMessageId: string
  /** A mail's. */
  readonly subject?: string
  /** Of a mail of the service that somebody else wrote: by which template. */
  readonly overrideId?: string | null
  /** A mail's: that its subject may show more of the recipient than a name. */
  readonly tellsRecipient?: boolean
}

/** The end of what was handed over, all in one statement; what its template was filled with is erased. */
// unscoped: jobs, by the rows they were queued for
export async function markSent(
  db: Kysely<Tables>,
  table: OutgoingTable,
  all: readonly (Sent & { readonly id: string })[],
  now: Date,
): Promise<void> {
  const rows = all.map(({ id, providerMessageId, subject, overrideId, tellsRecipient }) => ({
    ...{ sent_id: id, provider_id: providerMessageId, line: subject, writer_id: overrideId, tells: tellsRecipient },
  }))
  const from = sql`from json_to_recordset(${JSON.stringify(rows)}::json) as s (sent_id uuid, provider_id text, line text, writer_id uuid, tells boolean)`
  const ids = all.map(({ id }) => id)
  const where = sql<SqlBool>`${those(table, ids)} and id = s.sent_id`
  const set = sql`sent_at = ${now}, provider_message_id = s.provider_id, error = null`
  const tells = sql`tells_recipient = tells_recipient or coalesce(s.tells, false)`
  const ofMail = sql`error_code = null, subject = coalesce(s.line, subject), override_id = s.writer_id, ${tells}`
  if (table === 'emails') await endMails(db, { status: 'sent', set: sql`${ofMail}, ${set}`, from, where }, now)
  else await sql`update texts set status = 'sent', variables = null, ${set} ${from} where ${where}`.execute(db)
}

/** Why something is not tried again. */
export interface Failure {
  readonly error: string
  /** A mail's. */
  readonly code: MailErrorCode
  /** A relay refused its recipient for ever: it counts as one that came back. */
  readonly isBounce?: true
}

/** The end of what will not be tried again; what its template was filled with is erased. */
export async function markFailed(db: Kysely<Tables>, table: OutgoingTable, id: string, failure: Failure, now: Date): Promise<void> {
  await end(db, table, { ...failure, status: 'failed', error: sql`${failure.error}`, where: that(table, id) }, now)
}

interface End extends Omit<Failure, 'error'> {
  readonly status: 'failed'
  readonly error: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
}

// unscoped: a job, by the rows it was queued for
async function end(
  db: Kysely<Tables>,
  table: OutgoingTable,
  { status, error, code, isBounce, where }: End,
  now: Date,
): Promise<{ error: string | null }[]> {
  if (table === 'emails') {
    const bounce = isBounce ? sql`, bounce_type = 'hard', bounced_at = ${now}` : sql``
    const set = sql`failed_at = ${now}, error = ${error}, error_code = ${code} ${bounce}`
    return await endMails(db, { status, set, where }, now)
  }
  const { rows } = await sql<{ error: string }>`
    update texts set status = 'failed', failed_at = ${now}, variables = null, error = ${error} where ${where} returning error`.execute(db)
  return rows
}

/** How it goes on after an attempt. */
export interface Retry {
  readonly now: Date
  readonly nextAt: Date
  /** Whether the attempt counts as none. */
  readonly isFree: boolean
}

/** What went wrong with an attempt that will be followed by another, at that moment. */
// unscoped: a job, by the row it was queued for
export async function noteError(
  db: Kysely<Tables>,
  table: OutgoingTable,
  id: string,
  { error, code }: Failure,
  { now, nextAt, isFree }: Retry,
): Promise<void> {
  if (table === 'texts') {
    await sql`update texts set error = ${error} where ${that(table, id)}`.execute(db)
    return
  }
  await sql`
    with noted as (
      update emails set error = ${error}, error_code = ${code}, next_attempt_at = ${nextAt}, attempts = attempts - ${isFree ? 1 : 0}::integer
      where ${that(table, id)} returning id
    )
    insert into email_events (email_id, at, type, detail) select id, ${now}, 'deferred', ${error} from noted`.execute(db)
}

/**
 * Gives up what nothing will send any more, because its job died with its process: a secret must not lie in the queue for ever.
 * @param queuedBefore or, where it was to leave later, due before
 * @returns how many
 */
// unscoped: a job over all tenants
export async function failAbandoned(
  db: Kysely<Tables>,
  table: OutgoingTable,
  queuedBefore: Date,
  limit: number,
  now: Date,
): Promise<number> {
  const isDue =
    table === 'emails' ? sql`union all select id from emails where status = 'scheduled' and scheduled_at < ${queuedBefore}` : sql``
  // Each half by an index of its own: what waits for a time to come is not read. Whether it waits is asked again under its lock, and in a form that
  // no index is read for.
  const where = sql<SqlBool>`id = any(array(
      select id from ${sql.table(table)} where coalesce(${waits(table)}, false) and id = any(array(
        select id from (select id from ${sql.table(table)} where status = 'queued' and created_at < ${queuedBefore} ${isDue}) old
        where not exists (select from jobs where kind = any(${jobKindsOf(table)}::text[]) and key = old.id::text and state <> 'dead')
        order by id limit ${limit}))
      order by id for update skip locked
    ))`
  return (await end(db, table, { status: 'failed', error: sql`'its job is gone'`, code: 'job_lost', where }, now)).length
}

/** Which of these are still kept, whatever became of them. */
// unscoped: a job over all tenants
export async function keptRows(db: Kysely<Tables>, table: OutgoingTable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
