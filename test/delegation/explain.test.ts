/** Why somebody may do something or not: every kind of reason, never a name from above, and never another answer than the doors give. */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { permissionNames } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { explain as explanationOf } from '#modules/permissions/explanation.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin, change, login, type TestAdmin } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addRole, allBut, everything, type Line, lineOf, mine, putGrant } from './rig.ts'

let app: TestApp
let top: string
let line: Line
before(async () => {
  app = await startApp()
  top = await app.superToken()
  line = await lineOf(app, 3)
})

interface Step {
  source: string
  effect: string
  reason: string
  id: string | null
  name: string | null
  via: { id: string | null; name: string | null } | null
  restrictedFields: string[]
}
interface Answer {
  allowed: boolean
  restrictedFields: string[]
  chain: Step[]
}

const explain = async (token: string, permission: string, adminId?: string): Promise<Answer> =>
  expectStatus(await app.get(`/api/v1/permissions/explain?permission=${permission}${adminId ? `&adminId=${adminId}` : ''}`, { token }), 200)
    .json

/** A group of an admin, as rows. */
async function addGroup(
  admin: TestAdmin,
  roleIds: readonly string[],
  more: { isActive?: boolean; deletedAt?: Date; restrictions?: Record<string, string[]> } = {},
): Promise<string> {
  const { restrictions = {}, ...columns } = more
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const group = { id, tenantId: admin.tenantId, nameEn: `Group ${id}`, code: id, createdAt: ctx.now, ...columns }
    await ctx.db.insertInto('userGroups').values(group).execute()
    await ctx.db.insertInto('userGroupMembers').values({ groupId: id, accountId: admin.id, addedAt: ctx.now }).execute()
    for (const roleId of roleIds) await ctx.db.insertInto('userGroupRoles').values({ groupId: id, roleId }).execute()
    for (const [permission, fields] of Object.entries(restrictions))
      await ctx.db.insertInto('userGroupRestrictions').values({ groupId: id, permission, fields }).execute()
    await revoke(ctx, 'account', admin.id)
    return id
  })
}

interface Origins {
  permissions: { name: string; restrictedFields: string[]; from: { source: string; id: string | null; name: string | null }[] }[]
  withheld: { name: string; reason: string }[]
  groups: { id: string; name: string; isActive: boolean }[] | null
}
const originsOf = async (token: string, adminId: string): Promise<Origins> =>
  expectStatus(await app.get(`/api/v1/Admins/${adminId}/permissions`, { token }), 200).json

const pick = ({ chain }: Answer) => chain.map(({ source, effect, reason }) => `${source} ${effect} ${reason}`)

