import { denied } from '#core/errors.ts'
import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { grantOf, type Restriction } from './effective-permissions.ts'
import type { Grantor } from './grantor-rights.ts'
import { holdingsOfRoles } from './permission-sources.ts'
import { excessOver } from './permissions-beyond.ts'

interface Held {
  readonly permissions: ReadonlySet<PermissionName>
  readonly masks: ReadonlyMap<PermissionName, readonly string[]>
}

/**
 * The permissions among `given` that the grantor does not hold, or holds with a restriction that is not given along: nobody gives
 * what they don't have, and a permission without its restriction is more than one with it. In the catalogue's order.
 */
export function permissionsBeyond(grantor: Held, given: Held): PermissionName[] {
  return permissionNames.filter((name) => {
    if (!given.permissions.has(name)) return false
    if (!grantor.permissions.has(name)) return true
    const kept = given.masks.get(name) ?? []
    return (grantor.masks.get(name) ?? []).some((field) => !kept.includes(field))
  })
}

/** Throws 403 `permission_denied` naming a permission that the caller does not hold. */
export function requirePermission(
  { permissions }: { readonly permissions: ReadonlySet<PermissionName> },
  permission: PermissionName,
): void {
  if (!permissions.has(permission)) throw denied({ requiredPermission: permission })
}

/** Throws 403 `permission_denied` with the excess, where there is any. */
export function refuseExcess(excess: readonly string[]): void {
  if (excess.length > 0) throw denied({ excess })
}

type Masked = Pick<Grantor, 'permissions' | 'masks' | 'awakeMasks'>

/**
 * The permissions whose restrictions the grantor may not end: those it does not hold, and those it holds under one of these restrictions
 * itself, or would if all its masks were awake. Nobody lifts what binds them, for others or for themselves.
 */
export const restrictionsNotLiftable = (grantor: Masked, lifted: readonly Restriction[]): PermissionName[] =>
  boundBy(grantor, lifted, (name) => [...(grantor.masks.get(name) ?? []), ...(grantor.awakeMasks.get(name) ?? [])])

/**
 * The permissions whose restrictions the grantor may not end where others cover them, so that they end in time: only the masks count that the
 * grantor has then.
 */
export const restrictionsNotLiftableLater = (grantor: Masked, lifted: readonly Restriction[]): PermissionName[] =>
  boundBy(grantor, lifted, (name) => grantor.awakeMasks.get(name) ?? [])

const boundBy = ({ permissions }: Masked, lifted: readonly Restriction[], masks: (name: PermissionName) => readonly string[]) =>
  permissionNames.filter((name) =>
    lifted.some(
      ({ permission, fields }) =>
        permission === name && fields.length > 0 && (!permissions.has(name) || fields.some((field) => masks(name).includes(field))),
    ),
  )

/**
 * Throws 403 with the excess when an account of `tenantId` with this role and nothing else could do more than the grantor, or when
 * the role lists what its tenant was not granted. Under `lockGrantor` with the role.
 */
export async function requireRoleWithin(ctx: Context, grantor: Grantor, roleId: string, tenantId: string | null): Promise<void> {
  await requireRolesWithin(ctx, grantor, [roleId], tenantId)
}

/** What `requireRoleWithin` throws for one role, for several roles of one tenant in one statement. */
export async function requireRolesWithin(
  ctx: Context,
  grantor: Grantor,
  roleIds: readonly string[],
  tenantId: string | null,
): Promise<void> {
  const excess = new Set<string>()
  for (const holding of await holdingsOfRoles(
    ctx.db,
    roleIds.map((roleId) => ({ roleId, tenantId })),
  )) {
    const granted = grantOf(holding)
    const listed = (holding.role?.permissions ?? []).flatMap(({ permission }) => permissionByName(permission)?.name ?? [])
    for (const name of [...excessOver(grantor, holding, 'gift'), ...listed.filter((name) => !granted.has(name))]) excess.add(name)
  }
  refuseExcess([...excess])
}
