import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { enableTwoFactor, pendingToken } from './authenticator.ts'
import { mailsTo } from './mail.ts'
import { activityOf, addAdmin, addTenant, eventsOf, login, setAccount, setSettings, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})
const fresh = (more: Parameters<typeof addAdmin>[2] = {}) => addAdmin(app, tenantId, more)
const tokenOf = async (admin: TestAdmin): Promise<string> => (await login(app, admin)).json.accessToken
const change = (token: string, id: string, currentPassword: string, newPassword: string) =>
  app.post(`/api/v1/Admins/${id}/change-password`, { currentPassword, newPassword }, { token })
const another = () => `another password ${randomUUID()}`

describe('change of password', () => {
  it('takes the new one, ends every other session, and tells the owner', async () => {
    const admin = await fresh()
    const [token, other] = [await tokenOf(admin), await tokenOf(admin)]
    const password = another()
    const reply = await change(token, admin.id, admin.password, password)
    assert.equal(reply.status, 200, reply.text)
    assert.ok(reply.json.message)
    assert.equal((await login(app, admin)).status, 401)
    assert.equal((await login(app, { ...admin, password })).status, 200)
    assert.equal((await app.get('/api/v1/Admins/me', { token })).status, 200)
    assert.equal((await app.get('/api/v1/Admins/me', { token: other })).json.code, 'session_revoked')
    assert.ok((await eventsOf(app, admin.id)).includes('auth.password.changed'))
    const mail = (await mailsTo(app, admin.id)).at(-1)
    assert.equal(mail?.template, 'password_changed')
    assert.equal(mail?.address, admin.email)
    assert.ok(!JSON.stringify(mail).includes(password))
    assert.ok(!JSON.stringify(app.logs).includes(password))
  })

  it('counts a wrong present one like a wrong one at the door', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    for (let guess = 1; guess <= 5; guess++)
      assert.equal((await change(token, admin.id, 'not it', another())).json.code, 'invalid_credentials')
    assert.equal((await change(token, admin.id, admin.password, another())).status, 423)
    assert.equal((await login(app, admin)).status, 423)
    assert.equal((await app.get('/api/v1/Admins/me', { token })).status, 200, 'a lockout never ends live sessions')
  })

  it("is for one's own id only, whoever asks", async () => {
    const [admin, other] = [await fresh(), await fresh()]
    const unknown = await change(await tokenOf(admin), randomUUID(), admin.password, another())
    const foreign = await change(await tokenOf(admin), other.id, other.password, another())
    const bySuper = await change(await app.superToken(), other.id, other.password, another())
    for (const reply of [unknown, foreign, bySuper]) {
      assert.equal(reply.status, 404)
      assert.deepEqual({ ...reply.json, traceId: null }, { ...unknown.json, traceId: null })
    }
    assert.equal((await activityOf(app, other.id)).failures, 0)
  })

  it("holds the new one to the policy of the account's tenant, and says every reason", async () => {
    const strict = await addTenant(app)
    await setSettings(app, strict, { passwordMinLength: 20, passwordRequireUppercase: true, passwordRequireNumber: true })
    const admin = await addAdmin(app, strict)
    const token = await tokenOf(admin)
    const reply = await change(token, admin.id, admin.password, 'all lower case')
    assert.equal(reply.status, 400)
    assert.equal(reply.json.code, 'password_policy')
    const codes = reply.json.errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
    for (const reason of ['password_policy', 'password_too_short', 'password_uppercase', 'password_number'])
      assert.ok(codes.includes(`newPassword ${reason}`), reason)
    assert.match(reply.json.errors.map((one: { message: string }) => one.message).join(' '), /at least 20 characters/)
    for (const weak of ['password123', admin.email.toUpperCase(), admin.username]) {
      assert.equal((await change(token, admin.id, admin.password, weak)).json.code, 'password_policy', weak)
    }
    assert.equal((await change(token, admin.id, admin.password, `A Long Enough Password ${randomUUID()} 7`)).status, 200)
  })

  it('never takes the present one, nor one that the tenant remembers', async () => {
    const forgetful = await addTenant(app)
    await setSettings(app, forgetful, { passwordHistoryCount: 3 })
    const admin = await addAdmin(app, forgetful)
    const token = await tokenOf(admin)
    const used = [admin.password]
    const next = async (password: string) => {
      const reply = await change(token, admin.id, used.at(-1) as string, password)
      if (reply.status === 200) used.push(password)
      return reply
    }
    assert.equal((await next(admin.password)).json.code, 'password_reused')
    assert.equal((await next(another())).status, 200)
    assert.equal((await next(another())).status, 200)
    const reused = await next(used[0] as string)
    assert.equal(reused.json.code, 'password_reused', 'the last three are the present one and two before it')
    assert.equal(reused.json.errors[0].field, 'newPassword')
    assert.equal((await next(another())).status, 200)
    assert.equal((await next(used[0] as string)).status, 200)
    const { kysely } = app.open.service.database
    const rows = await kysely.selectFrom('credentials').select('kind').where('accountId', '=', admin.id).execute()
    assert.deepEqual(rows.map(({ kind }) => kind).sort(), ['former_password', 'former_password', 'password'])
  })

  it('counts every character of a long one', async () => {
    const admin = await fresh()
    const long = `${'é'.repeat(60)} ${randomUUID()}`
    assert.equal((await change(await tokenOf(admin), admin.id, admin.password, long)).status, 200)
    assert.equal((await login(app, { ...admin, password: `${long.slice(0, -1)}!` })).status, 401)
    assert.equal((await login(app, { ...admin, password: long })).status, 200)
    const tooLong = await change(await tokenOf({ ...admin, password: long }), admin.id, long, 'x y'.repeat(43))
    assert.equal(tooLong.json.code, 'password_policy')
  })

  it('kills sign-ins that wait for their second factor', async () => {
    const admin = await fresh()
    const { token, backupCodes } = await enableTwoFactor(app, admin)
    const twoFactorToken = await pendingToken(app, admin)
    assert.equal((await change(token, admin.id, admin.password, another())).status, 200)
    const reply = await app.post('/api/v1/auth/admin/2fa/verify', { twoFactorToken, code: backupCodes[0] })
    assert.equal(reply.json.code, 'two_factor_invalid')
  })

  it('fulfils the duty to change it, for the same token at once', async () => {
    const admin = await fresh({ mustChangePassword: true, temporaryPasswordUntil: new Date(app.clock.now().getTime() + 60_000) })
    const reply = await login(app, admin)
    assert.equal(reply.json.MustChangePassword, true)
    const token = reply.json.accessToken
    const sessions = () => app.get('/api/v1/auth/admin/sessions', { token })
    assert.equal((await sessions()).json.code, 'password_change_required')
    assert.equal((await app.get('/api/v1/Admins/me', { token })).status, 200)
    const password = another()
    assert.equal((await change(token, admin.id, admin.password, password)).status, 200)
    assert.equal((await sessions()).status, 200)
    app.clock.turn(24 * 3600_000)
    assert.equal((await login(app, { ...admin, password })).json.MustChangePassword, false)
  })

  it('is possible for who must set up two-factor too, in this order, and not otherwise', async () => {
    const strict = await addTenant(app)
    await setSettings(app, strict, { require2fa: true })
    const admin = await addAdmin(app, strict, { mustChangePassword: true })
    const token = await tokenOf(admin)
    const enable = (password: string) => app.post('/api/v1/auth/admin/2fa/enable', { password }, { token })
    assert.equal((await enable(admin.password)).json.code, 'password_change_required')
    const password = another()
    assert.equal((await change(token, admin.id, admin.password, password)).status, 200)
    assert.equal((await change(token, admin.id, password, another())).json.code, 'two_factor_setup_required')
    assert.equal((await enable(password)).status, 200)
  })

  it('cannot be done while acting as somebody else', async () => {
    const admin = await fresh()
    const { accessToken } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    const impersonation = await app.post(`/api/v1/auth/admin/impersonate/${admin.id}`, {}, { token: accessToken })
    assert.equal(impersonation.status, 200, impersonation.text)
    const token = impersonation.json.accessToken
    assert.equal((await change(token, admin.id, admin.password, another())).json.code, 'impersonation_forbidden')
    for (const [name, body] of Object.entries({
      enable: { password: admin.password },
      confirm: { code: '123456' },
      disable: { password: admin.password, code: '123456' },
      'backup-codes/regenerate': { code: '123456' },
    })) {
      const reply = await app.post(`/api/v1/auth/admin/2fa/${name}`, body, { token })
      assert.equal(reply.json.code, 'impersonation_forbidden', name)
    }
  })

  it('refuses a body with anything else in it', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const url = `/api/v1/Admins/${admin.id}/change-password`
    const reply = await app.post(url, { currentPassword: admin.password, newPassword: another(), tenantId }, { token })
    assert.equal(reply.status, 400)
    assert.deepEqual(
      reply.json.errors.map((one: { field: string }) => one.field),
      ['tenantId'],
    )
    await setAccount(app, admin.id, { isActive: false })
    assert.equal((await change(token, admin.id, admin.password, another())).json.code, 'session_revoked')
  })
})
