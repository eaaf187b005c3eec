/** Own notifications: reading one here reads it in every list of the page, and in every tab. */
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, callAtLast, type Reply } from '../api/client.ts'
import { inTurn } from '../api/in-turn.ts'
import { startKey } from '../api/start.ts'
import { placeOfPath } from '../sitemap/places.ts'
import { isGone } from '../ui/fault.ts'
import { tellFault } from '../ui/toasts.tsx'
import { isWebAddress } from '../ui/web-address.ts'
import { setUnread } from './use-live.ts'

export type Notice = Reply<'listNotifications'>['items'][number]

const lists = { queryKey: ['listNotifications'] }
/** Read, unread and all read: what was said last holds. */
const turn = 'read notifications'

/** Whether its link leads anywhere from here. */
export const leads = ({ link }: Pick<Notice, 'link'>): boolean => link !== null && (placeOfPath(link) !== null || isWebAddress(link))

export function useNotices() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const change = (of: (one: Notice) => Notice) =>
    cache.setQueriesData<Reply<'listNotifications'>>(lists, (page) => page && { ...page, items: page.items.map(of) })
  const failed = (error: unknown) => {
    tellFault(error)
    void cache.invalidateQueries(lists)
    // the bell was told before the service was
    void cache.invalidateQueries({ queryKey: startKey })
  }
  return {
    read(one: Notice): void {
      if (one.isRead) return
      change((other) => (other.id === one.id ? { ...other, isRead: true } : other))
      setUnread(cache, (before) => before - 1)
      inTurn(turn, () => call('markNotificationRead', { path: { id: one.id } })).catch(failed)
    },
    unread(one: Notice): void {
      if (!one.isRead) return
      change((other) => (other.id === one.id ? { ...other, isRead: false, readAt: null } : other))
      setUnread(cache, (before) => before + 1)
      inTurn(turn, () => call('markNotificationUnread', { path: { id: one.id } })).catch(failed)
    },
    readAll(): void {
      change((one) => ({ ...one, isRead: true }))
      setUnread(cache, () => 0)
      inTurn(turn, () => call('markAllNotificationsRead', {})).catch(failed)
    },
    /** Deletes it for good, though the page is closed; the service tells all tabs. @throws what it says of itself, too */
    async remove(id: string): Promise<void> {
      try {
        await callAtLast('deleteNotification', { path: { id } })
      } catch (error) {
        // in another tab it was deleted before
        if (isGone(error)) return void cache.invalidateQueries(lists)
        failed(error)
        throw error
      }
    },
    /** Goes to what it is about. @returns whether that is in the console */
    follow({ link }: Pick<Notice, 'link'>): boolean {
      const place = link === null ? null : placeOfPath(link)
      if (place) void navigate(place as never)
      else if (link && isWebAddress(link)) globalThis.open(link, '_blank', 'noopener,noreferrer')
      return place !== null
    },
  }
}
