import type { Reply } from '../../api/client.ts'
import type { IconName } from '../../ui/icons.ts'

export type Entry = Reply<'listRecycleBin'>['items'][number]

export const kinds = ['Admin', 'User', 'Tenant', 'Role', 'UserGroup', 'MessageTemplate', 'Webhook'] as const satisfies Entry['entityType'][]

export const iconOf: Readonly<Record<Entry['entityType'], IconName>> = {
  Admin: 'admins',
  User: 'admins',
  Tenant: 'empty',
  Role: 'key',
  UserGroup: 'admins',
  MessageTemplate: 'pencil',
  Webhook: 'refresh',
}
