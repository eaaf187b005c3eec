import type { Context } from '#db/rows/context.ts'
import { knowPlaces } from './known-tenants.ts'

type NameOf = (id: string | null) => string | null

/**
 * Names of tenants from memory, whatever many records show them; null for the platform and for what lies out of the caller's scope. Costs
 * SQL only for one so new that this process has not heard of it.
 * @param tenantIds those that will be asked for
 */
export async function tenantNames(ctx: Context, tenantIds: readonly (string | null)[]): Promise<NameOf> {
  const { tenants } = ctx.service
  await knowPlaces(ctx.service, tenantIds)
  return (id) => (id !== null && tenants.isWithin(ctx.actor.tenantId, id) ? (tenants.node(id)?.name ?? null) : null)
}

/** The name of one tenant, as `tenantNames` tells it. */
export const tenantName = async (ctx: Context, id: string | null): Promise<string | null> => (await tenantNames(ctx, [id]))(id)
