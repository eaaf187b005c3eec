import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs, secondsMs } from '#core/clock.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import { TokenAnswer } from '#modules/auth/sign-in.schema.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { addAdmin, addTenant, login, setAccount, setSettings, setTenant } from './people.ts'

let app: TestApp
let tenantId: string
let superId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
  superId = (await app.signIn(superAdmin.email, superAdmin.password)).user.id
})

const base = '/api/v1/auth/admin'
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const signIn = () => app.signIn(superAdmin.email, superAdmin.password)
const impersonate = (id: string, token: string, body?: unknown) => app.post(`${base}/impersonate/${id}`, body, { token })
const stop = (token: string) => app.post(`${base}/stop-impersonation`, undefined, { token })
const refresh = (refreshToken: string) => app.post(`${base}/refresh`, { refreshToken })
const isAlive = async (token: string) => (await app.get(`${base}/sessions`, { token })).status === 200

async function impersonating() {
  const target = await addAdmin(app, tenantId)
  const own = await signIn()
  const { json } = await impersonate(target.id, own.accessToken)
  return { target, own, acting: json }
}

describe('impersonation', () => {
  it("gives a pair with the target's claims and the marker", async () => {
    const target = await addAdmin(app, tenantId)
    const own = await signIn()
    const reply = await impersonate(target.id, own.accessToken, { reason: 'asked for help' })
    assert.equal(reply.status, 200)
    const answer = TokenAnswer.strict().parse(reply.json)
    assert.deepEqual(answer.user, { id: target.id, email: target.email, role: null, tenantId, impersonatorAdminId: superId })
    const claims = claimsOf(answer.accessToken)
    assert.equal(claims.sub, target.id)
    assert.equal(claims.impersonator_id, superId)
    assert.deepEqual(claims.permissions, [])
    assert.ok(await isAlive(answer.accessToken))
  })

  it('writes who acted, and for whom', async () => {
    const { target, acting } = await impersonating()
    await stop(acting.accessToken)
    const rows = await app.open.service.database.kysely
      .selectFrom('events')
      .select(['type', 'actorId', 'onBehalfOfId', 'tenantId'])
      .where('entityId', '=', target.id)
      .orderBy('id')
      .execute()
    assert.deepEqual(rows, [
      { type: 'auth.impersonation.started', actorId: superId, onBehalfOfId: null, tenantId },
      { type: 'auth.impersonation.stopped', actorId: superId, onBehalfOfId: target.id, tenantId },
    ])
  })

  it('is refused to all but the SuperAdmin, and for whom it must not be', async () => {
    const target = await addAdmin(app, tenantId)
    const viewer = await addAdmin(app, null, { roleId: platformViewerRoleId })
    const other = (await login(app, viewer)).json.accessToken
    assert.equal((await impersonate(target.id, other)).json.code, 'permission_denied')
    const { accessToken } = await signIn()
    assert.equal((await impersonate(superId, accessToken)).json.code, 'impersonation_forbidden')
    for (const set of [{ isProtected: true }, { isBlocked: true }, { isActive: false }]) {
      const someone = await addAdmin(app, tenantId)
      await setAccount(app, someone.id, set)
      const reply = await impersonate(someone.id, accessToken)
      assert.equal(reply.status, 403)
      assert.equal(reply.json.code, 'impersonation_forbidden')
    }
    for (const id of ['nonsense', '0b7a1de7-0000-7000-8000-000000000000']) assert.equal((await impersonate(id, accessToken)).status, 404)
    assert.equal((await impersonate(target.id, accessToken, { note: 'x' })).status, 400)
  })

  it('of who needs two-factor is refused to a caller without it', async () => {
    const place = await addTenant(app)
    await setSettings(app, place, { require2fa: true })
    const target = await addAdmin(app, place)
    const own = await signIn()
    assert.equal((await impersonate(target.id, own.accessToken)).status, 403)
    await setAccount(app, superId, { twoFactorEnabled: true })
    const { json, status } = await impersonate(target.id, own.accessToken)
    await setAccount(app, superId, { twoFactorEnabled: false })
    assert.equal(status, 200)
    assert.equal(json.requiresTwoFactorSetup, false)
    assert.ok(await isAlive(json.accessToken))
  })

  it('is not gone on with by a refresh once two-factor is missing', async () => {
    const place = await addTenant(app)
    const target = await addAdmin(app, place)
    const own = await signIn()
    const acting = (await impersonate(target.id, own.accessToken)).json
    await setSettings(app, place, { require2fa: true })
    assert.equal((await refresh(acting.refreshToken)).status, 401)
    assert.equal(await isAlive(acting.accessToken), false)
    assert.equal((await refresh(own.refreshToken)).status, 200)
  })

  it('cannot begin within another, nor change sessions', async () => {
    const { acting, own } = await impersonating()
    const other = await addAdmin(app, tenantId)
    const sid = claimsOf(own.accessToken).sid
    const calls = [
      impersonate(other.id, acting.accessToken),
      app.request('DELETE', `${base}/sessions/${sid}`, { token: acting.accessToken }),
      app.post(`${base}/sessions/revoke-all`, undefined, { token: acting.accessToken }),
    ]
    for (const reply of await Promise.all(calls)) assert.equal(reply.json.code, 'impersonation_forbidden')
  })

  it("is not among the target's sessions, nor can the target end it by its id", async () => {
    const { target, acting } = await impersonating()
    const theirs = (await login(app, target)).json.accessToken
    const entries = (await app.get(`${base}/sessions`, { token: theirs })).json
    assert.equal(entries.length, 1)
    const { sid } = claimsOf(acting.accessToken)
    assert.equal((await app.request('DELETE', `${base}/sessions/${sid}`, { token: theirs })).status, 404)
  })

  it('keeps the marker over a refresh, and ends after an hour', async () => {
    const { acting } = await impersonating()
    const next = (await refresh(acting.refreshToken)).json
    assert.equal(next.user.impersonatorAdminId, superId)
    assert.equal(claimsOf(next.accessToken).impersonator_id, superId)
    assert.equal((await refresh(acting.refreshToken)).status, 401)
    app.clock.turn(minutesMs(59))
    const last = (await refresh(next.refreshToken)).json
    assert.ok(last.expiresIn <= 60)
    app.clock.turn(minutesMs(1) + secondsMs(1))
    assert.equal((await refresh(last.refreshToken)).status, 401)
    assert.equal(await isAlive(last.accessToken), false)
  })

  it('lets one of sixteen refreshes through', async () => {
    const { acting } = await impersonating()
    const replies = await Promise.all(Array.from({ length: 16 }, () => refresh(acting.refreshToken)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.ok(replies.every(({ status }) => status === 200 || status === 401))
  })

  it('ends with whatever let it begin', async () => {
    const ends: [string, (of: Awaited<ReturnType<typeof impersonating>>) => Promise<unknown>, () => Promise<unknown>][] = [
      ['target protected', ({ target }) => setAccount(app, target.id, { isProtected: true }), async () => {}],
      ['target blocked', ({ target }) => setAccount(app, target.id, { isBlocked: true }), async () => {}],
      [
        'SuperAdmin lost',
        () => setAccount(app, superId, { roleId: platformViewerRoleId }),
        () => setAccount(app, superId, { roleId: superAdminRoleId }),
      ],
      ['impersonator blocked', () => setAccount(app, superId, { isBlocked: true }), () => setAccount(app, superId, { isBlocked: false })],
      ['session revoked', ({ own }) => app.post(`${base}/sessions/revoke-all`, undefined, { token: own.accessToken }), async () => {}],
      ['session logged out', ({ own }) => app.post(`${base}/logout`, undefined, { token: own.accessToken }), async () => {}],
      ['tenant suspended', () => setTenant(app, tenantId, { status: 'Suspended' }), () => setTenant(app, tenantId, { status: 'Active' })],
    ]
    for (const [name, end, undo] of ends) {
      const pair = await impersonating()
      await end(pair)
      assert.equal(await isAlive(pair.acting.accessToken), false, name)
      assert.equal((await refresh(pair.acting.refreshToken)).status, 401, name)
      assert.equal((await stop(pair.acting.accessToken)).status, 401, name)
      await undo()
    }
  })

  it('stops with a fresh pair in the original session, and dies', async () => {
    const { acting, own } = await impersonating()
    const reply = await stop(acting.accessToken)
    assert.equal(reply.status, 200)
    const back = TokenAnswer.strict().parse(reply.json)
    assert.equal(back.user.id, superId)
    assert.equal(back.user.impersonatorAdminId, undefined)
    assert.equal(claimsOf(back.accessToken).sid, claimsOf(own.accessToken).sid)
    assert.equal(claimsOf(back.accessToken).impersonator_id, null)
    assert.ok(await isAlive(back.accessToken))
    assert.equal((await refresh(back.refreshToken!)).status, 200)
    assert.equal((await refresh(acting.refreshToken)).status, 401)
    assert.equal((await stop(acting.accessToken)).json.code, 'session_revoked')
    assert.equal((await refresh(own.refreshToken)).status, 401)
    assert.ok(await isAlive(back.accessToken))
  })

  it('cannot be stopped where there is none', async () => {
    const reply = await stop((await signIn()).accessToken)
    assert.equal(reply.status, 409)
    assert.equal(reply.json.code, 'state_conflict')
  })

  it('alone ends by its logout', async () => {
    const { acting, own } = await impersonating()
    assert.equal((await app.post(`${base}/logout`, undefined, { token: acting.accessToken })).status, 200)
    assert.equal((await refresh(acting.refreshToken)).status, 401)
    assert.ok(await isAlive(own.accessToken))
    assert.equal((await refresh(own.refreshToken)).status, 200)
  })
})
