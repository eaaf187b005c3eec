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

/** Permissions of the records themselves: to bring one back is to change it, to erase it is to delete it. */
const areas: Readonly<Record<Entry['entityType'], { restore: string; erase: string }>> = {
  Admin: { restore: 'admins.update', erase: 'admins.delete' },
  User: { restore: 'users.update', erase: 'users.delete' },
  Tenant: { restore: 'tenants.update', erase: 'tenants.delete' },
  Role: { restore: 'roles.manage', erase: 'roles.manage' },
  UserGroup: { restore: 'groups.update', erase: 'groups.delete' },
  MessageTemplate: { restore: 'templates.update', erase: 'templates.delete' },
  Webhook: { restore: 'webhooks.update', erase: 'webhooks.delete' },
}

type Can = (permission: string) => boolean | undefined

export const mayRestore = (can: Can, { entityType }: Entry) => can('recyclebin.restore') && can(areas[entityType].restore)
export const mayErase = (can: Can, { entityType }: Entry) => can('recyclebin.delete') && can(areas[entityType].erase)
