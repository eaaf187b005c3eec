import { notFound } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import { revoke, revokeMany } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { refuseExcess, requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { holdingsOfRoles } from '#rights/permission-sources.ts'
import { excessOver } from '#rights/permissions-beyond.ts'
import { requireNotSuperiorHolders } from '#rights/rank.ts'
import type { BinEntry } from './bin-entries.ts'
import { refuseObstacle, refuseTakenName, roleObstacles } from './restore-obstacles.ts'

/**
 * Brings a deleted role back. Whoever still has it, in a group that was restored without it, has its permissions again at the next
 * refresh; it is nobody's default any more.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when it gives more than the caller holds, or somebody who has it
 * stands above the caller, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreRole(ctx: Context, entry: BinEntry): Promise<void> {
  const { id, tenantId, name } = entry
  const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId], changedRoleIds: [id] })
  requirePermission(grantor, 'roles.manage')
  refuseExcess(await beyondByDeletedRole(ctx, grantor, entry))
  refuseObstacle((await roleObstacles(ctx, [id])).get(id))
  await requireNotSuperiorHolders(ctx, grantor, id)
  await ctx.db
    .updateTable('roles')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)
  await revoke(ctx, 'role', id)
  // who was read anew while it was deleted is not known to have it, only the group that gives it
  await revokeMany(ctx, 'group', await groupsWith(ctx, id))
  await emit(ctx, 'entity.restored', { tenantId, entityType: 'Role', entityId: id, entityName: name, data: { entityType: 'Role' } })
}

async function groupsWith(ctx: Context, roleId: string): Promise<string[]> {
  const rows = await ctx.db.selectFrom('userGroupRoles').select('groupId').where('roleId', '=', roleId).execute()
  return rows.map(({ groupId }) => groupId)
}

/**
 * What a deleted role would give beyond the grantor. Under its lock.
 * @throws AppError 404 it is no entry of the recycle bin any more
 */
export async function beyondByDeletedRole(ctx: Context, grantor: Grantor, { id, tenantId }: BinEntry): Promise<PermissionName[]> {
  const [holding] = await holdingsOfRoles(ctx.db, [{ roleId: id, tenantId }])
  if (!holding?.role?.isAsleep) throw notFound()
  return excessOver(grantor, holding, 'gift')
}
