import { type PermissionName, permissionNames } from '#core/permissions.ts'
import { grantOf, permissionsOf, type Restriction } from './effective-permissions.ts'
import type { Grantor, WholeGroup, WholeRole, WholeSource } from './grantor-rights.ts'
import { grantable } from './grants.ts'

/**
 * What is asked of a holding before it is touched or made.
 *
 * `rank`: whoever holds it is edited, blocked, reset, deleted. Roles of the recycle bin count, and all that a grant could be again.
 * `takeover`: it is got at for good, by another address. Inactive and deleted groups count, too, and a mask does not that another may end:
 * one that the delegation to the grantor's own tenant puts over it, one of a group on what follows a grant (it goes with the grant for good).
 * `gift`: somebody will hold it by the grantor. All counts that counts for `takeover`, and what wakes for both is no excuse: the grantor may be
 * the one who wakes it.
 */
export type Measure = 'rank' | 'takeover' | 'gift'

/** One way by which somebody has permissions: a role, their own or a group's. */
interface Way {
  readonly role: WholeRole
  readonly group: WholeGroup | null
}

/**
 * The permissions that a holding gives, or will give once what sleeps around it wakes, beyond the grantor: those the grantor does not hold,
 * and those it holds with a mask that is not on the holding. In the catalogue's order.
 *
 * Each way by which the holding has a permission is looked at with just that awake which it needs. What wakes for the grantor at the same
 * time is the grantor's: two who wait for one group, one role or one grant are equals.
 */
export function excessOver(grantor: Grantor, target: WholeSource, measure: Measure): PermissionName[] {
  const found = new Set<PermissionName>()
  for (const way of waysOf(target)) {
    if (measure === 'rank' && way.group?.isActive === false) continue
    for (const name of beyondByWay(grantor, { target, way, measure })) found.add(name)
  }
  return permissionNames.filter((name) => found.has(name))
}

const waysOf = ({ role, groups }: WholeSource): Way[] => [
  ...(role ? [{ role, group: null }] : []),
  ...groups.flatMap((group) => group.roles.map((role) => ({ role, group }))),
]

interface Looked {
  readonly target: WholeSource
  readonly way: Way
  readonly measure: Measure
}

function* beyondByWay(grantor: Grantor, looked: Looked): Generator<PermissionName> {
  const { target, way, measure } = looked
  const isEqual = grantor.holding.tenantId === target.tenantId
  const ways = waysOf(grantor.holding).filter((own) => isAwakeWith(own, measure === 'gift' ? null : way))
  // what follows the grant of one tenant wakes at one time
  const given = ways.map(({ role }) => permissionsOf(role, grantOfWay(grantor.holding, role)))
  const isMasked = masksOn(grantor, looked, isEqual && ways.some(({ role }) => follows(role)))
  const masks = masksThatBind(grantor, looked)
  for (const [name, fields] of permissionsOf(way.role, grantOfWay(target, way.role))) {
    const own = given.flatMap((permissions) => permissions.get(name) ?? [])
    const [first, ...others] = own
    const kept = first ? [...first].filter((field) => others.every((more) => more.has(field))) : []
    if (!first || [...kept, ...masks(name)].some((field) => !fields.has(field) && !isMasked(name, field))) yield name
  }
}

/** Whether a way of the grantor is open now, or wakes with this one. */
const isAwakeWith = ({ role, group }: Way, other: Way | null): boolean =>
  (!role.isAsleep || role.id === other?.role.id) && (group?.isActive !== false || group.id === other?.group?.id)

const follows = ({ reach }: WholeRole) => reach !== 'listed'

/**
 * What follows the grant of a tenant counts as all that any tenant could be granted: whatever is cut, here or anywhere above, may come
 * back, and how much that is would tell what the tenants above are granted. What is listed is lost for good when it is cut.
 */
const grantOfWay = (holding: WholeSource, role: WholeRole): ReadonlySet<PermissionName> =>
  follows(role) && holding.tenantId !== null ? grantable : grantOf(holding)

type Fields = (name: PermissionName) => readonly string[]
const fieldsOf =
  (restrictions: readonly Restriction[]): Fields =>
  (name) =>
    restrictions.flatMap(({ permission, fields }) => (permission === name ? fields : []))

/** What restricts the target besides the role, for as long as the measure asks. */
function masksOn(
  { holding }: Grantor,
  { target, way, measure }: Looked,
  isAlike: boolean,
): (name: PermissionName, field: string) => boolean {
  const covering = new Set(measure === 'rank' ? [] : holding.tenantRestrictions.map(({ tenantId }) => tenantId))
  const delegated = target.tenantRestrictions.filter(({ tenantId }) => !covering.has(tenantId))
  const lasts = measure === 'rank' || !follows(way.role) || target.tenantId === null || isAlike
  const groups = lasts ? target.groups.filter((group) => group.isActive || group === way.group) : []
  const fields = fieldsOf([...delegated, ...groups.flatMap(({ restrictions }) => restrictions)])
  return (name, field) => fields(name).includes(field)
}

/** What restricts the grantor besides the roles: today; or with all groups awake, but those asleep that the target is in as well. */
function masksThatBind({ holding }: Grantor, { target, measure }: Looked): Fields {
  if (measure === 'rank') {
    const active = holding.groups.filter(({ isActive }) => isActive)
    return fieldsOf([...holding.tenantRestrictions, ...active.flatMap(({ restrictions }) => restrictions)])
  }
  const shared = new Set(target.groups.map(({ id }) => id))
  return fieldsOf(holding.groups.filter(({ id, isActive }) => isActive || !shared.has(id)).flatMap(({ restrictions }) => restrictions))
}
