import { maskedAreas, type RecordArea } from '#core/permission-areas.ts'
import { type PermissionName, permissionByName } from '#core/permissions.ts'
import type { Actor } from './context.ts'

/** The permission that shows the records of an area, and whose restriction masks them. */
export const viewOf = <A extends RecordArea>(area: A) => `${area}.view` as const

/**
 * What this caller may not see of the records that a permission shows: its restriction. Whoever does not hold that at all sees
 * no field that it can restrict: else who is masked need only make an account with fewer rights to read what it may not.
 */
export function readingMask(actor: Pick<Actor, 'permissions' | 'masks'>, view: PermissionName): readonly string[] {
  if (!actor.permissions.has(view)) return permissionByName(view)?.restrictableFields ?? []
  return actor.masks.get(view) ?? []
}

/** Whether no mask of any area holds for this caller. */
export const seesEverything = (actor: Pick<Actor, 'permissions' | 'masks'>): boolean =>
  actor.masks.size === 0 && views.every((view) => actor.permissions.has(view))
const views: readonly PermissionName[] = maskedAreas.map(viewOf)
