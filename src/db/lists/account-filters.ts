import { type SqlBool, sql } from 'kysely'
import { booleanFilter, idFilter, type ListFilter } from './list-query.ts'

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

/** What every list of accounts is filtered by; the kept counts know of the first three (`countAccounts`). */
export const accountFilters = (person: 'admin' | 'user') => ({
  isActive: booleanFilter('accounts.is_active', `Whether the ${person} is active`),
  isBlocked: booleanFilter('accounts.is_blocked', `Whether the ${person} is blocked`),
  tenantId: idFilter('accounts.tenant_id', `${person === 'admin' ? 'Admins' : 'Users'} of this tenant alone`),
  twoFactorEnabled: {
    ...booleanFilter('accounts.two_factor_enabled', 'Whether two-factor is switched on'),
    isBounded: true,
  } satisfies ListFilter<boolean>,
  isLockedOut,
})
