import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

export type QueuedMail = Selectable<Tables['emails']>

/** Counts the attempt of a mail that still waits. @returns it, or null when it was cancelled, sent or given up meanwhile. */
// unscoped: a job, by the mail it was queued for
export async function beginAttempt(db: Kysely<Tables>, id: string, attempt: number): Promise<QueuedMail | null> {
  const mail = await db
    .updateTable('emails')
    .set({ attempts: attempt })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returningAll()
    .executeTakeFirst()
  return mail ?? null
}

/** The end of a mail that was handed over; what its template was filled with is erased. */
// unscoped: a job, by the mail it was queued for
export async function markSent(db: Kysely<Tables>, id: string, providerMessageId: string, subject: string, now: Date): Promise<void> {
  await db
    .updateTable('emails')
    .set({ status: 'sent', sentAt: now, providerMessageId, subject, variables: null, error: null })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** The end of a mail that will not be tried again; what its template was filled with is erased. */
// unscoped: a job, by the mail it was queued for
export async function markFailed(db: Kysely<Tables>, id: string, error: string, now: Date): Promise<void> {
  await db
    .updateTable('emails')
    .set({ status: 'failed', failedAt: now, error, variables: null })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()
}

/** What went wrong with an attempt that will be followed by another. */
// unscoped: a job, by the mail it was queued for
export async function noteError(db: Kysely<Tables>, id: string, error: string): Promise<void> {
  await db.updateTable('emails').set({ error }).where('id', '=', id).where('status', '=', 'queued').execute()
}

/**
 * Gives up mails that nothing will send any more, because their job died with its process: a secret must not lie in the queue
 * for ever. @returns how many
 */
// unscoped: a job over all tenants
export async function failAbandoned(db: Kysely<Tables>, queuedBefore: Date, limit: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update emails set status = 'failed', failed_at = ${now}, error = 'its job is gone', variables = null
    where id = any(array(
      select id from emails e
      where status = 'queued' and created_at < ${queuedBefore}
        and not exists (select from jobs where kind = 'email.send' and key = e.id::text and state <> 'dead')
      order by id limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Which of these mails are still kept, whatever became of them. */
// unscoped: a job over all tenants
export async function keptMails(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from emails where id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
