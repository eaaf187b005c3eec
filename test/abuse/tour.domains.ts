/** The calls of the tour in the area of domains. */
import type { Stop } from './tour.tenants.ts'

export async function tourDomains(_stop: Stop): Promise<void> {}
