import { denied, notFound } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'

/**
 * The name of a role that an account is given. Throws 404 naming `roleId` unless it is a living role of the record's own tenant. Being SuperAdmin passes by transfer alone: 403.
 * Under the lock of the role.
 */
export async function requireOwnRole(ctx: Context, roleId: string, tenantId: string | null): Promise<string> {
  const role = await select(ctx, 'roles').select(['roles.tenantId', 'roles.name']).where('roles.id', '=', roleId).executeTakeFirst()
  if (!role || role.tenantId !== tenantId) throw notFound('roleId')
  if (roleId === superAdminRoleId) throw denied({ reason: 'superadmin_role' })
  return role.name
}
