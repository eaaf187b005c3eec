/** Where a record is shown, as far as there is a screen for it. */
import type { Screen } from './screen.ts'
import { screenAt } from './screens.ts'

export interface Place {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** The screen of an address as the router writes it, where there is one. */
type At = (path: string) => Pick<Screen, 'firstTab'> | undefined

/**
 * A page of its own, else the record open beside its list; null where the console shows neither.
 *
 * @param area its list below the console, `tenants`
 * @param tab of its page, where that has some
 */
export function placeOf(area: string, id: string, at: At = screenAt, tab?: string): Place | null {
  const [plain, tabbed] = [`/${area}/$id`, at(`/${area}/$id/$tab`)]
  // a tab that may be left out leads to the first
  if (at(`${plain}/{-$tab}`)) return { to: ['', area, id, ...(tab ? [tab] : [])].join('/') }
  if (tabbed && (tab ?? tabbed.firstTab)) return { to: `/${area}/${id}/${tab ?? tabbed.firstTab}` }
  if (tab !== undefined) return null
  if (at(plain)) return { to: `/${area}/${id}` }
  return at(`/${area}`) ? { to: `/${area}`, search: { open: id } } : null
}

/**
 * Where a path that the service tells leads: `/tenants/<id>` of a record, with a tab of it or without, `/emails` of a list. Null for any that is
 * none of the console.
 */
export function placeOfPath(path: string, at: At = screenAt): Place | null {
  const [, area, id, tab] = /^\/([a-z-]+)(?:\/([\w-]+)(?:\/([a-z-]+))?)?$/.exec(path) ?? []
  if (area === undefined) return null
  if (id !== undefined) return placeOf(area, id, at, tab)
  return at(`/${area}`) ? { to: `/${area}` } : null
}
