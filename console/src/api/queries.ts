import { QueryClient } from '@tanstack/react-query'
import { Refused, SignedOut } from './client.ts'

/** What was read stays for a while; a refusal is an answer, and is not asked for again by itself. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && !(error instanceof Refused) && !(error instanceof SignedOut),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 15_000),
    },
    mutations: { networkMode: 'always' },
  },
})
