import { sql } from 'kysely'
import { boundingAncestors } from '#accounts/quotas.ts'
import { unavailable } from '#core/errors.ts'
import { runAgain } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { revokeTenants } from '#modules/tenants/deleted-tenants.ts'
import { restoredFacts } from '#modules/tenants/late-mark-batches.ts'
import { beginLateMarks, mostTenantsAtOnce } from '#modules/tenants/late-marks.ts'
import { enqueueLateMarks, enqueueSweep, mostAtOnce } from '#modules/tenants/tenant-sweep-marks.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { BinEntry } from './bin-entries.ts'
import { refuseObstacle, tenantObstacles } from './restore-obstacles.ts'
import { comeBackAhead } from './restore-tenant-ahead.ts'
import { killProofs, requireEntry, switchOnAccounts, unmarkOwned, unmarkTenants } from './restored-tenants.ts'

/** How often a restore that was undone in the middle begins again, before the caller is to ask again. */
const mostRounds = 5

/**
 * Brings a deleted tenant back with exactly what its deletion took: the tenants below, roles and groups that went with it, the
 * accounts that it switched off. What was deleted or switched off before stays so, and every token, code and challenge from before is
 * dead for ever. What the tenant was granted was cut meanwhile by every cut above it (`takeFromSubtree` reaches deleted tenants too).
 *
 * Tenants by the hundred and accounts by the thousand come back before, in batches, while the tenant itself is still deleted and lets
 * nobody in; the rest is one transaction, and the tenant itself opens with it. Where that is not come to, the deletion is made whole again.
 *
 * Like suspending and deleting, it asks for the permission alone and not for rank among people: see `lockTenant`.
 * @throws AppError 404 restored or erased meanwhile, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
export async function restoreTenant(ctx: Context, { id: top }: BinEntry): Promise<void> {
  let isAhead = false
  try {
    for (let round = 0; round < mostRounds; round++) {
      if (await transact(renewed(ctx), (ctx) => open(ctx, top))) return
      isAhead = true
      await comeBackAhead(renewed(ctx), top)
    }
    throw unavailable()
  } catch (error) {
    // what came back goes again; should this fail as well, the job that waits does it
    if (isAhead) await transact(systemContext(ctx.service), (ctx) => undo(ctx, top)).catch(() => {})
    throw error
  }
}

const renewed = (ctx: Context): Context => ({ ...ctx, now: ctx.service.clock.now() })

/** The job that waits for the next step of this restore waits no longer. Another restore, if there is one, begins again. */
// unscoped: by the entry whose restore began
async function undo(ctx: PublicContext, top: string): Promise<void> {
  const { rows } = await sql`
    select from tenants where id = ${top} and is_sweeping and deleted_at is not null and purged_at is null for no key update`.execute(
    ctx.db,
  )
  if (rows.length > 0) await enqueueSweep(ctx, top)
}

/** Opens the tenant with all that is still to come back. @returns false where that is more than one transaction takes */
async function open(ctx: Context, top: string): Promise<boolean> {
  const before = await stillMarked(ctx, top)
  const bounding = await boundsOf(ctx, top)
  const grantor = await lockGrantor(ctx, { changedTenantIds: [top, ...bounding], tenantIdsBelow: before ?? [] })
  requirePermission(grantor, 'tenants.update')
  const { lateMarks } = await requireEntry(ctx, top)
  const below = await stillMarked(ctx, top)
  if (below === null || lateMarks === 'delete' || (await hasManyOff(ctx, top))) return false
  if (below.some((id) => before?.includes(id) !== true)) throw runAgain('more is marked by now')
  if ((await boundsOf(ctx, top)).some((id) => !bounding.includes(id))) throw runAgain('a quota was set above')
  refuseObstacle((await tenantObstacles(ctx, [top])).get(top))
  const ids = [top, ...below]
  const restored = await unmarkTenants(ctx, top, ids, 'open')
  await unmarkOwned(ctx, top, ids)
  await switchOnAccounts(ctx, top)
  await killProofs(ctx, ids)
  const told = await emitAll(ctx, 'entity.restored', restored.map(restoredFacts))
  const hasOthers = await tellOthers(ctx, top, told[restored.findIndex(({ id }) => id === top)]!)
  // what came back ahead is told of by the tree as a whole
  if (hasOthers) await revoke(ctx, 'tree', null)
  else await revokeTenants(ctx, ids)
  return true
}

/** Of what came back ahead the job tells, in the name of whoever opens the tenant. */
// unscoped: what went with an entry in scope, judged again under the locks
async function tellOthers(ctx: Context, top: string, eventId: string): Promise<boolean> {
  const { rows } = await sql`select from tenants where deleted_with = ${top} and deleted_at is null limit 1`.execute(ctx.db)
  if (rows.length === 0) return false
  await beginLateMarks(ctx, top, 'tell', eventId)
  await enqueueLateMarks(ctx, top)
  return true
}

/** The tenants that went with it and are marked still; null for more than one transaction takes. */
// unscoped: what went with an entry in scope
async function stillMarked(ctx: Context, top: string): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where deleted_with = ${top} and deleted_at is not null limit ${mostTenantsAtOnce + 1}`.execute(ctx.db)
  return rows.length > mostTenantsAtOnce ? null : rows.map(({ id }) => id)
}

// unscoped: what went with an entry in scope
async function hasManyOff(ctx: Context, top: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where deactivated_with = ${top} and deleted_at is null limit ${mostAtOnce + 1}`.execute(ctx.db)
  return rows.length > mostAtOnce
}

// unscoped: by an entry in scope; only ids to lock come out
async function boundsOf(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ parentId: string | null }>`select parent_id from tenants where id = ${top}`.execute(ctx.db)
  const parentId = rows[0]?.parentId ?? null
  return parentId === null ? [] : await boundingAncestors(ctx, parentId)
}
