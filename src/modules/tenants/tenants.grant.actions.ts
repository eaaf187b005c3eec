import type { z } from 'zod'
import { denied } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { requireTenantInScope, update } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { type Given, parsePermissionInput } from '#modules/permissions/permissions.input.ts'
import { permissionsBeyond, refuseExcess, restrictionsNotLiftable, restrictionsNotLiftableLater } from '#rights/delegation.ts'
import type { Restriction } from '#rights/effective-permissions.ts'
import { giveToTenant, storeRestrictions, takeFromSubtree } from '#rights/grant-changes.ts'
import { emitRevokedGrants, grantChanges } from '#rights/grant-events.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import {
  grantable,
  type RestrictedFields,
  readGrant,
  restrictedBy,
  restrictionsBeyond,
  restrictionsIn,
  type TenantGrant,
  unionOf,
} from '#rights/grants.ts'
import type { GrantChange, GrantChanged } from './tenants.grant.schema.ts'
import { type LockedTenant, lockTenant } from './tenants.locked.ts'

/** What is to be granted, beside what is. */
interface Plan {
  readonly before: TenantGrant
  readonly after: TenantGrant
}

/**
 * Replaces what a tenant is granted. What is taken is taken from every tenant below too, from their roles and the restrictions of
 * their groups; what is given is given to this tenant alone.
 * @throws AppError 404 tenant or permission unknown or foreign, 400 a restriction of something that is not granted, 409
 * `version_conflict`, 403 for the own tenant, and with the excess for what the tenant above is not granted, what the caller does not
 * hold so unrestricted, and the end of a restriction that binds the caller
 */
export async function changeGrant(
  ctx: Context,
  id: string,
  { permissionIds, restrictedFields }: z.output<typeof GrantChange>,
  version: number | undefined,
): Promise<z.input<typeof GrantChanged>> {
  const tenantId = await requireTenantInScope(ctx, id)
  if (tenantId === ctx.actor.tenantId) throw denied({ reason: 'own_tenant' })
  const given = parsePermissionInput(permissionIds, restrictedFields)
  const { permissions } = given
  const { tenant, grantor } = await lockTenant(ctx, tenantId)
  requireVersion(tenant, version)
  const before = await readGrant(ctx.db, tenantId)
  const plan = { before, after: { ...before, permissions, own: ownAfter(before, given) } }
  const parentGrant = tenant.parentId === null ? grantable : (await readGrant(ctx.db, tenant.parentId)).permissions
  refuseBeyond(grantor, parentGrant, plan)
  const affected = await store(ctx, tenant, plan)
  return { message: message('permissions_changed', ctx.language), totalPermissions: permissions.size, ...affected }
}

/**
 * What is said replaces the restrictions of what was granted before; `{}` ends all. Those of what is not granted sleep: they stay for the
 * day it is granted again, and then, too, unless it is named. Who grants it again need not know of them: no list shows what sleeps.
 */
function ownAfter(before: TenantGrant, { permissions, restrictions, named }: Given): RestrictedFields {
  if (restrictions === undefined) return before.own
  const isKept = (name: PermissionName) => !permissions.has(name) || (named.size > 0 && !named.has(name) && !before.permissions.has(name))
  return new Map([...[...before.own].filter(([name]) => isKept(name)), ...restrictions])
}

/**
 * Throws 403 with all that is given beyond the tenant above or the caller, or no longer restricted though it binds the caller; now, and
 * once the delegation to the caller's own tenant restricts nothing any more, while the caller's masks do.
 */
function refuseBeyond(grantor: Grantor, parentGrant: ReadonlySet<PermissionName>, { before, after }: Plan): void {
  const added = new Set([...after.permissions].filter((name) => !before.permissions.has(name)))
  const coveredBy = new Set(grantor.holding.tenantRestrictions.map(({ tenantId }) => tenantId))
  const uncovered = (grant: TenantGrant) => ({
    own: grant.own,
    inherited: unionOf(grant.above.filter(({ tenantId }) => !coveredBy.has(tenantId))),
  })
  const awake = { permissions: grantor.permissions, masks: grantor.awakeMasks }
  const excess = new Set([
    ...[...after.permissions].filter((name) => !parentGrant.has(name)),
    ...permissionsBeyond(grantor, { permissions: added, masks: restrictedBy(after) }),
    ...permissionsBeyond(awake, { permissions: added, masks: restrictedBy(uncovered(after)) }),
    ...restrictionsNotLiftable(grantor, lifted(before, after)),
    ...restrictionsNotLiftableLater(grantor, lifted(uncovered(before), uncovered(after))),
  ])
  refuseExcess(permissionNames.filter((name) => excess.has(name)))
}

type Restricted = Pick<TenantGrant, 'own' | 'inherited'>

/** What is no longer restricted for the tenant, though it was; what a tenant above restricts still is. */
const lifted = (before: Restricted, after: Restricted): Restriction[] =>
  restrictionsBeyond(restrictionsIn(restrictedBy(after)), restrictionsIn(before.own))

async function store(
  ctx: Context,
  { id, name }: LockedTenant,
  { before, after }: Plan,
): Promise<{ affectedTenants: number; affectedRoles: number }> {
  const changes = grantChanges(before, after)
  if (Object.keys(changes).length === 0) return { affectedTenants: 0, affectedRoles: 0 }
  const taken = [...before.permissions].filter((permission) => !after.permissions.has(permission))
  const given = [...after.permissions].filter((permission) => !before.permissions.has(permission))
  const revoked = taken.length > 0 ? await takeFromSubtree(ctx, id, taken) : null
  if (given.length > 0) await giveToTenant(ctx, id, given)
  if (changes.restrictedFields) await storeRestrictions(ctx, id, after.own)
  await update(ctx, 'tenants')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('tenants.id', '=', id)
    .execute()
  await emit(ctx, 'tenant.permissions_changed', { tenantId: id, entityId: id, entityName: name, changes })
  if (revoked) await emitRevokedGrants(ctx, revoked, id)
  // everybody of the tenant and below, whether something was given, taken or restricted
  await revoke(ctx, 'tenant', id)
  // where something was taken, this tenant is among the affected
  return { affectedTenants: revoked ? countOf(revoked.tenants) : 1, affectedRoles: revoked ? countOf(revoked.roles) : 0 }
}

const countOf = (all: readonly { readonly affected: readonly unknown[] }[]) => all.reduce((sum, { affected }) => sum + affected.length, 0)
