/** Random steps: somebody tries to come by more, and in between the SuperAdmin puts things to sleep and wakes them. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { permissionByName } from '#core/permissions.ts'
import { revoke } from '#db/live/revocations.ts'
import { change } from '../auth/people.ts'
import type { Reply, TestApp } from '../harness.ts'
import type { Asked, Kind } from './sleep.calls.ts'
import { type Facts, holderOf, rightsToday } from './sleep.reference.ts'
import { all, password, someMasks, spoils, type World } from './sleep.world.ts'

const weights: Readonly<Record<Kind, number>> = {
  ...{ rename: 1, address: 4, block: 2, unblock: 2, reset: 2, 'delete admin': 2, 'create admin': 4, 'change role': 3 },
  ...{ 'create group': 2, 'group roles': 3, 'group state': 3, 'group restrictions': 3, 'delete group': 1, join: 5, leave: 3 },
  ...{ 'create role': 3, 'role permissions': 2, 'delete role': 1, restore: 5, purge: 2, grant: 5 },
}
export const kinds = Object.keys(weights) as Kind[]
const sleeps = ['cut', 'give back', 'cover', 'uncover', 'group', 'role', 'admin', 'tenant'] as const

export const step = fc.record({
  kind: fc.oneof(
    ...kinds.map((kind) => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
    ...sleeps.map((kind) => ({ weight: kind === 'tenant' ? 1 : 2, arbitrary: fc.constant(kind) })),
  ),
  who: fc.nat(),
  tenant: fc.nat(),
  pick: fc.nat(),
  other: fc.nat(),
  names: fc.subarray(spoils),
  masks: someMasks,
  /** Only what the caller holds, as the caller holds it. */
  isModest: fc.boolean(),
  flag: fc.boolean(),
})
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const of = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]
const idOf = (name: string) => permissionByName(name)!.id
const byId = (fields: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, list]) => [idOf(name), list]))
const isOurs = ({ own, below }: World, tenantId: string | null) => tenantId === own || below.includes(tenantId!)

/** What a step of the one who tries means here; null where there is nothing to try it on. */
export function askedBy(facts: Facts, world: World, by: string, one: Step): Asked | null {
  const kind = one.kind as Kind
  const caller = holderOf(facts, by)
  const tenants = [world.own, ...world.below].filter((id) => caller.tenantId === world.own || id !== world.own)
  const tenantId = of(tenants, one.tenant)!
  const here = <T extends { readonly tenantId: string | null }>(list: Iterable<T>) => [...list].filter((each) => each.tenantId === tenantId)
  const [admins, roles, groups] = [here(facts.admins.values()), here(facts.roles.values()), here(facts.groups.values())]
  const living = roles.filter(({ isDeleted }) => !isDeleted)
  const some = living.filter((_, at) => (one.other >> at) % 2 === 1).slice(0, 2)
  if (kind === 'restore' || kind === 'purge') {
    const gone = [...admins, ...roles, ...groups].filter(({ isDeleted }) => isDeleted)
    const about = of(gone, one.pick)?.id
    return about ? { kind, by, about } : null
  }
  if (kind === 'create admin' || kind === 'create group')
    return some.length === 0
      ? null
      : { kind, by, about: tenantId, roleIds: kind === 'create group' ? some.map(({ id }) => id) : [some[0]!.id] }
  const mine = rightsToday(facts, caller)
  const names = one.names.filter((name) => facts.tenants.get(tenantId)!.grant.includes(name) && (!one.isModest || mine.has(name)))
  const lists = Object.fromEntries(
    names.map((name) => [name, [...new Set([...(one.masks[name] ?? []), ...(one.isModest ? (mine.get(name) ?? []) : [])])]]),
  )
  if (kind === 'create role') return { kind, by, about: tenantId, lists }
  if (kind === 'grant') return grantAsked(facts, by, tenantId, one)
  if (kind === 'role permissions' || kind === 'delete role') {
    const about = of(living, one.pick)?.id
    return about ? { kind, by, about, lists } : null
  }
  if (/group|join|leave/.test(kind)) {
    const group = of(groups, one.pick)
    if (!group) return null
    const member = kind === 'leave' ? of(group.memberIds, one.other) : one.flag ? by : of(admins, one.other)?.id
    const asked: Asked = {
      kind,
      by,
      about: group.id,
      isActive: one.flag,
      roleIds: some.map(({ id }) => id),
      restrictions: one.flag ? {} : masksOf(one),
    }
    return kind === 'join' || kind === 'leave' ? (member ? { ...asked, adminId: member } : null) : asked
  }
  const about = of(admins, one.pick)?.id
  if (!about || (kind === 'change role' && !some[0])) return null
  return { kind, by, about, ...(some[0] && { roleIds: [some[0].id] }) }
}

