import { sql } from 'kysely'
import { nilUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'

/**
 * What is still to be written to the tenants below one (migration 0025). `delete` and `purge`: that they are deleted, erased. `restore`: a
 * restore has begun, and what it unmarked is marked again if it does not come to its end. `tell`: the events of one that did.
 */
export type LateMarks = 'delete' | 'restore' | 'tell' | 'purge'

/** So many tenants are marked with the one they go with, in its transaction; where there are more, it alone is marked at first. */
export const mostTenantsAtOnce = 500

/** So many a batch marks afterwards: with their roles, groups and events that is a tenth of a second. */
export const tenantsInBatch = 200

/** Before every id: where batches in the order of ids begin. */
export const firstId = nilUuid

/** A tenant with late marks, as its lock holds it. */
export interface LateTop {
  readonly id: string
  readonly parentId: string | null
  readonly kind: LateMarks
  readonly eventId: string | null
  readonly deletedAt: Date | null
  readonly deletedBy: string | null
  readonly purgedAt: Date | null
  readonly restoringUntil: Date | null
}

/** Says of a tenant what is still to be written below it; `eventId` is the event of the tenant itself. Under its lock. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function beginLateMarks(ctx: PublicContext, top: string, kind: LateMarks, eventId: string | null): Promise<void> {
  await sql`update tenants set late_marks = ${kind}, late_marks_event = ${eventId} where id = ${top}`.execute(ctx.db)
}

/** What is still to be written below a tenant; null when nothing is. */
// unscoped: by a tenant whose deletion, restore or erasure was judged, or a job's
export async function readLateMarks({ service, db, inTransaction }: PublicContext, top: string): Promise<LateTop | null> {
  const { rows } = await sql<LateTop>`
    select id, parent_id, late_marks as kind, late_marks_event as event_id, deleted_at, deleted_by, purged_at, restoring_until
    from tenants where id = ${top} and late_marks is not null`.execute(inTransaction ? db : service.database.kysely)
  const found = rows[0]
  if (!found) return null
  // an older process, which knows nothing of late marks, may have restored or erased it
  const { kind, deletedAt, purgedAt } = found
  const isMeant = kind === 'tell' ? deletedAt === null : deletedAt !== null && (kind === 'purge') === (purgedAt !== null)
  return isMeant ? found : null
}
