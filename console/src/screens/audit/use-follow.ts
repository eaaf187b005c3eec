import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { aheadMs, call, type Input, Refused, type Reply } from '../../api/client.ts'
import type { List } from '../../ui/list/list.ts'
import type { Entry } from './entry.ts'

/** The live stream tells nothing of the log: it is asked for what is new, one question at a time. */
const everyMs = 2000
/** Each entry has the time at which its request began, and files come in slowly: so far back it is looked for once more. */
const backMs = 120_000
const most = 100

/**
 * Has the newest entries that match appear at the top of the first page, while it is seen. Whoever goes to a row, to another page or
 * down the list follows no more.
 */
export function useFollow(list: List<Entry>) {
  const cache = useQueryClient()
  const [isWanted, setWanted] = useState(false)
  const [came, setCame] = useState(0)
  const [fault, setFault] = useState<unknown>(null)
  /** Those that were there when it began, and those that came; null before that is known. */
  const seen = useRef<Set<string>>(null)
  const isAtTop = list.page === 1 && list.order.direction === 'desc' && list.open === null
  const isOn = isWanted && isAtTop
  // once: where it is switched on elsewhere the address is on its way to the top
  useEffect(() => {
    if (!isAtTop) setWanted(false)
  }, [isAtTop])
  const listed = JSON.stringify(list.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another list, or when it begins anew, none has come
  useEffect(() => {
    seen.current = null
    setCame(0)
  }, [listed, isOn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may be had
  useEffect(() => setFault(null), [listed])
  useEffect(() => {
    if (!isOn) return
    const away = ({ target, type }: Event) => {
      if (!(target instanceof HTMLElement)) return
      if (type === 'focusin' ? target.closest('tr[data-row]') : target.matches('.table-box') && target.scrollTop > 0) setWanted(false)
    }
    const ended = new AbortController()
    for (const name of ['focusin', 'scroll']) document.addEventListener(name, away, { capture: true, signal: ended.signal })
    return () => ended.abort()
  }, [isOn])
  const query = useQuery({
    queryKey: ['followed', list.key],
    enabled: isOn && list.rows !== undefined && !list.isStale,
    queryFn: async ({ signal }) => {
      const updatedAt = Date.now()
      const query = newerThan(list, cache.getQueryState(list.key)?.dataUpdatedAt)
      seen.current ??= new Set(list.rows?.map(({ id }) => id))
      const ids = seen.current
      const { items } = await call('listAuditEntries', { query }, signal)
      const page = cache.getQueryData<Reply<'listAuditEntries'>>(list.key)
      if (page === undefined) return 0
      const known = new Set(page.items.map(({ id }) => id))
      const last = page.items.length >= list.pageSize ? page.items.at(-1) : undefined
      const newest = items.filter((one) => last === undefined || isNewer(one, last))
      const before = ids.size
      for (const { id } of newest) ids.add(id)
      const count = ids.size - before
      setCame((all) => all + count)
      const fresh = newest.filter(({ id }) => !known.has(id))
      // there may be more than were told
      if (fresh.length === most) {
        await cache.invalidateQueries({ queryKey: list.key, exact: true })
        return count
      }
      const totalCount = page.totalCount + fresh.length
      const rows = [...fresh, ...page.items].sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, list.pageSize)
      const totalPages = page.isTotalCapped ? page.totalPages : Math.ceil(totalCount / list.pageSize)
      const next = { ...page, items: rows, totalCount: page.isTotalCapped ? page.totalCount : totalCount, totalPages }
      // where none came, too: up to then it is known
      cache.setQueryData(list.key, fresh.length === 0 ? page : next, { updatedAt })
      return count
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { error } }) => (error instanceof Refused ? (error.retryAfterSeconds ?? 10) * 1000 : everyMs),
  })
  // what is no matter of time is no better the next time
  const isRefused = query.error instanceof Refused && query.error.status < 500 && query.error.retryAfterSeconds === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is refused
  useEffect(() => {
    if (!isRefused) return
    setWanted(false)
    setFault(query.error)
  }, [isRefused, query.errorUpdatedAt])
  return {
    isOn,
    came: isOn ? came : 0,
    error: isOn ? query.error : null,
    /** Why it ended by itself. */
    fault,
    turn(on: boolean) {
      setFault(null)
      setWanted(on)
      if (!on) return
      document.querySelector('.table-box')?.scrollTo(0, 0)
      if (!isAtTop) list.go({ page: undefined, sort: undefined, open: undefined, tab: undefined }, true)
    },
  }
}

/** In the order of the log. */
const isNewer = (one: Entry, other: Entry) =>
  one.timestamp === other.timestamp ? one.id > other.id : Date.parse(one.timestamp) > Date.parse(other.timestamp)

/** @param at when the list was as it is shown, by the clock of this page */
function newerThan({ rows, filter }: List<Entry>, at: number | undefined): Input<'listAuditEntries'>['query'] & {} {
  const wanted = { ...filter, sortBy: 'timestamp', sortDirection: 'desc', pageSize: most } as const
  // few may match, or none: all of the log would be looked through each time
  const known = Math.max(moment(rows?.[0]?.timestamp), at && aheadMs !== null ? at + aheadMs : 0)
  return known === 0 ? wanted : { ...wanted, from: new Date(Math.max(known - backMs, moment(filter.from))).toISOString() }
}

const moment = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : 0)
