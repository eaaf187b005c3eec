/** The calls of the tour in the area of groups. */
import type { Stop } from './tour.tenants.ts'

export async function tourGroups(_stop: Stop): Promise<void> {}
