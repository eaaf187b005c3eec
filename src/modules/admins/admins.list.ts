import { type SqlBool, sql } from 'kysely'
import { countAccounts, searchAccounts } from '#db/lists/account-search.ts'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter, idFilter, type ListFilter, textFilter } from '#db/lists/list-query.ts'
import { isMemberOf } from '#modules/user-groups/group-members.ts'
import { loadAdmins } from './admins.queries.ts'
import { AdminItem } from './admins.schema.ts'

const twoFactorEnabled: ListFilter<boolean> = {
  ...booleanFilter('accounts.two_factor_enabled', 'Whether two-factor is switched on'),
  isBounded: true,
}

/** Few are at any moment, and those have an index. */
// unscoped: a condition on the list's rows, which have their scope
const isLockedOut: ListFilter<boolean> = {
  ...booleanFilter('account_activity.locked_until', 'Whether wrong passwords keep the account locked now'),
  where: (value, { now }) => {
    const locked = sql`(select v.account_id from account_activity v where v.locked_until > ${now})`
    return value ? sql<SqlBool>`accounts.id in ${locked}` : sql<SqlBool>`accounts.id not in ${locked}`
  },
  isNarrow: (value) => value,
  isBounded: true,
}

/** The members of a living group, by its opaque id; a text that is none of any group belongs to nobody. */
const groupId: ListFilter<string> = {
  ...textFilter('user_group_members.group_id', 'Members of this group, by its opaque id; needs `groups.view` too'),
  where: (text, { service }) => isMemberOf(service.keys.opaqueIds.decode('group', text)),
  isNarrow: true,
  isBounded: true,
  needs: 'groups.view',
}

// unscoped: a column of the list's rows, which have their scope
export const adminList = defineList({
  name: 'admins',
  table: 'admins',
  view: 'admins.view',
  item: AdminItem,
  page: 'AdminPage',
  load: loadAdmins,
  sort: {
    createdAt: { by: sql`accounts.created_at`, type: 'timestamptz', isIndexed: true },
    email: { by: sql`lower(accounts.email)`, type: 'text' },
    username: { by: sql`coalesce(lower(accounts.username), '')`, type: 'text' },
    firstName: { by: sql`lower(accounts.first_name)`, type: 'text' },
    lastName: { by: sql`lower(accounts.last_name)`, type: 'text' },
    lastLoginAt: {
      by: sql`coalesce((select last_login_at from account_activity where account_id = accounts.id), '-infinity')`,
      type: 'timestamptz',
    },
    isActive: { by: sql`accounts.is_active`, type: 'boolean' },
    isBlocked: { by: sql`accounts.is_blocked`, type: 'boolean' },
  },
  filter: {
    isActive: booleanFilter('accounts.is_active', 'Whether the admin is active'),
    isBlocked: booleanFilter('accounts.is_blocked', 'Whether the admin is blocked'),
    roleId: idFilter('accounts.role_id', 'Admins with this role'),
    tenantId: idFilter('accounts.tenant_id', 'Admins of this tenant alone'),
    twoFactorEnabled,
    isLockedOut,
    groupId,
  },
  search: (_ctx, text, masked) => searchAccounts(text, masked),
  count: (ctx, { roleId, twoFactorEnabled, isLockedOut, groupId, ...kept }) =>
    [roleId, twoFactorEnabled, isLockedOut, groupId].every((value) => value === undefined) ? countAccounts(ctx, 'admin', kept) : null,
})
