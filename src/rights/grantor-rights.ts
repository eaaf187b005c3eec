import type { PermissionName } from '#core/permissions.ts'
import {
  type EffectivePermissions,
  effectivePermissions,
  type HeldGroup,
  type HeldRole,
  type PermissionSource,
  type Restriction,
} from './effective-permissions.ts'

/** A role; one in the recycle bin gives nothing until it is restored. */
export interface WholeRole extends HeldRole {
  readonly isAsleep: boolean
}

export interface WholeGroup extends HeldGroup {
  readonly roles: readonly WholeRole[]
}

/** A restriction of a tenant, with which tenant that is. */
export interface DelegatedRestriction extends Restriction {
  readonly tenantId: string
}

/** A holding with all that sleeps around it: inactive and deleted groups, and roles of the recycle bin wherever they are linked. */
export interface WholeSource extends PermissionSource {
  readonly role: WholeRole | null
  readonly groups: readonly WholeGroup[]
  readonly tenantRestrictions: readonly DelegatedRestriction[]
}

/** Of whoever gives something, as `lockGrantor` read it: nobody else may be asked whether a gift is within what they hold. */
export interface Grantor extends EffectivePermissions {
  readonly holding: WholeSource
  /** The masks that roles and groups impose, inactive and deleted groups too, whatever the tenant's delegation covers. */
  readonly awakeMasks: ReadonlyMap<PermissionName, readonly string[]>
}

/** What the grantor may do now, and what of it sleeps. Without a holding: nothing. */
export function grantorOf(holding: WholeSource | null): Grantor {
  if (!holding) return { ...nothingHeld, permissions: new Set(), masks: new Map() }
  return { ...effectivePermissions(livingOf(holding)), holding, awakeMasks: awakeMasks(holding) }
}

const nothingHeld: Omit<Grantor, keyof EffectivePermissions> = {
  holding: { tenantId: null, role: null, groups: [], grant: [], tenantRestrictions: [] },
  awakeMasks: new Map(),
}

/** Without the roles that sleep; groups say themselves whether they are active. */
function livingOf(holding: WholeSource): PermissionSource {
  const isAwake = ({ isAsleep }: WholeRole) => !isAsleep
  return {
    ...holding,
    role: holding.role && isAwake(holding.role) ? holding.role : null,
    groups: holding.groups.map((group) => ({ ...group, roles: group.roles.filter(isAwake) })),
  }
}

/** Roles that sleep lift no mask until they are restored; restrictions of groups that sleep hold. */
function awakeMasks(holding: WholeSource): Map<PermissionName, string[]> {
  const living = livingOf(holding)
  const groups = living.groups.map((group) => (group.isActive ? group : { ...group, isActive: true, roles: [] }))
  return effectivePermissions({ ...living, groups, tenantRestrictions: [] }).masks
}
