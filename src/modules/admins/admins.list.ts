import { accountFilters } from '#db/lists/account-filters.ts'
import { countAccounts, searchAccounts } from '#db/lists/account-search.ts'
import { accountSorts } from '#db/lists/account-sorts.ts'
import { defineList } from '#db/lists/list.ts'
import { idFilter, type ListFilter, textFilter } from '#db/lists/list-query.ts'
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
  },
  search: (_ctx, text, masked) => searchAccounts(text, masked),
  count: (ctx, { roleId, twoFactorEnabled, isLockedOut, groupId, ...kept }) =>
    [roleId, twoFactorEnabled, isLockedOut, groupId].every((value) => value === undefined) ? countAccounts(ctx, 'admin', kept) : null,
})
