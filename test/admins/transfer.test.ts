/** POST /api/v1/admins/{id}/transfer: one SuperAdmin before, one after, and the tokens of both know it at once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { createAccount } from '#accounts/new-account.ts'
import { permissionNames } from '#core/permissions.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import { mailsTo } from '../auth/mail.ts'
import { activityOf, addAdmin, change, login, setAccount, type TestAdmin } from '../auth/people.ts'
import { addRole, expectFields, at as groupsAt, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { addPeer, eventsAbout, rowOf } from './peer.ts'

let app: TestApp
let first: TestAdmin
before(async () => {
  app = await startApp()
  const { user } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  first = { ...superAdmin, id: user.id, tenantId: null }
})

const transfer = (id: string, token: string, password: string) => app.post(`/api/v1/admins/${id}/transfer`, { password }, { token })
const tokensOf = async (admin: TestAdmin) => expectStatus(await login(app, admin), 200).json
const tokenOf = async (admin: TestAdmin): Promise<string> => (await tokensOf(admin)).accessToken
const permissionsOf = async (token: string): Promise<string[]> =>
  expectStatus(await app.get('/api/v1/permissions/my', { token }), 200).json.permissions
const superAdmins = async () =>
  (await app.open.service.database.kysely.selectFrom('accounts').select('id').where('roleId', '=', superAdminRoleId).execute()).map(
    ({ id }) => id,
  )
const someone = () => addAdmin(app, null, { roleId: platformViewerRoleId })

/** Gives it back, so that each test begins alike. */
async function handBack(from: TestAdmin): Promise<void> {
  expectStatus(await transfer(first.id, await tokenOf(from), from.password), 200)
  assert.deepEqual(await superAdmins(), [first.id])
}

