import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { z } from 'zod'
import { SessionEntry } from '#modules/auth/sign-in.schema.ts'
import { startApp, type TestApp } from '../harness.ts'
import { addAdmin, addTenant, eventsOf, login, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})

const base = '/api/v1/auth/admin'
const refresh = (refreshToken: string) => app.post(`${base}/refresh`, { refreshToken })
const list = async (token: string) => (await app.get(`${base}/sessions`, { token })).json
const revoke = (id: string, token: string) => app.request('DELETE', `${base}/sessions/${id}`, { token })
const logout = (token: string) => app.post(`${base}/logout`, undefined, { token })
const sidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid as string

async function signedInTwice(someone?: TestAdmin) {
  const admin = someone ?? (await addAdmin(app, tenantId))
  const one = (await login(app, admin, { deviceInfo: 'first\r\ndevice' })).json
  const other = (
    await app.post(
      `${base}/login`,
      { identifier: admin.email, password: admin.password, tenantId },
      { headers: { 'user-agent': 'x'.repeat(400) } },
    )
  ).json
  return { admin, one, other }
}

describe('the list of sessions', () => {
  it("shows the caller's own, with exactly one current, and nothing of a token", async () => {
    const { one, other } = await signedInTwice()
    await signedInTwice()
    const entries = await list(one.accessToken)
    z.array(SessionEntry.strict()).length(2).parse(entries)
    const current = entries.filter((entry: { isCurrent: boolean }) => entry.isCurrent)
    assert.equal(current.length, 1)
    assert.equal(current[0].tokenId, sidOf(one.accessToken))
    assert.equal(current[0].deviceInfo, 'first device')
    assert.equal(current[0].ipAddress, '127.0.0.1')
    const fallback = entries.find(({ tokenId }: { tokenId: string }) => tokenId === sidOf(other.accessToken))
    assert.equal(fallback.deviceInfo, 'x'.repeat(256))
    assert.notEqual(sidOf(one.accessToken), sidOf(other.accessToken))
  })

  it('has the same id after a refresh', async () => {
    const { one } = await signedInTwice()
    const next = (await refresh(one.refreshToken)).json
    const entries = await list(next.accessToken)
    assert.equal(entries.find((entry: { isCurrent: boolean }) => entry.isCurrent).tokenId, sidOf(one.accessToken))
    assert.equal(entries.length, 2)
  })

  it('keeps fifty and ends the oldest', async () => {
    const admin = await addAdmin(app, tenantId)
    const first = (await login(app, admin)).json
    for (let n = 0; n < 50; n++) {
      app.clock.turn(1)
      assert.equal((await login(app, admin)).status, 200)
    }
    const last = (await login(app, admin)).json
    assert.equal((await list(last.accessToken)).length, 50)
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await app.get(`${base}/sessions`, { token: first.accessToken })).json.code, 'session_revoked')
  })

  it('lets in who waited for the account while fifty others signed in to it', async () => {
    const admin = await addAdmin(app, tenantId)
    app.clock.turn(60_000)
    for (let n = 0; n < 50; n++) assert.equal((await login(app, admin)).status, 200)
    // as one that began before them, and had the lock after them
    app.clock.turn(-60_000)
    const last = (await login(app, admin)).json
    app.clock.turn(60_000)
    assert.equal((await list(last.accessToken)).length, 50)
  })
})

describe('revoking', () => {
  it('ends one session with both its tokens, at once', async () => {
    const { admin, one, other } = await signedInTwice()
    assert.equal((await revoke(sidOf(other.accessToken), one.accessToken)).status, 204)
    assert.equal((await app.get(`${base}/sessions`, { token: other.accessToken })).json.code, 'session_revoked')
    assert.equal((await refresh(other.refreshToken)).status, 401)
    assert.equal((await list(one.accessToken)).length, 1)
    assert.ok((await eventsOf(app, admin.id)).includes('auth.session.revoked'))
  })

  it('answers 404 alike for what is foreign, unknown, malformed and ended', async () => {
    const { one, other } = await signedInTwice()
    const foreign = (await signedInTwice()).one
    await revoke(sidOf(other.accessToken), one.accessToken)
    const ids = [sidOf(foreign.accessToken), '0b7a1de7-0000-7000-8000-000000000000', 'nonsense', sidOf(other.accessToken)]
    const replies = await Promise.all(ids.map((id) => revoke(id, one.accessToken)))
    for (const { status, json } of replies)
      assert.deepEqual([status, { ...json, traceId: null }], [404, { ...replies[0]!.json, traceId: null }])
    assert.equal((await list(foreign.accessToken)).length, 2)
  })

  it('of all ends every token, the own too', async () => {
    const { admin, one, other } = await signedInTwice()
    const reply = await app.post(`${base}/sessions/revoke-all`, undefined, { token: one.accessToken })
    assert.equal(reply.status, 200)
    assert.ok(reply.json.message)
    for (const { accessToken, refreshToken } of [one, other]) {
      assert.equal((await app.get(`${base}/sessions`, { token: accessToken })).json.code, 'session_revoked')
      assert.equal((await refresh(refreshToken)).status, 401)
    }
    assert.ok((await eventsOf(app, admin.id)).includes('auth.session.all_revoked'))
  })
})

describe('logout', () => {
  it('ends every refresh token of the caller and lets the access tokens run out', async () => {
    const { admin, one, other } = await signedInTwice()
    const reply = await logout(one.accessToken)
    assert.equal(reply.status, 200)
    assert.deepEqual(Object.keys(reply.json), ['message'])
    for (const { accessToken, refreshToken } of [one, other]) {
      assert.equal((await refresh(refreshToken)).status, 401)
      assert.deepEqual(await list(accessToken), [])
    }
    assert.equal((await logout(one.accessToken)).status, 200)
    assert.ok((await eventsOf(app, admin.id)).includes('auth.logout.succeeded'))
    app.clock.turn(901_000)
    assert.equal((await app.get(`${base}/sessions`, { token: one.accessToken })).json.code, 'token_expired')
  })

  it('leaves nothing of a refresh that runs beside it', async () => {
    for (let n = 0; n < 10; n++) {
      const { one } = await signedInTwice()
      const [next] = await Promise.all([refresh(one.refreshToken), logout(one.accessToken)])
      if (next.status === 200) assert.equal((await refresh(next.json.refreshToken)).status, 401)
    }
  })

  it('is followed by a sign-in as by any', async () => {
    const { admin, one } = await signedInTwice()
    await logout(one.accessToken)
    const { json } = await login(app, admin)
    assert.equal((await list(json.accessToken)).length, 1)
    assert.equal((await app.post(`${base}/sessions/revoke-all`, undefined, { token: json.accessToken })).status, 200)
    assert.equal((await app.get(`${base}/sessions`, { token: one.accessToken })).json.code, 'session_revoked')
  })
})
