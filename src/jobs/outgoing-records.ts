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

/** Of mails of a former version it is not written. */
const expiresAt = sql<Date>`coalesce(expires_at, created_at + ${mailLifeMs} * interval '1 millisecond')`

const that = (table: OutgoingTable, id: string) =>
  table === 'emails' ? sql<SqlBool>`id = ${id} and status in ('queued', 'scheduled')` : sql<SqlBool>`id = ${id} and status = 'queued'`

/** Counts an attempt at what still waits. @returns it, or null when it was cancelled, sent, given up or erased meanwhile. */
// unscoped: a job, by the row it was queued for
export async function beginAttempt<T extends OutgoingTable>(
  db: Kysely<Tables>,
  table: T,
  id: string,
  now: Date,
): Promise<Queued<T> | null> {
  const begun =
    table === 'emails'
      ? sql`, queued_at = case when status = 'scheduled' then ${now} else coalesce(queued_at, created_at) end, status = 'queued', next_attempt_at = null`
      : sql``
  const { rows } = await sql<Queued<T>>`
    update ${sql.table(table)} set attempts = attempts + 1, expires_at = ${expiresAt} ${begun} where ${that(table, id)} returning *`.execute(
    db,
  )
  return rows[0] ?? null
}

const expiredError = sql`'it expired before it could be sent' || coalesce(': ' || error, '')`

/** Ends what has expired and still waits. @returns what went wrong with it, or null for what has not expired */
export async function giveUpExpired(db: Kysely<Tables>, table: OutgoingTable, id: string, now: Date): Promise<string | null> {
  const where = sql<SqlBool>`${that(table, id)} and ${expiresAt} <= ${now}`
  const [ended] = await end(db, table, { status: 'failed', error: expiredError, code: 'expired', where }, now)
  return ended?.error ?? null
}

/** The end of what was handed over; what its template was filled with is erased. `subject` is a mail's. */
// unscoped: a job, by the row it was queued for
export async function markSent(
  db: Kysely<Tables>,
  table: OutgoingTable,
  id: string,
  sent: { providerMessageId: string; subject?: string },
  now: Date,
): Promise<void> {
  const { subject: text } = sent
  const subject = text === undefined ? sql`` : sql`, subject = ${text}`
  // a tenant's own text of a mail of ours may call its recipient by the address
  const tells = sql`tells_recipient = tells_recipient or position(lower(split_part(recipient_address, '@', 1)) in lower(${text ?? ''})) > 0`
  const set = sql`sent_at = ${now}, provider_message_id = ${sent.providerMessageId}, error = null ${subject}`
  if (table === 'emails') await endMails(db, { status: 'sent', set: sql`error_code = null, ${tells}, ${set}`, where: that(table, id) }, now)
  else await sql`update texts set status = 'sent', variables = null, ${set} where ${that(table, id)}`.execute(db)
}

/** Why something is not tried again. */
export interface Failure {
  readonly error: string
  /** A mail's. */
  readonly code: MailErrorCode
}

/** The end of what will not be tried again; what its template was filled with is erased. */
export async function markFailed(db: Kysely<Tables>, table: OutgoingTable, id: string, { error, code }: Failure, now: Date): Promise<void> {
  await end(db, table, { status: 'failed', error: sql`${error}`, code, where: that(table, id) }, now)
}

interface End {
  readonly status: 'failed'
  readonly error: RawBuilder<unknown>
  readonly code: MailErrorCode
  readonly where: RawBuilder<SqlBool>
}

// unscoped: a job, by the rows it was queued for
async function end(
  db: Kysely<Tables>,
  table: OutgoingTable,
  { status, error, code, where }: End,
  now: Date,
): Promise<{ error: string | null }[]> {
  if (table === 'emails') {
    const bounce = code === 'recipient_refused' ? sql`, bounce_type = 'hard', bounced_at = ${now}` : sql``
    return await endMails(db, { status, set: sql`failed_at = ${now}, error = ${error}, error_code = ${code} ${bounce}`, where }, now)
  }
  const { rows } = await sql<{ error: string }>`
    update texts set status = 'failed', failed_at = ${now}, variables = null, error = ${error} where ${where} returning error`.execute(db)
  return rows
}

/** What went wrong with an attempt that will be followed by another, at that moment. */
// unscoped: a job, by the row it was queued for
export async function noteError(
  db: Kysely<Tables>,
  table: OutgoingTable,
  id: string,
  { error, code }: Failure,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<void> {
  if (table === 'texts') {
    await sql`update texts set error = ${error} where ${that(table, id)}`.execute(db)
    return
  }
  await sql`
    with noted as (
      update emails set error = ${error}, error_code = ${code}, next_attempt_at = ${nextAt} where ${that(table, id)} returning id
    )
    insert into email_events (email_id, at, type, detail) select id, ${now}, 'deferred', ${error} from noted`.execute(db)
}

/**
 * Gives up what nothing will send any more, because its job died with its process: a secret must not lie in the queue for ever.
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
  const where = sql<SqlBool>`id = any(array(
      select id from ${sql.table(table)} e
      where status = 'queued' and created_at < ${queuedBefore}
        and not exists (select from jobs where kind = any(${jobKindsOf(table)}::text[]) and key = e.id::text and state <> 'dead')
      order by id limit ${limit} for update skip locked
    ))`
  return (await end(db, table, { status: 'failed', error: sql`'its job is gone'`, code: 'job_lost', where }, now)).length
}

/** Which of these are still kept, whatever became of them. */
// unscoped: a job over all tenants
export async function keptRows(db: Kysely<Tables>, table: OutgoingTable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
