import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { type Origin, permissionOrigins } from '#modules/permissions/permission-origins.ts'
import { seesGroupsOf } from '#modules/user-groups/group-members.ts'
import { requirePermission } from '#rights/delegation.ts'
import { getAdmin } from './admins.queries.ts'
import type { AdminPermissions } from './admins.schema.ts'

type Shown = z.input<typeof AdminPermissions>

/**
 * What an admin may do and where it comes from. Who may not see groups is told that it is a group, of all of them once.
 * @throws AppError 403 without `roles.view`, 404 unknown, deleted or foreign
 */
export async function adminPermissions(ctx: Context, id: string): Promise<Shown> {
  requirePermission(ctx.actor, 'roles.view')
  await getAdmin(ctx, id)
  const found = await permissionOrigins(ctx, id)
  if (!found) throw notFound()
  const seesGroups = seesGroupsOf(ctx, id)
  const shown = (groupId: string) => ctx.service.keys.opaqueIds.encode('group', groupId)
  const shownOrigins = (from: readonly Origin[]): Shown['permissions'][number]['from'] => {
    if (seesGroups) return from.map((origin) => (origin.source === 'group' ? { ...origin, id: shown(origin.id) } : origin))
    const roles = from.filter(({ source }) => source === 'role')
    return roles.length < from.length ? [...roles, { source: 'group', id: null, name: null }] : roles
  }
  return {
    permissions: found.permissions.map(({ name, restrictedFields, from }) => ({
      name,
      restrictedFields: [...restrictedFields],
      from: shownOrigins(from),
    })),
    withheld: [...found.withheld],
    groups: seesGroups ? found.groups.map((group) => ({ ...group, id: shown(group.id) })) : null,
  }
}
