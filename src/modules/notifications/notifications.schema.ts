import { z } from 'zod'
import { isLink } from '#core/text/link.ts'
import { showsSomething } from '#core/text/visible-text.ts'
import { pageSchemaOf, querySchemaOf } from '#db/lists/list-query.ts'
import { exampleIds } from '#http/example-values.ts'
import { plainLine, plainText } from '#http/person-fields.ts'
import { Id, named, TenantName, Timestamp } from '#http/shapes.ts'
import { notificationFilters, severities } from './notifications.filters.ts'

export const exampleNotification = {
  id: exampleIds.notification,
  type: 'auth.new_sign_in',
  title: 'New sign-in',
  body: 'Your account was signed in to with Firefox on Linux, from 203.0.113.7.',
  severity: 'warning',
  data: { ipAddress: '203.0.113.7' },
  link: null,
  isRead: false,
  readAt: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  actor: null,
  tenantId: exampleIds.tenant,
} as const

export const Notification = named(
  'Notification',
  z.object({
    id: Id,
    type: z.string().meta({ description: 'What it tells of, as `auth.new_sign_in`; `docs/notifications.md` has them all' }),
    title: z.string().meta({ description: 'Plain text, in the language that the recipient had when it was written' }),
    body: z.string().meta({ description: 'Plain text; whatever looks like HTML in it is text' }),
    severity: z.enum(severities),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Ids and numbers of what it tells of' }),
    link: z.string().nullable().meta({ description: 'A path of the console, or a web address' }),
    isRead: z.boolean(),
    readAt: Timestamp.nullable(),
    createdAt: Timestamp,
    actor: named('NotificationActor', z.object({ id: Id, name: z.string().nullable() }), {
      id: exampleIds.admin,
      name: 'Sara Haddad',
    })
      .nullable()
      .meta({ description: 'Who did it; null for oneself, the service, and whoever the caller may not know' }),
    tenantId: Id.nullable().meta({ description: 'Whose matter it is; null for the platform' }),
  }),
  exampleNotification,
)

export const NotificationPage = pageSchemaOf('NotificationPage', Notification, {
  isTotalCapped: z.literal(true).optional().meta({ description: 'Counting ended at `totalCount`; there may be more' }),
  unreadCount: z.int().meta({ description: "All of the caller's that are unread, whatever was asked for" }),
})

export const ListNotifications = querySchemaOf(notificationFilters, ['createdAt'])

export const UnreadCount = named('UnreadCount', z.object({ count: z.int() }), { count: 3 })

export const StreamTicket = named('StreamTicket', z.object({ ticket: z.string(), expiresIn: z.int().meta({ description: 'Seconds' }) }), {
  ticket: 'kq3vY0mX1s',
  expiresIn: 60,
})

export const AffectedNotifications = named(
  'AffectedNotifications',
  z.object({ affected: z.int(), message: z.string().meta({ description: 'In the language of Accept-Language' }) }),
)

const kinds = ['admin', 'user'] as const
const mostTargets = 1000

export const NewNotification = named(
  'NewNotification',
  z.strictObject({
    targets: z
      .array(named('NotificationTarget', z.strictObject({ type: z.enum(kinds), id: Id })))
      .min(1)
      .max(mostTargets)
      .meta({ description: 'Where one of them is unknown or out of scope, nobody is told' }),
    title: plainLine(200).refine((text) => text === '' || showsSomething(text), { params: { code: 'format' } }),
    body: plainText(2000).meta({ description: 'Plain text, in lines' }),
    severity: z.enum(severities).default('info'),
    link: z
      .string()
      .max(2000)
      .refine(isLink, { params: { code: 'format' } })
      .nullable()
      .default(null)
      .meta({ description: 'A path that begins with one slash, or an address with http or https' }),
  }),
  {
    targets: [{ type: 'admin', id: exampleIds.otherAdmin }],
    title: 'Maintenance on Sunday',
    body: 'The service is away from 02:00 to 02:15 UTC.',
    severity: 'info',
    link: null,
  },
)

export const AffectedRecipients = named(
  'AffectedRecipients',
  z.object({ affected: z.int().meta({ description: 'Accounts that were told' }) }),
  {
    affected: 1,
  },
)

export const NotificationTargets = named(
  'NotificationTargets',
  z.object({
    items: z.array(
      named(
        'NotificationRecipient',
        z.object({
          id: Id,
          type: z.enum(kinds),
          email: z.string().optional().meta({ description: 'Left out where it is masked for the caller' }),
          name: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          tenantId: Id.nullable(),
          tenantName: TenantName,
          avatarUrl: z.string().nullable(),
        }),
        {
          id: exampleIds.user,
          type: 'user',
          email: 'lina@acme.example',
          name: 'Lina Khoury',
          firstName: 'Lina',
          lastName: 'Khoury',
          tenantId: exampleIds.tenant,
          tenantName: 'Acme',
          avatarUrl: null,
        },
      ),
    ),
    totalCount: z.int().meta({ description: 'As far as they were counted' }),
  }),
)