const masksOf = ({ masks }: Step) => Object.fromEntries(Object.entries(masks).filter(([, fields]) => fields.length > 0))

function grantAsked(facts: Facts, by: string, tenantId: string, one: Step): Asked {
  const tenant = facts.tenants.get(tenantId)!
  const above = facts.tenants.get(tenant.parentId!)!.grant
  const mine = rightsToday(facts, holderOf(facts, by))
  // down to what the caller holds, or a little more or less than now
  const cut = tenant.grant.filter((name) => mine.has(name))
  const grant = one.pick % 3 === 0 ? cut : [...new Set([...tenant.grant, ...above.filter((name) => one.names.includes(name))])]
  const keeps = one.other % 2 === 0
  const wanted = Object.fromEntries(Object.entries(masksOf(one)).filter(([name]) => grant.includes(name)))
  const outside = Object.entries(tenant.restrictions).filter(([name]) => !grant.includes(name))
  const restrictions = keeps ? tenant.restrictions : { ...Object.fromEntries(outside), ...wanted }
  return { kind: 'grant', by, about: tenantId, grant, restrictions }
}

/** Sends it. */
export function send(app: TestApp, facts: Facts, asked: Asked, token: string): Promise<Reply> {
  const { kind, about, roleIds, lists, adminId } = asked
  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/api/v1/${path}`, { token, ...(body !== undefined && { body }) })
  const group = facts.groups.has(about) ? app.open.service.keys.opaqueIds.encode('group', about) : about
  const mark = randomUUID()
  const listed = lists && { permissionIds: Object.keys(lists).map(idOf), restrictedFields: byId(lists) }
  const person = { email: `n-${mark}@example.test`, firstName: 'New', lastName: 'Admin', password, roleId: roleIds?.[0], tenantId: about }
  const restrictions = Object.entries(asked.restrictions ?? {}).map(([permissionCode, fields]) => ({
    permissionCode,
    restrictedFields: fields,
  }))
  const calls: Readonly<Record<Kind, () => Promise<Reply>>> = {
    rename: () => call('PUT', `admins/${about}`, { firstName: mark }),
    address: () => call('PUT', `admins/${about}`, { email: `t-${mark}@example.test` }),
    block: () => call('POST', `admins/${about}/block`, {}),
    unblock: () => call('POST', `admins/${about}/unblock`),
    reset: () => call('POST', `admins/${about}/reset-password`),
    'delete admin': () => call('DELETE', `admins/${about}`),
    'create admin': () => call('POST', 'admins', person),
    'change role': () => call('PUT', `admins/${about}`, { roleId: roleIds![0] }),
    'create group': () => call('POST', 'UserGroups', { nameEn: mark, roleIds, tenantId: about }),
    'group roles': () => call('PUT', `UserGroups/${group}/roles`, { roleIds }),
    'group state': () => call('PUT', `UserGroups/${group}`, { isActive: asked.isActive }),
    'group restrictions': () => call('PUT', `UserGroups/${group}/restrictions`, { restrictions }),
    'delete group': () => call('DELETE', `UserGroups/${group}`),
    join: () => call('POST', `UserGroups/${group}/members`, { adminIds: [adminId] }),
    leave: () => call('DELETE', `UserGroups/${group}/members/${adminId}`),
    'create role': () => call('POST', 'roles', { name: mark, tenantId: about, ...listed }),
    'role permissions': () => call('PUT', `roles/${about}/permissions`, listed),
    'delete role': () => call('DELETE', `roles/${about}`),
    restore: () => call('POST', `recycle-bin/${group}/restore`),
    purge: () => call('DELETE', `recycle-bin/${group}`),
    grant: () => putGrant(app, token, about, asked.grant!, asked.restrictions),
  }
  return calls[kind]()
}

function putGrant(
  app: TestApp,
  token: string,
  tenantId: string,
  names: readonly string[],
  fields: Asked['restrictions'] = {},
): Promise<Reply> {
  const granted = Object.entries(fields).filter(([name]) => names.includes(name))
  const body = { permissionIds: names.map(idOf), restrictedFields: byId(Object.fromEntries(granted)) }
  return app.request('PUT', `/api/v1/Tenants/${tenantId}/permissions`, { token, body })
}

/** Puts something to sleep, or wakes it, as the SuperAdmin; what can't be done now is left. */
export async function sleepOrWake(app: TestApp, facts: Facts, world: World, one: Step): Promise<void> {
  const token = await app.superToken()
  const tenant = facts.tenants.get(of([world.root, world.own, ...world.below], one.tenant)!)!
  const call = (method: string, path: string, body?: unknown) =>
    app.request(method, `/api/v1/${path}`, { token, ...(body !== undefined && { body }) })
  const ours = <T extends { readonly tenantId: string | null }>(list: Iterable<T>) =>
    [...list].filter((each) => isOurs(world, each.tenantId))
  if (one.kind === 'cut')
    await putGrant(
      app,
      token,
      tenant.id,
      tenant.grant.filter((name) => !one.names.includes(name)),
      tenant.restrictions,
    )
  if (one.kind === 'give back') await giveBack(app, facts, world, tenant.id)
  // what is delegated to tenants below the attacker's own is no cover: who ends it gives
  const cover = facts.tenants.get(one.flag ? world.own : world.root)!
  if (one.kind === 'cover') await putGrant(app, token, cover.id, cover.grant, masksOf(one))
  if (one.kind === 'uncover') await putGrant(app, token, cover.id, cover.grant, {})
  if (one.kind === 'tenant') {
    const last = facts.tenants.get(world.below.at(-1)!)!
    await (last.isDeleted ? call('POST', `recycle-bin/${last.id}/restore`) : call('DELETE', `Tenants/${last.id}`))
  }
  if (one.kind === 'group') {
    const group = of(ours(facts.groups.values()), one.pick)
    const id = group && app.open.service.keys.opaqueIds.encode('group', group.id)
    if (group?.isDeleted) await call('POST', `recycle-bin/${id}/restore`)
    else if (group) await (one.flag ? call('DELETE', `UserGroups/${id}`) : call('PUT', `UserGroups/${id}`, { isActive: !group.isActive }))
  }
  if (one.kind === 'role') {
    const role = of(
      ours(facts.roles.values()).filter(({ isSystem }) => !isSystem),
      one.pick,
    )
    if (role?.isDeleted) await call('POST', `recycle-bin/${role.id}/restore`)
    // as one that was deleted before its last holder was restored
    else if (role)
      await change(app, async (ctx) => {
        await ctx.db.updateTable('roles').set({ deletedAt: ctx.now }).where('id', '=', role.id).execute()
        await revoke(ctx, 'role', role.id)
      })
  }
  if (one.kind === 'admin') {
    const admin = of(
      ours(facts.admins.values()).filter(({ id }) => id !== world.attacker),
      one.pick,
    )
    if (admin) await (admin.isDeleted ? call('POST', `recycle-bin/${admin.id}/restore`) : call('DELETE', `admins/${admin.id}`))
  }
}

/** Grants a tenant what it was granted in the beginning, as far as the one above it has it. */
export async function giveBack(app: TestApp, facts: Facts, { grants }: World, tenantId: string): Promise<void> {
  const tenant = facts.tenants.get(tenantId)!
  const above = tenant.parentId === null ? all : facts.tenants.get(tenant.parentId)!.grant
  const names = [...new Set([...tenant.grant, ...grants.get(tenantId)!])].filter((name) => above.includes(name))
  await putGrant(app, await app.superToken(), tenantId, names, tenant.restrictions)
}
