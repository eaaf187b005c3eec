import type { QueryClient } from '@tanstack/react-query'
import { latestOf } from './latest.ts'
import type { ListOperation, RowOf } from './list.ts'

/** A record as the page of its list had it that was read last; undefined where none did, or the cache has let go of it. */
export const readRow = <O extends ListOperation>(cache: QueryClient, operation: O, id: string): RowOf<O> | undefined =>
  latestOf<RowOf<O> & { readonly id?: string }>(cache.getQueryCache().findAll({ queryKey: [operation] }), id)
