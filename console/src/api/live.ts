/** What happens while somebody is signed in: one connection for all tabs, and whoever listens on this page is told. */
import type { LiveEvent } from '@tenantry/client'
import { client } from './client.ts'

export type { LiveEvent }

const listeners = new Set<(event: LiveEvent) => void>()

/** Has `listener` told whatever the live stream tells. @returns what ends that */
export function onLive(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads the stream until `signal` ends it. @throws SignedOut with the end of the session, Refused where it may not be opened */
export async function readLive(signal: AbortSignal): Promise<void> {
  for await (const event of client.live({ signal })) for (const listener of listeners) listener(event)
}
