import { forbidden } from '#core/errors.ts'
import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { type EffectivePermissions, effectivePermissions, type Giver, type Holding, type Restriction } from './effective-permissions.ts'
import { holdingsOfRoles } from './holdings.ts'

/**
 * The permissions among `given` that the giver does not hold, or holds with a restriction that is not given along: nobody gives
 * what they don't have, and a permission without its restriction is more than one with it. In the catalogue's order.
 */
export function excessOf(giver: EffectivePermissions, given: EffectivePermissions): PermissionName[] {
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
export function excessOfHolding(giver: Giver, holding: Holding): PermissionName[] {
  const given = effectivePermissions(holding)
  const excess = excessOf(giver, given)
  if (giver.beneath.size === 0) return excess
  const { masks } = effectivePermissions({ ...holding, tenantRestrictions: [] })
  const later = excessOf({ permissions: giver.permissions, masks: giver.beneath }, { permissions: given.permissions, masks })
  return permissionNames.filter((name) => excess.includes(name) || later.includes(name))
}

/** Throws 403 `permission_denied` naming a permission that the caller does not hold. */
export function requirePermission(
  { permissions }: { readonly permissions: ReadonlySet<PermissionName> },
  permission: PermissionName,
): void {
  if (!permissions.has(permission)) throw forbidden('permission_denied', { requiredPermission: permission })
}

/** Throws 403 `permission_denied` with the excess, where there is any. */
export function refuseExcess(excess: readonly string[]): void {
  if (excess.length > 0) throw forbidden('permission_denied', { excess })
}

/**
 * The permissions whose restrictions the giver may not end: those it does not hold, and those it holds under one of these
 * restrictions itself. Nobody lifts what binds them, for others or for themselves.
 */
export function excessOfLifting(giver: EffectivePermissions, lifted: readonly Restriction[]): PermissionName[] {
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
export async function requireRoleWithin(ctx: Context, giver: Giver, roleId: string, tenantId: string | null): Promise<void> {
  await requireRolesWithin(ctx, giver, [roleId], tenantId)
}

/** The same for several roles of one tenant, in one statement. */
export async function requireRolesWithin(ctx: Context, giver: Giver, roleIds: readonly string[], tenantId: string | null): Promise<void> {
  const excess = new Set<string>()
  for (const holding of await holdingsOfRoles(
    ctx.db,
    roleIds.map((roleId) => ({ roleId, tenantId })),
  )) {
    const given = effectivePermissions(holding)
    const listed = (holding.role?.permissions ?? []).flatMap(({ permission }) => permissionByName(permission)?.name ?? [])
    for (const name of [...excessOfHolding(giver, holding), ...listed.filter((name) => !given.permissions.has(name))]) excess.add(name)
  }
  refuseExcess([...excess])
}
