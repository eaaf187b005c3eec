import { sql } from 'kysely'
import { countAccounts, searchAccounts } from '#db/account-search.ts'
import { defineList } from '#db/list.ts'
import { booleanFilter, idFilter } from '#db/list-query.ts'
import { loadAdmins } from './admins.queries.ts'
import { AdminItem } from './admins.schema.ts'

export const adminList = defineList({
  name: 'admins',
  table: 'admins',
  view: 'admins.view',
  item: AdminItem,
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
    isActive: booleanFilter('accounts.is_active'),
    isBlocked: booleanFilter('accounts.is_blocked'),
    roleId: idFilter('accounts.role_id'),
    tenantId: idFilter('accounts.tenant_id'),
  },
  search: (_ctx, text, masked) => searchAccounts(text, masked),
  count: (ctx, filter) => (filter.roleId === undefined ? countAccounts(ctx, 'admin', filter) : null),
})
