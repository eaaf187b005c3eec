import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchKey, searchLines } from '#core/account-search.ts'
import type { AccountKind, Context } from './context.ts'
import { likePattern } from './list-query.ts'
import { scopeOf } from './owned.ts'

/**
 * That an account's name, username or address holds the text, in any case. With the address masked only the other lines count; the
 * whole text is still asked for first, because it has the index.
 */
export function searchAccounts(text: string, masked: readonly string[]): RawBuilder<SqlBool> | null {
  const key = searchKey(text)
  if (key === '') return null
  const pattern = likePattern(key)
  const whole = sql<SqlBool>`accounts.search like ${pattern}`
  const lines = Object.entries(searchLines).filter(([field]) => !masked.includes(field))
  if (lines.length === Object.keys(searchLines).length) return whole
  const parts = lines.map(([, line]) => sql`split_part(accounts.search, E'\\n', ${sql.lit(line)}) like ${pattern}`)
  return sql<SqlBool>`(${whole} and (${sql.join(parts, sql` or `)}))`
}

/** How many living accounts of a kind there are in scope, from the kept counts: 6 ms at the root of a million instead of 130. */
export async function countAccounts(
  ctx: Context,
  kind: AccountKind,
  filter: { isActive?: boolean | undefined; isBlocked?: boolean | undefined; tenantId?: string | undefined },
): Promise<number> {
  const scope = scopeOf(ctx.actor, 'tenant_account_counts.tenant_id')
  const conditions = [
    sql`kind = ${kind}`,
    ...(scope ? [scope] : []),
    ...(filter.tenantId === undefined ? [] : [sql`tenant_id = ${filter.tenantId}`]),
    ...(filter.isActive === undefined ? [] : [sql`is_active = ${filter.isActive}`]),
    ...(filter.isBlocked === undefined ? [] : [sql`is_blocked = ${filter.isBlocked}`]),
  ]
  const { rows } = await sql<{ n: number | null }>`
    select sum(n)::integer as n from tenant_account_counts where ${sql.join(conditions, sql` and `)}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}
