/** Activate, deactivate, unblock, unlock and delete: independent states, never upwards, nothing told where nothing changed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { activityOf, login, setAccount } from '../auth/people.ts'
import { expectExcess, type Person, type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { addPeer, eventsAbout, rowOf, superId } from './peer.ts'

let app: TestApp
let own: World
let peer: Person
before(async () => {
  app = await startApp()
  own = await world(app)
  peer = await addPeer(app)
})

const moves = ['activate', 'deactivate', 'unblock', 'unlock', 'delete'] as const
type Move = (typeof moves)[number] | 'block'
const act = (move: Move, id: string, token: string): Promise<Reply> =>
  move === 'delete' ? app.request('DELETE', `/api/v1/admins/${id}`, { token }) : app.post(`/api/v1/admins/${id}/${move}`, {}, { token })
const typesOf = async (id: string) => (await eventsAbout(app, id)).map(({ type }) => type)

/** With a known password. */
async function somebody() {
  const admin = { email: `x-${randomUUID()}@example.test`, password: `long ${randomUUID()}`, tenantId: own.tenantId }
  const body = { ...admin, firstName: 'X', lastName: 'Y', roleId: await own.role(['admins.view']) }
  const { id } = expectStatus(await app.post('/api/v1/admins', body, { token: own.token }), 201).json
  return { ...admin, id: id as string }
}

describe('activate and deactivate', () => {
  it('shut out and let in; twice is 200 and no second event', async () => {
    const admin = await somebody()
    const { accessToken, refreshToken } = (await login(app, admin)).json
    const shut = expectStatus(await act('deactivate', admin.id, own.token), 200).json
    assert.deepEqual([shut.isActive, shut.status, shut.version], [false, 'Deactivated', 2])
    assert.equal(expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401).json.code, 'session_revoked')
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken }), 401)
    assert.equal(expectStatus(await login(app, admin), 403).json.code, 'account_inactive')
    assert.equal(expectStatus(await act('deactivate', admin.id, own.token), 200).json.version, 2)
    assert.deepEqual((await act('activate', admin.id, own.token)).json.isActive, true)
    assert.equal(expectStatus(await act('activate', admin.id, own.token), 200).json.version, 3)
    expectStatus(await login(app, admin), 200)
    expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401)
    assert.deepEqual(await typesOf(admin.id), ['admin.created', 'admin.deactivated', 'admin.activated'])
    const [, off] = await eventsAbout(app, admin.id)
    assert.deepEqual(off?.changes, { isActive: { before: true, after: false } })
  })

  it('every order of block, deactivate and their ends: sign-in needs both to be clear', async () => {
    const admin = await somebody()
    const counts = async () => {
      const of = async (query: string) => (await app.get(`/api/v1/admins?tenantId=${own.tenantId}&${query}`, { token: own.token })).json
      return [(await of('isBlocked=true')).totalCount, (await of('isActive=false')).totalCount]
    }
    const orders: Move[][] = [
      ['block', 'deactivate', 'unblock', 'activate'],
      ['block', 'deactivate', 'activate', 'unblock'],
      ['deactivate', 'block', 'unblock', 'activate'],
      ['deactivate', 'block', 'activate', 'unblock'],
    ]
    for (const order of orders) {
      const state: Record<'isBlocked' | 'isActive', boolean> = { isBlocked: false, isActive: true }
      for (const move of order) {
        expectStatus(await act(move, admin.id, own.token), 200)
        if (move === 'block' || move === 'unblock') state.isBlocked = move === 'block'
        else state.isActive = move === 'activate'
        const { json } = await app.get(`/api/v1/admins/${admin.id}`, { token: own.token })
        assert.deepEqual({ isBlocked: json.isBlocked, isActive: json.isActive }, state, order.join())
        const code = state.isBlocked ? 'account_blocked' : state.isActive ? undefined : 'account_inactive'
        assert.equal((await login(app, admin)).json.code, code)
        assert.deepEqual(await counts(), [state.isBlocked ? 1 : 0, state.isActive ? 0 : 1])
      }
    }
  })

  it('a protected admin is shut out and let in like any other, but never deleted', async () => {
    const { id } = await somebody()
    await setAccount(app, id, { isProtected: true })
    for (const move of ['deactivate', 'activate', 'block', 'unblock'] as const) expectStatus(await act(move, id, own.token), 200)
    assert.equal(expectStatus(await act('delete', id, own.token), 403).json.code, 'admin_protected')
    assert.equal(expectStatus(await act('delete', id, await app.superToken()), 403).json.code, 'admin_protected')
    assert.equal((await rowOf(app, id)).deletedAt, null)
  })

  it('409 for one whose tenant was deleted', async () => {
    const gone = await world(app, own.tenantId)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenantId}`, { token: own.token }), 204)
    assert.equal(expectStatus(await act('activate', gone.adminId, await app.superToken()), 409).json.code, 'state_conflict')
    assert.equal((await rowOf(app, gone.adminId)).isActive, false)
  })

  it('nor does a superior stand below while their tenant is deleted: 403 with the excess, and skipped among many', async () => {
    const gone = await world(app, own.tenantId)
    const low = await own.person(['admins.view', 'admins.update', 'admins.delete'])
    const byGroup = await gone.member()
    await gone.group({ roleIds: [await gone.role(['users.delete'])] }, [byGroup])
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenantId}`, { token: own.token }), 204)
    for (const move of ['delete', 'block', 'deactivate'] as const) {
      assert.equal(expectStatus(await act(move, gone.adminId, low.token), 403).json.code, 'permission_denied')
      expectExcess(await act(move, byGroup, low.token), ['users.delete'])
    }
    const ids = [gone.adminId, byGroup]
    const { json } = expectStatus(await app.post('/api/v1/admins/bulk-delete', { ids }, { token: low.token }), 200)
    assert.deepEqual([json.affected, json.skipped.length, json.skipped[0].code], [0, 2, 'permission_denied'])
    expectStatus(await act('delete', byGroup, own.token), 204)
  })
})

