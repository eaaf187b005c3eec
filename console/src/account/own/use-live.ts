import type { QueryClient } from '@tanstack/react-query'
import { gathered } from '../../api/gathered.ts'
import { type LiveEvent, useLiveEvents } from '../../api/live.ts'
import { queries } from '../../api/queries.ts'
import { profileQuery } from '../session.ts'
import { notificationsKey, type OwnProfile } from './shown-account.ts'
import { takeUpOwed } from './use-owed.ts'

/** What the pages of an account have read follows what happens, and a session that was ended elsewhere is over here at once. */
export const useLive = ({ id }: OwnProfile): void => useLiveEvents(id, takeUp, takeUpOwed)

/** All pages that were read are read again. */
const readNotifications = gathered(() => void queries.invalidateQueries({ queryKey: notificationsKey }), 1000)

function takeUp(cache: QueryClient, { event }: LiveEvent): void {
  // a number comes with each of the others
  if (event !== 'ready' && event !== 'notification.unread_count' && event !== 'permissions.changed') readNotifications()
  if (event === 'permissions.changed' || event === 'resync') void cache.invalidateQueries({ queryKey: profileQuery.queryKey })
}
