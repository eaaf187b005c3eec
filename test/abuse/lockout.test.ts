/** Guessing at the door: one count whatever spelling, door or number of callers, and nothing learned on the way. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { codeAt, enableTwoFactor, pendingToken, verify, wrongCode } from '../auth/authenticator.ts'
import { lastReset } from '../auth/mail.ts'
import { activityOf, addAdmin, addTenant, eventsOf, login, loginPath, setAccount, type TestAdmin } from '../auth/people.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { lockAdmin } from './states.ts'

const area = '/api/v1/auth/admin'
const wrong = { password: 'not the password' }
let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})
after(() => assertNothingUnforeseen(app))

const failures = async ({ id }: TestAdmin) => (await activityOf(app, id)).failures
const lockouts = async ({ id }: TestAdmin) => (await eventsOf(app, id)).filter((type) => type === 'auth.account.locked').length
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status)
/** Five failures, then locked. */
const curve = [401, 401, 401, 401, 401, 423, 423]

describe('one count', () => {
  it('over every spelling that means the account', async () => {
    const admin = await addAdmin(app, tenantId, { email: 'josé.müller@example.test', username: 'ｊｏｓｅ-mueller' })
    const spellings = [
      'JOSÉ.MÜLLER@EXAMPLE.TEST',
      ' josé.müller@example.test ',
      'jose\u0301.mu\u0308ller@example.test',
      'ｊosé.müller@example.test',
      'JOSE-MUELLER',
      'josé.müller@example.test',
      'josé.müller@example.test',
    ]
    const replies = []
    for (const identifier of spellings) replies.push(await login(app, admin, { ...wrong, identifier }))
    // the address failed five times under four spellings; the account, whose fifth failure was the username's, was locked before
    assert.deepEqual(statuses(replies), [401, 401, 401, 401, 401, 401, 423])
    assert.equal(await failures(admin), 5)
    assert.equal((await login(app, admin, { identifier: admin.username })).status, 401, 'the lock came under the other name')
  })

  it('over the spellings of a name that nobody has', async () => {
    const names = [
      'nobodý@example.test',
      'NOBODÝ@example.test',
      ' nobodý@example.test',
      'nobody\u0301@example.test',
      'ｎobodý@example.test',
    ]
    const replies = []
    for (const identifier of [...names, ...names]) replies.push(await app.post(loginPath, { identifier, tenantId, ...wrong }))
    assert.deepEqual(statuses(replies), [401, 401, 401, 401, 401, 423, 423, 423, 423, 423])
  })

  it('over every door that takes the password, those of a live session included', async () => {
    const admin = await addAdmin(app, tenantId)
    const { email: identifier, id } = admin
    const token: string = (await login(app, admin)).json.accessToken
    const doors = [
      () =>
        app.post(`/api/v1/Admins/${id}/change-password`, { currentPassword: wrong.password, newPassword: 'a new one of mine' }, { token }),
      () => app.post(`${area}/2fa/enable`, wrong, { token }),
      () => app.post('/api/v1/auth/login', { identifier, ...wrong, tenantId }),
      () => app.post(`${area}/discover-workspaces`, { identifier, ...wrong }),
      () => app.post(loginPath, { identifier, ...wrong }),
    ]
    for (const door of doors) assert.equal((await door()).status, 401)
    for (const door of doors) assert.equal((await door()).status, 423)
    assert.equal(await lockouts(admin), 1)
    assert.equal((await app.get('/api/v1/Admins/me', { token })).status, 200, 'a lock must not end the session')
  })

  it('fifty guesses at once are judged five at most, and lock once', async () => {
    const admin = await addAdmin(app, tenantId)
    const guesses = Array.from({ length: 50 }, () => login(app, admin, wrong))
    const codes = statuses(await Promise.all(guesses))
    assert.equal(codes.filter((status) => status === 401).length, 5)
    assert.equal(codes.filter((status) => status === 423).length, 45)
    assert.equal(await failures(admin), 5)
    assert.equal(await lockouts(admin), 1)
    const nobody = Array.from({ length: 50 }, () => app.post(loginPath, { identifier: 'flood@example.test', tenantId, ...wrong }))
    assert.deepEqual(statuses(await Promise.all(nobody)).sort(), codes.sort())
  })

  it('the right password among fifty guesses gives nobody more than five', async () => {
    const admin = await addAdmin(app, tenantId)
    const guesses = Array.from({ length: 50 }, (_, n) => login(app, admin, n === 49 ? {} : wrong))
    const codes = statuses(await Promise.all(guesses))
    assert.ok(codes.filter((status) => status === 401).length <= 5 + (codes[49] === 200 ? 5 : 0), codes.join())
  })

  it('while it holds nothing is counted, extended or told twice', async () => {
    const admin = await addAdmin(app, tenantId)
    await lockAdmin(app, admin)
    const { lockedUntil } = await activityOf(app, admin.id)
    app.clock.turn(minutesMs(4))
    const replies = []
    for (const more of [wrong, {}, wrong, {}]) replies.push(await login(app, admin, more))
    assert.deepEqual(statuses(replies), [423, 423, 423, 423])
    assert.deepEqual(await activityOf(app, admin.id), { failures: 5, lockedUntil })
    assert.equal(await lockouts(admin), 1)
    for (const { json } of replies) assert.equal(json.lockoutEnd, lockedUntil?.toISOString())
    app.clock.turn(minutesMs(1))
    assert.equal((await login(app, admin)).status, 200)
    assert.equal(await failures(admin), 0)
  })

  it('begins again at one after a reset has ended the lock', async () => {
    const admin = await addAdmin(app, tenantId)
    await lockAdmin(app, admin)
    const { email } = admin
    expectStatus(await app.post(`${area}/request-password-reset`, { email, tenantId }), 202)
    const { code } = await lastReset(app, admin.id)
    expectStatus(await app.post(`${area}/reset-password`, { email, tenantId, code, newPassword: 'a new one of mine' }), 200)
    assert.equal((await login(app, admin)).status, 401)
    assert.deepEqual(await activityOf(app, admin.id), { failures: 1, lockedUntil: null })
  })

  it('is not forgotten for the right password alone where a code is due', async () => {
    const admin = await addAdmin(app, tenantId)
    const { secret } = await enableTwoFactor(app, admin)
    for (let n = 0; n < 4; n++) {
      assert.equal((await login(app, admin, wrong)).status, 401)
      assert.equal((await login(app, admin)).json.requiresTwoFactor, true)
    }
    const token = await pendingToken(app, admin)
    assert.equal((await verify(app, token, wrongCode(secret, app.clock.now()))).status, 401)
    assert.equal((await verify(app, token, codeAt(secret, app.clock.now()))).status, 423, 'the fifth failure locks')
    assert.equal((await login(app, admin)).status, 423)
    app.clock.turn(minutesMs(6))
    expectStatus(await verify(app, await pendingToken(app, admin), codeAt(secret, app.clock.now())), 200)
    assert.equal(await failures(admin), 0)
  })

  it('new challenges give a guesser of codes no more than five guesses', async () => {
    const admin = await addAdmin(app, tenantId)
    const { secret } = await enableTwoFactor(app, admin)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => pendingToken(app, admin)))
    const bad = wrongCode(secret, app.clock.now())
    const replies = await Promise.all(tokens.map((token) => verify(app, token, bad)))
    assert.equal(statuses(replies).filter((status) => status === 401).length, 5)
    assert.equal(await lockouts(admin), 1)
  })
})

