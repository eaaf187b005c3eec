import { type PermissionName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { restrictionsNotLiftable } from '#rights/delegation.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { holdingsOfRoles } from '#rights/permission-sources.ts'
import { excessOver } from '#rights/permissions-beyond.ts'
import { excessByAccount } from '#rights/rank.ts'
import { type LockedGroup, linkedRoles, membersOf } from './locked-groups.ts'

type Excess = Map<string, Set<PermissionName>>

/**
 * What of each group the grantor does not hold itself: an active group of these roles, those in the recycle bin too, and restrictions
 * could give somebody more than the grantor has. A group that is within is not in the answer. Under `lockGroups`.
 */
export async function beyondByGiving(ctx: Context, grantor: Grantor, groups: readonly LockedGroup[]): Promise<Excess> {
  const excess: Excess = new Map()
  const pairs = groups.flatMap((group) =>
    linkedRoles(group).map((roleId) => [`${roleId} ${group.tenantId}`, { roleId, tenantId: group.tenantId }] as const),
  )
  const permissionSources = await holdingsOfRoles(ctx.db, [...new Map(pairs).values()])
  const given = new Map(permissionSources.map((holding) => [`${holding.roleId} ${holding.tenantId}`, holding]))
  for (const group of groups) {
    const { id, tenantId, restrictions } = group
    for (const roleId of linkedRoles(group)) {
      const holding = given.get(`${roleId} ${tenantId}`)
      if (!holding?.role) continue
      const awake = { id, isActive: true, roles: [holding.role], restrictions }
      add(excess, id, excessOver(grantor, { ...holding, role: null, groups: [awake] }, 'gift'))
    }
  }
  return excess
}

/**
 * What `beyondByGiving` tells, for whoever changes what groups give to all who are in them (roles, restrictions, being active, being
 * there): with what their members, but for the caller, can do beyond the grantor; and, where `ends`, the restrictions on the grantor that would end.
 */
export async function beyondByChange(ctx: Context, grantor: Grantor, groups: readonly LockedGroup[], ends: boolean): Promise<Excess> {
  const excess = await beyondByGiving(ctx, grantor, groups)
  const members = await membersOf(
    ctx,
    groups.map(({ id }) => id),
  )
  const others = new Set([...members.values()].flat())
  others.delete(ctx.actor.id)
  const above = await excessByAccount(ctx, grantor, [...others])
  if (above.size > 0) for (const [groupId, ids] of members) for (const id of ids) add(excess, groupId, above.get(id) ?? [])
  if (ends) for (const group of groups) add(excess, group.id, restrictionsNotLiftable(grantor, group.restrictions))
  return excess
}

/** In the order of the catalogue, as an answer tells it; empty for a group that is within. */
export function excessIn(excess: Excess, groupId: string): PermissionName[] {
  const found = excess.get(groupId)
  return found ? permissionNames.filter((name) => found.has(name)) : []
}

function add(excess: Excess, groupId: string, names: readonly PermissionName[]): void {
  if (names.length > 0) excess.set(groupId, new Set([...(excess.get(groupId) ?? []), ...names]))
}
