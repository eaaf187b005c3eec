/** What happens while somebody is signed in: one connection for all tabs. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '@tenantry/client'
import { useEffect } from 'react'
import { client, Refused, SignedOut } from './client.ts'

export type { LiveEvent }

/**
 * Reads the stream for as long as that account is shown: what this page has read before follows it. Nothing is asked again and again.
 *
 * @param who id of the account; null while there is none that the stream is open to
 * @param takeUp the same function each time, and so is `onRefused`
 */
export function useLiveEvents(
  who: string | null,
  takeUp: (cache: QueryClient, event: LiveEvent) => void,
  onRefused?: (error: Refused) => void,
): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (who === null) return
    const ended = new AbortController()
    const read = async () => {
      for await (const event of client.live({ signal: ended.signal })) takeUp(cache, event)
    }
    read().catch((error: unknown) => {
      // the session tells its end itself; where the stream is refused the page goes on without it
      if (ended.signal.aborted || error instanceof SignedOut) return
      if (!(error instanceof Refused)) throw error
      onRefused?.(error)
    })
    return () => ended.abort()
  }, [who, cache, takeUp, onRefused])
}
