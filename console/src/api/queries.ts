import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { Misanswered, Refused, TimedOut, Unreachable, Unsure } from './client.ts'
import { startKey } from './start.ts'

/** False while the service wants to be left alone. */
function mayAsk({ state: { error, errorUpdatedAt } }: Query): boolean {
  const waitMs = error instanceof Refused ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Date.now() >= errorUpdatedAt + waitMs
}

/** What was read stays for a while; a refusal is an answer, and is not asked for again by itself. Whoever waited ten seconds is told. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, { queryKey }) {
      if (queryKey[0] !== startKey[0] && isDenied(error)) void queries.invalidateQueries({ queryKey: startKey })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 3 && (error instanceof Unreachable || error instanceof Misanswered),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 15_000),
      refetchOnWindowFocus: mayAsk,
      refetchOnReconnect: mayAsk,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Whether the service holds everything else closed until something is done. */
export const isOfDuty = (error: unknown): boolean =>
  error instanceof Refused && /^(?:password_change|two_factor_setup)_required$/.test(error.code)

/** What the caller may do is another than the page thinks. */
const isDenied = (error: unknown) => isOfDuty(error) || (error instanceof Refused && error.code === 'permission_denied')

/** Something else is there than the page shows; or may be, and whoever is told to look for it looks at the page. */
const mayBeOld = (error: unknown) =>
  error instanceof Refused ? error.status === 404 || error.status === 409 : error instanceof Unsure || error instanceof TimedOut

/** After an act that was refused, or of which no answer came: where the page may show what is so no more, it is asked for anew. */
export function takeUpFault(error: unknown): void {
  if (isDenied(error)) void queries.invalidateQueries({ queryKey: startKey })
  else if (mayBeOld(error)) void queries.invalidateQueries()
}
