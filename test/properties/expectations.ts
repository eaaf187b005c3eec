/** Whether a call should succeed, by the rules alone: what is refused for no reason is a defect as well. */
import { permissionById, permissionNames } from '#core/permissions.ts'
import { groupRules } from './expectations-groups.ts'
import type { RoleTruth, TenantTruth, Truth } from './expected-state.ts'
import { beyond } from './model.ts'
import { type Asked, exceeds, facts, idIn, isAboveAll, isThere, mayGive, mayGrant, maySend } from './rules.ts'
import { holderOf, isBeyond, type Tenant } from './sleep.reference.ts'
import type { Call, Kind } from './steps.ts'

type Fields = Record<string, readonly string[]>
const nameOf = (id: string) => permissionById(id)?.name as string

/** What a body lists by permission ids; a permission without restrictions keeps those of `kept`. */
function listsIn(
  permissionIds: readonly string[],
  restrictedFields: Fields | undefined,
  kept: Fields = {},
): Map<string, readonly string[]> {
  return new Map(permissionIds.map((id) => [nameOf(id), restrictedFields ? (restrictedFields[id] ?? []) : (kept[nameOf(id)] ?? [])]))
}

const newRole = (lists: Fields) => ({ id: 'new', reach: 'listed' as const, isDeleted: false, lists })

/** A role of the tenant may list this: it is granted all of it, and the caller holds it. */
function mayList(asked: Asked, tenantId: string | null, lists: ReadonlyMap<string, readonly string[]>): boolean {
  const role = { reach: 'listed', lists } as const
  return asked.truth.rightsIn(tenantId, role).size === lists.size && !exceeds(asked, tenantId, newRole(Object.fromEntries(lists)))
}

const holdersOf = (truth: Truth, roleId: string) => [
  ...[...truth.accounts.values()].filter((account) => account.roleId === roleId && !account.isDeleted).map(({ id }) => id),
  ...[...truth.groups.values()].filter(({ roleIds }) => roleIds.includes(roleId)).flatMap(({ memberIds }) => memberIds),
]

/** A role that the caller may change at all, as far as it gives no more than the caller holds just now. */
function changeable(asked: Asked): RoleTruth | null {
  const role = asked.truth.roles.get(idIn(asked.call))
  const isOpen = role && !role.isDeleted && role.reach === 'listed' && isThere(asked, role.tenantId) && asked.rights.has('roles.manage')
  return isOpen && beyond(asked.rights, asked.truth.rightsBy(role.id)).length === 0 ? role : null
}

const isSame = (one: ReadonlyMap<string, readonly string[]>, other: Fields) => {
  const text = (entries: Iterable<readonly [string, readonly string[]]>) =>
    JSON.stringify(
      [...entries].map(([name, fields]) => [name, [...fields].sort()]).sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1)),
    )
  return text(one) === text(Object.entries(other))
}

/** All that is restricted for a tenant: by itself and by those above it. */
const restrictedFor = (tenants: readonly Pick<TenantTruth, 'restrictions'>[], name: string) =>
  new Set(tenants.flatMap(({ restrictions }) => restrictions[name] ?? []))

function mayChangeGrant(asked: Asked): boolean {
  const { truth, call, rights, body } = asked
  const tenant = truth.tenants.get(idIn(call))
  if (!tenant || !rights.has('tenants.update') || !isThere(asked, tenant.id) || tenant.id === call.actor.tenantId) return false
  const grant: string[] = body.permissionIds.map(nameOf)
  const wanted: Fields | undefined = body.restrictedFields
  if (wanted && Object.keys(wanted).some((id) => !body.permissionIds.includes(id))) return false
  const own: Record<string, string[]> = { ...tenant.restrictions }
  for (const id of wanted ? body.permissionIds : []) own[nameOf(id)] = [...(wanted?.[id] ?? [])]
  return mayGrant(asked, tenant.id, grant, own)
}

