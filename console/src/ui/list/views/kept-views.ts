/** What somebody keeps of a list under names: its addresses. What makes no sense of it is left out. */

type Address = Readonly<Record<string, string | undefined>>
/** A filter of the list, as far as the address knows it. */
interface Filter {
  readonly key: string
}

/** Views of one list. */
export const mostViews = 20
/** Views of all lists together, as many as the service keeps. */
export const mostViewsInAll = 50
/** Letters of a name. */
export const mostLetters = 60
const longestQuery = 1000
/** As long as any value of an address may be. */
const longestValue = 100

/** A named address of a list. */
export interface View {
  readonly name: string
  /** What of the address it is: `sort=-createdAt&status=Blocked`. */
  readonly query: string
}

/** As it is kept: with the list that it is of. */
export interface KeptView extends View {
  readonly screen: string
}

/** What a name is without what can't be seen, and what would reorder the text around it. */
export const viewName = (text: string): string =>
  [
    ...text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, mostLetters)
    .join('')
    .trim()

/** The names in an address that make a view; page, place and the open record are none of them. */
const namesOf = (filters: readonly Filter[]): readonly string[] => ['search', 'sort', 'view', ...filters.map(({ key }) => key)]

/** What of an address a view keeps, always in the same order: two that show the same are equal. */
export function viewQuery(filters: readonly Filter[], address: Address): string {
  const given = namesOf(filters).flatMap((name): [string, string][] =>
    address[name] ? [[name, address[name].slice(0, longestValue)]] : [],
  )
  return String(new URLSearchParams(given))
}

/** The change of an address that leads to a view: what does not belong to it goes. */
export function viewAddress(filters: readonly Filter[], query: string): Address {
  const said = new URLSearchParams(query)
  const own = namesOf(filters).map((name) => [name, said.get(name)?.slice(0, longestValue) || undefined])
  return { page: undefined, open: undefined, tab: undefined, do: undefined, ...Object.fromEntries(own) }
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isKept(value: unknown): value is KeptView {
  const { screen, name, query } = (value ?? {}) as Partial<Record<keyof KeptView, unknown>>
  return isText(screen) && isText(name) && viewName(name) !== '' && isText(query) && query.length <= longestQuery
}

/** @param kept whatever was kept @param list its name @returns each name once */
export function viewsIn(kept: unknown, list: string): readonly View[] {
  const own = (Array.isArray(kept) ? kept : []).filter(isKept).filter(({ screen }) => screen === list)
  const byName = new Map(own.map(({ name, query }) => [viewName(name), query]))
  return [...byName].slice(0, mostViews).map(([name, query]) => ({ name, query }))
}

/** With a view of that name, which it replaces where there is one. */
export function withView(kept: readonly KeptView[], view: KeptView): readonly KeptView[] {
  const at = kept.findIndex((one) => isSame(one, view))
  return at === -1 ? [...kept, view] : kept.map((one, n) => (n === at ? view : one))
}

export const withoutView = (kept: readonly KeptView[], view: Pick<KeptView, 'screen' | 'name'>): readonly KeptView[] =>
  kept.filter((one) => !isSame(one, view))

const isSame = (one: Pick<KeptView, 'screen' | 'name'>, other: Pick<KeptView, 'screen' | 'name'>): boolean =>
  one.screen === other.screen && viewName(one.name) === viewName(other.name)

/** In its place under another name. */
export const renamedView = (kept: readonly KeptView[], view: Pick<KeptView, 'screen' | 'name'>, name: string): readonly KeptView[] =>
  kept.map((one) => (isSame(one, view) ? { ...one, name } : one))
