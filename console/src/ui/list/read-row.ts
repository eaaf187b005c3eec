import type { QueryClient } from '@tanstack/react-query'
import type { ListOperation, PageOf, RowOf } from './list.ts'

/** A record as some page of its list had it that was read last; undefined where none did, or the cache has let go of it. */
export function readRow<O extends ListOperation>(cache: QueryClient, operation: O, id: string): RowOf<O> | undefined {
  const pages = cache.getQueriesData<PageOf<RowOf<O> & { readonly id?: string }>>({ queryKey: [operation] })
  return pages.flatMap(([, page]) => page?.items ?? []).find((row) => row.id === id)
}
