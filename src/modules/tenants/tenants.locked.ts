import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { lockGrantor } from '#rights/grantor.ts'

/** What of a tenant can be changed by its own route, as it is now and stays until the transaction ends. */
export type LockedTenant = Awaited<ReturnType<typeof lockTenant>>['tenant']

/**
 * Locks a tenant for change, with its whole lineage against change, and the caller with it (`lockGrantor`); `below` are locked as well.
 * Sign-ins and creations below it wait from here on.
 *
 * To change or delete it the permission is all it takes: whoever may do that to tenants strictly below its own may shut out everybody
 * in them, those too who can do more than it. Rank among people is no measure here, for the admins of a tenant hold what those above
 * gave it, and a tenant whose admins outrank the one person in charge of tenants could never be suspended.
 * @throws AppError 404 deleted meanwhile, 403 the permission is gone, 401 the caller is
 */
export async function lockTenant(ctx: Context, id: string, below: readonly string[] = []) {
  const grantor = await lockGrantor(ctx, { changedTenantIds: [id], tenantIdsBelow: below })
  const tenant = await select(ctx, 'tenants')
    .select([
      'tenants.id',
      'tenants.parentId',
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
  return { tenant, grantor }
}
