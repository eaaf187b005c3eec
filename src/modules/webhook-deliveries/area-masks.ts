/** By area, the fields that somebody may not see, or that a body leaves out. An area of which that is none is not in it. */
export type AreaMasks = Readonly<Record<string, readonly string[]>>

/** Whether everything that `wanted` leaves out is left out by `made`, too: what was made so may be shown to whom `wanted` binds. */
export const hidesAll = (made: AreaMasks, wanted: AreaMasks): boolean =>
  Object.entries(wanted).every(([area, fields]) => fields.every((field) => made[area]?.includes(field)))
