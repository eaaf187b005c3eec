import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import { startApp, type TestApp } from '../harness.ts'
import { codeAt, enableTwoFactor, fromBase32, path, pendingToken, verify, wrongCode } from './authenticator.ts'
import { mailsTo } from './mail.ts'
import { activityOf, addAdmin, addTenant, eventsOf, login, setAccount, setSettings, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app, { name: 'Acme: 100% & co?' })
})
// at the beginning of a step: half a minute in which a code does not grow old while it is on its way
beforeEach(() => app.clock.turn(30_000 - (app.clock.now().getTime() % 30_000)))
const fresh = () => addAdmin(app, tenantId)
const tokenOf = async (admin: TestAdmin): Promise<string> => (await login(app, admin)).json.accessToken
const me = (token: string) => app.get('/api/v1/Admins/me', { token })
const now = () => app.clock.now()
/** A refusal without what differs between any two requests. */
const bare = ({ json }: { json: Record<string, unknown> }) => ({ ...json, traceId: null })

describe('switching two-factor on', () => {
  it('answers a secret of 160 bits, its URI and its picture, and says nothing of them again', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const setup = await app.post(path('enable'), { password: admin.password }, { token })
    assert.equal(setup.status, 200, setup.text)
    const { secret, qrCodeUri, qrCodeBase64 } = setup.json
    assert.equal(fromBase32(secret).length, 20)
    const issuer = 'Acme%3A%20100%25%20%26%20co%3F'
    assert.equal(qrCodeUri, `otpauth://totp/${issuer}:${encodeURIComponent(admin.email)}?secret=${secret}&issuer=${issuer}`)
    assert.match(qrCodeBase64, /^data:image\/png;base64,iVBOR/)
    assert.equal((await me(token)).json.twoFactorEnabled, false, 'not before a code confirms it')
    const confirmed = await app.post(path('confirm'), { code: codeAt(secret, now()) }, { token })
    assert.equal(confirmed.status, 200, confirmed.text)
    assert.equal(new Set(confirmed.json.backupCodes).size, 10)
    for (const code of confirmed.json.backupCodes) assert.match(code, /^[0-9]{8}$/)
    assert.equal((await me(token)).json.twoFactorEnabled, true)
    assert.equal((await app.post(path('enable'), { password: admin.password }, { token })).status, 409)
    const { kysely } = app.open.service.database
    const everything = JSON.stringify([
      await kysely.selectFrom('events').selectAll().where('entityId', '=', admin.id).execute(),
      await kysely.selectFrom('credentials').selectAll().where('accountId', '=', admin.id).execute(),
      app.logs,
      await mailsTo(app, admin.id),
    ])
    for (const part of [secret, ...confirmed.json.backupCodes]) assert.ok(!everything.includes(part), 'a secret was kept in clear')
    const events = await eventsOf(app, admin.id)
    assert.ok(events.includes('auth.two_factor.setup_started') && events.includes('auth.two_factor.enabled'))
    assert.equal((await mailsTo(app, admin.id)).at(-1)?.variables.enabled, true)
  })

  it('asks for the password, whose wrong one counts', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const reply = await app.post(path('enable'), { password: 'not the password' }, { token })
    assert.equal(reply.status, 401)
    assert.equal(reply.json.code, 'invalid_credentials')
    assert.equal((await activityOf(app, admin.id)).failures, 1)
  })

  it('takes the latest of two secrets only', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const enable = () => app.post(path('enable'), { password: admin.password }, { token })
    const [one, two] = [(await enable()).json.secret, (await enable()).json.secret]
    assert.equal((await app.post(path('confirm'), { code: codeAt(one, now()) }, { token })).status, 401)
    assert.equal((await app.post(path('confirm'), { code: codeAt(two, now()) }, { token })).status, 200)
  })

  it('forgets the secret after ten minutes and after five wrong codes', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const confirm = (code: string) => app.post(path('confirm'), { code }, { token })
    assert.equal((await confirm('123456')).json.code, 'state_conflict', 'nothing is pending yet')
    const { secret } = (await app.post(path('enable'), { password: admin.password }, { token })).json
    for (let guess = 1; guess <= 5; guess++) assert.equal((await confirm(wrongCode(secret, now()))).json.code, 'two_factor_invalid')
    assert.equal((await confirm(codeAt(secret, now()))).status, 409)
    const later = (await app.post(path('enable'), { password: admin.password }, { token })).json.secret
    app.clock.turn(10 * 60_000 + 1000)
    assert.equal((await confirm(codeAt(later, now()))).status, 409)
  })

  it('ends every session but the one that did it, and lifts the duty to do it for the same token', async () => {
    const admin = await fresh()
    const other = await tokenOf(admin)
    await setSettings(app, tenantId, { require2fa: true })
    try {
      const reply = await login(app, admin)
      assert.equal(reply.json.requiresTwoFactorSetup, true)
      const token = reply.json.accessToken
      assert.equal((await app.get('/api/v1/auth/admin/sessions', { token })).json.code, 'two_factor_setup_required')
      assert.equal((await me(token)).status, 200)
      const { secret } = (await app.post(path('enable'), { password: admin.password }, { token })).json
      assert.equal((await app.post(path('confirm'), { code: codeAt(secret, now()) }, { token })).status, 200)
      assert.equal((await app.get('/api/v1/auth/admin/sessions', { token })).status, 200)
      assert.equal((await me(other)).json.code, 'session_revoked')
      app.clock.turn(30_000)
      const off = { password: admin.password, code: codeAt(secret, now()) }
      assert.equal((await app.post(path('disable'), off, { token })).json.code, 'state_conflict', 'the tenant requires it')
    } finally {
      await setSettings(app, tenantId, { require2fa: null })
    }
  })
})

