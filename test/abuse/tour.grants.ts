/** The calls of the tour in the area of grants. */
import type { Stop } from './tour.tenants.ts'

export async function tourGrants(_stop: Stop): Promise<void> {}
