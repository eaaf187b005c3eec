/** What sleeps counts: a grant that was cut, a role in the recycle bin, a mask that is covered or of a group that is inactive. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { addPerson, at, expectExcess, type Person, put, remove, type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { everything, idOf, mine, putGrant } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let root: string
before(async () => {
  app = await startApp()
  of = binOf(app)
  root = await app.superToken()
})

const email = { 'admins.view': ['email'] }
const restricting = [{ permissionCode: 'admins.view', restrictedFields: ['email'] }]
const areas = ['tenants', 'admins', 'groups', 'roles', 'recyclebin']
/** All that the calls below ask for, and nothing else. */
const able = everything.filter((name) => areas.includes(name.split('.')[0]!))
const person = () => ({ email: `x-${randomUUID()}@example.test`, firstName: 'X', lastName: 'Y', password: `long ${randomUUID()}` })
const roleOf = (tenantId: string) => of.roleOf(tenantId, 'TenantAdmin')
const isBeyond = (reply: Reply, name: string, what: string) => {
  assert.deepEqual([reply.status, reply.json?.code], [403, 'permission_denied'], `${what}: ${reply.text}`)
  assert.ok(reply.json.excess.includes(name), `${what}: ${reply.json.excess}`)
}

/** Every call that would get at somebody, or make another like them. */
async function attempts(target: string, tenantId: string, roleId: string, token: string): Promise<Record<string, Reply>> {
  const call = (method: string, path: string, body?: object) => app.request(method, `/api/v1/${path}`, { token, ...(body && { body }) })
  return {
    'another address': await call('PUT', `admins/${target}`, { email: person().email }),
    'another name': await call('PUT', `admins/${target}`, { firstName: 'Other' }),
    blocked: await call('POST', `admins/${target}/block`, {}),
    unblocked: await call('POST', `admins/${target}/unblock`),
    'a new password': await call('POST', `admins/${target}/reset-password`),
    deactivated: await call('POST', `admins/${target}/deactivate`, {}),
    deleted: await call('DELETE', `admins/${target}`),
    'another like them': await call('POST', 'admins', { ...person(), roleId, tenantId }),
    'a group that gives the same': await call('POST', 'UserGroups', { nameEn: 'A group', roleIds: [roleId], tenantId }),
  }
}

describe('a grant that was cut', () => {
  let parent: World
  let low: Person
  let middle: World
  let child: World
  before(async () => {
    parent = await world(app)
    low = await parent.person(able)
    middle = await world(app, parent.tenantId)
    child = await world(app, middle.tenantId)
    for (const { tenantId } of [child, middle]) expectStatus(await putGrant(app, low.token, tenantId, able), 200)
  })

  it('lowers nobody who follows it, however many tenants it was cut over', async () => {
    for (const { adminId, tenantId } of [middle, child]) {
      const tried = await attempts(adminId, tenantId, await roleOf(tenantId), low.token)
      for (const [what, reply] of Object.entries(tried)) isBeyond(reply, 'users.delete', what)
      const many = expectStatus(await app.post('/api/v1/Admins/bulk-delete', { ids: [adminId] }, { token: low.token }), 200).json
      assert.deepEqual(many.skipped, [{ id: adminId, code: 'permission_denied' }])
    }
    const below = { name: 'Below', parentTenantId: middle.tenantId, admin: person() }
    isBeyond(await app.post('/api/v1/Tenants', below, { token: low.token }), 'users.delete', 'the first admin of one below')
  })

  it('that its own tenant waits for lowers nobody there or below, and those who follow it stay each other’s equals', async () => {
    const above = await world(app, parent.tenantId)
    const own = await world(app, above.tenantId)
    const equal = await own.person(able)
    const fellow = await addPerson(app, own.tenantId, await roleOf(own.tenantId))
    const under = await world(app, own.tenantId)
    // cut by the tenant above, and then with that one: it has no more itself until it is granted again
    for (const [{ token }, { tenantId: cut }] of [
      [above, own],
      [parent, above],
    ] as const) {
      expectStatus(await putGrant(app, token, cut, able), 200)
      for (const { adminId, tenantId } of [own, under])
        for (const [what, reply] of Object.entries(await attempts(adminId, tenantId, await roleOf(tenantId), equal.token)))
          isBeyond(reply, 'users.delete', what)
    }
    const below = () => ({ name: 'Below', parentTenantId: under.tenantId, admin: person() })
    isBeyond(await app.post('/api/v1/Tenants', below(), { token: equal.token }), 'users.delete', 'the first admin of one below')
    expectStatus(await app.post('/api/v1/Tenants', below(), { token: fellow.token }), 201)
    for (const { adminId, tenantId } of [under, own])
      for (const [what, reply] of Object.entries(await attempts(adminId, tenantId, await roleOf(tenantId), fellow.token)))
        assert.ok(reply.status < 300, `${what}: ${reply.text}`)
    // whoever lists what they hold has lost it for good
    for (const { tenantId } of [above, own]) expectStatus(await putGrant(app, parent.token, tenantId, everything), 200)
    assert.deepEqual((await mine(app, equal.token)).permissions, able)
    assert.deepEqual((await mine(app, fellow.token)).permissions, everything)
  })
})

