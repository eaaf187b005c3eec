/** POST /api/v1/admins/{id}/reset-password: a temporary password by mail alone, for one sign-in within a day. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { codeAt } from '../auth/authenticator.ts'
import { mailsTo } from '../auth/mail.ts'
import { login, setAccount } from '../auth/people.ts'
import { expectExcess, type Person, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { race, tally } from '../rig/race.ts'
import { addPeer, eventsAbout, rowOf, superId } from './peer.ts'

let app: TestApp
let own: World
let peer: Person
before(async () => {
  app = await startApp()
  own = await world(app)
  peer = await addPeer(app)
})

const base = '/api/v1/auth/admin'
const reset = (id: string, token = own.token) => app.post(`/api/v1/admins/${id}/reset-password`, undefined, { token })
const mailed = async (id: string): Promise<string> => {
  const mail = (await mailsTo(app, id)).at(-1)
  assert.equal(mail?.template, 'admin_temp_password')
  return mail?.variables.password
}

async function somebody() {
  const admin = { email: `x-${randomUUID()}@example.test`, password: `long ${randomUUID()}`, tenantId: own.tenantId }
  const body = { ...admin, firstName: 'X', lastName: 'Y', roleId: await own.role(['admins.view']) }
  const { id } = expectStatus(await app.post('/api/v1/admins', body, { token: own.token }), 201).json
  return { ...admin, id: id as string }
}

async function resetOf(admin: Awaited<ReturnType<typeof somebody>>) {
  expectStatus(await reset(admin.id), 200)
  return { ...admin, password: await mailed(admin.id) }
}

describe('what a reset does', () => {
  it('200 with a sentence; the former password, sessions, codes and links are dead; nothing of it in answer, log or audit', async () => {
    const admin = await somebody()
    const { accessToken, refreshToken } = (await login(app, admin)).json
    expectStatus(
      await app.post(`${base}/request-password-reset`, { email: admin.email, tenantId: own.tenantId, method: 'magic-link' }),
      202,
    )
    const link = new URL((await mailsTo(app, admin.id)).at(-1)?.variables.link).hash.slice('#token='.length)
    const reply = expectStatus(await reset(admin.id), 200)
    assert.deepEqual(Object.keys(reply.json), ['message'])
    const password = await mailed(admin.id)
    assert.equal((await login(app, admin)).json.code, 'invalid_credentials')
    expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401)
    expectStatus(await app.post(`${base}/refresh`, { refreshToken }), 401)
    expectStatus(await app.post(`${base}/verify-reset-otp`, { token: link }), 400)
    const [, event] = await eventsAbout(app, admin.id)
    assert.equal(event?.type, 'admin.password_reset')
    assert.ok(!JSON.stringify([reply.json, event, app.logs]).includes(password))
    const owner = expectStatus(await login(app, { ...admin, password }), 200).json
    assert.equal(owner.MustChangePassword, true)
    const log = expectStatus(await app.get('/api/v1/permissions/my', { token: owner.accessToken }), 403)
    assert.equal(log.json.code, 'password_change_required')
    const newPassword = `chosen ${randomUUID()}`
    const change = { currentPassword: password, newPassword }
    expectStatus(await app.post(`/api/v1/Admins/${admin.id}/change-password`, change, { token: owner.accessToken }), 200)
    const done = expectStatus(await login(app, { ...admin, password: newPassword }), 200).json
    assert.equal(done.MustChangePassword, false)
    assert.equal((await rowOf(app, admin.id)).temporaryPasswordUntil, null)
  })

  it('the owner can’t go back to the password that was taken', async () => {
    const admin = await somebody()
    const { password } = await resetOf(admin)
    const { accessToken } = (await login(app, { ...admin, password })).json
    const change = { currentPassword: password, newPassword: admin.password }
    const refused = await app.post(`/api/v1/Admins/${admin.id}/change-password`, change, { token: accessToken })
    assert.equal(expectStatus(refused, 400).json.code, 'password_reused')
  })

  it('blocked and deactivated stay so, and locked too; what was missing is said to the right password only', async () => {
    const admin = await somebody()
    await setAccount(app, admin.id, { isBlocked: true, isActive: false })
    const { password } = await resetOf(admin)
    assert.equal((await login(app, { ...admin, password })).json.code, 'account_blocked')
    await setAccount(app, admin.id, { isBlocked: false })
    assert.equal((await login(app, { ...admin, password })).json.code, 'account_inactive')
    await setAccount(app, admin.id, { isActive: true })
    expectStatus(await login(app, { ...admin, password }), 200)
  })
})

describe('a temporary password', () => {
  it('opens once; discovery and a list of workspaces cost nothing', async () => {
    const admin = await resetOf(await somebody())
    const { email: identifier, password } = admin
    for (let times = 0; times < 2; times++)
      assert.equal(
        expectStatus(await app.post(`${base}/discover-workspaces`, { identifier, password }), 200).json.workspaces[0].tenantId !== '',
        true,
      )
    expectStatus(await login(app, admin), 200)
    assert.equal(expectStatus(await login(app, admin), 401).json.code, 'invalid_credentials')
    assert.equal(
      expectStatus(await app.post(`${base}/discover-workspaces`, { identifier, password }), 401).json.code,
      'invalid_credentials',
    )
  })

  it('of ten sign-ins at once one is let in', async () => {
    const admin = await resetOf(await somebody())
    const replies = await race(Array.from({ length: 10 }, () => () => login(app, admin)))
    const statuses = tally(replies.map(({ status }) => status))
    assert.equal(statuses[200], 1, JSON.stringify(statuses))
    assert.equal((statuses[401] ?? 0) + (statuses[423] ?? 0), 9)
  })

  it('is not used up by a second factor that waits; two that wait make one session', async () => {
    const admin = await somebody()
    const token = (await login(app, admin)).json.accessToken
    const { secret } = expectStatus(await app.post(`${base}/2fa/enable`, { password: admin.password }, { token }), 200).json
    const code = () => {
      app.clock.turn(30_000)
      return codeAt(secret, app.clock.now())
    }
    expectStatus(await app.post(`${base}/2fa/confirm`, { code: code() }, { token }), 200)
    const pendingBefore = (await login(app, admin)).json.twoFactorToken
    const temporary = await resetOf(admin)
    const verify = (twoFactorToken: string) => app.post(`${base}/2fa/verify`, { twoFactorToken, code: code() })
    expectStatus(await verify(pendingBefore), 401)
    const pending = [(await login(app, temporary)).json, (await login(app, temporary)).json]
    assert.ok(pending.every(({ requiresTwoFactor }) => requiresTwoFactor))
    const [one, two] = [await verify(pending[0].twoFactorToken), await verify(pending[1].twoFactorToken)]
    assert.deepEqual([one.status, two.status], [200, 401])
    assert.equal(one.json.MustChangePassword, true)
  })
})

describe('who may not', () => {
  it('403 oneself, 403 with the excess upwards, 404 foreign, unknown and deleted: no mail', async () => {
    const low = await own.person(['admins.update', 'admins.view'])
    const above = await own.person(['users.view'])
    const other = await world(app)
    expectStatus(await reset(own.adminId), 403)
    expectExcess(await reset(above.id, low.token), ['users.view'])
    const gone = await somebody()
    expectStatus(await app.request('DELETE', `/api/v1/admins/${gone.id}`, { token: own.token }), 204)
    for (const id of [other.adminId, peer.id, gone.id, randomUUID(), 'x']) expectStatus(await reset(id), 404)
    for (const { id } of [above, peer, gone])
      assert.ok((await mailsTo(app, id)).every(({ template }) => template !== 'admin_temp_password'))
  })

  it('403 the SuperAdmin, whoever holds as much: the password stays', async () => {
    const id = await superId(app)
    expectStatus(await reset(id, peer.token), 403)
    expectStatus(await reset(id, await app.superToken()), 403)
    assert.deepEqual(await mailsTo(app, id), [])
  })
})

describe('a day later', () => {
  it('a temporary password is dead; the one before it was when the next was sent', async () => {
    const first = await resetOf(await somebody())
    const second = await resetOf(first)
    assert.equal((await login(app, first)).json.code, 'invalid_credentials')
    app.clock.turn(24 * 60 * 60 * 1000 + 1000)
    assert.equal((await login(app, second)).json.code, 'invalid_credentials')
  })
})