describe('signing in with a code', () => {
  it('takes the code of the authenticator once, and none from before it', async () => {
    const admin = await fresh()
    const { secret } = await enableTwoFactor(app, admin)
    app.clock.turn(60_000)
    const [first, second] = [await pendingToken(app, admin), await pendingToken(app, admin)]
    assert.equal((await me(first)).status, 401, 'no bearer token')
    const code = codeAt(secret, now())
    const done = await verify(app, first, code)
    assert.equal(done.status, 200, done.text)
    assert.equal((await me(done.json.accessToken)).status, 200)
    assert.equal((await verify(app, first, codeAt(secret, now(), 1))).json.code, 'two_factor_invalid', 'the token is used')
    assert.equal((await verify(app, second, code)).json.code, 'two_factor_invalid')
    assert.equal((await verify(app, second, codeAt(secret, now(), -1))).json.code, 'two_factor_invalid')
    assert.equal((await activityOf(app, admin.id)).failures, 0, 'a right code that was used is nobody guessing')
    assert.equal((await verify(app, second, codeAt(secret, now(), 1))).status, 200)
  })

  it('allows a device one step of difference and not two', async () => {
    const admin = await fresh()
    const { secret } = await enableTwoFactor(app, admin)
    app.clock.turn(120_000)
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
    ] as const) {
      assert.equal((await verify(app, await pendingToken(app, admin), codeAt(secret, now(), steps))).status, status, `${steps} steps`)
    }
  })

  it('takes a backup code once, however it is typed, and of nobody else', async () => {
    const [admin, other] = [await fresh(), await fresh()]
    const { backupCodes } = await enableTwoFactor(app, admin)
    await enableTwoFactor(app, other)
    const [one, two] = backupCodes as [string, string]
    assert.equal((await verify(app, await pendingToken(app, other), one)).status, 401)
    assert.equal((await verify(app, await pendingToken(app, admin), `${one.slice(0, 4)} ${one.slice(4)}`)).status, 200)
    assert.equal((await verify(app, await pendingToken(app, admin), one)).status, 401)
    assert.equal((await verify(app, await pendingToken(app, admin), `${two.slice(0, 4)}-${two.slice(4)}`)).status, 200)
    const events = await eventsOf(app, admin.id)
    assert.equal(events.filter((type) => type === 'auth.two_factor.backup_code_used').length, 2)
  })

  it('answers one refusal for wrong, unknown, expired and foreign', async () => {
    const [admin, other] = [await fresh(), await fresh()]
    const { secret } = await enableTwoFactor(app, admin)
    const theirs = await enableTwoFactor(app, other)
    const wrong = await verify(app, await pendingToken(app, admin), wrongCode(secret, now()))
    assert.equal(wrong.status, 401)
    const unknown = await verify(app, 'x'.repeat(43), codeAt(secret, now()))
    const foreign = await verify(app, await pendingToken(app, admin), codeAt(theirs.secret, now()))
    const expiring = await pendingToken(app, admin)
    app.clock.turn(5 * 60_000 + 1000)
    const expired = await verify(app, expiring, codeAt(secret, now()))
    for (const reply of [unknown, foreign, expired]) assert.deepEqual(bare(reply), bare(wrong))
  })

  it('takes six ASCII digits and nothing like them', async () => {
    const admin = await fresh()
    const { secret, backupCodes } = await enableTwoFactor(app, admin)
    const token = await pendingToken(app, admin)
    const right = codeAt(secret, now())
    for (const code of [Number(right), [right], null, '', `${right}${'0'.repeat(80)}`]) {
      assert.equal((await app.post(path('verify'), { twoFactorToken: token, code })).status, 400, JSON.stringify(code))
    }
    const fullWidth = [...right].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    for (const code of [` ${right}`, fullWidth, `${right}0`]) {
      assert.equal((await verify(app, await pendingToken(app, admin), code)).status, 401, code)
    }
    const both = await app.post(path('verify'), { twoFactorToken: token, code: right, backupCode: backupCodes[0] })
    assert.equal(both.status, 400)
    assert.deepEqual(
      both.json.errors.map((one: { field: string }) => one.field),
      ['backupCode'],
    )
    assert.equal((await verify(app, await pendingToken(app, admin), right)).status, 200)
  })

  it('counts wrong codes over many sign-ins until the account is locked, at the password too', async () => {
    const admin = await fresh()
    const { secret, backupCodes } = await enableTwoFactor(app, admin)
    for (let guess = 1; guess <= 5; guess++) {
      const code = guess % 2 ? wrongCode(secret, now()) : '00000000'
      assert.equal((await verify(app, await pendingToken(app, admin), code)).status, 401, `guess ${guess}`)
    }
    const locked = await login(app, admin)
    assert.equal(locked.status, 423, 'the right password does not take the count back')
    assert.ok((await eventsOf(app, admin.id)).includes('auth.account.locked'))
    app.clock.turn(5 * 60_000 + 1000)
    const token = await pendingToken(app, admin)
    assert.equal((await verify(app, token, backupCodes[0] as string)).status, 200)
  })

  it('lets a pending sign-in die after five wrong codes, and refuses the right one while locked', async () => {
    await setSettings(app, tenantId, { loginLockoutThreshold: 6 })
    try {
      const admin = await fresh()
      const { secret } = await enableTwoFactor(app, admin)
      const [dying, waiting] = [await pendingToken(app, admin), await pendingToken(app, admin)]
      for (let guess = 1; guess <= 5; guess++) assert.equal((await verify(app, dying, wrongCode(secret, now()))).status, 401)
      assert.equal((await verify(app, dying, codeAt(secret, now()))).status, 401)
      assert.equal((await activityOf(app, admin.id)).failures, 5)
      assert.equal((await verify(app, waiting, wrongCode(secret, now()))).status, 401)
      const locked = await verify(app, waiting, codeAt(secret, now()))
      assert.equal(locked.status, 423)
      assert.equal(locked.json.code, 'account_locked')
      assert.ok(Number(locked.headers['retry-after']) > 0)
    } finally {
      await setSettings(app, tenantId, { loginLockoutThreshold: null })
    }
  })

  it('refuses who was blocked since the password was given', async () => {
    const admin = await fresh()
    const { secret } = await enableTwoFactor(app, admin)
    const token = await pendingToken(app, admin)
    await setAccount(app, admin.id, { isBlocked: true })
    assert.equal((await verify(app, token, codeAt(secret, now()))).json.code, 'account_blocked')
  })

  for (const [shut, open] of [
    ['block', 'unblock'],
    ['deactivate', 'activate'],
  ]) {
    it(`is over for good after ${shut}, whatever comes later`, async () => {
      const admin = await fresh()
      const { secret } = await enableTwoFactor(app, admin)
      const token = await pendingToken(app, admin)
      for (const step of [shut, open])
        assert.equal((await app.post(`/api/v1/Admins/${admin.id}/${step}`, undefined, { token: await app.superToken() })).status, 200, step)
      const late = await verify(app, token, codeAt(secret, now()))
      assert.equal(`${late.status} ${late.json.code}`, '401 two_factor_invalid')
      assert.equal((await verify(app, await pendingToken(app, admin), codeAt(secret, now()))).status, 200)
    })
  }

  it('puts the refresh token into the cookie where that is asked for, and answers the alias in the envelope', async () => {
    const admin = await fresh()
    const { backupCodes } = await enableTwoFactor(app, admin)
    const body = { twoFactorToken: await pendingToken(app, admin), code: backupCodes[0] }
    const reply = await app.post('/api/v1/auth/verify-2fa', body, { headers: { 'x-refresh-cookie': 'true' } })
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.json.data.refreshToken, null)
    assert.match(String(reply.headers['set-cookie']), /tenantry_refresh=.+HttpOnly/)
  })
})

