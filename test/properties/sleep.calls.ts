/** Whether a call of the one who tries should succeed, by docs/delegation.md alone. */
import {
  type Facts,
  type Fields,
  type Group,
  type Holder,
  holderOf,
  isBeyond,
  lineage,
  mayEnd,
  mayGrant,
  type Role,
  rightsToday,
} from './sleep.reference.ts'

export type Kind =
  | 'rename'
  | 'address'
  | 'block'
  | 'unblock'
  | 'reset'
  | 'delete admin'
  | 'create admin'
  | 'change role'
  | 'create group'
  | 'group roles'
  | 'group state'
  | 'group restrictions'
  | 'delete group'
  | 'join'
  | 'leave'
  | 'create role'
  | 'role permissions'
  | 'delete role'
  | 'restore'
  | 'purge'
  | 'grant'

/** A call, in what it means: ids as the database has them. */
export interface Asked {
  readonly kind: Kind
  /** Who calls. */
  readonly by: string
  /** What it is about: an admin, a role, a group, or a tenant. */
  readonly about: string
  readonly roleIds?: readonly string[]
  readonly adminId?: string
  readonly isActive?: boolean
  readonly lists?: Fields
  readonly grant?: readonly string[]
  readonly restrictions?: Fields
}

const needed: Readonly<Record<Exclude<Kind, 'restore' | 'purge'>, string>> = {
  ...{ rename: 'admins.update', address: 'admins.update', block: 'admins.update', unblock: 'admins.update', reset: 'admins.update' },
  ...{ 'delete admin': 'admins.delete', 'create admin': 'admins.create', 'change role': 'admins.update' },
  ...{ 'create group': 'groups.create', 'group roles': 'groups.update', 'group state': 'groups.update', join: 'groups.update' },
  ...{ 'group restrictions': 'groups.update', 'delete group': 'groups.delete', leave: 'groups.update' },
  ...{ 'create role': 'roles.manage', 'role permissions': 'roles.manage', 'delete role': 'roles.manage', grant: 'tenants.update' },
}

const sameText = (one: Fields, other: Fields) => text(one) === text(other)
const text = (fields: Fields) =>
  JSON.stringify(
    Object.keys(fields)
      .sort((a, b) => (a < b ? -1 : 1))
      .map((name) => [name, [...fields[name]!].sort()]),
  )

/** Whether it should succeed; null where the page does not say: in what is deleted with its tenant. */
export function shouldSucceed(facts: Facts, asked: Asked): boolean | null {
  const { kind, by, about } = asked
  const place = facts.admins.get(about) ?? facts.roles.get(about) ?? facts.groups.get(about)
  const tenantId = place ? place.tenantId : about
  if (lineage(facts, tenantId).some(({ isDeleted }) => isDeleted)) return null
  const caller = holderOf(facts, by)
  // whoever was got at below asks about what is above them
  if (caller.tenantId !== null && !lineage(facts, tenantId).some(({ id }) => id === caller.tenantId)) return false
  const rights = rightsToday(facts, caller)
  if (kind === 'restore' || kind === 'purge') return fromBin(facts, caller, asked, rights)
  if (!rights.has(needed[kind])) return false
  const [admin, role, group] = [facts.admins.get(about), facts.roles.get(about), facts.groups.get(about)]
  if (admin) return !admin.isDeleted && withAdmin(facts, caller, asked)
  if (role) return !role.isDeleted && !role.isSystem && withRole(facts, caller, asked, role)
  if (group) return !group.isDeleted && withGroup(facts, caller, asked, group)
  return withTenant(facts, caller, asked)
}

const roleIn = (facts: Facts, id: string) => facts.roles.get(id) ?? null
const byRole = (tenantId: string | null, role: Holder['role']): Holder => ({ tenantId, role, groups: [] })
const isGift = (facts: Facts, caller: Holder, target: Holder) => !isBeyond(facts, caller, target, 'gift')
const givesRoles = (facts: Facts, caller: Holder, ids: readonly string[], tenantId: string | null) =>
  ids.every((id) => {
    const role = roleIn(facts, id)
    return role && !role.isDeleted && role.tenantId === tenantId && isGift(facts, caller, byRole(tenantId, role))
  })
const standsAbove = (facts: Facts, caller: Holder, by: string, ids: readonly string[]) =>
  ids.every((id) => id === by || facts.admins.get(id)!.isDeleted || !isBeyond(facts, caller, holderOf(facts, id), 'rank'))

function withAdmin(facts: Facts, caller: Holder, { kind, by, about, roleIds }: Asked): boolean {
  if (by === about && kind !== 'rename') return false
  const admin = facts.admins.get(about)!
  const target = holderOf(facts, about)
  if (isBeyond(facts, caller, target, 'rank')) return false
  if (kind === 'address') return !isBeyond(facts, caller, target, 'address')
  return kind !== 'change role' || roleIds![0] === admin.roleId || givesRoles(facts, caller, roleIds!, admin.tenantId)
}

