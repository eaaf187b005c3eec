/** The doors of end users: which workspace is meant, whose token opens what, and what a reset does. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { operations } from '../abuse/tour.ts'
import { codeAt } from '../auth/authenticator.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addProvedUser, addUser, addWorkspace, codeFor, type TestUser, type Workspace } from './rig.ts'

const door = '/api/v1/auth/user'
let app: TestApp
let workspace: Workspace
before(async () => {
  app = await startApp()
  workspace = await addWorkspace(app)
})

const login = (body: object, headers: Record<string, string> = {}) => app.post(`${door}/login`, body, { headers })
const settings = async (in_: Workspace, body: object) =>
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${in_.id}/settings`, { body, token: await app.superToken() }), 200)

async function switchTwoFactorOn(user: TestUser): Promise<{ token: string; secret: string }> {
  const token = (await user.signIn()).accessToken
  const { secret } = expectStatus(await app.post(`${door}/2fa/enable`, { password: user.password }, { token }), 200).json
  app.clock.turn(30_000)
  expectStatus(await app.post(`${door}/2fa/confirm`, { code: codeAt(secret, app.clock.now()) }, { token }), 200)
  return { token, secret }
}

describe('sign-in of an end user', () => {
  it('takes a username or an address with the code of the workspace, in whatever case', async () => {
    const user = await addUser(app, workspace.code)
    for (const username of [user.username, user.email, user.username.toUpperCase()])
      expectStatus(await login({ username, password: user.password, tenantCode: workspace.code.toUpperCase() }), 200)
  })

  it('answers a workspace of nobody like a wrong password', async () => {
    const user = await addUser(app, workspace.code)
    for (const tenantCode of ['no-such-workspace', 'X', (await addWorkspace(app)).code]) {
      const reply = await login({ username: user.email, password: user.password, tenantCode })
      assert.deepEqual([reply.status, reply.json.code], [401, 'invalid_credentials'])
    }
  })

  it('without a workspace shows those that the password opens, with the code to sign in by', async () => {
    const other = await addWorkspace(app)
    const user = await addUser(app, workspace.code)
    const only = expectStatus(await login({ username: user.email, password: user.password }), 200).json
    assert.ok(only.accessToken)
    await addUser(app, other.code, { email: user.email, password: user.password })
    const { workspaces } = expectStatus(await login({ username: user.email, password: user.password }), 200).json
    assert.deepEqual(new Set(workspaces.map(({ tenantCode }: { tenantCode: string }) => tenantCode)), new Set([workspace.code, other.code]))
    for (const { tenantCode } of workspaces)
      assert.ok(expectStatus(await login({ username: user.email, password: user.password, tenantCode }), 200).json.accessToken)
  })

  it('is no door to an admin, nor theirs to a user', async () => {
    const user = await addUser(app, workspace.code)
    const asAdmin = await app.post('/api/v1/auth/admin/login', { identifier: user.email, password: user.password, tenantId: workspace.id })
    assert.equal(asAdmin.json.code, 'invalid_credentials')
    const { refreshToken } = await user.signIn()
    assert.equal((await app.post('/api/v1/auth/admin/refresh', { refreshToken })).json.code, 'refresh_token_invalid')
    expectStatus(await app.post(`${door}/refresh`, { refreshToken }), 200)
  })

  it('gives a cookie of its own, sent to the doors of users only', async () => {
    const user = await addUser(app, workspace.code)
    const body = { username: user.email, password: user.password, tenantCode: workspace.code }
    const reply = expectStatus(await login(body, { 'x-refresh-cookie': 'true' }), 200)
    assert.equal(reply.json.refreshToken, null)
    const [cookie] = [reply.headers['set-cookie']].flat() as string[]
    assert.match(cookie ?? '', /^tenantry_user_refresh=[^;]+; .*Path=\/api\/v1\/auth\/user; HttpOnly; Secure; SameSite=Strict/)
    const pair = (cookie as string).split(';')[0] as string
    expectStatus(await app.post(`${door}/refresh`, {}, { headers: { cookie: pair } }), 200)
    const asAdmins = { cookie: pair.replace('tenantry_user_refresh', 'tenantry_refresh') }
    assert.equal((await app.post('/api/v1/auth/admin/refresh', {}, { headers: asAdmins })).status, 401)
  })
})

describe('a token', () => {
  it('of an end user opens no operation of admins, and the reverse, at no address', async () => {
    const token = (await (await addUser(app, workspace.code)).signIn()).accessToken
    for (const { endpoint, addresses } of operations.values()) {
      if (endpoint.access === 'public' || endpoint.access === 'account') continue
      for (const { method, url } of addresses) {
        const by = endpoint.access === 'user' ? workspace.adminToken : token
        const reply = await app.request(String(method), url.replace(/:\w+/g, workspace.id), {
          token: by,
          ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
        })
        assert.deepEqual(
          [reply.status, reply.json.code, reply.json.reason],
          [403, 'permission_denied', endpoint.access === 'user' ? 'users_only' : 'admins_only'],
          `${method} ${url}: ${reply.text}`,
        )
      }
    }
  })
})

describe('the own account of an end user', () => {
  it('is changed, and its number is to be proved anew', async () => {
    const user = await addUser(app, workspace.code)
    const token = (await user.signIn()).accessToken
    await app.open.service.database.kysely
      .updateTable('accounts')
      .set({ phoneNumber: '+962790000001', phoneVerifiedAt: app.clock.now() })
      .where('id', '=', user.id)
      .execute()
    const me = (await app.get('/api/v1/Users/me', { token })).json
    assert.equal(me.phoneVerified, true)
    const put = (body: object) => app.request('PUT', '/api/v1/Users/me', { body, token })
    assert.equal(expectStatus(await put({ firstName: 'Lina', version: me.version }), 200).json.phoneVerified, true)
    assert.equal(expectStatus(await put({ phoneNumber: '+962790000002' }), 200).json.phoneVerified, false)
    assert.equal(expectStatus(await put({ firstName: 'Late', version: me.version }), 409).json.code, 'version_conflict')
    const newPassword = `another ${user.password}`
    const body = { currentPassword: user.password, newPassword }
    expectStatus(await app.post(`/api/v1/Users/${user.id}/change-password`, body, { token }), 200)
    assert.equal((await app.post(`/api/v1/Users/${(await addUser(app, workspace.code)).id}/change-password`, body, { token })).status, 404)
    expectStatus(await login({ username: user.email, password: newPassword, tenantCode: workspace.code }), 200)
  })

  it('tells its sessions and its log, and ends them', async () => {
    const user = await addUser(app, workspace.code)
    const [first, second] = [await user.signIn({ deviceInfo: 'Phone' }), await user.signIn()]
    const sessions = expectStatus(await app.get(`${door}/sessions`, { token: second.accessToken }), 200).json
    assert.deepEqual(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort(), [false, true])
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
    expectStatus(await app.request('DELETE', `${door}/sessions/${other.tokenId}`, { token: second.accessToken }), 204)
    assert.equal((await app.get('/api/v1/Users/me', { token: first.accessToken })).json.code, 'session_revoked')
    expectStatus(await app.post(`${door}/sessions/revoke-all`, {}, { token: second.accessToken }), 200)
    assert.equal((await app.get('/api/v1/Users/me', { token: second.accessToken })).status, 401)
  })

  it('has a second factor, which its tenant asks of admins only', async () => {
    const strict = await addWorkspace(app)
    await settings(strict, { require2FA: true })
    const user = await addUser(app, strict.code)
    assert.equal((await user.signIn()).requiresTwoFactorSetup, false)
    const { token, secret } = await switchTwoFactorOn(user)
    const { twoFactorToken } = expectStatus(
      await login({ username: user.email, password: user.password, tenantCode: strict.code }),
      200,
    ).json
    app.clock.turn(30_000)
    const code = codeAt(secret, app.clock.now())
    assert.equal((await app.post('/api/v1/auth/admin/2fa/verify', { twoFactorToken, code })).json.code, 'two_factor_invalid')
    expectStatus(await app.post(`${door}/2fa/verify`, { twoFactorToken, code }), 200)
    app.clock.turn(30_000)
    const off = { password: user.password, code: codeAt(secret, app.clock.now()) }
    expectStatus(await app.post(`${door}/2fa/disable`, off, { token }), 200)
  })
})

describe('a reset by an end user', () => {
  const reset = async (user: TestUser) => {
    expectStatus(await app.post(`${door}/request-password-reset`, { email: user.email, tenantCode: user.tenantCode }), 202)
    const code = await codeFor(app, user.id, 'password_reset_otp')
    const body = { email: user.email, code, tenantCode: user.tenantCode, newPassword: `reset ${user.password}` }
    expectStatus(await app.post(`${door}/reset-password`, body), 200)
    assert.equal((await app.post(`${door}/reset-password`, body)).status, 400)
    return await login({ username: user.email, password: body.newPassword, tenantCode: user.tenantCode })
  }

  it('keeps the second factor of an address that was proved', async () => {
    const user = await addProvedUser(app, workspace.code)
    const { token } = await switchTwoFactorOn(user)
    assert.equal((await reset(user)).json.requiresTwoFactor, true)
    assert.equal((await app.get('/api/v1/Users/me', { token })).status, 401)
  })

  it('proves the address, and leaves whoever registered it before nothing that opens it', async () => {
    const user = await addUser(app, workspace.code)
    const { token } = await switchTwoFactorOn(user)
    const tokens = expectStatus(await reset(user), 200).json
    assert.ok(tokens.accessToken, 'the second factor of a stranger is asked for')
    const me = (await app.get('/api/v1/Users/me', { token: tokens.accessToken })).json
    assert.deepEqual([me.emailVerified, me.twoFactorEnabled], [true, false])
    assert.equal((await app.get('/api/v1/Users/me', { token })).status, 401)
  })
})
