import { sql } from 'kysely'
import { maskableFields, maskedAreas, type RecordArea } from '#core/permission-areas.ts'
import { viewOf } from '#db/rows/reading-mask.ts'

/** By area, the fields that somebody may not see, or that a body leaves out. An area of which that is none is not in it. */
export type AreaMasks = Readonly<Record<string, readonly string[]>>

/** Whether everything that `wanted` leaves out is left out by `made`, too: what was made so may be shown to whom `wanted` binds. */
export const hidesAll = (made: AreaMasks, wanted: AreaMasks): boolean =>
  Object.entries(wanted).every(([area, fields]) => fields.every((field) => made[area]?.includes(field)))

/** What decides which fields a subscription must not tell. */
export interface HiddenBy {
  /** Null for the platform's. */
  readonly tenantId: string | null
  /** Of whoever changed it last, as they were then. */
  readonly masks: AreaMasks
  /** Of the permissions that show records with masks, those that its tenant has now. */
  readonly granted: readonly string[]
  /** Of the same, how its tenant and those above it are restricted now. */
  readonly restrictions: readonly { readonly permission: string; readonly fields: readonly string[] }[]
}

const views = maskedAreas.map(viewOf)

/** The columns of `HiddenBy`, of a subscription `w`. */
// unscoped: a worker over all tenants; of the own tenant of each subscription, and of those above it
export const hiddenBy = sql`
  w.tenant_id, w.masks,
  array(select permission from tenant_permissions p where p.tenant_id = w.tenant_id and p.permission = any(${views}::text[])) as granted,
  coalesce((
    select jsonb_agg(jsonb_build_object('permission', r.permission, 'fields', r.fields))
    from tenant_closure c join tenant_restrictions r on r.tenant_id = c.ancestor_id
    where c.descendant_id = w.tenant_id and r.permission = any(${views}::text[])), '[]') as restrictions`

/** What a subscription must not tell: what its tenant may not see by delegation, with what whoever changed it last might not see then. */
export function masksOf({ tenantId, masks, granted, restrictions }: HiddenBy): AreaMasks {
  const fieldsOf = (area: RecordArea) => {
    const view = viewOf(area)
    if (tenantId !== null && !granted.includes(view)) return maskableFields(area)
    const delegated = restrictions.filter(({ permission }) => permission === view).flatMap(({ fields }) => fields)
    return [...new Set([...delegated, ...(masks[area] ?? [])])].sort()
  }
  const all = maskedAreas.map((area) => [area, fieldsOf(area)] as const)
  return Object.fromEntries(all.filter(([, fields]) => fields.length > 0))
}
