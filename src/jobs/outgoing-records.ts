import { type Kysely, type Selectable, sql } from 'kysely'
import { daysMs } from '#core/clock.ts'
import type { Tables } from '#db/tables.ts'

/** What leaves the service as rows of a queue, each sent by a job whose key is its id. */
export const outgoingJobKinds = { emails: 'email.send', texts: 'text.send' } as const
export type OutgoingTable = keyof typeof outgoingJobKinds

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

const that = (id: string) => sql`id = ${id} and status = 'queued'`

/** Counts an attempt at what still waits. @returns it, or null when it was cancelled, sent, given up or erased meanwhile. */
// unscoped: a job, by the row it was queued for
export async function beginAttempt<T extends OutgoingTable>(db: Kysely<Tables>, table: T, id: string): Promise<Queued<T> | null> {
  const { rows } = await sql<Queued<T>>`
    update ${sql.table(table)} set attempts = attempts + 1, expires_at = ${expiresAt} where ${that(id)} returning *`.execute(db)
  return rows[0] ?? null
}

/** Ends what has expired and still waits. @returns what went wrong with it, or null for what has not expired */
// unscoped: a job, by the row it was queued for
export async function giveUpExpired(db: Kysely<Tables>, table: OutgoingTable, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ error: string }>`
    update ${sql.table(table)} set status = 'failed', failed_at = ${now}, variables = null,
      error = 'it expired before it could be sent' || coalesce(': ' || error, '')
    where ${that(id)} and ${expiresAt} <= ${now} returning error`.execute(db)
  return rows[0]?.error ?? null
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
  const subject = sent.subject === undefined ? sql`` : sql`, subject = ${sent.subject}`
  await sql`
    update ${sql.table(table)} set status = 'sent', sent_at = ${now}, provider_message_id = ${sent.providerMessageId}, variables = null,
      error = null ${subject} where ${that(id)}`.execute(db)
}

/** The end of what will not be tried again; what its template was filled with is erased. */
// unscoped: a job, by the row it was queued for
export async function markFailed(db: Kysely<Tables>, table: OutgoingTable, id: string, error: string, now: Date): Promise<void> {
  await sql`update ${sql.table(table)} set status = 'failed', failed_at = ${now}, error = ${error}, variables = null where ${that(id)}`.execute(
    db,
  )
}

/** What went wrong with an attempt that will be followed by another. */
// unscoped: a job, by the row it was queued for
export async function noteError(db: Kysely<Tables>, table: OutgoingTable, id: string, error: string): Promise<void> {
  await sql`update ${sql.table(table)} set error = ${error} where ${that(id)}`.execute(db)
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
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set status = 'failed', failed_at = ${now}, error = 'its job is gone', variables = null
    where id = any(array(
      select id from ${sql.table(table)} e
      where status = 'queued' and created_at < ${queuedBefore}
        and not exists (select from jobs where kind = ${outgoingJobKinds[table]} and key = e.id::text and state <> 'dead')
      order by id limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Which of these are still kept, whatever became of them. */
// unscoped: a job over all tenants
export async function keptRows(db: Kysely<Tables>, table: OutgoingTable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
