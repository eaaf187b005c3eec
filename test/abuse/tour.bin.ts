/** The calls of the tour in the area of the recycle bin. */
import type { Stop } from './tour.tenants.ts'

export async function tourBin(_stop: Stop): Promise<void> {}
