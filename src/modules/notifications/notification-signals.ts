import { isUuid } from '#core/uuid.ts'
import { wakeOf } from '#db/rows/wakes.ts'

/** Where processes tell each other whose notifications changed. */
export const notificationChannel = 'notifications'

/** What happened to notifications that were there already; `n` is the number of the change, which rises by one. */
export type NotificationChange = { readonly n: number } & (
  | { readonly what: 'read' | 'unread' | 'deleted'; readonly id: string; readonly at: Date }
  | { readonly what: 'read_all'; readonly id: null; readonly at: Date }
)

/** A call that somebody has new notifications, or that one of their streams must end. */
export const newsFor = (accountId: string): string => wakeOf(notificationChannel, accountId)

/** A call that tells of one change: ids, a number and a time, far below the 8 kB of a payload. */
export const changeFor = (accountId: string, { n, what, id, at }: NotificationChange): string =>
  wakeOf(notificationChannel, [accountId, n, what, id ?? '-', at.getTime()].join(' '))

/** What a call told; null for one that this build does not understand, after which everything is looked at. */
export function readSignal(payload: string): { readonly accountId: string; readonly change: NotificationChange | null } | null {
  const [accountId = '', n, what, id = '-', ms] = payload.split(' ')
  if (!isUuid(accountId)) return null
  if (n === undefined) return { accountId, change: null }
  const at = new Date(Number(ms))
  if (!Number.isSafeInteger(Number(n)) || Number.isNaN(at.getTime())) return null
  if (what === 'read_all') return { accountId, change: { n: Number(n), what, id: null, at } }
  return what === 'read' || what === 'unread' || what === 'deleted' ? { accountId, change: { n: Number(n), what, id, at } } : null
}
