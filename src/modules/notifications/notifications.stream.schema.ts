import { z } from 'zod'
import { exampleIds, exampleMoment } from '#http/example-values.ts'
import { Id, named, Timestamp } from '#http/shapes.ts'
import { exampleNotification, Notification } from './notifications.schema.ts'

export const StreamQuery = z.strictObject({
  ticket: z.string().max(100).optional().meta({ description: 'Of `POST …/stream-ticket`, where no Authorization header can be sent' }),
})

/** What a client that was cut off names in `Last-Event-ID`. */
const Numbered = z.string().meta({ description: "Its number among the recipient's, for `Last-Event-ID`" })
const id = '7'
const nothing = z.object({})

/** What the stream sends, by the name of the event: `data` is its JSON. */
export const NotificationStreamEvent = named(
  'NotificationStreamEvent',
  z.union([
    named(
      'StreamReady',
      z.object({
        event: z.literal('ready'),
        id: Numbered,
        data: z.object({ connectionId: Id, unreadCount: z.int(), serverTime: Timestamp }),
      }),
      { event: 'ready', id, data: { connectionId: exampleIds.event, unreadCount: 3, serverTime: exampleMoment } },
    ),
    named('StreamNotificationCreated', z.object({ event: z.literal('notification.created'), id: Numbered, data: Notification }), {
      event: 'notification.created',
      id,
      data: exampleNotification,
    }),
    named('StreamNotificationRead', z.object({ event: z.literal('notification.read'), data: z.object({ id: Id, readAt: Timestamp }) }), {
      event: 'notification.read',
      data: { id: exampleIds.notification, readAt: exampleMoment },
    }),
    named('StreamNotificationUnread', z.object({ event: z.literal('notification.unread'), data: z.object({ id: Id }) }), {
      event: 'notification.unread',
      data: { id: exampleIds.notification },
    }),
    named('StreamAllNotificationsRead', z.object({ event: z.literal('notification.read_all'), data: z.object({ readAt: Timestamp }) }), {
      event: 'notification.read_all',
      data: { readAt: exampleMoment },
    }),
    named('StreamNotificationDeleted', z.object({ event: z.literal('notification.deleted'), data: z.object({ id: Id }) }), {
      event: 'notification.deleted',
      data: { id: exampleIds.notification },
    }),
    named('StreamUnreadCount', z.object({ event: z.literal('notification.unread_count'), data: z.object({ count: z.int() }) }), {
      event: 'notification.unread_count',
      data: { count: 2 },
    }),
    named('StreamResync', z.object({ event: z.literal('resync'), id: Numbered, data: nothing }), { event: 'resync', id, data: {} }),
    named('StreamPermissionsChanged', z.object({ event: z.literal('permissions.changed'), data: nothing }), {
      event: 'permissions.changed',
      data: {},
    }),
    named(
      'StreamSessionRevoked',
      z.object({
        event: z.literal('session.revoked'),
        data: z.object({ tokenId: Id, reason: z.string().meta({ description: 'Why it ended; the stream ends with it' }) }),
      }),
      { event: 'session.revoked', data: { tokenId: exampleIds.session, reason: 'logout' } },
    ),
    named('StreamTokenExpired', z.object({ event: z.literal('token.expired'), data: nothing }), { event: 'token.expired', data: {} }),
  ]),
)
