/** Where a record is shown, as far as there is a screen for it. */
import { screenAt } from './screens.ts'

export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/**
 * A page of its own, else the record open beside its list; null where the console shows neither.
 *
 * @param area its list below the console, `tenants`
 * @param isKnown whether there is such a screen
 */
export function placeOf(area: string, id: string, isKnown = (path: string) => screenAt(path) !== undefined): Place | null {
  if (isKnown(`/${area}/$id`)) return { to: `/${area}/${id}` }
  if (isKnown(`/${area}`)) return { to: `/${area}`, search: { open: id } }
  return null
}

/**
 * Where a path that the service tells leads: `/tenants/<id>` of a record, `/emails` of a list. Null for any that is none of the console.
 */
export function placeOfPath(path: string, isKnown = (one: string) => screenAt(one) !== undefined): Place | null {
  const [, area = '', id, more] = /^\/([a-z-]+)(?:\/([\w-]+))?(\/.*)?$/.exec(path) ?? []
  if (more !== undefined || area === '') return null
  if (id !== undefined) return placeOf(area, id, isKnown)
  return isKnown(`/${area}`) ? { to: `/${area}` } : null
}
