import { type SqlBool, sql } from 'kysely'
import { maskedAreas } from '#core/permission-areas.ts'
import type { Actor } from '#db/rows/context.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'

/** By area, the fields that somebody may not see, or that a body leaves out. An area of which that is none is not in it. */
export type AreaMasks = Readonly<Record<string, readonly string[]>>

/** What this caller may not read of the records of each area. */
export function masksOf(actor: Pick<Actor, 'permissions' | 'masks'>): AreaMasks {
  const all = maskedAreas.map((area) => [area, [...readingMask(actor, viewOf(area))].sort()] as const)
  return Object.fromEntries(all.filter(([, fields]) => fields.length > 0))
}

/** Whether everything that `wanted` leaves out is left out by `made`, too: what was made so may be shown to whom `wanted` binds. */
export const hidesAll = (made: AreaMasks, wanted: AreaMasks): boolean =>
  Object.entries(wanted).every(([area, fields]) => fields.every((field) => made[area]?.includes(field)))

/** The same of a column that holds them. */
export const columnHidesAll = (column: string, wanted: AreaMasks) => sql<SqlBool>`${sql.ref(column)} @> ${JSON.stringify(wanted)}::jsonb`
