/** Random calls: what is drawn names nothing by id, and finds its people and records in the truth of the moment. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type PermissionName, permissionByName, permissionNames } from '#core/permissions.ts'
import type { TestApp } from '../harness.ts'
import type { AccountTruth, TenantTruth, Truth } from './expected-state.ts'
import type { Rights } from './model.ts'
import { asked, password, someMasks, someNames } from './world.ts'

export const kinds = [
  'create tenant',
  'change grant',
  'create role',
  'replace permissions',
  'clone role',
  'sync scopes',
  'delete role',
  'create group',
  'replace group',
  'replace group roles',
  'replace restrictions',
  'add members',
  'remove member',
  'switch groups',
  'switch matching groups',
  'delete group',
  'create admin',
  'block admin',
  'switch tenant',
  'delete tenant',
] as const
export type Kind = (typeof kinds)[number]

const weights: Partial<Record<Kind, number>> = {
  'delete tenant': 1,
  'change grant': 5,
  'delete role': 2,
  'delete group': 1,
  'block admin': 1,
  'create tenant': 2,
  'switch tenant': 2,
}
export const step = fc.record({
  kind: fc.oneof(...kinds.map((kind) => ({ weight: weights[kind] ?? 3, arbitrary: fc.constant(kind) }))),
  /** Which of all that are there. */
  actor: fc.nat(),
  /** One who has the permission at least. */
  isStrong: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 1),
  /** Any tenant there is, or one within the actor's scope. */
  isAnywhere: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
  tenant: fc.nat(),
  pick: fc.nat(),
  other: fc.nat(),
  names: someNames,
  masks: someMasks,
  /** Only what the actor holds, as it holds it, or what was drawn. */
  isModest: fc.integer({ min: 0, max: 9 }).map((dice) => dice < 6),
  flag: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

export interface Call {
  readonly kind: Kind
  readonly actor: AccountTruth
  readonly method: string
  readonly path: string
  readonly body: unknown
  /** As the database has it: the path has it opaquely. */
  readonly groupId?: string | undefined
}

const of = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const idOf = (name: string) => permissionByName(name)?.id as string

/** The permission without which a call of the kind is refused at once. */
function needed(kind: Kind): PermissionName {
  if (/role$|permissions|scopes/.test(kind)) return 'roles.manage'
  if (kind === 'delete tenant') return 'tenants.delete'
  if (kind === 'create tenant') return 'tenants.create'
  if (/grant|tenant/.test(kind)) return 'tenants.update'
  if (/admin/.test(kind)) return kind === 'create admin' ? 'admins.create' : 'admins.update'
  return kind === 'create group' ? 'groups.create' : kind === 'delete group' ? 'groups.delete' : 'groups.update'
}

const ofTenants: readonly Kind[] = ['change grant', 'switch tenant', 'delete tenant']
const isBelow = ({ parentId, isDeleted }: TenantTruth) => parentId !== null && !isDeleted

const isUsed = (truth: Truth, roleId: string) =>
  [...truth.accounts.values()].some((account) => account.roleId === roleId) ||
  [...truth.groups.values()].some(({ roleIds }) => roleIds.includes(roleId))

