import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { requireRolesWithin } from '#rights/delegation.ts'
import { getGroup } from './user-groups.queries.ts'
import { lockGroup, requireChangeWithin, requireOwnRoles } from './user-groups.rights.ts'
import type { Group as GroupShape } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>

/** Makes these the roles of a group, and no others. Under the locks of both. */
export async function storeRoles(ctx: Context, groupId: string, roleIds: readonly string[]): Promise<void> {
  await ctx.db.deleteFrom('userGroupRoles').where('groupId', '=', groupId).where(sql<SqlBool>`role_id <> all(${roleIds}::uuid[])`).execute()
  await sql`insert into user_group_roles (group_id, role_id) select ${groupId}::uuid, unnest(${roleIds}::uuid[])
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Replaces all roles of a group by these.
 * @throws AppError 404 unknown or foreign group or roles, 403 with `excess`: what the group gave, what it will give, or somebody in it
 * is beyond the caller; 409 stale version
 */
export async function replaceRoles(ctx: Context, id: string, roleIds: readonly string[], version: number | undefined): Promise<Group> {
  const { group, grantor } = await lockGroup(ctx, id, { roleIds })
  requireVersion(group, version)
  await requireOwnRoles(ctx, roleIds, group.tenantId)
  const changes = changesBetween({ roleIds: [...group.roleIds] }, { roleIds: [...roleIds].sort() })
  if (!changes.roleIds) return await getGroup(ctx, id)
  await requireChangeWithin(ctx, grantor, group, false)
  const added = roleIds.filter((roleId) => !group.roleIds.includes(roleId))
  await requireRolesWithin(ctx, grantor, added, group.tenantId)
  await storeRoles(ctx, id, roleIds)
  await touch(ctx, id)
  await emit(ctx, 'group.roles_changed', { tenantId: group.tenantId, entityId: id, entityName: group.nameEn, changes })
  return await getGroup(ctx, id)
}

/** What the group gives has changed: its record is another one, and live tokens must read it again. */
export async function touch(ctx: Context, groupId: string): Promise<void> {
  await update(ctx, 'userGroups')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', groupId)
    .execute()
  await revoke(ctx, 'group', groupId)
}