describe('unblock and unlock', () => {
  it('unblock: the next sign-in is right, the old sessions stay dead', async () => {
    const admin = await somebody()
    const { accessToken } = (await login(app, admin)).json
    expectStatus(await act('block', admin.id, own.token), 200)
    const free = expectStatus(await act('unblock', admin.id, own.token), 200).json
    assert.deepEqual([free.isBlocked, free.status, free.version], [false, 'Active', 3])
    assert.equal((await act('unblock', admin.id, own.token)).json.version, 3)
    expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401)
    expectStatus(await login(app, admin), 200)
    assert.deepEqual(await typesOf(admin.id), ['admin.created', 'admin.blocked', 'admin.unblocked'])
  })

  it('unlock: the lock and the failures before it are forgotten; nothing to forget is no event', async () => {
    const admin = await somebody()
    const wrong = () => login(app, { ...admin, password: 'not the password' })
    for (let failures = 0; failures < 5; failures++) await wrong()
    expectStatus(await login(app, admin), 423)
    const { json } = await app.get(`/api/v1/admins/${admin.id}`, { token: own.token })
    assert.deepEqual([json.isLockedOut, json.status], [true, 'LockedOut'])
    const free = expectStatus(await act('unlock', admin.id, own.token), 200).json
    assert.deepEqual([free.isLockedOut, free.status], [false, 'Active'])
    assert.deepEqual(await activityOf(app, admin.id), { failures: 0, lockedUntil: null })
    for (let failures = 0; failures < 4; failures++) expectStatus(await wrong(), 401)
    expectStatus(await act('unlock', admin.id, own.token), 200)
    for (let failures = 0; failures < 4; failures++) expectStatus(await wrong(), 401)
    expectStatus(await login(app, admin), 200)
    expectStatus(await act('unlock', admin.id, own.token), 200)
    assert.deepEqual(await typesOf(admin.id), ['admin.created', 'admin.unlocked', 'admin.unlocked'])
  })
})

describe('DELETE /api/v1/admins/{id}', () => {
  it('204: out of lists, sessions and names at once; a second time 404; the overview address alike, where 204 has no envelope', async () => {
    const admin = await somebody()
    const { accessToken } = (await login(app, admin)).json
    const total = async () => (await app.get(`/api/v1/admins?tenantId=${own.tenantId}`, { token: own.token })).json.totalCount
    const before = await total()
    assert.equal(expectStatus(await act('delete', admin.id, own.token), 204).text, '')
    expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401)
    assert.equal((await login(app, admin)).json.code, 'invalid_credentials')
    assert.equal(await total(), before - 1)
    for (const move of moves) expectStatus(await act(move, admin.id, own.token), 404)
    const again = { email: admin.email, firstName: 'New', lastName: 'One', roleId: await own.role([]), password: `long ${randomUUID()}` }
    const { id } = expectStatus(await app.post('/api/v1/admins', again, { token: own.token }), 201).json
    const alias = expectStatus(await app.request('DELETE', `/api/v1/admin/${id}`, { token: own.token }), 204)
    assert.deepEqual([alias.text, alias.headers['content-type'], alias.headers['content-length']], ['', undefined, undefined])
    assert.deepEqual((await typesOf(admin.id)).at(-1), 'admin.deleted')
  })
})

describe('who may not', () => {
  it('403 oneself, whatever it is', async () => {
    for (const move of moves) assert.equal(expectStatus(await act(move, own.adminId, own.token), 403).json.code, 'permission_denied')
    assert.deepEqual(await typesOf(own.adminId), ['admin.created'])
  })

  it('403 with the excess for one who stands above, 404 for one who is nobody’s business', async () => {
    const low = await own.person(['admins.update', 'admins.delete', 'admins.view'], { 'admins.view': ['email'] })
    const above = await own.person(['admins.view'])
    const other = await world(app)
    for (const move of moves) {
      expectExcess(await act(move, above.id, low.token), ['admins.view'])
      for (const id of [other.adminId, peer.id, randomUUID(), 'x']) expectStatus(await act(move, id, own.token), 404)
    }
    assert.deepEqual(await typesOf(above.id), ['admin.created'])
  })

  it('the SuperAdmin: 409 for who holds as much, 403 where it would open the account; the role stays', async () => {
    const id = await superId(app)
    const expected = { activate: 409, deactivate: 409, delete: 409, unblock: 403, unlock: 403 }
    const root = await app.superToken()
    for (const move of moves) {
      expectStatus(await act(move, id, peer.token), expected[move])
      expectStatus(await act(move, id, root), 403)
      expectStatus(await act(move, id, own.token), 404)
    }
    expectStatus(await app.get('/api/v1/Admins/me', { token: root }), 200)
  })
})
