/** Permissions that it takes to bring a deleted record back. */

/** To bring one back is to change it. */
const changes = {
  Admin: 'admins.update',
  User: 'users.update',
  Tenant: 'tenants.update',
  Role: 'roles.manage',
  UserGroup: 'groups.update',
  MessageTemplate: 'templates.update',
  Webhook: 'webhooks.update',
}

export type BinKind = keyof typeof changes

type Can = (permission: string) => boolean | undefined

/** Permissions that the caller would need besides, to bring such records back; none where they may. */
export const lacksToRestore = (can: Can, ...kinds: BinKind[]): string[] =>
  ['recyclebin.restore', ...kinds.map((kind) => changes[kind])].filter((permission) => can(permission) !== true)

export const mayRestore = (can: Can, kind: BinKind): boolean => lacksToRestore(can, kind).length === 0
