/** Permissions that it takes to bring a deleted record back, and to erase it for ever. */

/** Those of the records themselves: to bring one back is to change it, to erase it is to delete it. */
const areas = {
  Admin: { restore: 'admins.update', erase: 'admins.delete' },
  User: { restore: 'users.update', erase: 'users.delete' },
  Tenant: { restore: 'tenants.update', erase: 'tenants.delete' },
  Role: { restore: 'roles.manage', erase: 'roles.manage' },
  UserGroup: { restore: 'groups.update', erase: 'groups.delete' },
  MessageTemplate: { restore: 'templates.update', erase: 'templates.delete' },
  Webhook: { restore: 'webhooks.update', erase: 'webhooks.delete' },
}

export type BinKind = keyof typeof areas

type Can = (permission: string) => boolean | undefined

/** Permissions that the caller would need besides, to bring such a record back; none where they may. */
export const lacksToRestore = (can: Can, kind: BinKind): string[] =>
  ['recyclebin.restore', areas[kind].restore].filter((permission) => can(permission) !== true)

export const mayRestore = (can: Can, kind: BinKind): boolean => lacksToRestore(can, kind).length === 0
export const mayErase = (can: Can, kind: BinKind): boolean => can('recyclebin.delete') === true && can(areas[kind].erase) === true
