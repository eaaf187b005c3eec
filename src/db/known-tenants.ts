import type { Service } from './context.ts'

/**
 * Makes sure that this process knows these tenants if they exist: any request may come to any process, also the first one after
 * another process made a tenant. Costs nothing for those that are known, one or two reads for an id of nobody.
 */
export async function knowTenants(service: Pick<Service, 'tenants' | 'settings'>, ids: Iterable<string | null>): Promise<void> {
  for (const id of ids) {
    if (id === null) continue
    if (!service.tenants.node(id)) await service.tenants.learn(id)
    // asked apart: what the log tells comes to the tree first, and to the settings some milliseconds later
    if (service.tenants.node(id) && !service.settings.knows(id)) await service.settings.learn(id)
  }
}
