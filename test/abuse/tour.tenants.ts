/** The calls of the tour in the area of tenants. */
import type { Call } from './tour.ts'

export interface Stop {
  readonly call: Call
  /** Of the SuperAdmin. */
  readonly top: string
  /** Of the tenant's first admin. */
  readonly token: string
  readonly tenantId: string
  readonly adminId: string
  /** Appears in everything the tour makes. */
  readonly mark: string
}

export async function tourTenants(_stop: Stop): Promise<void> {}
