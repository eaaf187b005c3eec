import type { QueryClient } from '@tanstack/react-query'
import { type Reply, useSession } from '../api/client.ts'
import { type LiveEvent, useLiveEvents } from '../api/live.ts'
import { startKey } from '../api/start.ts'

export const setUnread = (cache: QueryClient, count: (before: number) => number): void => {
  cache.setQueryData<Reply<'getAdminStart'>>(
    startKey,
    (start) => start && { ...start, unreadNotifications: Math.max(0, count(start.unreadNotifications)) },
  )
}

/** What the page knows follows what happens: the unread ones, the list of notifications, what the caller may do. */
export function useLive(): void {
  const session = useSession()
  const who = session.status === 'signed-in' && !session.mustChangePassword && !session.mustSetUpTwoFactor ? session.user.id : null
  useLiveEvents(who, takeUp)
}

function takeUp(cache: QueryClient, event: LiveEvent): void {
  const anew = (key: readonly unknown[]) => void cache.invalidateQueries({ queryKey: key })
  if (event.event === 'ready') setUnread(cache, () => event.data.unreadCount)
  else if (event.event === 'notification.unread_count') setUnread(cache, () => event.data.count)
  else if (event.event === 'permissions.changed') anew(startKey)
  else anew(['listNotifications'])
  // what was missed may be a permission too
  if (event.event === 'resync') anew(startKey)
}
