import { type SqlBool, sql } from 'kysely'
import { after, daysMs, minutesMs } from '#core/clock.ts'
import { knowPlaces } from '#db/live/known-tenants.ts'
import type { Service } from '#db/rows/context.ts'
import { endMails } from '#jobs/mail-ends.ts'
import { mailLifeMs, type Waiting } from '#jobs/outgoing-records.ts'

/** How long a mail waits for its tenant to be active again. */
const heldMs = daysMs(7)
/** How often it is asked whether that is. */
const lookMs = minutesMs(5)

/**
 * Holds a mail back while its tenant counts as switched off, suspended, cancelled or deleted: nothing leaves in its name. After seven days it
 * fails. One with a secret holds for as long as the secret does, which is shorter.
 * @returns null where it may leave
 */
// unscoped: a job, by the row it was queued for
export async function holdMail(service: Service, mail: Waiting<'emails'>): Promise<{ readonly waitMs: number } | 'ended' | null> {
  if (mail.tenantId === null) return null
  const db = service.database.kysely
  const { id } = mail
  await knowPlaces(service, [mail.tenantId])
  const now = service.clock.now()
  const isShut = service.tenants.state(mail.tenantId) !== null
  const isSecret = mail.templateId === null && mail.category === 'security'
  if (!isShut) {
    // it did not wait by its own fault: it is tried for as long as a new one
    if (mail.errorCode === 'tenant_inactive')
      await db
        .updateTable('emails')
        .set({ errorCode: null, expiresAt: after(now, mailLifeMs) })
        .where('id', '=', id)
        .where('errorCode', '=', 'tenant_inactive')
        .execute()
    return null
  }
  if (isSecret) return { waitMs: minutesMs(1) }
  const since = mail.queuedAt ?? mail.scheduledAt ?? mail.createdAt
  if (now.getTime() - since.getTime() >= heldMs) {
    const error = 'its tenant was not active for seven days'
    const set = sql`failed_at = ${now}, error = ${error}, error_code = 'tenant_inactive'`
    await endMails(db, { status: 'failed', set, where: sql<SqlBool>`id = ${id} and status in ('queued', 'scheduled')` }, now)
    return 'ended'
  }
  await db
    .updateTable('emails')
    .set({ errorCode: 'tenant_inactive', expiresAt: after(since, heldMs + mailLifeMs), nextAttemptAt: after(now, lookMs) })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'scheduled'])
    .execute()
  return { waitMs: lookMs }
}
