import type { Service } from '#db/rows/context.ts'

type Ids = readonly (string | null)[]

/**
 * Makes sure that this process knows these tenants if they exist: any request may come to any process, also the first one after
 * another process made a tenant. Costs nothing for those that are known, one or two reads for an id of nobody.
 */
export async function knowTenants(service: Pick<Service, 'tenants' | 'settings'>, ids: Ids): Promise<void> {
  await knowPlaces(service, ids)
  for (const id of ids) {
    // asked apart: what the log tells comes to the tree first, and to the settings some milliseconds later
    if (id !== null && service.tenants.node(id) && !service.settings.knows(id)) await service.settings.learn(id)
  }
}

/** Of these tenants no more than names, states and places in the tree; costs what `knowTenants` does. */
export async function knowPlaces({ tenants }: Pick<Service, 'tenants'>, ids: Ids): Promise<void> {
  for (const id of ids) if (id !== null && !tenants.node(id)) await tenants.learn(id)
}
