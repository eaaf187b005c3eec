import { sql } from 'kysely'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { excessOf, excessOfLifting } from './delegation.ts'
import { type EffectivePermissions, effectivePermissions, type Holding } from './effective-permissions.ts'
import { holdingColumns, loadHoldings } from './holdings.ts'
import type { LockedGroup } from './locked-groups.ts'

type Giver = Pick<EffectivePermissions, 'permissions' | 'masks'>
type Excess = Map<string, Set<PermissionName>>

/**
 * What of each group the giver does not hold itself: an active group of these roles and restrictions could give somebody more than
 * the giver has. A group that is within is not in the answer. Under `lockGroups`.
 */
export async function excessOfGiving(ctx: Context, giver: Giver, groups: readonly LockedGroup[]): Promise<Excess> {
  const excess: Excess = new Map()
  const given = await holdingsOfGiven(ctx, groups)
  for (const { id, tenantId, roleIds, restrictions } of groups) {
    for (const roleId of roleIds) {
      const holding = given.get(`${roleId} ${tenantId}`)
      if (!holding) continue
      const group = { id, isActive: true, roles: [], restrictions }
      add(excess, id, excessOf(giver, effectivePermissions({ ...holding, groups: [group] })))
    }
  }
  return excess
}

/**
 * The same for whoever changes what groups give to all who are in them (roles, restrictions, being active, being there): with what
 * their members, but for the caller, can do beyond the giver; and, where `ends`, the restrictions on the giver that would end.
 */
export async function excessOfChange(ctx: Context, giver: Giver, groups: readonly LockedGroup[], ends: boolean): Promise<Excess> {
  const excess = await excessOfGiving(ctx, giver, groups)
  const holders = await holdersOf(ctx, groups)
  const holdings = await loadHoldings(ctx.db, [...new Set(holders.map(({ accountId }) => accountId))])
  const above = new Map([...holdings].map(([id, holding]) => [id, excessOf(giver, effectivePermissions(holding))]))
  for (const { groupId, accountId } of holders) add(excess, groupId, above.get(accountId) ?? [])
  // one that is inactive restricts nobody
  if (ends) for (const group of groups) if (group.isActive) add(excess, group.id, excessOfLifting(giver, group.restrictions))
  return excess
}

/** In the order of the catalogue, as an answer tells it; empty for a group that is within. */
export function listed(excess: Excess, groupId: string): PermissionName[] {
  const found = excess.get(groupId)
  return found ? permissionNames.filter((name) => found.has(name)) : []
}

function add(excess: Excess, groupId: string, names: readonly PermissionName[]): void {
  if (names.length > 0) excess.set(groupId, new Set([...(excess.get(groupId) ?? []), ...names]))
}

/** What an account of the group's tenant would hold by each role alone. */
async function holdingsOfGiven(ctx: Context, groups: readonly LockedGroup[]): Promise<Map<string, Holding>> {
  const pairs = new Map(groups.flatMap(({ tenantId, roleIds }) => roleIds.map((roleId) => [`${roleId} ${tenantId}`, { roleId, tenantId }])))
  if (pairs.size === 0) return new Map()
  const wanted = [...pairs.values()]
  const { rows } = await sql<Holding & { roleId: string }>`select a.role_id, a.tenant_id, ${sql.raw(holdingColumns)}
    from (select null::uuid as id, role_id, tenant_id
      from unnest(${wanted.map(({ roleId }) => roleId)}::uuid[], ${wanted.map(({ tenantId }) => tenantId)}::uuid[]) as t (role_id, tenant_id)) a`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [`${row.roleId} ${row.tenantId}`, row]))
}

/** Of all members who hold the same things one, for each group. */
async function holdersOf(ctx: Context, groups: readonly LockedGroup[]): Promise<{ groupId: string; accountId: string }[]> {
  if (groups.length === 0) return []
  const { rows } = await sql<{ groupId: string; accountId: string }>`
    select distinct on (m.group_id, a.tenant_id, a.role_id, held.groups) m.group_id, a.id as account_id
    from user_group_members m join accounts a on a.id = m.account_id
      cross join lateral (select array(select o.group_id from user_group_members o where o.account_id = a.id order by 1) as groups) held
    where m.group_id = any(${groups.map(({ id }) => id)}::uuid[]) and a.deleted_at is null and a.kind = 'admin' and a.id <> ${ctx.actor.id}
    order by m.group_id, a.tenant_id, a.role_id, held.groups`.execute(ctx.db)
  return rows
}
