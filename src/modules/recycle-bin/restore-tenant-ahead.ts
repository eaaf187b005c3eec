import { sql } from 'kysely'
import { crashPoint } from '#core/crash-points.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { beginLateMarks, firstId, tenantsInBatch } from '#modules/tenants/late-marks.ts'
import { switchInBatches } from '#modules/tenants/tenant-account-batches.ts'
import { holdSweep } from '#modules/tenants/tenant-sweep-marks.ts'
import { writeLateMarks } from '#modules/tenants/write-late-marks.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { refuseObstacle, tenantObstacles } from './restore-obstacles.ts'
import { killProofs, requireEntry, unmarkOwned, unmarkTenants } from './restored-tenants.ts'

/** For so long the job that would undo a restore waits for its next step. */
const stepSeconds = 30

/**
 * Brings back what is more than one transaction takes, while the tenant itself is still deleted and lets nobody in: the accounts, then the
 * tenants below with their roles and groups, a batch per transaction, the caller judged in each. A deletion that is not written to all
 * below yet is written to its end first, so that the log knows of each that it was deleted before it came back.
 * @throws AppError 404 restored or erased meanwhile, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
export async function comeBackAhead(ctx: Context, top: string): Promise<void> {
  const renewed = (): Context => ({ ...ctx, now: ctx.service.clock.now() })
  if (!(await transact(renewed(), (ctx) => begin(ctx, top)))) {
    await writeLateMarks(systemContext(ctx.service), top, ['delete'])
    if (!(await transact(renewed(), (ctx) => begin(ctx, top)))) return
  }
  if (!(await switchInBatches(ctx, { top, isActive: true, goesOn: (ctx: PublicContext) => goesOn(ctx as Context, top, []) }))) return
  for (let after: string | null = firstId; after !== null; ) {
    const from: string = after
    after = await transact(renewed(), (ctx) => bringBackPart(ctx, top, from))
    crashPoint('late-marks.after-batch')
  }
}

/** Judges all that would come back, before any of it does. @returns whether all below are marked, so that they can */
async function begin(ctx: Context, top: string): Promise<boolean> {
  const isMarked = await goesOn(ctx, top, [])
  if (isMarked) refuseObstacle((await tenantObstacles(ctx, [top])).get(top))
  return isMarked
}

/** @returns the last of those that came back; null when none is left, or another deletion is being written by now */
// unscoped: what went with an entry in scope, judged again under the locks
async function bringBackPart(ctx: Context, top: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where deleted_with = ${top} and deleted_at is not null and id > ${after}::uuid
    order by id limit ${tenantsInBatch}`.execute(ctx.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0 || !(await goesOn(ctx, top, ids))) return null
  await unmarkTenants(ctx, top, ids, 'ahead')
  await unmarkOwned(ctx, top, ids)
  await killProofs(ctx, ids)
  return ids.at(-1)!
}

/**
 * Locks the tenant, with those below it that are to come back, judges the caller, and keeps the job off that would undo what is done.
 * @returns whether all below are marked, so that they can come back
 */
// unscoped: by an entry in scope, judged again under the locks; of its parent only whether it is there
async function goesOn(ctx: Context, top: string, below: readonly string[]): Promise<boolean> {
  const grantor = await lockGrantor(ctx, { changedTenantIds: [top], tenantIdsBelow: below })
  requirePermission(grantor, 'tenants.update')
  const { lateMarks } = await requireEntry(ctx, top)
  const { rows } = await sql`
    select from tenants t join tenants p on p.id = t.parent_id
    where t.id = ${top} and (p.deleted_at is not null or ${isShut(sql`p.id`)})`.execute(ctx.db)
  refuseObstacle(rows.length > 0 ? 'tenant_deleted' : undefined)
  await holdSweep(ctx, top, stepSeconds)
  if (lateMarks === null) {
    await beginLateMarks(ctx, top, 'restore', null)
    await revoke(ctx, 'tenant', top)
  }
  return lateMarks !== 'delete'
}
