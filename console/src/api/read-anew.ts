import { hashKey, type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

interface Asked<R> {
  readonly queryKey: QueryKey
  queryFn(context: { signal: AbortSignal }): Promise<R>
}

/**
 * What a form on a page may begin from: what the cache has from before is no ground to change anything on. Once it was read, no failure
 * takes it away again.
 *
 * @param asked as `ask` gives it
 * @returns `read`, which is undefined until then; `known` is what the cache has, for what is shown around the form
 */
export function useReadAnew<R>(asked: Asked<R>, isEnabled = true) {
  // nothing moves under who comes back to the window
  const query = useQuery<R>({ ...asked, staleTime: 0, refetchOnWindowFocus: false, enabled: isEnabled })
  const key = hashKey(asked.queryKey)
  const [readKey, setReadKey] = useState<string>()
  if (readKey !== key && query.isFetchedAfterMount && query.isSuccess) setReadKey(key)
  return {
    read: readKey === key ? query.data : undefined,
    known: query.data,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