describe('explain', () => {
  it('names the role that gives, and the grant of each tenant up to the own', async () => {
    const leaf = line.ids[2]!
    const roleId = await addRole(app, leaf, { 'users.view': ['email'] })
    const admin = await addAdmin(app, leaf, { roleId })
    const { allowed, restrictedFields, chain } = await explain(line.tokens[1]!, 'users.view', admin.id)
    assert.deepEqual([allowed, restrictedFields], [true, ['email']])
    const level = (number: number) => ({
      source: 'tenant',
      effect: 'gives',
      reason: 'granted',
      id: line.ids[number],
      name: `Level ${number}`,
      via: null,
      restrictedFields: [],
    })
    assert.deepEqual(chain, [
      { source: 'role', effect: 'gives', reason: 'listed', id: roleId, name: `Role ${roleId}`, via: null, restrictedFields: ['email'] },
      level(2),
      level(1),
    ])
    assert.equal((await explain(top, 'users.view', admin.id)).chain.length, 4)
  })

  it('gives every reason there is against it', async () => {
    const leaf = line.ids[2]!
    const listing = await addRole(app, leaf, { 'users.view': [] })
    const other = await addRole(app, leaf, { 'files.view': [] })
    const deleted = await addRole(app, leaf, { 'users.view': [] }, { deletedAt: app.clock.now() })
    const withRole = (roleId: string | null) => addAdmin(app, leaf, { roleId })
    const why = async (admin: TestAdmin, permission = 'users.view') => {
      const answer = await explain(line.tokens[2]!, permission, admin.id)
      assert.equal(answer.allowed, false)
      return pick(answer)
    }
    assert.deepEqual(await why(await withRole(null)), ['role withholds no_role', 'tenant gives granted'])
    assert.deepEqual(await why(await withRole(other)), ['role withholds not_listed', 'tenant gives granted'])
    assert.deepEqual(await why(await withRole(deleted)), ['role withholds role_deleted', 'tenant gives granted'])
    const inactive = await withRole(null)
    const group = await addGroup(inactive, [listing], { isActive: false, restrictions: { 'users.view': ['email'] } })
    assert.deepEqual(await why(inactive), ['role withholds group_inactive', 'tenant gives granted'])
    const { chain } = await explain(line.tokens[2]!, 'users.view', inactive.id)
    assert.deepEqual(chain[0]!.via, { id: app.open.service.keys.opaqueIds.encode('group', group), name: `Group ${group}` })
    const inDeletedGroup = await withRole(null)
    await addGroup(inDeletedGroup, [listing], { deletedAt: app.clock.now() })
    assert.deepEqual(await why(inDeletedGroup), ['role withholds group_inactive', 'tenant gives granted'])
    assert.deepEqual(await why(await withRole(listing), 'settings.view'), ['role withholds not_listed', 'platform withholds platform_only'])
    expectStatus(await putGrant(app, top, line.ids[1]!, allBut('users.view')), 200)
    assert.deepEqual(await why(await withRole(listing)), ['role withholds not_listed', 'tenant withholds not_granted'])
    expectStatus(await putGrant(app, top, line.ids[1]!, everything), 200)
    expectStatus(await putGrant(app, top, leaf, everything), 200)
  })

  it('tells who may not see groups that it is a group, and no more of it; of the own ones everything', async () => {
    const leaf = line.ids[2]!
    const roleId = await addRole(app, leaf, { 'users.view': ['email'] })
    const admin = await addAdmin(app, leaf, { roleId: null })
    const group = await addGroup(admin, [roleId], { restrictions: { 'users.view': ['phoneNumber'] } })
    await addGroup(admin, [roleId])
    const token = await tokenHolding(app, leaf, ['admins.view', 'roles.view'])
    const { chain } = await explain(token, 'users.view', admin.id)
    assert.deepEqual(
      chain.slice(0, 3).map(({ source, id, name, via, restrictedFields }) => [source, id, name, via, restrictedFields]),
      [
        ['role', roleId, `Role ${roleId}`, { id: null, name: null }, ['email']],
        ['group', null, null, null, ['phoneNumber']],
        ['role', roleId, `Role ${roleId}`, { id: null, name: null }, ['email']],
      ],
    )
    const origins = await originsOf(token, admin.id)
    assert.deepEqual(origins.permissions[0]!.from, [{ source: 'group', id: null, name: null }])
    assert.equal(origins.groups, null)
    const shown = app.open.service.keys.opaqueIds.encode('group', group)
    const told = [await explain(token, 'users.view', admin.id), origins].map((answer) => JSON.stringify(answer)).join()
    for (const part of [shown, group, 'Group ']) assert.ok(!told.includes(part), told)
    const seeing = await tokenHolding(app, leaf, ['admins.view', 'roles.view', 'groups.view'])
    assert.equal((await explain(seeing, 'users.view', admin.id)).chain[1]!.id, shown)
    assert.equal((await originsOf(seeing, admin.id)).groups?.length, 2)

    const looking = await addRole(app, leaf, { 'admins.view': [], 'roles.view': [] })
    const own = await addAdmin(app, leaf, { roleId: looking })
    const ofOwn = app.open.service.keys.opaqueIds.encode('group', await addGroup(own, [roleId]))
    const { accessToken } = (await login(app, own)).json
    for (const adminId of [undefined, own.id]) assert.equal((await explain(accessToken, 'users.view', adminId)).chain[1]!.via?.id, ofOwn)
    assert.equal((await originsOf(accessToken, own.id)).groups?.[0]?.id, ofOwn)
  })

  it('says no to whoever is shut out, and why first of all; a tenant above the caller is not named', async () => {
    const [root, middle, leaf] = line.ids as [string, string, string]
    const roleId = await addRole(app, leaf, { 'users.view': [] })
    const admin = await addAdmin(app, leaf, { roleId })
    const first = async (token: string) => {
      const { allowed, chain } = await explain(token, 'users.view', admin.id)
      const shut = chain.slice(
        0,
        chain.findIndex(({ source }) => source === 'role'),
      )
      assert.equal(allowed, shut.length === 0)
      return shut.map(({ source, effect, reason, id, name }) => [source, effect, reason, id, name])
    }
    const set = (columns: object) => change(app, ({ db }) => db.updateTable('accounts').set(columns).where('id', '=', admin.id).execute())
    assert.deepEqual(await first(top), [])
    assert.deepEqual(await originsOf(top, admin.id), {
      permissions: [{ name: 'users.view', restrictedFields: [], from: [{ source: 'role', id: roleId, name: `Role ${roleId}` }] }],
      withheld: [],
      groups: [],
    })
    await set({ isBlocked: true, isActive: false })
    const shut = await originsOf(top, admin.id)
    assert.deepEqual([shut.permissions, shut.withheld], [[], [{ name: 'users.view', reason: 'blocked' }]])
    const narrow = await tokenHolding(app, leaf, ['admins.view'])
    assert.equal(
      expectStatus(await app.get(`/api/v1/Admins/${admin.id}/permissions`, { token: narrow }), 403).json.requiredPermission,
      'roles.view',
    )
    const locked = { accountId: admin.id, failures: 5, lockedUntil: new Date(app.clock.now().getTime() + 60_000) }
    await change(app, ({ db }) =>
      db
        .insertInto('accountActivity')
        .values(locked)
        .onConflict((c) => c.column('accountId').doUpdateSet(locked))
        .execute(),
    )
    const states = ['blocked', 'deactivated', 'locked_out'].map((reason) => ['account', 'withholds', reason, null, null])
    assert.deepEqual(await first(line.tokens[1]!), states)
    await set({ isBlocked: false, isActive: true })
    app.clock.turn(61_000)
    assert.deepEqual(await first(line.tokens[1]!), [])
    await change(app, ({ db }) => db.updateTable('tenants').set({ status: 'Suspended' }).where('id', 'in', [leaf, root]).execute())
    assert.deepEqual(await first(top), [['tenant', 'withholds', 'tenant_suspended', leaf, 'Level 2']])
    await change(app, ({ db }) => db.updateTable('tenants').set({ status: 'Active' }).where('id', '=', leaf).execute())
    assert.deepEqual(await first(top), [['tenant', 'withholds', 'tenant_suspended', root, 'Level 0']])
    // nobody below it is signed in any more; a call on its way, whose caller stands below, is told no name of what lies above
    const ctx = { ...systemContext(app.open.service), actor: { tenantId: middle } as Actor } as Context
    const onItsWay = await explanationOf(ctx, admin.id, 'users.view')
    const [step] = onItsWay!.chain
    assert.equal(onItsWay!.allowed, false)
    assert.deepEqual([step!.source, step!.reason, step!.id, step!.name], ['tenant', 'tenant_suspended', null, null])
    await change(app, ({ db }) => db.updateTable('tenants').set({ status: 'Active' }).where('id', '=', root).execute())
  })

  it('names the source of each restriction; one from above the caller only as inherited', async () => {
    const [root, middle, leaf] = line.ids as [string, string, string]
    expectStatus(await putGrant(app, top, root, everything, { 'admins.view': ['phoneNumber'] }), 200)
    expectStatus(await putGrant(app, top, middle, everything, { 'admins.view': ['email'] }), 200)
    const admin = await addAdmin(app, leaf, { roleId: await addRole(app, leaf, { 'admins.view': [] }) })
    const group = await addGroup(admin, [], { restrictions: { 'admins.view': ['email'], 'users.view': ['email'] } })
    const ofMiddle = await explain(line.tokens[1]!, 'admins.view', admin.id)
    assert.deepEqual(ofMiddle.restrictedFields, ['email', 'phoneNumber'])
    assert.deepEqual(
      ofMiddle.chain
        .filter(({ effect }) => effect === 'restricts')
        .map(({ source, reason, id, name, restrictedFields }) => ({
          ...{ source, reason, id, name, restrictedFields },
        })),
      [
        {
          source: 'group',
          reason: 'restriction',
          id: app.open.service.keys.opaqueIds.encode('group', group),
          name: `Group ${group}`,
          restrictedFields: ['email'],
        },
        { source: 'tenant', reason: 'restriction', id: middle, name: 'Level 1', restrictedFields: ['email'] },
        { source: 'tenant', reason: 'inherited', id: null, name: null, restrictedFields: ['phoneNumber'] },
      ],
    )
    const own = JSON.stringify(await explain(line.tokens[2]!, 'admins.view', admin.id))
    for (const hidden of [root, middle, 'Level 0', 'Level 1']) assert.equal(own.includes(hidden), false)
    assert.match(own, /"reason":"inherited","id":null,"name":null,"via":null,"restrictedFields":\["email","phoneNumber"\]/)
    expectStatus(await putGrant(app, top, root, everything, {}), 200)
    expectStatus(await putGrant(app, top, middle, everything, {}), 200)
  })

  it('400 for what is no permission; 404 alike for whom the caller may not know; 403 without the permission to know them', async () => {
    const ask = (token: string, query: string) => app.get(`/api/v1/permissions/explain${query}`, { token })
    for (const query of ['', '?permission=', '?permission=admins', '?permission=ADMINS.VIEW', '?permission=__proto__'])
      expectStatus(await ask(line.tokens[1]!, query), 400)
    const superId = (await app.get('/api/v1/Admins/me', { token: top })).json.id
    const above = (await app.get('/api/v1/Admins/me', { token: line.tokens[0] })).json.id
    const refused = await Promise.all(
      [superId, above, randomUUID(), 'no-such-id', ''].map((id) => ask(line.tokens[1]!, `?permission=users.view&adminId=${id}`)),
    )
    for (const reply of refused) expectStatus(reply, 404)
    assert.equal(new Set(refused.map(({ text }) => text.replace(/"traceId":"[^"]*"/, ''))).size, 1)
    const narrow = await tokenHolding(app, line.ids[1]!, ['roles.view'])
    const self = (await app.get('/api/v1/Admins/me', { token: narrow })).json.id
    assert.equal(expectStatus(await ask(narrow, `?permission=users.view&adminId=${self}`), 200).json.allowed, false)
    for (const id of [above, randomUUID()])
      assert.equal(expectStatus(await ask(narrow, `?permission=users.view&adminId=${id}`), 403).json.requiredPermission, 'admins.view')
  })
})

/** A door of each permission: a route that asks for it. */
const doors: Record<string, string> = {
  'admins.view': '/api/v1/admins',
  'tenants.view': '/api/v1/Tenants',
  'roles.view': '/api/v1/permissions',
  'audit.view': '/api/v1/audit',
}

describe('explain agrees with what is enforced', () => {
  it('for admins of every make, about every permission, as they and others ask', async () => {
    const [root, middle, leaf] = line.ids as [string, string, string]
    expectStatus(await putGrant(app, top, root, allBut('menus.view'), { 'admins.view': ['email'] }), 200)
    expectStatus(await putGrant(app, top, middle, allBut('menus.view', 'audit.view'), { 'users.view': ['phoneNumber'] }), 200)
    const role = (listed: Record<string, string[]>) => addRole(app, leaf, listed)
    const restricting = await role({ 'admins.view': ['email', 'phoneNumber'], 'roles.view': [], 'audit.view': [] })
    const free = await role({ 'admins.view': [], 'tenants.view': [], 'users.view': ['email'] })
    const gone = await addRole(app, leaf, { 'users.delete': [] }, { deletedAt: app.clock.now() })
    const makes: (() => Promise<TestAdmin>)[] = [
      () => addAdmin(app, leaf, {}),
      () => addAdmin(app, leaf, { roleId: restricting }),
      () => addAdmin(app, leaf, { roleId: gone }),
      async () => {
        const admin = await addAdmin(app, leaf, { roleId: restricting })
        await addGroup(admin, [free], { restrictions: { 'tenants.view': [], 'users.view': ['email'] } })
        return admin
      },
      async () => {
        const admin = await addAdmin(app, leaf, { roleId: free })
        await addGroup(admin, [restricting, gone], { isActive: false, restrictions: { 'admins.view': ['phoneNumber'] } })
        return admin
      },
      async () => {
        const admin = await addAdmin(app, leaf, {})
        await addGroup(admin, [free, restricting], { restrictions: { 'admins.view': ['phoneNumber'] } })
        return admin
      },
    ]
    let cases = 0
    for (const make of makes) {
      const admin = await make()
      const token = (await login(app, admin)).json.accessToken as string
      const { permissions, restrictions } = await mine(app, token)
      const origins = await originsOf(line.tokens[1]!, admin.id)
      assert.deepEqual(
        origins.permissions.map(({ name }) => name),
        permissions,
      )
      assert.ok(origins.permissions.every(({ from }) => from.length > 0))
      for (const permission of permissionNames) {
        const answer = await explain(line.tokens[1]!, permission, admin.id)
        assert.equal(answer.allowed, permissions.includes(permission), permission)
        assert.deepEqual(answer.restrictedFields, restrictions[permission] ?? [], permission)
        const of = origins.permissions.find(({ name }) => name === permission)
        if (of) assert.deepEqual(of.restrictedFields, answer.restrictedFields, permission)
        const withheld = origins.withheld.find(({ name }) => name === permission)
        if (withheld)
          assert.ok(!answer.allowed && answer.chain.some(({ reason }) => reason === withheld.reason), `${permission} ${withheld.reason}`)
        const isGivenInVain =
          answer.chain.some(({ reason }) => /^(?:listed|all_granted|every_view)$/.test(reason)) &&
          permission.startsWith('settings.') === false
        if (isGivenInVain) assert.equal(withheld === undefined, answer.allowed, permission)
        // the chain by itself says the same
        const roles = answer.chain.filter(({ source, effect }) => source === 'role' && effect === 'gives')
        const [grant] = answer.chain.filter(({ source, effect }) => source !== 'role' && source !== 'group' && effect !== 'restricts')
        assert.equal(answer.allowed, roles.length > 0 && grant?.effect === 'gives', permission)
        if (answer.allowed) {
          const common = roles.map((step) => step.restrictedFields).reduce((one, other) => one.filter((field) => other.includes(field)))
          const added = answer.chain.filter(({ effect }) => effect === 'restricts').flatMap((step) => step.restrictedFields)
          assert.deepEqual(answer.restrictedFields, [...new Set([...common, ...added])].sort(), permission)
        }
        const door = doors[permission]
        if (door) assert.equal((await app.get(door, { token })).status, answer.allowed ? 200 : 403, permission)
        cases++
      }
      if (permissions.includes('roles.view')) {
        const own = await explain(token, 'admins.view')
        assert.deepEqual(own.restrictedFields, restrictions['admins.view'] ?? [])
      }
    }
    assert.equal(cases, makes.length * permissionNames.length)
    const platform = await explain(top, 'settings.update')
    assert.deepEqual([platform.allowed, pick(platform)], [true, ['role gives all_granted', 'platform gives granted']])
  })
})
