import { type SqlBool, sql } from 'kysely'
import { accountFilters } from '#db/lists/account-filters.ts'
import { countAccounts, searchAccounts } from '#db/lists/account-search.ts'
import { accountSorts } from '#db/lists/account-sorts.ts'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter, idFilter, type ListFilter, textFilter } from '#db/lists/list-query.ts'
import { isMemberOf } from '#modules/user-groups/group-members.ts'
import { loadAdmins } from './admins.queries.ts'
import { AdminItem } from './admins.schema.ts'

/** The members of a living group, by its opaque id; a text that is none of any group belongs to nobody. */
const groupId: ListFilter<string> = {
  ...textFilter('user_group_members.group_id', 'Members of this group, by its opaque id; needs `groups.view` too'),
  where: (text, { service }) => isMemberOf(service.keys.opaqueIds.decode('group', text)),
  isNarrow: true,
  isBounded: true,
  needs: 'groups.view',
}

/** Few are of the platform; each of all others is of a tenant. */
const isPlatform: ListFilter<boolean> = {
  ...booleanFilter('accounts.tenant_id', 'Whether the admin belongs to the platform, and to no tenant'),
  where: (value) => (value ? sql<SqlBool>`accounts.tenant_id is null` : sql<SqlBool>`accounts.tenant_id is not null`),
  isNarrow: (value) => value,
  isBounded: true,
}

export const adminList = defineList({
  name: 'admins',
  table: 'admins',
  view: 'admins.view',
  item: AdminItem,
  page: 'AdminPage',
  load: loadAdmins,
  sort: accountSorts,
  filter: {
    ...accountFilters('admin'),
    roleId: idFilter('accounts.role_id', 'Admins with this role'),
    groupId,
    isPlatform,
  },
  search: (_ctx, text, masked) => searchAccounts(text, masked),
  count: (ctx, { roleId, twoFactorEnabled, isLockedOut, groupId, isPlatform, ...kept }) =>
    [roleId, twoFactorEnabled, isLockedOut, groupId, isPlatform].every((value) => value === undefined)
      ? countAccounts(ctx, 'admin', kept)
      : null,
})
