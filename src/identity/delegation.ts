import { sql } from 'kysely'
import { forbidden } from '#core/errors.ts'
import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { type EffectivePermissions, effectivePermissions, type Holding, type Restriction } from './effective-permissions.ts'
import { holdingColumns, loadHoldings } from './holdings.ts'

/** Permissions with the fields each is restricted in. */
type Permissions = Pick<EffectivePermissions, 'permissions' | 'masks' | 'beneath'>

/**
 * The permissions among `given` that the giver does not hold, or holds with a restriction that is not given along: nobody gives
 * what they don't have, and a permission without its restriction is more than one with it. In the catalogue's order.
 */
export function excessOf(giver: Permissions, given: Permissions): PermissionName[] {
  return permissionNames.filter((name) => {
    if (!given.permissions.has(name)) return false
    if (!giver.permissions.has(name)) return true
    const kept = given.masks.get(name) ?? []
    return (giver.masks.get(name) ?? []).some((field) => !kept.includes(field))
  })
}

/**
 * The same for whoever would hold this and nothing else, now and once the delegation to the tenant restricts nothing any more: what
 * is given must not outlast a mask of the giver that is hidden under a delegated one.
 */
export function excessOfHolding(giver: Permissions, holding: Holding): PermissionName[] {
  const given = effectivePermissions(holding)
  const excess = excessOf(giver, given)
  if (!giver.beneath?.size) return excess
  const { masks } = effectivePermissions({ ...holding, tenantRestrictions: [] })
  const later = excessOf({ permissions: giver.permissions, masks: giver.beneath }, { permissions: given.permissions, masks })
  return permissionNames.filter((name) => excess.includes(name) || later.includes(name))
}

/** Throws 403 `permission_denied` with the excess, where there is any. */
export function refuseExcess(excess: readonly string[]): void {
  if (excess.length > 0) throw forbidden('permission_denied', { excess })
}

/**
 * The permissions whose restrictions the giver may not end: those it does not hold, and those it holds under one of these
 * restrictions itself. Nobody lifts what binds them, for others or for themselves.
 */
export function excessOfLifting(giver: Permissions, lifted: readonly Restriction[]): PermissionName[] {
  return permissionNames.filter((name) =>
    lifted.some(
      ({ permission, fields }) =>
        permission === name &&
        fields.length > 0 &&
        (!giver.permissions.has(name) || fields.some((field) => giver.masks.get(name)?.includes(field))),
    ),
  )
}

/**
 * Throws 403 with the excess when an account of `tenantId` with this role and nothing else could do more than the giver, or when
 * the role lists what its tenant was not granted. Under `lockGiver` with the role.
 */
export async function requireRoleWithin(ctx: Context, giver: Permissions, roleId: string, tenantId: string | null): Promise<void> {
  await requireRolesWithin(ctx, giver, [roleId], tenantId)
}

/** The same for several roles of one tenant, in one statement. */
export async function requireRolesWithin(
  ctx: Context,
  giver: Permissions,
  roleIds: readonly string[],
  tenantId: string | null,
): Promise<void> {
  const excess = new Set<string>()
  for (const holding of await holdingsOfRoles(ctx, roleIds, tenantId)) {
    const given = effectivePermissions(holding)
    const listed = (holding.role?.permissions ?? []).flatMap(({ permission }) => permissionByName(permission)?.name ?? [])
    for (const name of [...excessOfHolding(giver, holding), ...listed.filter((name) => !given.permissions.has(name))]) excess.add(name)
  }
  refuseExcess([...excess])
}

async function holdingsOfRoles(ctx: Context, roleIds: readonly string[], tenantId: string | null): Promise<Holding[]> {
  if (roleIds.length === 0) return []
  const { rows } = await sql<Holding>`select a.tenant_id, ${sql.raw(holdingColumns)}
    from (select null::uuid as id, r as role_id, ${tenantId}::uuid as tenant_id from unnest(${roleIds}::uuid[]) r) a`.execute(ctx.db)
  return rows
}

/**
 * Throws 403 with the excess when one of these accounts can do more than the caller: nobody edits, blocks, deletes, resets or
 * unlocks who stands above them, restrictions counted. Under `lockGiver` with the accounts.
 */
export async function requireRank(ctx: Context, giver: Permissions, accountIds: readonly string[]): Promise<void> {
  const holdings = await loadHoldings(ctx.db, accountIds)
  refuseExcess([...new Set([...holdings.values()].flatMap((holding) => excessOf(giver, effectivePermissions(holding))))])
}

/**
 * The same for everybody whom a change of these roles and groups touches, but for the caller: who changes what a superior's rights
 * are made of edits the superior. Of all who hold the same things one is looked at.
 */
export async function requireRankOfHolders(
  ctx: Context,
  giver: Permissions,
  { roleIds = [], groupIds = [] }: { readonly roleIds?: readonly string[]; readonly groupIds?: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with groups as (
      select g.id from user_groups g where g.id = any(${groupIds}::uuid[])
      union select gr.group_id from user_group_roles gr where gr.role_id = any(${roleIds}::uuid[])
    ), holders as (
      select a.id from accounts a where a.role_id = any(${roleIds}::uuid[])
      union select m.account_id from user_group_members m join groups on groups.id = m.group_id
    )
    select distinct on (a.tenant_id, a.role_id, held.groups) a.id
    from holders join accounts a on a.id = holders.id
      cross join lateral (select array(select m.group_id from user_group_members m where m.account_id = a.id order by 1) as groups) held
    where a.deleted_at is null and a.kind = 'admin' and a.id <> ${ctx.actor.id}
    order by a.tenant_id, a.role_id, held.groups`.execute(ctx.db)
  await requireRank(
    ctx,
    giver,
    rows.map(({ id }) => id),
  )
}
