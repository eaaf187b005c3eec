import { type SqlBool, sql } from 'kysely'
import { accountFilters } from '#db/lists/account-filters.ts'
import { countAccounts, searchAccounts } from '#db/lists/account-search.ts'
import { accountSorts } from '#db/lists/account-sorts.ts'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter, type ListFilter } from '#db/lists/list-query.ts'
import { loadUsers } from './users.queries.ts'
import { UserItem } from './users.schema.ts'

/**
 * In the very words of its two indexes (migration 0033). That there is an account says nothing new, but lets the database begin with those
 * few where the order comes from the side of their activity: else it would look at everybody's.
 */
const emailVerified: ListFilter<boolean> = {
  ...booleanFilter('accounts.email_verified_at', 'Whether the owner has shown that mail to the address arrives'),
  where: (value) =>
    value
      ? sql<SqlBool>`(accounts.kind = 'user' and accounts.email_verified_at is not null)`
      : sql<SqlBool>`(accounts.kind = 'user' and accounts.email_verified_at is null and accounts.created_at is not null)`,
  isBounded: true,
}

export const userList = defineList({
  name: 'users',
  table: 'users',
  view: 'users.view',
  item: UserItem,
  page: 'UserPage',
  load: loadUsers,
  sort: accountSorts,
  filter: { ...accountFilters('user'), emailVerified },
  search: (_ctx, text, masked) => searchAccounts(text, masked),
  count: (ctx, { twoFactorEnabled, isLockedOut, emailVerified, ...kept }) =>
    [twoFactorEnabled, isLockedOut, emailVerified].every((value) => value === undefined) ? countAccounts(ctx, 'user', kept) : null,
})
