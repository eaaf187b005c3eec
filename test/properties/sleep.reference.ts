/**
 * Who may do what, written from docs/delegation.md alone: no rule of the service is imported, nor of any other test. It thinks
 * otherwise than the service does: it tries every way in which what sleeps could wake.
 */
import { permissionNames } from '#core/permissions.ts'

export type Fields = Readonly<Record<string, readonly string[]>>
export interface Tenant {
  readonly id: string
  readonly parentId: string | null
  readonly isDeleted: boolean
  readonly grant: readonly string[]
  readonly restrictions: Fields
}
export interface Role {
  readonly id: string
  readonly tenantId: string | null
  readonly isSystem: boolean
  /** What it lists, all that its tenant is granted, or every `*.view` of that. */
  readonly reach: 'listed' | 'granted' | 'views'
  readonly isDeleted: boolean
  readonly lists: Fields
}
export interface Group {
  readonly id: string
  readonly tenantId: string | null
  readonly isActive: boolean
  readonly isDeleted: boolean
  readonly roleIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly restrictions: Fields
}
export interface Admin {
  readonly id: string
  readonly email: string
  readonly tenantId: string | null
  readonly roleId: string | null
  readonly isDeleted: boolean
  readonly isActive: boolean
  readonly isBlocked: boolean
}
/** What is stored, but for what was erased. */
export interface Facts {
  readonly tenants: ReadonlyMap<string, Tenant>
  readonly roles: ReadonlyMap<string, Role>
  readonly groups: ReadonlyMap<string, Group>
  readonly admins: ReadonlyMap<string, Admin>
}
const isOfPlatform = (name: string) => name.startsWith('settings.')
/** All that a tenant can be granted. */
const grantable = permissionNames.filter((name) => !isOfPlatform(name))

/** An account, or one that there could be: its tenant, its own role, its groups. */
export interface Holder {
  readonly tenantId: string | null
  readonly role: Pick<Role, 'id' | 'reach' | 'isDeleted' | 'lists'> | null
  readonly groups: readonly Group[]
}
/** Restricted fields by permission. */
export type Rights = ReadonlyMap<string, ReadonlySet<string>>

/** Ids of what sleeps and is taken to be awake: of groups and roles. */
type Woken = ReadonlySet<string>
interface World {
  /** Whose roles give. */
  readonly giving: Woken
  /** Whose restrictions bind. */
  readonly binding: Woken
  readonly grant: readonly string[]
  /** Restrictions delegated to these tenants don't count. */
  readonly uncovered: ReadonlySet<string>
  /** Groups restrict nobody in what follows a grant. */
  readonly cutMasks: boolean
}

/** The tenant and all above it, nearest first; of the platform (null) none. */
export function lineage(facts: Facts, tenantId: string | null): Tenant[] {
  const tenant = tenantId === null ? undefined : facts.tenants.get(tenantId)
  return tenant ? [tenant, ...lineage(facts, tenant.parentId)] : []
}

const grantedNow = ({ tenants }: Facts, tenantId: string | null): readonly string[] =>
  tenantId === null ? permissionNames : tenants.get(tenantId)!.grant.filter((name) => !isOfPlatform(name))

const gives = ({ reach, lists }: NonNullable<Holder['role']>, name: string) =>
  reach === 'granted' || (reach === 'views' ? name.endsWith('.view') : name in lists)
const followsGrant = ({ reach }: Pick<Role, 'reach'>) => reach !== 'listed'

export function holderOf(facts: Facts, adminId: string): Holder {
  const { tenantId, roleId } = facts.admins.get(adminId)!
  const role = roleId === null ? null : (facts.roles.get(roleId) ?? null)
  return { tenantId, role, groups: [...facts.groups.values()].filter(({ memberIds }) => memberIds.includes(adminId)) }
}

const none: Woken = new Set()
const isAwake = (group: Group, woken: Woken) => (group.isActive && !group.isDeleted) || woken.has(group.id)

