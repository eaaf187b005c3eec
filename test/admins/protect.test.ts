/** POST /api/v1/admins/{id}/protect, and impersonation by its addresses in the area of admins. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addPeer, eventsAbout } from './peer.ts'

let app: TestApp
let own: World
let root: string
before(async () => {
  app = await startApp()
  own = await world(app)
  root = await app.superToken()
})

const protect = (id: string, body?: unknown, token = root) => app.post(`/api/v1/admins/${id}/protect`, body, { token })

describe('protect', () => {
  it('toggles without a body, sets with one; to be so already is no event', async () => {
    const id = await own.member()
    const states = [
      [undefined, true],
      [{}, false],
      [{ isProtected: false }, false],
      [{ isProtected: true }, true],
    ] as const
    for (const [body, isProtected] of states) assert.equal(expectStatus(await protect(id, body), 200).json.isProtected, isProtected)
    assert.equal((await protect(id, { isProtected: true })).json.version, 4)
    const events = await eventsAbout(app, id)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['admin.created', 'admin.protected', 'admin.unprotected', 'admin.protected'],
    )
    for (const body of [{ isProtected: 'yes' }, { isProtected: null }, { protected: true }]) expectStatus(await protect(id, body), 400)
  })

  it('is the SuperAdmin’s alone, and not from within an impersonation', async () => {
    const id = await own.member()
    const peer = await addPeer(app)
    for (const token of [own.token, peer.token]) expectStatus(await protect(id, {}, token), 403)
    for (const unknown of [randomUUID(), 'x']) expectStatus(await protect(unknown), 404)
    expectStatus(await app.request('DELETE', `/api/v1/admins/${id}`, { token: own.token }), 204)
    expectStatus(await protect(id), 404)
  })

  it('ends who acts as the protected one, for good', async () => {
    const id = await own.member()
    const acting = expectStatus(await app.post(`/api/v1/admins/${id}/impersonate`, {}, { token: root }), 200).json
    const alive = async () => (await app.get('/api/v1/Admins/me', { token: acting.accessToken })).status
    assert.equal(await alive(), 200)
    expectStatus(await protect(id), 200)
    assert.equal(await alive(), 401)
    const again = await app.post(`/api/v1/admins/${id}/impersonate`, {}, { token: root })
    assert.equal(expectStatus(again, 403).json.code, 'impersonation_forbidden')
    expectStatus(await protect(id), 200)
    assert.equal(await alive(), 401)
  })
})

describe('impersonation in the area of admins', () => {
  it('begins and ends as under /auth, bare; enveloped under /admin; the cookie where it is asked for', async () => {
    const id = await own.member()
    const bare = expectStatus(await app.post(`/api/v1/admins/${id}/impersonate`, { reason: 'asked' }, { token: root }), 200).json
    assert.equal(bare.user.id, id)
    const back = expectStatus(await app.post('/api/v1/admins/stop-impersonation', undefined, { token: bare.accessToken }), 200).json
    assert.ok(back.accessToken)
    assert.equal((await app.post('/api/v1/admins/stop-impersonation', undefined, { token: root })).json.code, 'state_conflict')
    const enveloped = expectStatus(await app.post(`/api/v1/admin/${id}/impersonate`, {}, { token: root }), 200).json
    assert.deepEqual([enveloped.isSuccess, enveloped.data.user.id], [true, id])
    const headers = { 'x-refresh-cookie': 'true' }
    const cookie = expectStatus(await app.post(`/api/v1/admins/${id}/impersonate`, {}, { token: root, headers }), 200)
    assert.equal(cookie.json.refreshToken, null)
    assert.match(String(cookie.headers['set-cookie']), /^tenantry_refresh=/)
  })

  it('keeps its rules at every address', async () => {
    const id = await own.member()
    const peer = await addPeer(app)
    const { accessToken: acting } = (await app.post(`/api/v1/admins/${id}/impersonate`, {}, { token: root })).json
    const me = (await app.get('/api/v1/Admins/me', { token: root })).json.id
    for (const path of ['auth/admin/impersonate/ID', 'admins/ID/impersonate', 'admin/ID/impersonate']) {
      const at = (whom: string, token: string) => app.post(`/api/v1/${path.replace('ID', whom)}`, {}, { token })
      expectStatus(await at(id, peer.token), 403)
      expectStatus(await at(id, own.token), 403)
      expectStatus(await at(peer.id, acting), 403)
      assert.equal(expectStatus(await at(me, root), 403).json.code, 'impersonation_forbidden')
      expectStatus(await at(randomUUID(), root), 404)
    }
  })
})
