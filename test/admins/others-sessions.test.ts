/** Sessions of others: read and ended by those who administer them, within the bounds of delegation. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { enableTwoFactor, pendingToken } from '../auth/authenticator.ts'
import { addAdmin, eventsOf, login, type TestAdmin } from '../auth/people.ts'
import { expectExcess, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { addPeer, superId } from './peer.ts'

let app: TestApp
let own: World
let other: World
before(async () => {
  app = await startApp()
  own = await world(app)
  other = await world(app)
})

const read = (id: string, token = own.token, area = 'admins') => app.get(`/api/v1/${area}/${id}/sessions`, { token })
const end = (id: string, token = own.token, area = 'admins') => app.post(`/api/v1/${area}/${id}/sessions/revoke-all`, undefined, { token })
const somebody = async (permissions: readonly string[] = []): Promise<TestAdmin> =>
  await addAdmin(app, own.tenantId, { roleId: await own.role(permissions) })
const tokenOf = async (admin: TestAdmin, more = {}) => expectStatus(await login(app, admin, more), 200).json.accessToken as string
const status = async (token: string) => (await app.get('/api/v1/Admins/me', { token })).status

describe('GET /api/v1/admins/{id}/sessions', () => {
  it('200 tells what the owner is told, and none of it is the current one', async () => {
    const admin = await somebody()
    assert.deepEqual(expectStatus(await read(admin.id), 200).json, [])
    const token = await tokenOf(admin, { deviceInfo: 'Laptop' })
    await tokenOf(admin, { deviceInfo: 'Phone' })
    const { json: told } = expectStatus(await app.get('/api/v1/auth/admin/sessions', { token }), 200)
    const { json: shown } = expectStatus(await read(admin.id), 200)
    assert.deepEqual(shown.map(({ deviceInfo }: { deviceInfo: string }) => deviceInfo).sort(), ['Laptop', 'Phone'])
    // the first of them is used meanwhile, so that its activity and with it the order may have moved on
    const facts = (sessions: { tokenId: string }[]) =>
      sessions.map((session) => ({ ...session, lastActiveAt: null, isCurrent: false })).sort((a, b) => (a.tokenId < b.tokenId ? -1 : 1))
    assert.deepEqual(facts(shown), facts(told))
    assert.ok(shown.every(({ isCurrent }: { isCurrent: boolean }) => !isCurrent))
  })

  it('403 for who can do more and for the SuperAdmin, with nothing of theirs; 404 for who is out of scope, unknown, deleted or a user', async () => {
    const weak = await tokenOf(await somebody(['admins.view', 'admins.update']))
    const strong = await somebody(['admins.view', 'admins.update', 'roles.view'])
    await tokenOf(strong)
    for (const ask of [read, end]) expectExcess(await ask(strong.id, weak), ['roles.view'])
    const peer = await addPeer(app)
    for (const ask of [read, end]) {
      const refused = expectStatus(await ask(await superId(app), peer.token), 403).json
      assert.equal(refused.reason, 'superadmin_account')
      const stranger = await addAdmin(app, other.tenantId)
      const gone = await somebody()
      expectStatus(await app.request('DELETE', `/api/v1/admins/${gone.id}`, { token: own.token }), 204)
      const texts = []
      for (const id of [stranger.id, gone.id, randomUUID()]) texts.push(expectStatus(await ask(id), 404).json.code)
      assert.deepEqual(new Set(texts), new Set(['not_found']))
    }
  })

  it('403 without admins.view, which is enough', async () => {
    const admin = await somebody()
    assert.equal(
      expectStatus(await read(admin.id, await tokenOf(await somebody(['roles.view']))), 403).json.requiredPermission,
      'admins.view',
    )
    const viewer = await tokenOf(await somebody(['admins.view']))
    expectStatus(await read(admin.id, viewer), 200)
    assert.equal(expectStatus(await end(admin.id, viewer), 403).json.requiredPermission, 'admins.update')
  })
})

describe('POST /api/v1/admins/{id}/sessions/revoke-all', () => {
  it('200 ends every session and every sign-in that waits; the owner may come again, and the log says who did it', async () => {
    const admin = await somebody()
    await enableTwoFactor(app, admin)
    const waiting = await pendingToken(app, admin)
    assert.equal((await read(admin.id)).json.length, 1)
    expectStatus(await end(admin.id), 200)
    assert.deepEqual((await read(admin.id)).json, [])
    expectStatus(await app.post('/api/v1/auth/admin/2fa/verify', { twoFactorToken: waiting, code: '000000' }), 401)
    const log = await app.get(`/api/v1/audit?entityId=${admin.id}&action=auth.session.all_revoked`, { token: own.token })
    const { json: me } = await app.get('/api/v1/Admins/me', { token: own.token })
    assert.deepEqual([log.json.items[0].actorId, log.json.items[0].entityId], [me.id, admin.id])
    expectStatus(await login(app, admin), 200)
  })

  it('200 ends live tokens at once, and where nothing is nothing happens', async () => {
    const admin = await somebody()
    expectStatus(await end(admin.id), 200)
    assert.ok(!(await eventsOf(app, admin.id)).includes('auth.session.all_revoked'))
    const token = await tokenOf(admin)
    assert.equal(await status(token), 200)
    expectStatus(await end(admin.id), 200)
    assert.equal(await status(token), 401)
  })

  it('403 for oneself, who has a call of their own, and while acting as somebody else', async () => {
    const { json: me } = await app.get('/api/v1/Admins/me', { token: own.token })
    assert.equal(expectStatus(await end(me.id), 403).json.reason, 'own_account')
    assert.equal(await status(own.token), 200)
    const actor = await somebody(['admins.view', 'admins.update'])
    const victim = await somebody()
    const acting = expectStatus(await app.post(`/api/v1/admins/${actor.id}/impersonate`, {}, { token: await app.superToken() }), 200).json
    assert.equal(expectStatus(await end(victim.id, acting.accessToken), 403).json.code, 'impersonation_forbidden')
  })
})

describe('sessions of users', () => {
  it('200 are told and ended by who sees to users, and 404 by the path of admins', async () => {
    const { json: tenant } = await app.get(`/api/v1/Tenants/${own.tenantId}`, { token: own.token })
    const user = await addUser(app, tenant.code)
    const { accessToken } = await user.signIn()
    const { json: shown } = expectStatus(await read(user.id, own.token, 'users'), 200)
    assert.equal(shown.length, 1)
    for (const ask of [read, end]) {
      expectStatus(await ask(user.id), 404)
      expectStatus(await ask(user.id, other.token, 'users'), 404)
    }
    expectStatus(await app.get('/api/v1/Users/me', { token: accessToken }), 200)
    expectStatus(await end(user.id, own.token, 'users'), 200)
    expectStatus(await app.get('/api/v1/Users/me', { token: accessToken }), 401)
    const viewer = await tokenOf(await somebody(['users.view']))
    expectStatus(await read(user.id, viewer, 'users'), 200)
    assert.equal(expectStatus(await end(user.id, viewer, 'users'), 403).json.requiredPermission, 'users.update')
  })
})
