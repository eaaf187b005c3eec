import { sql } from 'kysely'
import { boundingAncestors } from '#accounts/quotas.ts'
import { notFound } from '#core/errors.ts'
import { runAgain } from '#db/database-errors.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { endOfSessions, revokeTenants, switchAccounts } from '#modules/tenants/deleted-tenants.ts'
import { switchInBatches } from '#modules/tenants/tenant-account-batches.ts'
import { enqueueSweep, holdSweep, mostAtOnce } from '#modules/tenants/tenant-sweep-marks.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { BinEntry } from './bin-entries.ts'
import { refuseObstacle, refuseTakenName, tenantObstacles } from './restore-obstacles.ts'

/** For so long the job that would undo a restore waits for its next step. */
const stepSeconds = 30

/**
 * Brings a deleted tenant back with exactly what its deletion took: the tenants below, roles and groups that went with it, the
 * accounts that it switched off. What was deleted or switched off before stays so, and every token, code and challenge from before is
 * dead for ever. What the tenant was granted was cut meanwhile by every cut above it (`takeFromSubtree` reaches deleted tenants too).
 *
 * Accounts by the thousand are switched on before, in batches, while the tenant is still deleted and lets nobody in; the rest is one
 * transaction, and the tenant itself opens with it. Where that is not come to, the deletion is made whole again.
 *
 * Like suspending and deleting, it asks for the permission alone and not for rank among people: see `lockTenant`.
 * @throws AppError 404 restored or erased meanwhile, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
export async function restoreTenant(ctx: Context, { id: top }: BinEntry): Promise<void> {
  const isLarge = await hasManyMarked(ctx, top)
  try {
    if (isLarge) await switchOnAhead(ctx, top)
    await transact(renewed(ctx), (ctx) => bringBack(ctx, top))
  } catch (error) {
    // what was switched on is switched off again; should this fail as well, the job that waits does it
    if (isLarge) await transact(renewed(ctx), (ctx) => undo(ctx, top)).catch(() => {})
    throw error
  }
}

const renewed = (ctx: Context): Context => ({ ...ctx, now: ctx.service.clock.now() })

async function hasManyMarked(ctx: Context, top: string): Promise<boolean> {
  const { rows } = await sql`select from accounts where deactivated_with = ${top} limit ${mostAtOnce + 1}`.execute(ctx.db)
  return rows.length > mostAtOnce
}

async function switchOnAhead(ctx: Context, top: string): Promise<void> {
  const goesOn = async (ctx: PublicContext) => {
    const grantor = await lockGrantor(ctx as Context, { changedTenantIds: [top] })
    requirePermission(grantor, 'tenants.update')
    await requireEntry(ctx, top)
    await holdSweep(ctx, top, stepSeconds)
    return true
  }
  await transact(renewed(ctx), async (ctx) => {
    await goesOn(ctx)
    refuseObstacle((await tenantObstacles(ctx, [top])).get(top))
  })
  await switchInBatches(ctx, { top, isActive: true, goesOn })
}

/** The job that waits for the next step of this restore waits no longer. Another restore, if there is one, begins again. */
async function undo(ctx: PublicContext, top: string): Promise<void> {
  const { rows } = await sql`
    select from tenants where id = ${top} and is_sweeping and deleted_at is not null and purged_at is null for no key update`.execute(
    ctx.db,
  )
  if (rows.length > 0) await enqueueSweep(ctx, top)
}

async function bringBack(ctx: Context, top: string): Promise<void> {
  const ids = await tenantsOfEntry(ctx, top)
  const bounding = await boundsOf(ctx, top)
  const grantor = await lockGrantor(ctx, { changedTenantIds: [top, ...bounding], tenantIdsBelow: ids })
  requirePermission(grantor, 'tenants.update')
  await requireEntry(ctx, top)
  if ((await boundsOf(ctx, top)).some((id) => !bounding.includes(id))) throw runAgain('a quota was set above')
  refuseObstacle((await tenantObstacles(ctx, [top])).get(top))
  const restored = await unmarkTenants(ctx, top)
  for (const table of ['roles', 'user_groups'] as const)
    await sql`
      update ${sql.table(table)} set deleted_at = null, deleted_by = null, deleted_with = null, version = version + 1
      where deleted_with = ${top}`.execute(ctx.db)
  await switchOnAccounts(ctx, top)
  await killProofs(ctx, ids)
  const facts = restored.map(({ id, name }) => ({ tenantId: id, entityType: 'Tenant', entityId: id, entityName: name }))
  await emitAll(
    ctx,
    'entity.restored',
    facts.map((fact) => ({ ...fact, data: { entityType: 'Tenant' } })),
  )
  await revokeTenants(
    ctx,
    restored.map(({ id }) => id),
  )
}

/** The tenant and all that went with it. */
async function tenantsOfEntry(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where id = ${top} union all select id from tenants where deleted_with = ${top}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

async function boundsOf(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ parentId: string | null }>`select parent_id from tenants where id = ${top}`.execute(ctx.db)
  const parentId = rows[0]?.parentId ?? null
  return parentId === null ? [] : await boundingAncestors(ctx, parentId)
}

async function requireEntry(ctx: PublicContext, top: string): Promise<void> {
  const { rows } = await sql`
    select from tenants where id = ${top} and deleted_at is not null and deleted_with is null and purged_at is null`.execute(ctx.db)
  if (rows.length === 0) throw notFound()
}

async function unmarkTenants(ctx: Context, top: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set deleted_at = null, deleted_by = null, deleted_with = null, sessions_valid_after = ${endOfSessions(ctx)},
      version = version + 1, is_sweeping = false, restoring_until = null
    where id = ${top} or deleted_with = ${top}
    returning id, name`
    .execute(ctx.db)
    .catch(refuseTakenName)
  return rows
}

/** Who was deleted after being switched off stays deleted, but is active again should they be restored; only the living count. */
async function switchOnAccounts(ctx: Context, top: string): Promise<void> {
  const { rows: marked } = await sql<{ id: string }>`
    select id from accounts where deactivated_with = ${top} order by id for no key update`.execute(ctx.db)
  await switchAccounts(ctx, marked, { isActive: true, deactivatedWith: null })
}

/**
 * Codes first, like `revokePendingProofs`. A code made before the deletion must not open an account that came back. By the codes, which
 * live for minutes and are few, and not by the people, who may be a million.
 */
async function killProofs(ctx: Context, tenantIds: readonly string[]): Promise<void> {
  for (const table of ['one_time_codes', 'challenges'] as const)
    await sql`delete from ${sql.table(table)} p using accounts a
      where a.id = p.account_id and a.tenant_id = any(${tenantIds}::uuid[])`.execute(ctx.db)
}
