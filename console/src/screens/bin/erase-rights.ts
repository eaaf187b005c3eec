import type { BinKind } from '../../api/bin-rights.ts'

/** Permissions of the records themselves: to erase one is to delete it. */
const deletions: Readonly<Record<BinKind, string>> = {
  Admin: 'admins.delete',
  User: 'users.delete',
  Tenant: 'tenants.delete',
  Role: 'roles.manage',
  UserGroup: 'groups.delete',
  MessageTemplate: 'templates.delete',
  Webhook: 'webhooks.delete',
}

/** Whether the caller may erase such a record for ever. */
export const mayErase = (can: (permission: string) => boolean | undefined, kind: BinKind): boolean =>
  can('recyclebin.delete') === true && can(deletions[kind]) === true
