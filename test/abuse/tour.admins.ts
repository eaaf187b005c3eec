/** The calls of the tour in the area of admins: lifecycle, bulk, protection, transfer. */
import type { Stop } from './tour.tenants.ts'

export async function tourAdmins(_stop: Stop): Promise<void> {}