function withRole(facts: Facts, caller: Holder, { kind, by, lists }: Asked, role: Role): boolean {
  if (!isGift(facts, caller, byRole(role.tenantId, role))) return false
  if (kind === 'delete role') {
    const isHeld = [...facts.admins.values()].some(({ roleId, isDeleted }) => roleId === role.id && !isDeleted)
    return !isHeld && ![...facts.groups.values()].some(({ roleIds, isDeleted }) => !isDeleted && roleIds.includes(role.id))
  }
  if (sameText(role.lists, lists!)) return true
  return mayList(facts, caller, role.tenantId, lists!) && standsAbove(facts, caller, by, holdersOf(facts, role.id))
}

const holdersOf = ({ admins, groups }: Facts, roleId: string) => [
  ...[...admins.values()].filter((admin) => admin.roleId === roleId).map(({ id }) => id),
  ...[...groups.values()].filter(({ roleIds }) => roleIds.includes(roleId)).flatMap(({ memberIds }) => memberIds),
]

const mayList = (facts: Facts, caller: Holder, tenantId: string | null, lists: Fields) =>
  Object.keys(lists).every((name) => facts.tenants.get(tenantId!)!.grant.includes(name)) &&
  isGift(facts, caller, byRole(tenantId, { id: 'new', reach: 'listed', isDeleted: false, lists }))

/** All that a group would give to whoever is in it, as if it were active; its roles in the bin too. */
const holdsGroup = (facts: Facts, caller: Holder, group: Group) =>
  group.roleIds.every((id) => {
    const alone: Group = { ...group, isActive: true, isDeleted: false, roleIds: [] }
    return isGift(facts, caller, { tenantId: group.tenantId, role: roleIn(facts, id), groups: [alone] })
  })

const mayChange = (facts: Facts, caller: Holder, by: string, group: Group, ends: boolean) =>
  holdsGroup(facts, caller, group) &&
  standsAbove(facts, caller, by, group.memberIds) &&
  (!ends || mayEnd(facts, caller, group.restrictions))

function withGroup(facts: Facts, caller: Holder, asked: Asked, group: Group): boolean {
  const { kind, by } = asked
  if (kind === 'delete group') return mayChange(facts, caller, by, group, true)
  if (kind === 'group state') return asked.isActive === group.isActive || mayChange(facts, caller, by, group, !asked.isActive)
  if (kind === 'group roles') {
    const living = group.roleIds.filter((id) => !facts.roles.get(id)!.isDeleted)
    const added = asked.roleIds!.filter((id) => !living.includes(id))
    if (added.length === 0 && living.length === asked.roleIds!.length) return true
    return mayChange(facts, caller, by, group, false) && givesRoles(facts, caller, added, group.tenantId)
  }
  if (kind === 'group restrictions') {
    const grant = facts.tenants.get(group.tenantId!)!.grant
    if (Object.keys(asked.restrictions!).some((name) => !grant.includes(name))) return false
    if (sameText(group.restrictions, asked.restrictions!)) return true
    const left = (name: string, field: string) => !asked.restrictions![name]?.includes(field)
    const ended = Object.entries(group.restrictions).map(([name, fields]) => [name, fields.filter((field) => left(name, field))])
    return mayChange(facts, caller, by, group, false) && mayEnd(facts, caller, Object.fromEntries(ended))
  }
  const admin = facts.admins.get(asked.adminId!)!
  if (admin.isDeleted || admin.tenantId !== group.tenantId) return false
  const isIn = group.memberIds.includes(admin.id)
  if (kind === 'join' ? isIn : !isIn) return kind === 'join'
  const isWithin = holdsGroup(facts, caller, group) && !isBeyond(facts, caller, holderOf(facts, admin.id), 'rank')
  return isWithin && (kind === 'join' || mayEnd(facts, caller, group.restrictions))
}

function withTenant(facts: Facts, caller: Holder, asked: Asked): boolean {
  const { kind, about, roleIds, lists, grant, restrictions } = asked
  if (kind === 'create role') return mayList(facts, caller, about, lists!)
  if (kind !== 'grant') return givesRoles(facts, caller, roleIds!, about)
  return about !== caller.tenantId && mayGrant(facts, caller, about, grant!, restrictions!)
}

function fromBin(facts: Facts, caller: Holder, { kind, by, about }: Asked, rights: ReturnType<typeof rightsToday>): boolean {
  const isRestore = kind === 'restore'
  const may = (permission: string) => rights.has(isRestore ? 'recyclebin.restore' : 'recyclebin.delete') && rights.has(permission)
  const admin = facts.admins.get(about)
  if (admin) {
    if (!admin.isDeleted || !may(isRestore ? 'admins.update' : 'admins.delete')) return false
    const target = holderOf(facts, about)
    if (!isRestore) return !isBeyond(facts, caller, target, 'rank')
    return !target.role?.isDeleted && isGift(facts, caller, target)
  }
  const role = facts.roles.get(about)
  if (role) {
    const isOpen = role.isDeleted && may('roles.manage') && isGift(facts, caller, byRole(role.tenantId, role))
    return isOpen && standsAbove(facts, caller, by, holdersOf(facts, role.id))
  }
  const group = facts.groups.get(about)!
  return group.isDeleted && may(isRestore ? 'groups.update' : 'groups.delete') && mayChange(facts, caller, by, group, !isRestore)
}
