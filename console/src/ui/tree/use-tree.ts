import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ask, type Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { type Branch, branchesOf, type Row, rowsOf, top, totalOf } from './tree.ts'

const pageSize = 100

type Page = Reply<'listChildTenants'>
export type Tenant = Page['items'][number]

interface Asked {
  readonly queryKey: readonly unknown[]
  queryFn(context: { signal: AbortSignal }): Promise<Page | Tenant>
}

/** What was open, where and for whom, while this page lives: whoever comes back from a tenant finds the tree as they left it. */
const remembered = new Map<string, ReadonlySet<string>>()

export interface Tree {
  readonly rows: readonly Row<Tenant>[]
  isOpen(id: string): boolean
  toggle(id: string, isOpen: boolean): void
  /** Loads what a branch that is not whole has next, or tries again what failed. */
  more(parent: string): void
}

const order = { sortBy: 'name', sortDirection: 'asc', pageSize } as const

/**
 * The tree, a hundred children at a time, and none before their parent is open.
 *
 * @param where it is shown: what is open there is kept apart
 * @param within the tenant at its top; else it is the caller's own, and all there are on the platform. The same while it is shown
 */
export function useTree(where: string, within?: string): Tree {
  const cache = useQueryClient()
  const { me } = useStart()
  const own = within ?? me?.tenantId ?? null
  const caller = `${where} ${me?.id} ${own}`
  const [open, setOpen] = useState<ReadonlySet<string>>(() => remembered.get(caller) ?? new Set(own === null ? [] : [own]))
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const pageOf = (parent: string, page: number) =>
    parent === top
      ? ask('listOwnChildTenants', { query: { ...order, page } })
      : ask('listChildTenants', { path: { id: parent }, query: { ...order, page } })
  const ownQuery = ask('getTenant', { path: { id: own ?? '' } })
  const isOwnTop = (parent: string) => parent === top && own !== null
  const itemsOf = (parent: string): readonly Tenant[] => {
    if (isOwnTop(parent)) return [cache.getQueryData<Tenant>(ownQuery.queryKey)].filter((one) => one !== undefined)
    const count = pages.get(parent) ?? 1
    return Array.from({ length: count }, (_, index) => cache.getQueryData<Page>(pageOf(parent, index + 1).queryKey)?.items ?? []).flat()
  }
  const wanted = me === undefined ? [] : branchesOf(itemsOf, open)
  const asked = wanted.flatMap((parent): { parent: string; query: Asked }[] =>
    isOwnTop(parent)
      ? [{ parent, query: ownQuery }]
      : Array.from({ length: pages.get(parent) ?? 1 }, (_, index) => ({ parent, query: pageOf(parent, index + 1) })),
  )
  const answers = useQueries({ queries: asked.map(({ query }) => query) })
  const branchOf = (parent: string): Branch<Tenant> | undefined => {
    const own = answers.filter((_, index) => asked[index]?.parent === parent)
    if (own.length === 0) return undefined
    return {
      items: itemsOf(parent),
      total: isOwnTop(parent)
        ? 1
        : totalOf(
            own.flatMap(({ data }) => (data as Page | undefined) ?? []),
            pageSize,
          ),
      isLoading: own.some(({ isPending, isError }) => isPending && !isError),
      error: own.find(({ isError, data }) => isError && data === undefined)?.error ?? null,
    }
  }
  const toggle = useCallback(
    (id: string, isOpen: boolean) =>
      setOpen((before) => {
        const next = new Set(before)
        if (isOpen) next.add(id)
        else next.delete(id)
        remembered.set(caller, next)
        return next
      }),
    [caller],
  )
  return {
    rows: rowsOf(branchOf, open),
    isOpen: (id) => open.has(id),
    toggle,
    more(parent) {
      const failed = answers.filter((answer, index) => asked[index]?.parent === parent && answer.isError)
      if (failed.length > 0) for (const { refetch } of failed) void refetch()
      else setPages((before) => new Map(before).set(parent, (before.get(parent) ?? 1) + 1))
    },
  }
}