describe('accounts that may not sign in', () => {
  for (const [name, set, code] of [
    ['blocked', { isBlocked: true }, 'account_blocked'],
    ['deactivated', { isActive: false }, 'account_inactive'],
  ] as const) {
    it(`a ${name} one has the curve of all, and only its password is told so`, async () => {
      const admin = await addAdmin(app, tenantId)
      await setAccount(app, admin.id, set)
      const right = await login(app, admin)
      assert.equal(`${right.status} ${right.json.code}`, `403 ${code}`)
      assert.equal(await failures(admin), 0)
      assert.deepEqual(await eventsOf(app, admin.id), ['auth.login.failed'], 'its owner can see that somebody knows the password')
      const replies = []
      for (let n = 0; n < 7; n++) replies.push(await login(app, admin, wrong))
      assert.deepEqual(statuses(replies), curve)
      assert.equal((await login(app, admin)).json.code, 'account_locked')
      app.clock.turn(minutesMs(6))
      assert.equal((await login(app, admin)).json.code, code, 'the end of a lock changes no state')
    })
  }
})

describe('what is no sign-in', () => {
  it('400 for identifiers of another kind or with hidden signs, 413 for a huge one', async () => {
    const odd = [
      { $ne: null },
      ['a'],
      7,
      true,
      null,
      '',
      ' ',
      'a\u0000b',
      '\u200fadmin',
      'ad\u202emin@example.test',
      '🙂@example.test',
      'a\r\nb',
    ]
    for (const identifier of odd) {
      const reply = await app.post(loginPath, { identifier, tenantId, ...wrong })
      assert.equal(reply.status, 400, JSON.stringify(identifier))
    }
    assert.equal((await app.post(loginPath, { identifier: 'a'.repeat(1_100_000), tenantId, ...wrong })).status, 413)
    assert.equal((await app.post(loginPath, { identifier: 'a'.repeat(400), tenantId, ...wrong })).status, 400)
  })

  it('nothing may be said beside who signs in', async () => {
    const admin = await addAdmin(app, tenantId)
    for (const more of [{ role: 'SuperAdmin' }, { tenant_id: null }, { isActive: true }, { isSuperAdmin: true }, { accountId: admin.id }]) {
      const reply = await login(app, admin, more)
      assert.equal(reply.status, 400)
      assert.deepEqual(reply.json.errors[0].field, Object.keys(more)[0])
    }
    assert.deepEqual(await eventsOf(app, admin.id), [])
  })

  it('a device name is one line of text, of 256 characters at most, and cannot break the log', async () => {
    const admin = await addAdmin(app, tenantId)
    for (const deviceInfo of ['x'.repeat(257), 'x'.repeat(90_000), { a: 1 }])
      assert.equal((await login(app, admin, { deviceInfo })).status, 400)
    const deviceInfo = '<script>alert(1)</script>\r\n{"level":60,"msg":"forged"}\u001b[31m'
    const token: string = expectStatus(await login(app, admin, { deviceInfo }), 200).json.accessToken
    const [session] = expectStatus(await app.get(`${area}/sessions`, { token }), 200).json
    assert.equal(session.deviceInfo, '<script>alert(1)</script> {"level":60,"msg":"forged"} [31m')
    assert.ok(!app.logs.some(({ msg }) => msg === 'forged'))
  })

  it('a second sign-in leaves the first as it is', async () => {
    const admin = await addAdmin(app, tenantId)
    const [first, second] = [(await login(app, admin)).json, (await login(app, admin)).json]
    const sessions = (await app.get(`${area}/sessions`, { token: second.accessToken })).json
    assert.equal(sessions.length, 2)
    assert.equal(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent).length, 1)
    for (const { accessToken: token, refreshToken } of [first, second]) {
      assert.equal((await app.get('/api/v1/Admins/me', { token })).status, 200)
      assert.equal((await app.post(`${area}/refresh`, { refreshToken })).status, 200)
    }
  })
})
