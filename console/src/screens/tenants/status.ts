/** The status of a tenant, and where it may go. Without a page. */
export const statuses = ['Active', 'Inactive', 'Suspended', 'Cancelled'] as const

export type TenantStatus = (typeof statuses)[number]

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
