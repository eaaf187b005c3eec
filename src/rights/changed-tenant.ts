import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { requireTenantInScope, select } from '#db/rows/owned.ts'
import { lockGrantor } from './grantor.ts'

/** A tenant whose affairs are changed: its domains, its identity providers. */
export interface ChangedTenant {
  readonly id: string
  readonly name: string
}

/**
 * Locks a tenant for a change of what belongs to it: its row is the lock under which such things are counted and changed.
 * @throws AppError 404 unknown, foreign, or deleted meanwhile, and whatever `lockGrantor` throws
 */
export async function lockChangedTenant(ctx: Context, given: string): Promise<ChangedTenant> {
  const id = await requireTenantInScope(ctx, given)
  await lockGrantor(ctx, { changedTenantIds: [id] })
  const tenant = await select(ctx, 'tenants').select(['tenants.id', 'tenants.name']).where('tenants.id', '=', id).executeTakeFirst()
  if (!tenant) throw notFound()
  return tenant
}
