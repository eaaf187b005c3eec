import { notFound } from '#core/errors.ts'
import { runAgain } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { beyondByChange, excessIn } from '#modules/user-groups/group-rights.ts'
import { groupColumns, type LockedGroup, linkedRoles } from '#modules/user-groups/locked-groups.ts'
import { refuseExcess, requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import type { BinEntry } from './bin-entries.ts'
import { groupObstacles, refuseObstacle, refuseTakenName } from './restore-obstacles.ts'

/**
 * Brings a deleted group back with its members, restrictions and those of its roles that are living. What is in the recycle bin of them is
 * judged along: whoever is in the group has it when it is restored.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when it gives more than the caller holds, or a member stands
 * above the caller, 409 `cannot_restore` with the reason
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreGroup(ctx: Context, { id, tenantId, name }: BinEntry): Promise<void> {
  const { grantor, group } = await lockDeletedGroup(ctx, id, tenantId)
  requirePermission(grantor, 'groups.update')
  refuseExcess(excessIn(await beyondByChange(ctx, grantor, [group], false), id))
  refuseObstacle((await groupObstacles(ctx, [id])).get(id))
  await ctx.db
    .updateTable('userGroups')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)
  await revoke(ctx, 'group', id)
  const facts = { tenantId, entityType: 'UserGroup', entityId: id, entityName: name, data: { entityType: 'UserGroup' } }
  await emit(ctx, 'entity.restored', facts)
}

/**
 * Throws 403 with the excess when a deleted group would give more than the caller holds, has somebody in it who stands above the caller,
 * or restricts in what binds the caller, as soon as it was restored. Locks it for change.
 */
export async function requireDeletedGroupWithin(ctx: Context, { id, tenantId }: BinEntry): Promise<Grantor> {
  const { grantor, group } = await lockDeletedGroup(ctx, id, tenantId)
  refuseExcess(excessIn(await beyondByChange(ctx, grantor, [group], true), id))
  return grantor
}

/** Throws 404 when it is no entry of the recycle bin any more. */
async function lockDeletedGroup(ctx: Context, id: string, tenantId: string | null): Promise<{ grantor: Grantor; group: LockedGroup }> {
  const before = await loadDeletedGroup(ctx, id)
  const grantor = await lockGrantor(ctx, {
    changedTenantIds: [tenantId],
    changedGroupIds: [id],
    roleIds: before ? linkedRoles(before) : [],
  })
  const group = await loadDeletedGroup(ctx, id)
  if (!group) throw notFound()
  const known = new Set(before ? linkedRoles(before) : [])
  if (linkedRoles(group).some((roleId) => !known.has(roleId)))
    throw runAgain('the group was deleted meanwhile, with roles that are not locked')
  return { grantor, group }
}

// unscoped: by an entry in scope, judged again under the locks
async function loadDeletedGroup(ctx: Context, id: string): Promise<LockedGroup | undefined> {
  return await ctx.db
    .selectFrom('userGroups')
    .select(groupColumns)
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
}