describe('a role in the recycle bin', () => {
  let own: World
  let low: Person
  before(async () => {
    own = await world(app)
    low = await own.person(able)
  })
  const strong = () => of.addRole(own.tenantId, [idOf('users.delete')])
  /** A living group whose role was deleted while it was. */
  const groupWithout = async (members: readonly string[] = [], more: object = {}) => {
    const role = await strong()
    const group = await own.group({ roleIds: [role.id], ...more }, members)
    await of.remove(`UserGroups/${group.id}`)
    await of.remove(`roles/${role.id}`)
    expectStatus(await of.restore(group.id), 200)
    return { id: group.id as string, roleId: role.id }
  }

  it('is given with the group that gives it', async () => {
    const waiting = await groupWithout()
    const call = (method: string, path: string, body?: object) =>
      app.request(method, `${at}/${waiting.id}${path}`, { token: low.token, ...(body && { body }) })
    expectExcess(await call('POST', '/members', { adminIds: [low.id] }), ['users.delete'])
    expectExcess(await call('PUT', '', { isActive: false }), ['users.delete'])
    expectExcess(await call('PUT', '/restrictions', { restrictions: restricting }), ['users.delete'])
    expectExcess(await call('DELETE', ''), ['users.delete'])
    const idle = await groupWithout([], { isActive: false })
    expectExcess(await put(app, idle.id, { isActive: true }, low.token), ['users.delete'])
    await of.remove(`UserGroups/${idle.id}`)
    expectExcess(await of.restore(idle.id, low.token), ['users.delete'])
    expectExcess(await of.purge(idle.id, low.token), ['users.delete'])
  })

  it('counts for those who would have it back: in a group, or as their own', async () => {
    const [one, two] = [await own.member(), await own.member()]
    await groupWithout([one])
    const gone = await strong()
    await of.remove(`roles/${gone.id}`)
    // as somebody was restored before who deleted roles did not stop
    const { kysely } = app.open.service.database
    await kysely.updateTable('accounts').set({ roleId: gone.id }).where('id', '=', two).execute()
    const mild = await own.role([])
    for (const target of [one, two])
      for (const [what, reply] of Object.entries(await attempts(target, own.tenantId, mild, low.token)))
        if (!/like them|the same/.test(what)) isBeyond(reply, 'users.delete', what)
    const plain = await own.group()
    expectExcess(await app.post(`${at}/${plain.id}/members`, { adminIds: [two] }, { token: low.token }), ['users.delete'])
    await of.remove(`Admins/${one}`)
    expectExcess(await of.purge(one, low.token), ['users.delete'])
    expectExcess(await of.restore(one, low.token), ['users.delete'])
  })

  it('is restored and erased by who stands above all that have it', async () => {
    const role = await of.addRole(own.tenantId, [idOf('roles.view')])
    const above = await addPerson(app, own.tenantId, await own.role(['users.delete']))
    const group = await own.group({ roleIds: [role.id] }, [above.id])
    await of.remove(`UserGroups/${group.id}`)
    await of.remove(`roles/${role.id}`)
    expectStatus(await of.restore(group.id), 200)
    expectExcess(await of.restore(role.id, low.token), ['users.delete'])
    expectExcess(await of.purge(role.id, low.token), ['users.delete'])
    expectStatus(await of.purge(role.id, own.token), 204)
  })

  it('lets those who wait for it together be each other’s equals', async () => {
    const [one, two] = [await own.person(able), await own.member()]
    await groupWithout([one.id, two])
    expectStatus(await app.post(`/api/v1/admins/${two}/block`, {}, { token: one.token }), 200)
    expectStatus(await app.request('PUT', `/api/v1/admins/${two}`, { body: { email: person().email }, token: one.token }), 200)
  })

  it('keeps its admin in the bin: 409 role_deleted, and the list says so', async () => {
    const role = await of.addRole(own.tenantId, [idOf('roles.view')])
    const gone = await of.addAdmin(own.tenantId, role.id)
    await of.remove(`Admins/${gone.id}`)
    await of.remove(`roles/${role.id}`)
    const entry = await of.entryOf(gone.id, own.token)
    assert.deepEqual([entry.canRestore, entry.reason], [false, 'role_deleted'])
    const refused = expectStatus(await of.restore(gone.id, own.token), 409).json
    assert.deepEqual([refused.code, refused.reason], ['cannot_restore', 'role_deleted'])
    expectStatus(await of.restore(role.id, own.token), 200)
    expectStatus(await of.restore(gone.id, own.token), 200)
  })
})

