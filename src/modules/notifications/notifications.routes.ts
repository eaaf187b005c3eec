import { can } from '#http/access.ts'
import { PeopleQuery } from '#http/people-query.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { searchTargets } from './notification-targets.ts'
import { deleteNotification, markAllRead, markRead, markUnread } from './notifications.actions.ts'
import { countUnread, listNotifications } from './notifications.queries.ts'
import {
  AffectedNotifications,
  AffectedRecipients,
  ListNotifications,
  NewNotification,
  Notification,
  NotificationPage,
  NotificationTargets,
  StreamTicket,
  UnreadCount,
} from './notifications.schema.ts'
import { sendNotification } from './notifications.send.ts'
import { issueTicket } from './stream-tickets.ts'

/** Below /api/v1/notifications: what the caller was told. Reading and deleting one's own stands in no log. */
export const notificationRoutes: Routes = {
  'GET /': route({
    operationId: 'listNotifications',
    summary: "The caller's own notifications, newest first",
    access: 'account',
    query: ListNotifications,
    reply: NotificationPage,
    run: (ctx, { query }) => listNotifications(ctx, query),
  }),

  'GET /unread-count': route({
    operationId: 'countUnreadNotifications',
    summary: "How many of the caller's own are unread",
    access: 'account',
    reply: UnreadCount,
    run: async (ctx) => ({ count: await countUnread(ctx) }),
  }),

  'GET /search-targets': route({
    operationId: 'listNotificationTargets',
    summary: 'Find admins and users to send a notification to',
    access: can('notifications.send'),
    query: PeopleQuery,
    reply: NotificationTargets,
    run: (ctx, { query }) => searchTargets(ctx, query),
  }),

  'POST /': route({
    operationId: 'sendNotification',
    summary: 'Send a notification to up to 1000 admins and users',
    description:
      'All are told or, where one of them is unknown or out of scope, none. With the header `Idempotency-Key` the same call within a day tells nobody again.',
    access: can('notifications.send'),
    body: NewNotification,
    reply: AffectedRecipients,
    status: 202,
    errors: [404, 409],
    emits: ['notification.sent'],
    takesIdempotencyKey: true,
    run: (ctx, { body, exchange }) => sendNotification(ctx, body, exchange),
  }),

  'POST /stream-ticket': route({
    operationId: 'createStreamTicket',
    summary: 'A ticket that opens the live stream once, within a minute',
    description: 'For clients that can send no Authorization header: `GET /api/v1/notifications/stream?ticket=…`.',
    access: 'account',
    reply: StreamTicket,
    run: (ctx, { exchange }) => issueTicket(ctx, exchange.tokenExpiresAt()),
  }),

  'PUT /read-all': route({
    operationId: 'markAllNotificationsRead',
    summary: 'Mark all as read that are there now',
    access: 'account',
    reply: AffectedNotifications,
    transaction: 'own',
    run: (ctx) => markAllRead(ctx),
  }),

  'PUT /:id/read': route({
    operationId: 'markNotificationRead',
    summary: 'Mark one as read',
    access: 'account',
    params: ById,
    reply: Notification,
    run: (ctx, { params }) => markRead(ctx, params.id),
  }),

  'PUT /:id/unread': route({
    operationId: 'markNotificationUnread',
    summary: 'Mark one as unread again',
    access: 'account',
    params: ById,
    reply: Notification,
    run: (ctx, { params }) => markUnread(ctx, params.id),
  }),

  'DELETE /:id': route({
    operationId: 'deleteNotification',
    summary: 'Delete one',
    access: 'account',
    params: ById,
    status: 204,
    run: async (ctx, { params }) => {
      await deleteNotification(ctx, params.id)
      return undefined
    },
  }),
}
