import { sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { excessOf } from './delegation.ts'
import { type EffectivePermissions, effectivePermissions } from './effective-permissions.ts'
import { loadHoldings } from './holdings.ts'

/**
 * What each of these accounts can do beyond the giver; who can't do more is not in the answer. One statement however many they are,
 * and of all who hold the same things one is looked at: a group of thousands mostly holds the same.
 */
export async function excessByAccount(
  ctx: Context,
  giver: Pick<EffectivePermissions, 'permissions' | 'masks'>,
  accountIds: readonly string[],
): Promise<Map<string, PermissionName[]>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(a.id) as ids
    from accounts a cross join lateral (
      select array(select m.group_id from user_group_members m where m.account_id = a.id order by 1) as groups) held
    where a.id = any(${accountIds}::uuid[])
    group by a.tenant_id, a.role_id, held.groups`.execute(ctx.db)
  const holdings = await loadHoldings(
    ctx.db,
    rows.map(({ ids }) => ids[0]!),
  )
  const above = new Map<string, PermissionName[]>()
  for (const { ids } of rows) {
    const excess = excessOf(giver, effectivePermissions(holdings.get(ids[0]!)!))
    if (excess.length > 0) for (const id of ids) above.set(id, excess)
  }
  return above
}
