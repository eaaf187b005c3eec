import { sql } from 'kysely'
import { isOfErased } from '#accounts/erased-people.ts'
import { forbidden, notFound, unavailable } from '#core/errors.ts'
import { runAgain } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { markOwnedPurged } from '#modules/tenants/late-mark-batches.ts'
import { beginLateMarks, mostTenantsAtOnce } from '#modules/tenants/late-marks.ts'
import { mostAtOnce } from '#modules/tenants/tenant-sweep-marks.ts'
import { finishDeletions, unfinished } from '#modules/tenants/write-late-marks.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { BinEntry } from './bin-entries.ts'
import { finishPurge } from './mark-purged.ts'
import { markAccounts } from './purge-people.ts'

/** How often it waits for deletions in the subtree to be written, before the caller is to ask again. */
const mostRounds = 5

/**
 * Erases a deleted tenant for ever, with all below it and everybody in it. Like its deletion it asks for the permission alone, but for the
 * protected: while there is one among them it stays.
 * @throws AppError 404 restored or erased meanwhile, 403 `admin_protected`
 */
export async function purgeTenant(ctx: Context, { id }: BinEntry): Promise<void> {
  const outcome = await purgeSubtree(ctx, id, async (ctx, below) => {
    const grantor = await lockGrantor(ctx, { changedTenantIds: [id], tenantIdsBelow: below })
    requirePermission(grantor, 'tenants.delete')
  })
  if (outcome === 'gone') throw notFound()
  if (outcome === 'admin_protected') throw forbidden(outcome)
}

/** `gone`: it was restored or erased meanwhile; `admin_protected`: somebody in it is protected, and never erased. */
export type PurgeOutcome = 'erased' | 'gone' | 'admin_protected'

/**
 * Marks a deleted tenant, all below it and all that is theirs as erased, each with an event in the log of the tenant above it, which stays. With more
 * than five hundred tenants it alone is marked, and all below it count as erased from then on; the job that erases marks them in batches.
 * A deletion in it that is not written to its end is written first.
 * @param lock locks the tenant, and those below it that it is given
 */
export async function purgeSubtree<C extends PublicContext>(
  ctx: C,
  top: string,
  lock: (ctx: C, below: readonly string[]) => Promise<void>,
): Promise<PurgeOutcome> {
  for (let round = 0; round < mostRounds; round++) {
    const now = ctx.service.clock.now()
    const outcome = await transact<C, PurgeOutcome | 'unfinished'>({ ...ctx, now }, async (ctx) => {
      const ids = await livingUnerased(ctx, top)
      const isLarge = ids.length > mostTenantsAtOnce
      await lock(ctx, isLarge ? [] : ids)
      // again under the lock: while that was waited for, it may have come back, been added to and been deleted once more
      const held = await livingUnerased(ctx, top)
      if (held.length > mostTenantsAtOnce !== isLarge || (!isLarge && held.some((id) => !ids.includes(id))))
        throw runAgain('more is below it by now')
      return await mark(ctx, top, isLarge ? null : ids)
    })
    if (outcome !== 'unfinished') return outcome
    await finishDeletions(systemContext(ctx.service), top)
  }
  throw unavailable()
}

/** @param ids all that are to be marked; null for so many that the job marks those below */
// unscoped: by a tenant whose entry is in scope and judged under the locks, or a job's; all below goes along
async function mark(ctx: PublicContext, top: string, ids: readonly string[] | null): Promise<PurgeOutcome | 'unfinished'> {
  const { rows: entries } = await sql<{ parentId: string | null; deletedBy: string | null }>`
    select parent_id, deleted_by from tenants t where id = ${top} and deleted_at is not null and deleted_with is null and not ${isOfErased(sql`t.id`)}`.execute(
    ctx.db,
  )
  const [entry] = entries
  if (!entry) return 'gone'
  if (await holdsProtected(ctx, top)) return 'admin_protected'
  if ((await unfinished(ctx, top)).length > 0) return 'unfinished'
  const people = ids && (await peopleOf(ctx, ids))
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set purged_at = ${ctx.now}, is_sweeping = ${people === null}, deleted_with = nullif(${top}::uuid, id),
      restoring_until = null, late_marks = null, late_marks_event = null, deleted_at = coalesce(deleted_at, ${ctx.now}),
      deleted_by = case when deleted_at is null then ${entry.deletedBy}::uuid else deleted_by end
    where id = any(${ids ?? [top]}::uuid[]) and purged_at is null returning id, name`.execute(ctx.db)
  await markOwnedPurged(ctx, { id: top, purgedAt: ctx.now }, ids ?? [top])
  if (people !== null) await markAccounts(ctx, people)
  const told = await finishPurge(
    ctx,
    rows.map(({ id, name }) => ({ type: 'Tenant', id, tenantId: entry.parentId, name })),
  )
  if (ids === null) {
    await beginLateMarks(ctx, top, 'purge', told[0]!)
    await revoke(ctx, 'tenant', top)
  }
  return 'erased'
}

/** The tenant and those below it that are not erased yet, by id: as many as one transaction marks, and one more. */
// unscoped: what lies below a tenant goes along with it
async function livingUnerased(ctx: PublicContext, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenant_closure c join tenants t on t.id = c.descendant_id
    where c.ancestor_id = ${top} and t.purged_at is null and not exists (select from tenants_erased erased where erased.id = t.id)
    order by t.id limit ${mostTenantsAtOnce + 1}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

// unscoped: what lies below a tenant goes along with it
async function holdsProtected(ctx: PublicContext, top: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join tenant_closure c on c.descendant_id = a.tenant_id
    where c.ancestor_id = ${top} and a.is_protected and a.purged_at is null limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Their accounts that are not marked; null when these are more than one transaction takes. */
// unscoped: by the tenants of a subtree that is locked
async function peopleOf(ctx: PublicContext, tenantIds: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where tenant_id = any(${tenantIds}::uuid[]) and purged_at is null limit ${mostAtOnce + 1}`.execute(ctx.db)
  return rows.length > mostAtOnce ? null : rows.map(({ id }) => id)
}
