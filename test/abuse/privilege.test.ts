/** Ways to come by rights that nobody gave, to be rid of a restriction, or to hurt who stands above: each tried, and nothing changed by it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { revoke } from '#db/live/revocations.ts'
import { change } from '../auth/people.ts'
import { allBut, everything, idOf, mine, putGrant } from '../delegation/rig.ts'
import { addPerson, at, put, remove, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { attemptsOf, permissionsBeyond } from './privilege-attempts.ts'
import { callsOf, email, held, restricting, rightsStored, roles, type Scene, scene, tenants } from './privilege-scene.ts'

let app: TestApp
let root: string
let calls: ReturnType<typeof callsOf>
before(async () => {
  app = await startApp()
  root = await app.superToken()
  calls = callsOf(app)
})

describe('an admin who holds all but one right, and one masked', () => {
  let s: Scene
  let stored: Record<string, string>
  before(async () => {
    s = await scene(app)
    stored = await rightsStored(app)
  })

  for (const [kind, excess] of Object.entries(permissionsBeyond)) {
    it(`403 with the excess, and nothing is stored: ${kind}`, async () => {
      for (const [what, attempt] of Object.entries(attemptsOf(app)[kind as keyof typeof permissionsBeyond])) {
        const { status, json, text } = await attempt(s, s.me.token)
        assert.deepEqual([status, json?.code, json?.excess], [403, 'permission_denied', excess], `${what}: ${text}`)
        assert.deepEqual(await rightsStored(app), stored, what)
      }
    })
  }

  it('moves none of such groups among many', async () => {
    for (const move of ['activate', 'deactivate', 'delete']) {
      for (const cascadeAdmins of [true, false]) {
        const ids = [s.strongGroup, s.sleeping, s.binding, s.above].filter(
          (id) => (id === s.sleeping) === (move === 'activate') || move === 'delete',
        )
        const reply = await app.post(`${at}/bulk/${move}`, { ids, cascadeAdmins }, { token: s.me.token })
        const { affected, affectedAdmins, skipped } = expectStatus(reply, 200).json
        assert.deepEqual([affected, affectedAdmins, skipped.length], [0, 0, ids.length], reply.text)
        assert.deepEqual(await rightsStored(app), stored, move)
      }
    }
  })

  it('what else there is of the own, of those above and of the platform answers no', async () => {
    const { token } = s.me
    const [own, parent] = [`${tenants}/${s.own.tenantId}`, `${tenants}/${s.parent.tenantId}`]
    const request = (method: string, path: string, body?: object) => app.request(method, path, { token, ...(body && { body }) })
    const permissionIds = [idOf('users.delete')]
    const table: [number, Reply][] = [
      [403, await request('PUT', `${own}/permissions`, { permissionIds })],
      [403, await request('PUT', `${own.toUpperCase()}/permissions`, { permissionIds, restrictedFields: {} })],
      [404, await request('PUT', `${parent}/permissions`, { permissionIds })],
      ...(await Promise.all(
        [{ maxAdmins: 0 }, { maxRoles: null }, { maxSubTenants: 51 }, { auditEnabled: false }, { auditRetentionDays: 30 }].map(
          async (body): Promise<[number, Reply]> => [403, await request('PUT', `${own}/settings`, body)],
        ),
      )),
      [403, await request('PUT', own, { status: 'Suspended' })],
      [403, await request('PUT', own.toUpperCase(), { isActive: false })],
      [403, await request('DELETE', `${own}?cascade=true`)],
      [403, await request('DELETE', own.toUpperCase())],
      [400, await request('PUT', `${tenants}/${s.child.tenantId}`, { parentTenantId: null })],
      [409, await calls.setRole(s.tenantAdminRole, held, token)],
      [409, await request('PUT', `${roles}/${s.tenantAdminRole}`, { name: 'Mine' })],
      [409, await request('DELETE', `${roles}/${s.tenantAdminRole}`)],
      [400, await request('PUT', `${roles}/${s.myRole}`, { permissionIds })],
      [400, await calls.newRole([], token, {}, { isSystem: true })],
      [400, await calls.newRole([], token, {}, { reach: 'granted' })],
      [404, await calls.newRole([], token, {}, { tenantId: s.parent.tenantId })],
      [404, await calls.newGroup({ tenantId: s.parent.tenantId }, token)],
      [404, await calls.newGroup({ roleIds: [s.childRole] }, token)],
      [404, await put(app, `${s.myGroup}/roles`, { roleIds: [superAdminRoleId] }, token)],
      [404, await calls.join(s.myGroup, [s.child.adminId], token)],
      [404, await app.post(`${roles}/${superAdminRoleId}/clone`, {}, { token })],
      [403, await request('GET', `${at}/byTenantId/${s.own.tenantId}`)],
      [403, await request('POST', `/api/v1/admins/${s.me.id}/block`, {})],
      [403, await request('POST', `/api/v1/admins/${s.me.id.toUpperCase()}/block`, {})],
      [400, await request('PUT', '/api/v1/Admins/me', { roleId: s.tenantAdminRole })],
    ]
    for (const [index, [status, reply]] of table.entries()) assert.equal(reply.status, status, `${index}: ${reply.text}`)
    assert.deepEqual(await rightsStored(app), stored)
  })

  it('is who the token says, whatever a header says', async () => {
    const headers = {
      'x-user-id': s.own.adminId,
      'x-tenant-id': s.parent.tenantId,
      'x-http-method-override': 'DELETE',
      'x-original-url': '/',
    }
    const listed = expectStatus(await app.get(roles, { token: s.me.token, headers }), 200).json
    assert.ok(listed.items.every(({ tenantId }: { tenantId: string }) => tenantId === s.own.tenantId))
    expectStatus(await app.post(`${roles}/${s.strong}/clone`, {}, { token: s.me.token, headers }), 403)
    expectStatus(await app.get(`${roles}/${s.myRole}`, { token: s.me.token, headers }), 200)
    assert.deepEqual(await rightsStored(app), stored)
  })

  it('gives on what it holds, with its mask', async () => {
    const { token } = s.me
    const role = expectStatus(await calls.newRole(held, token, email), 201).json
    const group = expectStatus(await calls.newGroup({ roleIds: [role.id] }, token), 201).json
    expectStatus(await calls.join(group.id, [s.me.id], token), 200)
    assert.deepEqual(await mine(app, token), { permissions: held, restrictions: email })
  })
})

describe('an admin who holds all but one right, none masked', () => {
  it('makes nobody who holds more, here or below', async () => {
    const { own, strong, tenantAdminRole, child } = await scene(app)
    const { token } = await own.person(held)
    const stored = await rightsStored(app)
    const admin = { email: 'first@example.test', firstName: 'A', lastName: 'B' }
    const table: [number, Reply][] = [
      [403, await calls.newAdmin(strong, token)],
      [403, await calls.newAdmin(tenantAdminRole, token)],
      [403, await app.post(tenants, { name: 'Below', admin }, { token })],
      [404, await calls.newAdmin(superAdminRoleId.toUpperCase(), token)],
      [404, await calls.newAdmin(strong, token, { tenantId: child.tenantId })],
    ]
    for (const [index, [status, { json, ...reply }]] of table.entries()) {
      assert.equal(reply.status, status, `${index}: ${reply.text}`)
      if (status === 403) assert.deepEqual(json.excess, ['users.delete'])
    }
    assert.deepEqual(await rightsStored(app), stored)
    for (const roleId of [superAdminRoleId, superAdminRoleId.toUpperCase()]) expectStatus(await calls.newAdmin(roleId, root), 403)
  })
})

describe('a mask under a mask', () => {
  it('of the own role holds when the one of the tenant ends: no role or group made meanwhile lifts it', async () => {
    const parent = await world(app)
    const own = await world(app, parent.tenantId)
    const myRole = await own.role(everything, email)
    const me = await addPerson(app, own.tenantId, myRole)
    const open = await own.role(['admins.view'])
    const openGroup = await own.group({ roleIds: [open] })
    expectStatus(await putGrant(app, parent.token, own.tenantId, everything, email), 200)
    const attempts = [
      await calls.setRole(myRole, everything, me.token),
      await calls.newRole(['admins.view'], me.token),
      await app.post(`${roles}/${open}/clone`, {}, { token: me.token }),
      await calls.newGroup({ roleIds: [open] }, me.token),
      await calls.join(openGroup.id, [me.id], me.token),
    ]
    const statuses = attempts.map(({ status }) => status)
    expectStatus(await putGrant(app, parent.token, own.tenantId, everything, {}), 200)
    assert.deepEqual((await mine(app, me.token)).restrictions, email)
    assert.deepEqual(statuses, [403, 403, 403, 403, 403])
  })
})

describe('a right that is taken while the call that needs it waits', () => {
  it('403 and nothing stored: it is asked for again under the locks', async () => {
    const own = await world(app)
    const target = await own.person([])
    const [role, group] = [await own.role([]), (await own.group({}, [own.adminId])).id]
    const waiters: Record<string, (token: string) => Promise<Reply>> = {
      'roles.manage': (token) => calls.newRole([], token),
      'roles.manage ': (token) => calls.setRole(role, ['roles.view'], token),
      'roles.manage  ': (token) => app.post(`${roles}/${role}/clone`, {}, { token }),
      'roles.manage   ': (token) => app.request('DELETE', `${roles}/${role}`, { token }),
      'groups.create': (token) => calls.newGroup({}, token),
      'groups.update': (token) => put(app, group, { nameEn: 'Another' }, token),
      'groups.update ': (token) => calls.join(group, [target.id], token),
      'groups.delete': (token) => remove(app, group, token),
      'admins.create': (token) => calls.newAdmin(role, token),
      'admins.update': (token) => app.post(`/api/v1/admins/${target.id}/block`, {}, { token }),
      'tenants.create': (token) => app.post(tenants, { name: 'Below' }, { token }),
    }
    for (const [name, call] of Object.entries(waiters)) {
      const permission = name.trim()
      const myRole = await own.role(everything)
      const me = await addPerson(app, own.tenantId, myRole)
      expectStatus(await app.get(roles, { token: me.token }), 200)
      let waiting: Promise<Reply> | undefined
      await change(app, async (ctx) => {
        await ctx.db.updateTable('roles').set({ description: 'changed' }).where('id', '=', myRole).execute()
        await ctx.db.deleteFrom('rolePermissions').where('roleId', '=', myRole).where('permission', '=', permission).execute()
        await revoke(ctx, 'role', myRole)
        waiting = call(me.token)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      const stored = await rightsStored(app)
      const { status, json, text } = await waiting!
      assert.deepEqual([status, json?.requiredPermission], [403, permission], `${name}: ${text}`)
      assert.deepEqual(await rightsStored(app), stored, name)
    }
  })
})

describe('a token that is there already', () => {
  it('can do from the next request what was given, and no more what was taken, whichever way', async () => {
    const parent = await world(app)
    const own = await world(app, parent.tenantId)
    const [myRole, seeing] = [await own.role(['roles.view']), await own.role(['tenants.view'])]
    const me = await addPerson(app, own.tenantId, myRole)
    const { id } = await own.group({ roleIds: [seeing] }, [me.id])
    const group = (body: object) => put(app, id, body, own.token)
    const ways: [give: () => Promise<Reply>, take: () => Promise<Reply>][] = [
      [() => group({ isActive: true }), () => group({ isActive: false })],
      [() => group({ isActive: true }), () => app.post(`${at}/bulk/deactivate`, { ids: [id] }, { token: own.token })],
      [() => app.post(`${at}/bulk/activate`, { ids: [id] }, { token: own.token }), () => group({ roleIds: [] })],
      [() => put(app, `${id}/roles`, { roleIds: [seeing] }, own.token), () => calls.setRole(seeing, [], own.token)],
      [() => calls.setRole(seeing, ['tenants.view'], own.token), () => remove(app, `${id}/members/${me.id}`, own.token)],
      [() => calls.join(id, [me.id], own.token), () => remove(app, id, own.token)],
      [() => calls.setRole(myRole, ['tenants.view'], own.token), () => putGrant(app, root, parent.tenantId, allBut('tenants.view'))],
    ]
    const sees = async (token: string) => (await app.get(tenants, { token })).status
    expectStatus(await ways[0]![1](), 200)
    for (const [way, [give, take]] of ways.entries()) {
      assert.ok((await give()).status < 300)
      assert.equal(await sees(me.token), 200, `given by ${way}`)
      assert.ok((await take()).status < 300)
      assert.equal(await sees(me.token), 403, `taken by ${way}`)
    }
    // given again, it comes to who follows the grant, and to no role that listed it once
    expectStatus(await putGrant(app, root, parent.tenantId, everything), 200)
    assert.deepEqual([await sees(parent.token), await sees(own.token), await sees(me.token)], [200, 403, 403])
    expectStatus(await putGrant(app, root, own.tenantId, everything), 200)
    assert.deepEqual([await sees(own.token), await sees(me.token)], [200, 403])
  })
})

describe('the SuperAdmin', () => {
  it('is not restricted by somebody who holds as much', async () => {
    const { id } = (await app.get('/api/v1/Admins/me', { token: root })).json
    const copy = expectStatus(await app.post(`${roles}/${superAdminRoleId}/clone`, { name: randomUUID() }, { token: root }), 201).json
    const equal = await addPerson(app, null, copy.id)
    const group = expectStatus(await calls.newGroup({}, equal.token), 201).json
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: restricting }, equal.token), 200)
    expectStatus(await calls.join(group.id, [id], equal.token), 403)
    const other = expectStatus(await calls.newGroup({}, root), 201).json
    expectStatus(await calls.join(other.id, [id], root), 200)
    expectStatus(await put(app, `${other.id}/restrictions`, { restrictions: restricting }, equal.token), 403)
    expectStatus(await put(app, other.id, { Status: 'Inactive' }, equal.token), 200)
    expectStatus(await put(app, `${other.id}/restrictions`, { restrictions: restricting }, equal.token), 403)
    assert.deepEqual((await mine(app, root)).restrictions, {})
  })
})