function rightsIn(facts: Facts, holder: Holder, world: World): Rights {
  const linked = holder.groups.flatMap((group) =>
    isAwake(group, world.giving) ? group.roleIds.flatMap((id) => facts.roles.get(id) ?? []) : [],
  )
  const roles = [...(holder.role ? [holder.role] : []), ...linked].filter(({ id, isDeleted }) => !isDeleted || world.giving.has(id))
  const today = grantedNow(facts, holder.tenantId)
  const ofTenants = lineage(facts, holder.tenantId).filter(({ id }) => !world.uncovered.has(id))
  const ofGroups = holder.groups.filter((group) => isAwake(group, world.binding))
  const fields = (all: readonly { restrictions: Fields }[], name: string) => all.flatMap(({ restrictions }) => restrictions[name] ?? [])
  const rights = new Map<string, Set<string>>()
  for (const name of new Set([...today, ...world.grant])) {
    const grantors = roles.filter((role) => (followsGrant(role) ? world.grant : today).includes(name) && gives(role, name))
    if (grantors.length === 0) continue
    const kept = grantors.map((role) => role.lists[name] ?? [])
    const byAll = kept[0]!.filter((field) => kept.every((one) => one.includes(field)))
    const isFreed = world.cutMasks && holder.tenantId !== null && grantors.some(followsGrant)
    rights.set(name, new Set([...byAll, ...fields(ofTenants, name), ...(isFreed ? [] : fields(ofGroups, name))]))
  }
  return rights
}

/** What an account can do today. */
export const rightsToday = (facts: Facts, holder: Holder): Rights =>
  rightsIn(facts, holder, { ...todayOf(facts, holder), uncovered: none, cutMasks: false })

const todayOf = (facts: Facts, { tenantId }: Holder) => ({ giving: none, binding: none, grant: grantedNow(facts, tenantId) })

/** What it can do once everything around it is awake, the delegation to `coveredBy` and above restricts nothing, and its tenant is granted this. */
export function rightsAwake(facts: Facts, holder: Holder, grant: readonly string[], coveredBy: string): Rights {
  const all = new Set([...facts.groups.keys(), ...facts.roles.keys()])
  const tenant = facts.tenants.get(holder.tenantId!)!
  const granted: Facts = { ...facts, tenants: new Map(facts.tenants).set(tenant.id, { ...tenant, grant }) }
  const uncovered = new Set(lineage(facts, coveredBy).map(({ id }) => id))
  return rightsIn(granted, holder, { giving: all, binding: all, grant, uncovered, cutMasks: false })
}

/** What the second can do beyond the first: not held, or held with a mask that the second has not. */
export const beyond = (grantor: Rights, other: Rights): string[] =>
  [...other].flatMap(([name, fields]) => {
    const own = grantor.get(name)
    return own && [...own].every((field) => fields.has(field)) ? [] : [name]
  })

export type Measure = 'rank' | 'address' | 'gift'

function* subsets(ids: readonly string[]): Generator<Set<string>> {
  for (let bits = 0; bits < 2 ** ids.length; bits++) yield new Set(ids.filter((_, at) => (bits >> at) % 2 === 1))
}

/** Whether the target stands, or by some awakening would stand, above the caller. */
export function isBeyond(facts: Facts, caller: Holder, target: Holder, measure: Measure): boolean {
  const isRank = measure === 'rank'
  const asleep = (holder: Holder) => holder.groups.filter((group) => !isAwake(group, none)).map(({ id }) => id)
  const counted = isRank ? target.groups.filter((group) => isAwake(group, none)) : target.groups
  const linked = counted.flatMap(({ roleIds }) => roleIds.flatMap((id) => facts.roles.get(id) ?? []))
  const inBin = [...(target.role ? [target.role] : []), ...linked].filter(({ isDeleted }) => isDeleted).map(({ id }) => id)
  const sleeping = [...new Set([...inBin, ...(isRank ? [] : [...asleep(target), ...asleep(caller)])])]
  const isSameTenant = caller.tenantId === target.tenantId
  const uncovered = new Set(isRank ? [] : lineage(facts, caller.tenantId).map(({ id }) => id))
  const awake = (tenantId: string | null) => (tenantId === null ? permissionNames : grantable)
  // today, and once both are granted all that they could be: the one below has it after the one above
  const grants = [
    { theirs: grantedNow(facts, target.tenantId), callers: grantedNow(facts, caller.tenantId) },
    { theirs: awake(target.tenantId), callers: awake(caller.tenantId) },
  ]
  for (const woken of subsets(sleeping)) {
    for (const grant of grants) {
      const giving = measure === 'gift' ? none : woken
      const own = rightsIn(facts, caller, { giving, binding: woken, grant: grant.callers, uncovered, cutMasks: false })
      const isAlike = isSameTenant && followsIn(facts, caller, giving)
      const theirs = rightsIn(facts, target, {
        giving: woken,
        binding: woken,
        grant: grant.theirs,
        uncovered,
        cutMasks: !isRank && !isAlike,
      })
      if (beyond(own, theirs).length > 0) return true
    }
  }
  return false
}

