import { sql } from 'kysely'
import type { SortKey } from './list-plan.ts'

/**
 * The accounts from the side of their last sign-in, where the index of that order is: kind, tenant and life are those of the row of
 * activity, which the database keeps (migration 0026). The columns of the account are those that lists filter and search by. Joined from the left:
 * where none of them is asked for, the database leaves the accounts out.
 */
// unscoped: the rows of a list, which have their scope
const fromActivity = sql`(
  select v.account_id as id, v.kind, v.tenant_id, v.deleted_at, v.sign_in_key,
    a.search, a.role_id, a.is_active, a.is_blocked, a.two_factor_enabled, a.email_verified_at, a.created_at
  from account_activity v left join accounts a on a.id = v.account_id)`

/** What every list of accounts is sorted by, of admins as of users. The first is the default. */
export const accountSorts = {
  createdAt: { by: sql`accounts.created_at`, type: 'timestamptz', isIndexed: true },
  email: { by: sql`accounts.email_key`, type: 'text', isIndexed: true },
  username: { by: sql`accounts.username_key`, type: 'text', isIndexed: true },
  firstName: { by: sql`accounts.first_name_key`, type: 'text', isIndexed: true },
  lastName: { by: sql`accounts.last_name_key`, type: 'text', isIndexed: true },
  lastLoginAt: { by: sql`accounts.sign_in_key`, type: 'timestamptz', isIndexed: true, from: fromActivity },
  isActive: { by: sql`accounts.is_active`, type: 'boolean' },
  isBlocked: { by: sql`accounts.is_blocked`, type: 'boolean' },
} as const satisfies Record<string, SortKey>