describe('a mask that sleeps', () => {
  it('under one from above binds what its holder grants', async () => {
    const parent = await world(app)
    const low = await parent.person(able, email)
    const child = await world(app, parent.tenantId)
    expectStatus(await putGrant(app, root, parent.tenantId, everything, email), 200)
    const grant = (names: readonly string[], fields?: Record<string, string[]>) => putGrant(app, low.token, child.tenantId, names, fields)
    expectStatus(await grant(able.filter((name) => name !== 'admins.view')), 200)
    expectExcess(await grant(able), ['admins.view'])
    expectExcess(await grant(able, { 'admins.view': ['phoneNumber'] }), ['admins.view'])
    expectStatus(await grant(able, email), 200)
    expectExcess(await grant(able, {}), ['admins.view'])
    // whoever is bound by what comes from above alone may end it: it comes back for both
    expectStatus(await putGrant(app, parent.token, child.tenantId, able, {}), 200)
    expectStatus(await putGrant(app, parent.token, child.tenantId, able), 200)
  })

  it('with its group is neither left, ended nor given past', async () => {
    const own = await world(app)
    const bound = await own.person(able)
    const group = await own.group({ isActive: false }, [bound.id])
    const gone = await own.group({}, [bound.id])
    for (const { id } of [group, gone]) expectStatus(await put(app, `${id}/restrictions`, { restrictions: restricting }, own.token), 200)
    expectStatus(await put(app, gone.id, { isActive: false }, own.token), 200)
    const idle = await own.group({ isActive: false }, [])
    expectStatus(await put(app, `${idle.id}/restrictions`, { restrictions: restricting }, own.token), 200)
    await of.remove(`UserGroups/${gone.id}`)
    assert.deepEqual((await mine(app, bound.token)).restrictions, {})
    for (const { id } of [group, idle]) {
      expectExcess(await put(app, `${id}/restrictions`, { restrictions: [] }, bound.token), ['admins.view'])
      expectExcess(await remove(app, id, bound.token), ['admins.view'])
    }
    expectExcess(await remove(app, `${group.id}/members/${bound.id}`, bound.token), ['admins.view'])
    const many = expectStatus(await app.post(`${at}/bulk/delete`, { ids: [group.id] }, { token: bound.token }), 200).json
    assert.deepEqual([many.affected, many.skipped], [0, [{ id: group.id, code: 'permission_denied' }]])
    expectExcess(await of.purge(gone.id, bound.token), ['admins.view'])
    const role = (restrictedFields: object) =>
      app.post('/api/v1/roles', { name: randomUUID(), permissionIds: [idOf('admins.view')], restrictedFields }, { token: bound.token })
    expectExcess(await role({}), ['admins.view'])
    expectStatus(await role({ [idOf('admins.view')]: ['email'] }), 201)
    const free = await own.role(['admins.view'])
    expectExcess(await app.post('/api/v1/admins', { ...person(), roleId: free }, { token: bound.token }), ['admins.view'])
    // what no mask is on is given as ever
    expectStatus(await app.post('/api/v1/admins', { ...person(), roleId: await own.role(['admins.update']) }, { token: bound.token }), 201)
    for (const { id } of [group, idle]) expectStatus(await remove(app, id, own.token), 204)
  })

  it('that a group puts on a grant goes with the grant, and is no mask of who follows it', async () => {
    const parent = await world(app)
    const low = await parent.person(everything, { 'users.view': ['email'] })
    const child = await world(app, parent.tenantId)
    const group = await child.group({}, [child.adminId])
    expectStatus(
      await put(
        app,
        `${group.id}/restrictions`,
        { restrictions: [{ permissionCode: 'users.view', restrictedFields: ['email'] }] },
        child.token,
      ),
      200,
    )
    const change = (body: object) => app.request('PUT', `/api/v1/admins/${child.adminId}`, { body, token: low.token })
    expectStatus(await change({ lastName: 'Equal' }), 200)
    expectExcess(await change({ email: person().email }), ['users.view'])
  })
})