describe('switching two-factor off, and new backup codes', () => {
  it('asks for password and code, and ends every other session', async () => {
    const admin = await fresh()
    const { secret, token, backupCodes } = await enableTwoFactor(app, admin)
    const other = (await verify(app, await pendingToken(app, admin), backupCodes[0] as string)).json.accessToken
    const disable = (body: object) => app.post(path('disable'), body, { token })
    assert.equal((await disable({ password: 'not the password', code: codeAt(secret, now()) })).json.code, 'invalid_credentials')
    assert.equal((await disable({ password: admin.password, code: wrongCode(secret, now()) })).json.code, 'two_factor_invalid')
    assert.equal((await activityOf(app, admin.id)).failures, 2)
    const pending = await pendingToken(app, admin)
    const done = await disable({ password: admin.password, code: codeAt(secret, now()) })
    assert.equal(done.status, 200, done.text)
    assert.ok(done.json.message)
    assert.equal((await me(token)).json.twoFactorEnabled, false)
    assert.equal((await me(other)).json.code, 'session_revoked')
    assert.equal((await verify(app, pending, backupCodes[1] as string)).status, 401)
    assert.equal((await disable({ password: admin.password, code: codeAt(secret, now(), 1) })).status, 409)
    assert.ok((await login(app, admin)).json.accessToken)
    assert.equal((await mailsTo(app, admin.id)).at(-1)?.variables.enabled, false)
  })

  it('replaces all backup codes for a code', async () => {
    const admin = await fresh()
    const { secret, token, backupCodes } = await enableTwoFactor(app, admin)
    const regenerate = (code: string) => app.post(path('backup-codes/regenerate'), { code }, { token })
    assert.equal((await regenerate(wrongCode(secret, now()))).status, 401)
    const reply = await regenerate(codeAt(secret, now()))
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.json.backupCodes.length, 10)
    assert.equal((await verify(app, await pendingToken(app, admin), backupCodes[0] as string)).status, 401)
    assert.equal((await verify(app, await pendingToken(app, admin), reply.json.backupCodes[0])).status, 200)
    const off = await fresh()
    const without = await app.post(path('backup-codes/regenerate'), { code: '123456' }, { token: await tokenOf(off) })
    assert.equal(without.status, 409)
  })
})
