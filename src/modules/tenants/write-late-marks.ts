import { sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import { runAgain } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { lockForJob } from '#db/rows/row-locks.ts'
import { transact } from '#db/rows/transact.ts'
import { JobPostponed } from '#jobs/job.ts'
import { markPart, readPart } from './late-mark-batches.ts'
import { firstId, type LateMarks, readLateMarks, tenantsInBatch } from './late-marks.ts'

/**
 * Writes the late marks of one tenant, a batch per transaction, each under its lock, if they are of these kinds; two at once share the work.
 * Whoever dies is followed by somebody who goes on: what is written is not looked at again.
 * @throws JobPostponed while somebody restores the tenant
 */
export async function writeLateMarks(ctx: PublicContext, top: string, kinds: readonly LateMarks[], signal?: AbortSignal): Promise<void> {
  for (let after: string | null = firstId; after !== null && (await hasLateMarks(ctx, top, kinds)); ) {
    signal?.throwIfAborted()
    const from: string = after
    after = await transact({ ...ctx, now: ctx.service.clock.now() }, (ctx) => writeBatch(ctx, top, kinds, from))
    crashPoint('late-marks.after-batch')
  }
}

async function hasLateMarks(ctx: PublicContext, top: string, kinds: readonly LateMarks[]): Promise<boolean> {
  const found = await readLateMarks(ctx, top)
  return found !== null && kinds.includes(found.kind)
}

/** @returns after whom the next batch begins; null when nothing is left */
// unscoped: by a tenant whose deletion, restore or erasure was judged
async function writeBatch(ctx: PublicContext, top: string, kinds: readonly LateMarks[], after: string): Promise<string | null> {
  const seen = await readLateMarks(ctx, top)
  if (seen === null || !kinds.includes(seen.kind)) return null
  const part = await readPart(ctx, seen, after, tenantsInBatch)
  await lockForJob(ctx, { changedTenantIds: [top], tenantIdsBelow: part })
  const held = await readLateMarks(ctx, top)
  if (held?.kind !== seen.kind || held.eventId !== seen.eventId) throw runAgain('another one is at it')
  if (held.kind === 'restore' && held.restoringUntil !== null && held.restoringUntil > ctx.now)
    throw new JobPostponed('it is being restored', held.restoringUntil.getTime() - ctx.now.getTime() + 1000, false)
  await markPart(ctx, held, part)
  if (part.length === tenantsInBatch) return part.at(-1)!
  // whoever stood still between two batches may be amid the marks of another deletion or restore by now, with some before its place
  if (after !== firstId && (await readPart(ctx, held, firstId, 1)).length > 0) return firstId
  // a process of the former version may have held the accounts to be done when it had come to those that were marked by then
  const isSwept = held.kind === 'delete' || held.kind === 'restore'
  await sql`update tenants set late_marks = null, late_marks_event = null, is_sweeping = is_sweeping or ${isSwept} where id = ${top}`.execute(
    ctx.db,
  )
  // the rows say it by themselves now: every process looks at them again, once
  if (held.kind !== 'tell') await revoke(ctx, 'tree', null)
  return null
}

/** Writes every erasure that is not written to all below its tenant yet. */
// unscoped: a job over all tenants
export async function writePurges(ctx: PublicContext, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where late_marks is not null and late_marks = 'purge' order by id`.execute(ctx.db)
  for (const { id } of rows) await writeLateMarks(ctx, id, ['purge'], signal)
}

/** Writes the deletions in the subtree of a tenant that are not written to all below theirs yet. */
export async function finishDeletions(ctx: PublicContext, top: string): Promise<void> {
  for (const id of await unfinished(ctx, top)) await writeLateMarks(ctx, id, ['delete'])
}

/** Tenants in the subtree whose deletion is not written to all below them yet. */
// unscoped: by a tenant whose entry is in scope, or a job's, and what lies below it
export async function unfinished(ctx: PublicContext, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t join tenant_closure c on c.ancestor_id = ${top} and c.descendant_id = t.id
    where t.late_marks is not null and t.late_marks = 'delete' and t.deleted_at is not null and t.purged_at is null order by 1`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Tells of restores above and below a tenant, before it changes again: else the log would have them in another order. */
export async function finishTelling(ctx: PublicContext, top: string): Promise<void> {
  for (const id of await untold(ctx, top)) await writeLateMarks(ctx, id, ['tell'])
}

/** Tenants above and below one, and itself, of whose restore the log does not know all yet. */
// unscoped: by a tenant in scope; those above only have to be told of first
export async function untold(ctx: PublicContext, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenants t where t.late_marks is not null and t.late_marks = 'tell' and t.deleted_at is null
      and exists (select from tenant_closure c where (c.ancestor_id = ${top} and c.descendant_id = t.id) or (c.ancestor_id = t.id and c.descendant_id = ${top}))
    order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
