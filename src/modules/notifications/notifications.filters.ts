import { type SqlBool, sql } from 'kysely'
import { booleanFilter, oneOfFilter, textFilter } from '#db/lists/list-query.ts'

/** How much a notification asks for, the least first. */
export const severities = ['info', 'success', 'warning', 'critical'] as const
export type Severity = (typeof severities)[number]

/** What one's own notifications can be narrowed to. */
export const notificationFilters = {
  isRead: {
    ...booleanFilter('notifications.read_at', 'Whether it was read'),
    where: (isRead: boolean) => (isRead ? sql<SqlBool>`notifications.read_at is not null` : sql<SqlBool>`notifications.read_at is null`),
  },
  severity: oneOfFilter('notifications.severity', severities, 'How much it asks for'),
  type: textFilter('notifications.type', 'What it tells of'),
}
