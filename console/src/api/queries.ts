import { QueryCache, QueryClient } from '@tanstack/react-query'
import { Refused, SignedOut } from './client.ts'
import { startKey } from './start.ts'

/** What was read stays for a while; a refusal is an answer, and is not asked for again by itself. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      // what the caller may do is another than the page thinks
      if (error instanceof Refused && error.code === 'permission_denied' && queryKey[0] !== startKey[0])
        void queries.invalidateQueries({ queryKey: startKey })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && !(error instanceof Refused) && !(error instanceof SignedOut),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 15_000),
    },
    mutations: { networkMode: 'always' },
  },
})
