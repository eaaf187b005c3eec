import { maskedAreas } from '#core/permission-areas.ts'
import type { Actor } from '#db/rows/context.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'
import type { AreaMasks } from '#modules/webhook-deliveries/area-masks.ts'

/** What this caller may not read of the records of each area. */
export function masksOf(actor: Pick<Actor, 'permissions' | 'masks'>): AreaMasks {
  const all = maskedAreas.map((area) => [area, [...readingMask(actor, viewOf(area))].sort()] as const)
  return Object.fromEntries(all.filter(([, fields]) => fields.length > 0))
}