/** The call that a step means here; null where there is nobody to make it or nothing to make it on. */
export function callOf(app: TestApp, truth: Truth, one: Step): Call | null {
  const target = one.isAnywhere || !ofTenants.includes(one.kind) ? undefined : of([...truth.tenants.values()].filter(isBelow), one.tenant)
  // whoever stands above it, or its calls would nearly all be about the own tenant
  const able = [...truth.accounts.values()].filter(
    ({ isOut, tenantId }) => !isOut && (!target || truth.isWithin(tenantId, target.parentId)),
  )
  const holders = able.filter(({ id }) => truth.rightsOf(id).has(needed(one.kind)))
  // who has all that the tenant is granted meets no limit of its own: rather somebody else
  const bounded = holders.filter(({ roleId }) => truth.modelRole(roleId)?.reach === 'listed')
  const strong = one.actor % 4 === 0 || bounded.length === 0 ? holders : bounded
  const actor = of(one.isStrong ? strong : able, one.actor)
  if (!actor) return null
  const { opaqueIds } = app.open.service.keys
  const inScope = (tenantId: string | null) => one.isAnywhere || truth.isWithin(actor.tenantId, tenantId)
  const living = [...truth.tenants.values()].filter(({ isDeleted, id }) => !isDeleted && inScope(id))
  const tenant = target ?? of(living, one.tenant)
  const roles = [...truth.roles.values()].filter(({ isDeleted, tenantId }) => !isDeleted && inScope(tenantId))
  const groups = [...truth.groups.values()].filter(({ isDeleted, tenantId }) => !isDeleted && inScope(tenantId))
  // one that somebody has can't be deleted: rather one that nobody has
  const unused = one.kind === 'delete role' && one.flag ? roles.filter(({ id, seed }) => seed === null && !isUsed(truth, id)) : []
  const role = of(unused.length > 0 ? unused : roles, one.pick)
  const group = of(groups, one.pick)
  const groupId = group ? opaqueIds.encode('group', group.id) : ''
  const admins = [...truth.accounts.values()].filter(({ tenantId }) => inScope(tenantId))
  const ofTenant = <T extends { readonly tenantId: string | null }>(list: readonly T[], tenantId: string | null | undefined) =>
    one.isAnywhere ? list : list.filter((each) => each.tenantId === tenantId)
  const { names, masks } = wantedOf(truth.rightsOf(actor.id), one, tenant?.grant ?? permissionNames)
  const permissionIds = names.map(idOf)
  const restrictedFields = Object.fromEntries(Object.entries(masks).map(([name, fields]) => [idOf(name), fields]))
  const call = (method: string, path: string, body?: unknown): Call => ({ kind: one.kind, actor, method, path, body, groupId: group?.id })
  const mark = randomUUID()
  const owner = tenant?.id ?? null
  const person = (roleId: string) => ({ email: `new-${mark}@example.test`, firstName: 'New', lastName: 'Admin', roleId, password })

  if (one.kind === 'create tenant') {
    const { roleId, ...admin } = person('')
    return call('POST', '/api/v1/Tenants', {
      name: `New ${mark}`,
      ...(owner !== null && { parentTenantId: owner }),
      ...(one.flag && { admin }),
    })
  }
  if (one.kind === 'create role')
    return call('POST', '/api/v1/roles', { name: `New ${mark}`, permissionIds, restrictedFields, tenantId: owner })
  if (one.kind === 'create group') {
    const given = ofTenant(roles, owner).filter((_, at) => (one.other >> at) % 2 === 1)
    const roleIds = given.slice(0, 3).map(({ id }) => id)
    return call('POST', '/api/v1/UserGroups', { nameEn: `New ${mark}`, roleIds, ...(owner !== null && { tenantId: owner }) })
  }
  if (one.kind === 'create admin') {
    const given = of(ofTenant(roles, owner), one.other)
    return given ? call('POST', '/api/v1/Admins', { ...person(given.id), tenantId: owner }) : null
  }
  if (one.kind === 'block admin') {
    const admin = of(admins, one.other)
    return admin ? call('POST', `/api/v1/Admins/${admin.id}/block`, {}) : null
  }
  if (ofTenants.includes(one.kind)) {
    if (!tenant) return null
    const path = `/api/v1/Tenants/${tenant.id}`
    if (one.kind === 'delete tenant') return call('DELETE', `${path}?cascade=${one.flag}`)
    if (one.kind === 'switch tenant') return call('PUT', path, { status: tenant.status === 'Active' ? 'Suspended' : 'Active' })
    return call('PUT', `${path}/permissions`, grantWanted(truth, tenant, one))
  }
  if (['replace permissions', 'clone role', 'sync scopes', 'delete role'].includes(one.kind)) {
    if (!role) return null
    const path = `/api/v1/roles/${role.id}`
    if (one.kind === 'clone role') return call('POST', `${path}/clone`, { name: `Copy ${mark}` })
    if (one.kind === 'sync scopes') return call('POST', `${path}/sync-scopes`)
    if (one.kind === 'delete role') return call('DELETE', path)
    return call('PUT', `${path}/permissions`, { permissionIds, ...(one.flag && { restrictedFields }) })
  }
  const move = one.pick % 7 === 0 ? 'delete' : one.flag ? 'activate' : 'deactivate'
  const cascadeAdmins = one.pick % 3 === 0
  if (one.kind === 'switch matching groups') {
    const filter = owner === null || one.pick % 2 === 0 ? {} : { tenantId: owner }
    return call('POST', `/api/v1/UserGroups/bulk/${move}-all`, { filter, cascadeAdmins })
  }
  if (!group) return null
  const path = `/api/v1/UserGroups/${groupId}`
  const roleIds = ofTenant(roles, group.tenantId)
    .filter((_, at) => (one.other >> at) % 2 === 1)
    .slice(0, 3)
    .map(({ id }) => id)
  const people = ofTenant(admins, group.tenantId)
  if (one.kind === 'delete group') return call('DELETE', path)
  if (one.kind === 'replace group') return call('PUT', path, { isActive: one.flag, ...(one.pick % 2 === 0 && { roleIds }) })
  if (one.kind === 'replace group roles') return call('PUT', `${path}/roles`, { roleIds })
  if (one.kind === 'add members') {
    const adminIds = people.filter((_, at) => (one.other >> at) % 2 === 1).slice(0, 2)
    return adminIds.length > 0 ? call('POST', `${path}/members`, { adminIds: adminIds.map(({ id }) => id) }) : null
  }
  if (one.kind === 'remove member') {
    const member = of(group.memberIds, one.other) ?? of(people, one.other)?.id
    return member ? call('DELETE', `${path}/members/${member}`) : null
  }
  if (one.kind === 'replace restrictions') {
    const restrictions = Object.entries(one.masks).map(([permissionCode, fields]) => ({ permissionCode, restrictedFields: fields }))
    return call('PUT', `${path}/restrictions`, { restrictions })
  }
  const further = of(groups, one.other)
  const ids = [groupId, ...(further ? [opaqueIds.encode('group', further.id)] : [])]
  return call('POST', `/api/v1/UserGroups/bulk/${move}`, { ids, cascadeAdmins })
}

