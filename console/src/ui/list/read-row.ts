import type { QueryClient } from '@tanstack/react-query'
import type { ListOperation, PageOf, RowOf } from './list.ts'

/** A record as the page of its list had it that was read last; undefined where none did, or the cache has let go of it. */
export function readRow<O extends ListOperation>(cache: QueryClient, operation: O, id: string): RowOf<O> | undefined {
  const pages = cache.getQueryCache().findAll({ queryKey: [operation] })
  const latest = pages.sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return latest.flatMap(({ state }) => (state.data as Page<RowOf<O>> | undefined)?.items ?? []).find((row) => row.id === id)
}

type Page<R> = PageOf<R & { readonly id?: string }>
