import type { z } from 'zod'
import { denied, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { EventName } from '#events/catalog.ts'
import type { TenantStatus } from '#http/start/tenant-shapes.ts'
import type { LockedTenant } from './tenants.locked.ts'
import type { ChangeTenant } from './tenants.schema.ts'

type Status = z.output<typeof TenantStatus>
type Wanted = Pick<z.output<typeof ChangeTenant>, 'isActive' | 'status' | 'statusReason'>
type StatusOfTenant = Pick<LockedTenant, 'status' | 'statusReason'>

/** From where to where; that a cancelled tenant comes back is the platform's alone to say. */
const ways: Readonly<Record<Status, readonly Status[]>> = {
  Active: ['Inactive', 'Suspended', 'Cancelled'],
  Inactive: ['Active', 'Cancelled'],
  Suspended: ['Active', 'Cancelled'],
  Cancelled: [],
}

/**
 * The status and its reason as a change would leave them. A reason belongs to the status it was given for: another status without a
 * reason has none.
 * @throws AppError 403 the caller's own tenant, 409 `state_conflict` no way leads there
 */
export function statusAfter(ctx: Context, tenant: Pick<LockedTenant, 'id'> & StatusOfTenant, wanted: Wanted): StatusOfTenant {
  const status = wanted.status ?? statusOf(tenant.status, wanted.isActive)
  const kept = status === tenant.status ? tenant.statusReason : null
  const statusReason = wanted.statusReason === undefined ? kept : wanted.statusReason
  if (status === tenant.status && statusReason === tenant.statusReason) return { status, statusReason }
  if (tenant.id === ctx.actor.tenantId) throw denied({ reason: 'own_tenant' })
  const isReturn = tenant.status === 'Cancelled' && status === 'Active' && ctx.actor.tenantId === null
  if (status !== tenant.status && !isReturn && !ways[tenant.status].includes(status)) throw stateConflict()
  return { status, statusReason }
}

/** False only switches off what is on: a suspended tenant is not active already. */
function statusOf(present: Status, isActive: boolean | undefined): Status {
  if (isActive === undefined) return present
  if (isActive) return 'Active'
  return present === 'Active' ? 'Inactive' : present
}

/** What happened, by the status that holds now. */
export const statusEvent = (status: Status): EventName => (status === 'Active' ? 'tenant.activated' : 'tenant.deactivated')