/** A little less or more than now, or other restrictions: a wild change would end the run's tree at once. */
function grantWanted(
  truth: Truth,
  tenant: TenantTruth,
  one: Step,
): { permissionIds: string[]; restrictedFields?: Record<string, string[]> } {
  const some = (list: readonly string[]) => list.filter((_, at) => (one.other >> at) % 2 === 0)
  const above = truth.lineage(tenant.parentId)[0]?.grant ?? asked
  const further = some((one.isAnywhere ? asked : above).filter((name) => !tenant.grant.includes(name)))
  const gone = some(asked.filter((name) => tenant.grant.includes(name)).filter((_, at) => (one.other >> at) % 3 === 0))
  const move = one.pick % 3
  const grant =
    move === 0 ? tenant.grant.filter((name) => !(gone as string[]).includes(name)) : [...tenant.grant, ...(move === 1 ? further : [])]
  const masks = Object.entries(one.masks).filter(([name]) => one.isAnywhere || grant.includes(name))
  const isRestricted = move === 2 || one.flag
  return {
    permissionIds: grant.map(idOf),
    ...(isRestricted && { restrictedFields: Object.fromEntries(masks.map(([name, fields]) => [idOf(name), fields])) }),
  }
}

/** What is to be given: as drawn, or of that only what may be given on. */
function wantedOf(rights: Rights, one: Step, grant: readonly string[]): { names: string[]; masks: Record<string, string[]> } {
  const granted = one.isAnywhere ? one.names : one.names.filter((name) => grant.includes(name))
  const names: string[] = one.isModest ? granted.filter((name) => rights.has(name)) : granted
  const masks = names.map((name): [string, string[]] => {
    const drawn = one.masks[name] ?? []
    return [name, one.isModest ? [...new Set([...drawn, ...(rights.get(name) ?? [])])] : drawn]
  })
  return { names, masks: Object.fromEntries(masks.filter(([, fields]) => fields.length > 0)) }
}
