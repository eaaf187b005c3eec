/** The calls of the tour in the area of roles. */
import type { Stop } from './tour.tenants.ts'

export async function tourRoles(_stop: Stop): Promise<void> {}