const followsIn = (facts: Facts, { role, groups }: Holder, woken: Woken): boolean =>
  [
    ...(role ? [role] : []),
    ...groups.filter((group) => isAwake(group, woken)).flatMap(({ roleIds }) => roleIds.map((id) => facts.roles.get(id)!)),
  ].some((one) => followsGrant(one) && (!one.isDeleted || woken.has(one.id)))

/** Whether the caller may end these restrictions: holds the permission, and is bound by none of them, today or with all masks awake. */
export function mayEnd(facts: Facts, caller: Holder, ended: Fields, later: 'too' | 'only' = 'too'): boolean {
  const today = rightsToday(facts, caller)
  const awake = masksAwake(facts, caller)
  return Object.entries(ended).every(([name, fields]) => {
    const masks = new Set([...(later === 'too' ? (today.get(name) ?? []) : []), ...(awake.get(name) ?? [])])
    return fields.length === 0 || (today.has(name) && !fields.some((field) => masks.has(field)))
  })
}

/** What the caller holds today, with all masks of their roles and groups and without those that are delegated. */
export function masksAwake(facts: Facts, caller: Holder): Rights {
  const binding = new Set(caller.groups.map(({ id }) => id))
  const uncovered = new Set(lineage(facts, caller.tenantId).map(({ id }) => id))
  return rightsIn(facts, caller, { ...todayOf(facts, caller), binding, uncovered, cutMasks: false })
}

const restrictedBy = (tenants: readonly Pick<Tenant, 'restrictions'>[], name: string) =>
  new Set(tenants.flatMap(({ restrictions }) => restrictions[name] ?? []))

/** Whether the caller may grant a tenant below their own this, which would then have these restrictions of its own. */
export function mayGrant(facts: Facts, caller: Holder, tenantId: string, grant: readonly string[], own: Fields): boolean {
  const [before, ...above] = lineage(facts, tenantId) as [Tenant, ...Tenant[]]
  const parent = above[0]
  if (grant.some((name) => (parent ? !parent.grant.includes(name) : isOfPlatform(name)))) return false
  const covering = new Set(lineage(facts, caller.tenantId).map(({ id }) => id))
  const between = above.filter(({ id }) => !covering.has(id))
  const after = { restrictions: own }
  const fresh = (tenants: Parameters<typeof restrictedBy>[0]): Rights =>
    new Map(grant.filter((name) => !before.grant.includes(name)).map((name) => [name, restrictedBy([after, ...tenants], name)]))
  const ended = (tenants: Parameters<typeof restrictedBy>[0]): Fields =>
    Object.fromEntries(
      Object.entries(before.restrictions).map(([name, fields]) => {
        const kept = restrictedBy([after, ...tenants], name)
        return [name, fields.filter((field) => !kept.has(field))]
      }),
    )
  return (
    beyond(rightsToday(facts, caller), fresh(above)).length === 0 &&
    beyond(masksAwake(facts, caller), fresh(between)).length === 0 &&
    mayEnd(facts, caller, ended(above)) &&
    mayEnd(facts, caller, ended(between), 'only')
  )
}
