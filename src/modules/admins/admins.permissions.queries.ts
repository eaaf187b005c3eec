import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/context.ts'
import { requirePermission } from '#identity/delegation.ts'
import { permissionOrigins } from '#identity/permission-origins.ts'
import { getAdmin } from './admins.queries.ts'
import type { AdminPermissions } from './admins.schema.ts'

/**
 * What an admin may do and where it comes from.
 * @throws AppError 403 without `roles.view`, 404 unknown, deleted or foreign
 */
export async function adminPermissions(ctx: Context, id: string): Promise<z.input<typeof AdminPermissions>> {
  requirePermission(ctx.actor, 'roles.view')
  await getAdmin(ctx, id)
  const found = await permissionOrigins(ctx, id)
  if (!found) throw notFound()
  const shown = (groupId: string) => ctx.service.keys.opaqueIds.encode('group', groupId)
  return {
    permissions: found.permissions.map(({ name, restrictedFields, from }) => ({
      name,
      restrictedFields: [...restrictedFields],
      from: from.map((origin) => (origin.source === 'group' ? { ...origin, id: shown(origin.id) } : origin)),
    })),
    withheld: [...found.withheld],
    groups: found.groups.map((group) => ({ ...group, id: shown(group.id) })),
  }
}
