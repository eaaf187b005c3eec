/** What a tenant is to its screens. */
import type { Reply } from '../../api/client.ts'

export type Tenant = Reply<'listTenants'>['items'][number]
export type Detail = Reply<'getTenant'>
export type TenantStatus = Tenant['status']

export const statuses = ['Active', 'Inactive', 'Suspended', 'Cancelled'] as const satisfies readonly TenantStatus[]

const ways: Readonly<Record<TenantStatus, readonly TenantStatus[]>> = {
  Active: ['Inactive', 'Suspended', 'Cancelled'],
  Inactive: ['Active', 'Cancelled'],
  Suspended: ['Active', 'Cancelled'],
  Cancelled: [],
}

/**
 * Where a status may go from here. The service judges it again.
 *
 * @param isPlatform whether the caller belongs to no tenant: a cancelled one comes back by them alone
 */
export const movesFrom = (status: TenantStatus, isPlatform: boolean): readonly TenantStatus[] =>
  status === 'Cancelled' && isPlatform ? ['Active'] : ways[status]

/** Operations whose answers change with a tenant. */
export const touched = /Tenant|IdentityProvider|Audit|Start/

export const addressOf = (id: string, tab?: string): string => (tab ? `/tenants/${id}/${tab}` : `/tenants/${id}`)