/** The TenantAdmin of a tenant that is made just now gives no more than the caller has. */
function isWithinNew({ truth, call }: Asked, tenant: Tenant): boolean {
  const there = facts(truth)
  const after = { ...there, tenants: new Map(there.tenants).set(tenant.id, tenant) }
  const role = { id: 'its', reach: 'granted' as const, isDeleted: false, lists: {} }
  return !isBeyond(after, holderOf(there, call.actor.id), { tenantId: tenant.id, role, groups: [] }, 'gift')
}

const rules: Partial<Record<Kind, (asked: Asked) => boolean>> = {
  ...groupRules,
  'create tenant': (asked) => {
    const { truth, call, rights, body } = asked
    const parentId = body.parentTenantId ?? call.actor.tenantId
    if (!rights.has('tenants.create') || !isThere(asked, parentId)) return false
    if (!body.admin) return true
    if (!rights.has('admins.create') || !maySend(rights, 'admins.create', ['email'])) return false
    // a root is granted all but what is the platform's
    const grant = truth.lineage(parentId)[0]?.grant ?? permissionNames
    return isWithinNew(asked, { id: 'new', parentId, isDeleted: false, grant, restrictions: {} })
  },
  'change grant': mayChangeGrant,
  'switch tenant': (asked) => {
    const id = idIn(asked.call)
    return asked.rights.has('tenants.update') && isThere(asked, id) && id !== asked.call.actor.tenantId
  },
  'create role': (asked) => {
    const { tenantId, permissionIds, restrictedFields } = asked.body
    if (!asked.rights.has('roles.manage') || !isThere(asked, tenantId)) return false
    return mayList(asked, tenantId, listsIn(permissionIds, restrictedFields))
  },
  'replace permissions': (asked) => {
    const role = changeable(asked)
    if (!role || exceeds(asked, role.tenantId, role)) return false
    const lists = listsIn(asked.body.permissionIds, asked.body.restrictedFields, role.lists)
    if (isSame(lists, role.lists)) return true
    return mayList(asked, role.tenantId, lists) && isAboveAll(asked, holdersOf(asked.truth, role.id))
  },
  'sync scopes': (asked) => {
    const role = changeable(asked)
    if (!role) return false
    const lineage = asked.truth.lineage(role.tenantId)
    const isSynced = Object.entries(role.lists).every(([name, fields]) =>
      [...restrictedFor(lineage, name)].every((field) => fields.includes(field)),
    )
    const synced = Object.entries(role.lists).map(([name, fields]) => [name, [...new Set([...fields, ...restrictedFor(lineage, name)])]])
    const isWithin = !exceeds(asked, role.tenantId, newRole(Object.fromEntries(synced)))
    return isWithin && (isSynced || isAboveAll(asked, holdersOf(asked.truth, role.id)))
  },
  'clone role': (asked) => {
    const role = asked.truth.roles.get(idIn(asked.call))
    const isOpen = role && !role.isDeleted && asked.rights.has('roles.manage') && isThere(asked, role.tenantId)
    return !!isOpen && !exceeds(asked, role.tenantId, role)
  },
  'create admin': (asked) => {
    const { rights, body } = asked
    return (
      rights.has('admins.create') &&
      isThere(asked, body.tenantId) &&
      maySend(rights, 'admins.create', ['email']) &&
      mayGive(asked, [body.roleId], body.tenantId)
    )
  },
  'block admin': (asked) => {
    const { truth, call, rights } = asked
    const admin = truth.accounts.get(idIn(call))
    if (!admin || admin.isDeleted || admin.id === call.actor.id || truth.roles.get(admin.roleId ?? '')?.seed === 'SuperAdmin') return false
    return rights.has('admins.update') && truth.isWithin(call.actor.tenantId, admin.tenantId) && isAboveAll(asked, [admin.id])
  },
}

/** Whether the rules let it be done; null where they say more than these few lines. */
export function shouldSucceed(truth: Truth, call: Call): boolean | null {
  const rule = rules[call.kind]
  return rule ? rule({ truth, call, rights: truth.rightsOf(call.actor.id), body: call.body }) : null
}
