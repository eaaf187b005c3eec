import { forbidden, notFound } from '#core/errors.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { select } from '#db/owned.ts'
import { lockGiver } from '#identity/giver.ts'

/** What of a tenant can be changed by its own route, as it is now and stays until the transaction ends. */
export type LockedTenant = Awaited<ReturnType<typeof lockTenant>>

/**
 * Locks a tenant for change, with its whole lineage against change, and makes sure that the caller may still do what it came for.
 * `below` are locked with it. Sign-ins and creations below it wait from here on.
 *
 * The permission is all it takes: whoever may change or delete tenants strictly below its own may shut out everybody in them, those
 * too who can do more than it. Rank among people is no measure here, for the admins of a tenant hold what those above gave it, and a
 * tenant whose admins outrank the one person in charge of tenants could never be suspended.
 * @throws AppError 404 deleted meanwhile, 403 the permission is gone, 401 the caller is
 */
export async function lockTenant(ctx: Context, id: string, permission: PermissionName, below: readonly string[] = []) {
  const giver = await lockGiver(ctx, { tenantIds: [id, ...below] })
  if (!giver.permissions.has(permission)) throw forbidden('permission_denied', { requiredPermission: permission })
  const tenant = await select(ctx, 'tenants')
    .select([
      'tenants.id',
      'tenants.name',
      'tenants.code',
      'tenants.description',
      'tenants.address',
      'tenants.logoUrl',
      'tenants.status',
      'tenants.statusReason',
      'tenants.version',
    ])
    .where('tenants.id', '=', id)
    .executeTakeFirst()
  if (!tenant) throw notFound()
  return tenant
}
