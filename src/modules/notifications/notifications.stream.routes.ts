import { validationFailed } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import { type Exchange, type Routes, route } from '#http/route.ts'
import { liveNotificationsOf } from './live-notifications.ts'
import { openInBox } from './live-reads.ts'
import { NotificationStreamEvent, StreamQuery } from './notifications.stream.schema.ts'
import { takeTicket } from './stream-tickets.ts'

/** Below /api/v1/notifications: the channel that stays open. */
export const notificationStreamRoutes: Routes = {
  'GET /stream': route({
    operationId: 'openNotificationStream',
    summary: "The caller's notifications as they happen, as server-sent events",
    description: '`docs/notifications.md` has the events and how to resume. At most five an account: the oldest gives way.',
    access: 'account',
    query: StreamQuery,
    stream: { takeTicket, event: NotificationStreamEvent },
    run: async (ctx, { exchange }) => {
      const from = lastEventId(exchange)
      const id = uuidv7(ctx.now)
      const box = await openInBox(ctx, id)
      liveNotificationsOf(ctx.service).add(ctx, exchange.openStream(id), box, from)
      return undefined
    },
  }),
}

/** The number of the last event that a client has, as it was sent to it. @throws AppError 400 for anything else */
function lastEventId(exchange: Pick<Exchange, 'header'>): number | null {
  const text = exchange.header('last-event-id')
  if (text === undefined || text === '') return null
  if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) throw validationFailed([{ field: 'last-event-id', code: 'format' }])
  return Number(text)
}
