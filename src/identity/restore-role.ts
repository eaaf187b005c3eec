import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { revoke } from '#db/revocations.ts'
import { emit } from '#events/emit.ts'
import type { BinEntry } from './bin-entries.ts'
import { excessOfHolding, refuseExcess, requirePermission } from './delegation.ts'
import type { Giver, HeldRole, Holding } from './effective-permissions.ts'
import { lockGiver } from './giver.ts'
import { readGrant, restrictedBy, restrictionsIn } from './grants.ts'
import { requireRankOfHolders } from './rank.ts'
import { refuseObstacle, refuseTakenName, roleObstacles } from './restore-obstacles.ts'

/**
 * Brings a deleted role back. Whoever still has it, because they were restored without it, has its permissions again at the next
 * refresh; it is nobody's default any more.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when it gives more than the caller holds, or somebody who has it
 * stands above the caller, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
export async function restoreRole(ctx: Context, { id, tenantId, name }: BinEntry): Promise<void> {
  const giver = await lockGiver(ctx, { changedTenantIds: [tenantId], changedRoleIds: [id] })
  requirePermission(giver, 'roles.manage')
  refuseExcess(await excessOfDeletedRole(ctx, giver, id))
  refuseObstacle((await roleObstacles(ctx, [id])).get(id))
  await requireRankOfHolders(ctx, giver, id)
  await ctx.db
    .updateTable('roles')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)
  await revoke(ctx, 'role', id)
  await emit(ctx, 'entity.restored', { tenantId, entityType: 'Role', entityId: id, entityName: name, data: { entityType: 'Role' } })
}

/**
 * What a deleted role would give beyond the giver. Under its lock.
 * @throws AppError 404 it is no entry of the recycle bin any more
 */
export async function excessOfDeletedRole(ctx: Context, giver: Giver, id: string): Promise<PermissionName[]> {
  const { rows } = await sql<HeldRole & { tenantId: string | null }>`
    select r.id, r.name, r.seed, r.reach, r.tenant_id, coalesce((
      select jsonb_agg(jsonb_build_object('permission', p.permission, 'restrictedFields', p.restricted_fields))
      from role_permissions p where p.role_id = r.id), '[]') as permissions
    from roles r where r.id = ${id} and r.deleted_at is not null and r.purged_at is null`.execute(ctx.db)
  const [role] = rows
  if (!role) throw notFound()
  const grant = await readGrant(ctx.db, role.tenantId)
  const holding: Holding = {
    tenantId: role.tenantId,
    role,
    groups: [],
    grant: role.tenantId === null ? 'all' : [...grant.permissions],
    tenantRestrictions: restrictionsIn(restrictedBy(grant)),
  }
  return excessOfHolding(giver, holding)
}
