/** The state of a list, all of it in the address: page, order, search, filters, and the record that is open beside it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ask, type Input, type OperationName, Refused, type Reply } from '../../api/client.ts'
import { furtherIn, idIn, nextSort, type Order, orderIn, placeIn } from '../address.ts'
import { type Address, chipsOf, type Filter, queryOf, withoutFilters } from './list-filters.ts'
import { choose, nothing, type Selection } from './selection.ts'

export interface PageOf<R> {
  readonly items: readonly R[]
  readonly totalCount: number
  readonly totalPages: number
  readonly page: number
  readonly nextCursor: string | null
  readonly isTotalCapped?: true | undefined
}

/** Operations that answer a page of records. */
export type ListOperation = { [O in OperationName]: Reply<O> extends PageOf<unknown> ? O : never }[OperationName]
export type RowOf<O extends ListOperation> = Reply<O>['items'][number]

export interface ListSpec<O extends ListOperation> {
  readonly operation: O
  /** What is always the same: the path, and what the list is never without. */
  readonly path?: Readonly<Record<string, string>>
  readonly fixed?: Readonly<Record<string, unknown>>
  /** Names of orders that the service knows; none where it has one order alone. */
  readonly orders: readonly string[]
  readonly usual: Order
  readonly filters: readonly Filter[]
  readonly pageSize?: number
  /** False where the operation takes no `search`. */
  readonly isSearched?: boolean
  /** False where the operation takes no `within`. */
  readonly isWithin?: boolean
}

export interface List<R> {
  /** What it is called where something of it is kept. */
  readonly name: string
  /** Where the page that is shown lies in the cache. */
  readonly key: readonly unknown[]
  /** Undefined until the first page is there. */
  readonly rows: readonly R[] | undefined
  readonly total: number
  readonly isCapped: boolean
  readonly page: number
  readonly pages: number
  /** How reading goes on behind the last page that has a number, and whether it does: `furtherIn`. */
  readonly further: string | null | undefined
  readonly pageSize: number
  readonly order: Order
  /** What is asked of the service, without page and order: also what is done to all that match. */
  readonly filter: Readonly<Record<string, unknown>>
  readonly filters: readonly Filter[]
  readonly chips: ReturnType<typeof chipsOf>
  readonly address: Address
  readonly isFiltered: boolean
  readonly isSearched: boolean
  /** Whether what is shown is the page before, while the next one comes. */
  readonly isStale: boolean
  readonly error: unknown
  readonly selection: Selection
  /** The field of the search. */
  readonly field: RefObject<HTMLInputElement | null>
  /** Id of the record beside the list. */
  readonly open: string | null
  /** `new` and `edit` open a form. */
  readonly doing: string | undefined
  /** Changes the address. */
  go(change: Address, isReplaced?: boolean): void
  sort(by: string): void
  clear(): void
  /** Closes the record, and gives the focus back to its row. */
  close(): void
  retry(): void
  select(selection: Selection): void
  pick(ids: readonly string[], isOn: boolean): void
}

export function useList<O extends ListOperation>(spec: ListSpec<O>): List<RowOf<O>> {
  const { operation, path, fixed, orders, usual, filters, pageSize = 25, isSearched = true, isWithin = true } = spec
  const address = useSearch({ strict: false }) as Address
  const navigate = useNavigate()
  const go = useCallback(
    (change: Address, isReplaced = false) =>
      void navigate({ to: '.', search: ((before: Address) => ({ ...before, ...change })) as never, replace: isReplaced }),
    [navigate],
  )
  const place = placeIn(address.page)
  const order = orderIn(orders, address.sort, usual)
  const within = isWithin ? idIn(address.within) : undefined
  const search = isSearched ? address.search?.slice(0, 100) || undefined : undefined
  // a filter by tenant is closer to the list than the part of the tree that all lists are of: its chip says whose the rows are
  const filter = { ...fixed, ...(within && { within }), ...queryOf(filters, address), ...(search && { search }) }
  const sorted = orders.length > 0 ? { sortBy: order.by, sortDirection: order.direction } : {}
  const input = { ...(path && { path }), query: { ...filter, ...sorted, ...place, pageSize } } as unknown as Input<O>
  const asked = ask(operation, input)
  const query = useQuery({ ...asked, placeholderData: keepPreviousData })
  const data = query.data as PageOf<RowOf<O>> | undefined
  const [selection, select] = useState(nothing)
  const field = useRef<HTMLInputElement>(null)
  const filterKey = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter means other records
  useEffect(() => select(nothing), [filterKey])
  const open = idIn(address.open) ?? null
  const isStale: boolean = query.isPlaceholderData
  const pages = data?.totalPages ?? 1
  // one that has no number follows one that has
  const page = place.page ?? Math.max(data?.page ?? 2, 2)
  // what stood on the last page was deleted, or the address is older than that, or somebody else's
  const isBeyond =
    place.page === undefined
      ? query.error instanceof Refused && query.error.status === 400
      : !isStale && data?.items.length === 0 && Math.max(pages, 1) < page
  useEffect(() => {
    const search = (before: Address) => ({ ...before, page: pages > 1 ? String(pages) : undefined })
    // what is half typed over the list stays where it is
    if (isBeyond) void navigate({ to: '.', search: search as never, replace: true, ignoreBlocker: true })
  }, [isBeyond, pages, navigate])
  // of a page that is beyond, nothing is there until the last one is
  const isWaiting = isStale ? data?.items.length === 0 : isBeyond
  const chips = chipsOf(filters, address)
  return {
    name: operation,
    key: asked.queryKey,
    rows: isWaiting ? undefined : data?.items,
    total: data?.totalCount ?? 0,
    isCapped: data?.isTotalCapped === true,
    page,
    pages,
    further: furtherIn(data, place),
    pageSize,
    order,
    filter,
    filters,
    chips,
    address,
    isFiltered: search !== undefined || chips.length > 0,
    isSearched,
    isStale,
    error: data === undefined ? query.error : null,
    selection,
    field,
    open,
    doing: address.do,
    go,
    sort: (by) => go({ sort: nextSort(order, by), page: undefined }),
    clear: () => go(withoutFilters(filters)),
    close() {
      // what was to be done to it, too: its form is not there yet, maybe
      go({ open: undefined, tab: undefined, do: undefined })
      if (open) document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(open)}"]`)?.focus()
    },
    retry: () => void query.refetch(),
    select,
    pick: (ids, isOn) => select((before) => choose(before, ids, isOn)),
  }
}