describe('transfer', () => {
  it('to an admin of the platform: both live tokens follow at once, the caller sees everything and changes nothing', async () => {
    const target = await someone()
    const [mine, theirs] = [await tokenOf(first), await tokenOf(target)]
    const views = permissionNames.filter((name) => name.endsWith('.view'))
    assert.deepEqual(new Set(await permissionsOf(theirs)), new Set(views))
    const { json } = expectStatus(await transfer(target.id, mine, first.password), 200)
    assert.deepEqual([json.role.name, json.version], ['SuperAdmin', 2])
    assert.deepEqual(await superAdmins(), [target.id])
    assert.equal((await permissionsOf(theirs)).length, permissionNames.length)
    assert.deepEqual(new Set(await permissionsOf(mine)), new Set(views))
    assert.equal((await rowOf(app, first.id)).roleId, platformViewerRoleId)
    for (const path of ['protect', 'impersonate', 'transfer']) {
      const body = path === 'transfer' ? { password: first.password } : {}
      expectStatus(await app.post(`/api/v1/admins/${(await someone()).id}/${path}`, body, { token: mine }), 403)
    }
    const event = (await eventsAbout(app, target.id)).at(-1)
    assert.equal(event?.type, 'admin.superadmin_transferred')
    assert.deepEqual(event?.data, { formerId: first.id, formerTenantId: null })
    for (const { id } of [first, target]) assert.equal((await mailsTo(app, id)).at(-1)?.template, 'superadmin_transferred')
    await handBack(target)
  })

  it('to an admin of a tenant, who becomes one of the platform: names, counts, groups and rights of the tenant stay behind', async () => {
    const own = await world(app)
    const target = await addAdmin(app, own.tenantId, { roleId: await own.role(['admins.view']) })
    const group = await own.group({ roleIds: [await own.role(['users.view'])] }, [target.id])
    const restrictions = [{ permissionCode: 'admins.view', restrictedFields: ['email'] }]
    const put = await app.request('PUT', `/api/v1/UserGroups/${group.id}/restrictions`, { token: own.token, body: { restrictions } })
    expectStatus(put, 200)
    const { accessToken, refreshToken } = await tokensOf(target)
    const admins = async () => (await app.get('/api/v1/admins', { token: own.token })).json.totalCount
    const before = await admins()
    expectStatus(await transfer(target.id, await tokenOf(first), first.password), 200)
    assert.deepEqual(await superAdmins(), [target.id])
    const my = expectStatus(await app.get('/api/v1/permissions/my', { token: accessToken }), 200).json
    assert.deepEqual([my.permissions.length, my.restrictions, my.groups], [permissionNames.length, [], []])
    assert.equal((await app.get('/api/v1/Admins/me', { token: accessToken })).json.tenantId, null)
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken }), 200)
    assert.equal((await login(app, target)).json.code, 'invalid_credentials')
    const moved = { ...target, tenantId: null }
    await tokensOf({ ...moved, email: target.username })
    expectStatus(await app.get(`/api/v1/admins/${target.id}`, { token: own.token }), 404)
    const now = (await app.get(`/api/v1/UserGroups/${group.id}`, { token: own.token })).json
    assert.equal(now.memberCount, 0, JSON.stringify(now))
    assert.equal(await admins(), before - 1)
    const heir = { email: target.email, firstName: 'H', lastName: 'H', roleId: await own.role([]) }
    expectStatus(await app.post('/api/v1/admins', heir, { token: own.token }), 201)
    await handBack(moved)
  })

  it('what a suspension of the tenant ended stays dead on the platform', async () => {
    const own = await world(app)
    const target = await addAdmin(app, own.tenantId, { roleId: await own.role([]) })
    const stolen = await tokensOf(target)
    const mine = await tokenOf(first)
    for (const status of ['Suspended', 'Active'])
      expectStatus(await app.request('PUT', `/api/v1/Tenants/${own.tenantId}`, { token: mine, body: { status } }), 200)
    const since = await tokensOf(target)
    expectStatus(await transfer(target.id, mine, first.password), 200)
    expectStatus(await app.get('/api/v1/Admins/me', { token: since.accessToken }), 200)
    expectStatus(await app.get('/api/v1/Admins/me', { token: stolen.accessToken }), 401)
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: stolen.refreshToken }), 401)
    await handBack({ ...target, tenantId: null })
  })

  it('leaves the caller no group either: what they put themselves in before gives nothing after', async () => {
    const mine = await tokenOf(first)
    const roleIds = [await addRole(app, null, ['admins.update', 'admins.delete'])]
    const group = expectStatus(await app.post(groupsAt, { nameEn: `Kept ${randomUUID()}`, roleIds }, { token: mine }), 201).json
    expectStatus(await app.post(`${groupsAt}/${group.id}/members`, { adminIds: [first.id] }, { token: mine }), 200)
    const target = await someone()
    expectStatus(await transfer(target.id, mine, first.password), 200)
    assert.deepEqual(
      (await permissionsOf(mine)).filter((name) => !name.endsWith('.view')),
      [],
    )
    await handBack(target)
  })

  it('409 naming each login name that the platform has already; nothing moved', async () => {
    const own = await world(app)
    const taken = await someone()
    const target = await addAdmin(app, own.tenantId, { email: taken.email, username: taken.username })
    expectFields(await transfer(target.id, await tokenOf(first), first.password), 409, ['email', 'username'])
    assert.deepEqual(await superAdmins(), [first.id])
    assert.equal((await rowOf(app, target.id)).tenantId, own.tenantId)
    await tokensOf(target)
  })

  it('ends what the caller does in others’ names; never from within', async () => {
    const victim = await someone()
    const target = await someone()
    const mine = await tokenOf(first)
    const act = await app.post(`/api/v1/admins/${victim.id}/impersonate`, {}, { token: mine })
    const acting = expectStatus(act, 200).json
    const within = await transfer(target.id, acting.accessToken, first.password)
    assert.equal(expectStatus(within, 403).json.code, 'impersonation_forbidden')
    expectStatus(await transfer(target.id, mine, first.password), 200)
    expectStatus(await app.get('/api/v1/Admins/me', { token: acting.accessToken }), 401)
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: acting.refreshToken }), 401)
    await handBack(target)
    expectStatus(await app.get('/api/v1/Admins/me', { token: acting.accessToken }), 401)
  })

  it('401 for a wrong password, which counts and locks; 400 without one', async () => {
    const target = await someone()
    const mine = await tokenOf(first)
    for (const body of [{}, { password: '' }, { password: first.password, force: true }])
      expectStatus(await app.post(`/api/v1/admins/${target.id}/transfer`, body, { token: mine }), 400)
    for (let failures = 1; failures <= 4; failures++) {
      assert.equal(expectStatus(await transfer(target.id, mine, target.password), 401).json.code, 'invalid_credentials')
      assert.equal((await activityOf(app, first.id)).failures, failures)
    }
    assert.equal(expectStatus(await transfer(target.id, mine, 'wrong'), 401).json.code, 'invalid_credentials')
    assert.equal(expectStatus(await transfer(target.id, mine, first.password), 423).json.code, 'account_locked')
    assert.deepEqual(await superAdmins(), [first.id])
    app.clock.turn(6 * 60_000)
  })

  it('409 to oneself, to who is blocked, not active or deleted, and to a user; 404 to nobody', async () => {
    const mine = await tokenOf(first)
    const states = [{ isBlocked: true }, { isActive: false }, { deletedAt: app.clock.now() }]
    const others = await Promise.all(
      states.map(async (state) => {
        const { id } = await someone()
        await setAccount(app, id, state)
        return id
      }),
    )
    const own = await world(app)
    const user = await change(app, (ctx) =>
      createAccount(ctx, 'user', {
        ...{ tenantId: own.tenantId, username: null, email: `${randomUUID()}@example.test`, firstName: 'U', lastName: 'U' },
        ...{ roleId: null, passwordHash: null, createdBy: null },
      }),
    )
    for (const id of [first.id, ...others, user])
      assert.equal(expectStatus(await transfer(id, mine, first.password), 409).json.code, 'state_conflict')
    for (const id of [randomUUID(), 'x']) expectStatus(await transfer(id, mine, first.password), 404)
    assert.deepEqual(await superAdmins(), [first.id])
  })

  it('403 for anybody else, whatever they hold, and whatever password they know', async () => {
    const peer = await addPeer(app)
    const own = await world(app)
    for (const token of [peer.token, own.token]) {
      expectStatus(await transfer(peer.id, token, first.password), 403)
      expectStatus(await transfer(own.adminId, token, first.password), 403)
    }
    assert.deepEqual(await superAdmins(), [first.id])
  })
})
