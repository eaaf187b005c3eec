/**
 * The token that the link of a mail brings. It stands in the fragment, which is never sent, and leaves the address before anything else can
 * read it there. What is shown may be drawn more than once, so that it is kept here.
 */
import { useSyncExternalStore } from 'react'

let token: string | null = null
const listeners = new Set<() => void>()

function become(next: string | null): void {
  token = next
  for (const told of listeners) told()
}

/** `#main` only leads to a place of the page. */
function take(): void {
  if (!location.pathname.endsWith('/reset') || !location.hash.includes('=')) return
  const next = new URLSearchParams(location.hash.slice(1)).get('token')
  history.replaceState(history.state, '', location.pathname + location.search)
  become(next)
}
take()
// a link that is opened on the page that it leads to loads nothing anew
addEventListener('hashchange', take)

function follow(told: () => void): () => void {
  listeners.add(told)
  return () => void listeners.delete(told)
}
const now = () => token

/** The token of the link that was opened last; null where there is none, or it was used. */
export const useResetToken = (): string | null => useSyncExternalStore(follow, now)

/** It is good once. Another link that was opened meanwhile stays. */
export function forgetResetToken(used: string): void {
  if (token === used) become(null)
}
