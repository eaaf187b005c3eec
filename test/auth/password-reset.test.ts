import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { startApp, type TestApp } from '../harness.ts'
import { enableTwoFactor, pendingToken } from './authenticator.ts'
import { lastReset, mailsTo } from './mail.ts'
import { addAdmin, addTenant, eventsOf, login, setAccount, setSettings, setTenant, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})
const base = '/api/v1/auth/admin'
const fresh = () => addAdmin(app, tenantId)
const ask = (body: object, on = app) => on.post(`${base}/request-password-reset`, body)
const prove = (body: object, on = app) => on.post(`${base}/verify-reset-otp`, body)
const reset = (body: object, on = app) => on.post(`${base}/reset-password`, body)
const another = () => `another password ${randomUUID()}`
const where = ({ email, tenantId }: TestAdmin) => ({ email, ...(tenantId && { tenantId }) })
const bare = ({ status, json }: { status: number; json: Record<string, unknown> }) => ({ status, ...json, traceId: null })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

/** Asks for a code and reads it from the mail. */
async function codeFor(admin: TestAdmin): Promise<string> {
  const reply = await ask(where(admin))
  assert.equal(reply.status, 202, reply.text)
  return (await lastReset(app, admin.id)).code as string
}
const challengeFor = async (admin: TestAdmin): Promise<string> =>
  (await prove({ ...where(admin), code: await codeFor(admin) })).json.challengeToken

describe('a reset by code', () => {
  it('leads from the mail to a new password', async () => {
    const admin = await fresh()
    const old = (await login(app, admin)).json
    const code = await codeFor(admin)
    assert.match(code, /^[0-9]{6}$/)
    const proved = await prove({ ...where(admin), code })
    assert.equal(proved.status, 200, proved.text)
    assert.equal(proved.json.expiresIn, 600)
    const { challengeToken } = proved.json
    const password = another()
    const done = await reset({ challengeToken, newPassword: password })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(Object.keys(done.json), ['message'])
    assert.equal((await login(app, admin)).status, 401)
    assert.equal((await login(app, { ...admin, password })).status, 200)
    assert.equal((await app.get('/api/v1/Admins/me', { token: old.accessToken })).json.code, 'session_revoked')
    assert.equal((await app.post(`${base}/refresh`, { refreshToken: old.refreshToken })).status, 401)
    assert.equal((await reset({ challengeToken, newPassword: another() })).json.code, 'otp_invalid')
    assert.equal((await prove({ ...where(admin), code })).json.code, 'otp_invalid')
    assert.equal((await app.get('/api/v1/Admins/me', { token: challengeToken })).status, 401, 'no bearer token')
    const events = await eventsOf(app, admin.id)
    for (const name of ['requested', 'verified', 'completed']) assert.ok(events.includes(`auth.password_reset.${name}`), name)
    assert.equal((await mailsTo(app, admin.id)).at(-1)?.template, 'password_changed')
    const { kysely } = app.open.service.database
    const rows = JSON.stringify([await kysely.selectFrom('events').selectAll().execute(), app.logs])
    for (const secret of [challengeToken, password]) assert.ok(!rows.includes(secret))
  })

  it('also takes the code with the new password at once, below the overview addresses too', async () => {
    const admin = await fresh()
    const asked = await app.post('/api/v1/auth/forgot-password', where(admin))
    assert.equal(asked.status, 202)
    assert.equal(asked.json.data.sent, true)
    const { code } = await lastReset(app, admin.id)
    const weak = await app.post('/api/v1/auth/reset-password', { ...where(admin), code, newPassword: 'short' })
    assert.equal(weak.json.code, 'password_policy')
    assert.equal(
      (await app.post('/api/v1/auth/reset-password', { ...where(admin), code: wrong(code as string), newPassword: 'short' })).json.code,
      'otp_invalid',
    )
    const password = another()
    const done = await app.post('/api/v1/auth/reset-password', { ...where(admin), code, newPassword: password })
    assert.equal(done.status, 200, done.text)
    assert.equal(done.json.isSuccess, true)
    assert.equal((await login(app, { ...admin, password })).status, 200)
    assert.equal((await reset({ ...where(admin), code, newPassword: another() })).json.code, 'otp_invalid')
  })

  it('keeps the challenge where the policy refuses the password, and refuses the present one', async () => {
    const admin = await fresh()
    const challengeToken = await challengeFor(admin)
    const weak = await reset({ challengeToken, newPassword: 'password123' })
    assert.equal(weak.json.code, 'password_policy')
    assert.equal(weak.json.errors[0].field, 'newPassword')
    assert.equal((await reset({ challengeToken, newPassword: admin.password })).json.code, 'password_reused')
    assert.equal((await reset({ challengeToken, newPassword: another() })).status, 200)
  })

  it("follows the policy of the account's tenant", async () => {
    const strict = await addTenant(app)
    await setSettings(app, strict, { passwordMinLength: 60 })
    const admin = await addAdmin(app, strict)
    const challengeToken = await challengeFor(admin)
    assert.equal((await reset({ challengeToken, newPassword: another() })).json.code, 'password_policy')
    assert.equal((await reset({ challengeToken, newPassword: another() + another() })).status, 200)
  })

  it('gives three guesses, counted down, and judges the time when a code is used', async () => {
    const admin = await fresh()
    const code = await codeFor(admin)
    const guess = () => prove({ ...where(admin), code: wrong(code) })
    for (const left of [2, 1, 0]) {
      const reply = await guess()
      assert.equal(reply.status, 400)
      assert.equal(reply.json.code, 'otp_invalid')
      assert.equal(reply.json.attemptsRemaining, left)
    }
    const spent = await prove({ ...where(admin), code })
    assert.equal(spent.json.code, 'otp_exhausted')
    assert.equal(spent.json.attemptsRemaining, 0)
    const second = await codeFor(admin)
    app.clock.turn(15 * 60_000 + 1000)
    assert.equal((await prove({ ...where(admin), code: second })).json.code, 'otp_expired')
    const third = await codeFor(admin)
    app.clock.turn(14 * 60_000)
    const proved = await prove({ ...where(admin), code: third })
    assert.equal(proved.status, 200)
    app.clock.turn(10 * 60_000 + 1000)
    assert.equal((await reset({ challengeToken: proved.json.challengeToken, newPassword: another() })).json.code, 'otp_invalid')
  })

  it('makes an earlier code void by a new one, and leaves an earlier challenge until a reset is completed', async () => {
    const admin = await fresh()
    const [early, later] = [await challengeFor(admin), await challengeFor(admin)]
    const first = await codeFor(admin)
    const second = await codeFor(admin)
    if (first !== second) assert.equal((await prove({ ...where(admin), code: first })).json.code, 'otp_invalid')
    assert.equal((await reset({ challengeToken: early, newPassword: another() })).status, 200)
    assert.equal((await reset({ challengeToken: later, newPassword: another() })).json.code, 'otp_invalid')
    assert.equal((await prove({ ...where(admin), code: second })).json.code, 'otp_invalid', 'codes go with it')
  })

  it('takes text only, and nothing that it does not know', async () => {
    const admin = await fresh()
    const code = await codeFor(admin)
    for (const body of [
      { ...where(admin), code: Number(code) },
      { ...where(admin), code: ` ${code}` },
      { ...where(admin), code, token: 'x' },
      { code },
      { ...where(admin), tenantId: 'nonsense', code },
      { email: 'nobody', code },
    ])
      assert.equal((await prove(body)).status, 400, JSON.stringify(body))
    const challengeToken = (await prove({ ...where(admin), code })).json.challengeToken
    const both = await reset({ challengeToken, email: admin.email, newPassword: another() })
    assert.equal(both.json.code, 'validation_failed', 'who it is follows from the challenge alone')
    assert.deepEqual(
      both.json.errors.map((one: { field: string }) => one.field),
      ['email'],
    )
  })
})

describe('a reset by link', () => {
  it('carries the token in the fragment, below the configured address', async () => {
    const admin = await fresh()
    const forged = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    const asked = await app.post(`${base}/request-password-reset`, { ...where(admin), method: 'magic-link' }, { headers: forged })
    assert.equal(asked.status, 202, asked.text)
    const { link } = (await mailsTo(app, admin.id)).at(-1)?.variables ?? {}
    assert.match(link, new RegExp(`^${app.url}/reset-password#token=[A-Za-z0-9_-]{43}$`))
    const { token } = await lastReset(app, admin.id)
    const proved = await prove({ token })
    assert.equal(proved.status, 200, proved.text)
    assert.equal((await prove({ token })).json.code, 'otp_invalid')
    assert.equal((await reset({ challengeToken: token, newPassword: another() })).json.code, 'otp_invalid', 'a link is no challenge')
    assert.equal((await reset({ challengeToken: proved.json.challengeToken, newPassword: another() })).status, 200)
  })

  it('is good for a quarter of an hour, and void after a newer one', async () => {
    const admin = await fresh()
    const linkFor = async () => {
      await ask({ ...where(admin), method: 'magic-link' })
      return (await lastReset(app, admin.id)).token
    }
    const [first, second] = [await linkFor(), await linkFor()]
    assert.equal((await prove({ token: first })).json.code, 'otp_invalid')
    app.clock.turn(15 * 60_000 + 1000)
    assert.deepEqual(bare(await prove({ token: second })), bare(await prove({ token: 'x'.repeat(43) })))
  })
})

describe('what a reset does not do', () => {
  it('takes two-factor away', async () => {
    const admin = await fresh()
    const { backupCodes } = await enableTwoFactor(app, admin)
    const twoFactorToken = await pendingToken(app, admin)
    const password = another()
    assert.equal((await reset({ challengeToken: await challengeFor(admin), newPassword: password })).status, 200)
    const verify = (token: string) => app.post(`${base}/2fa/verify`, { twoFactorToken: token, code: backupCodes[0] })
    assert.equal((await verify(twoFactorToken)).json.code, 'two_factor_invalid', 'from before the reset')
    assert.equal((await verify(await pendingToken(app, { ...admin, password }))).status, 200)
  })

  it('end a lock before it is completed', async () => {
    const admin = await fresh()
    for (let guess = 1; guess <= 5; guess++) await login(app, { ...admin, password: 'not it' })
    assert.equal((await login(app, admin)).status, 423)
    const challengeToken = await challengeFor(admin)
    assert.equal((await login(app, admin)).status, 423)
    const password = another()
    assert.equal((await reset({ challengeToken, newPassword: password })).status, 200)
    assert.equal((await login(app, { ...admin, password })).status, 200)
  })

  it('open an account that was shut meanwhile', async () => {
    const shut: Record<string, (admin: TestAdmin) => Promise<void>> = {
      blocked: (admin) => setAccount(app, admin.id, { isBlocked: true }),
      deactivated: (admin) => setAccount(app, admin.id, { isActive: false }),
      deleted: (admin) => setAccount(app, admin.id, { deletedAt: app.clock.now() }),
      suspended: (admin) => setTenant(app, admin.tenantId as string, { status: 'Suspended' }),
    }
    for (const [state, act] of Object.entries(shut)) {
      const admin = await addAdmin(app, await addTenant(app))
      const challengeToken = await challengeFor(admin)
      const code = await codeFor(admin)
      await ask({ ...where(admin), method: 'magic-link' })
      const { token } = await lastReset(app, admin.id)
      await act(admin)
      for (const reply of [
        await reset({ challengeToken, newPassword: another() }),
        await reset({ ...where(admin), code, newPassword: another() }),
        await prove({ token }),
      ]) {
        assert.equal(reply.status, 400, state)
        assert.equal(reply.json.code, 'otp_invalid', state)
      }
      const sent = (await mailsTo(app, admin.id)).length
      assert.equal((await ask(where(admin))).status, 202)
      assert.equal((await mailsTo(app, admin.id)).length, sent, `no mail for a ${state} account`)
    }
  })

  it('tell whether an address belongs to somebody', async () => {
    const known = await fresh()
    const blocked = await fresh()
    await setAccount(app, blocked.id, { isBlocked: true })
    const emails = [known.email, blocked.email, `nobody-${randomUUID()}@example.test`]
    for (const place of [{}, { tenantId }, { tenantId: randomUUID() }]) {
      const seen: unknown[][] = []
      for (const email of emails) {
        const asked = await ask({ email, ...place })
        const answers = [bare(asked), bare(await ask({ email, ...place, method: 'magic-link' }))]
        // the same after asking in one way and guessing in the other, with and without the tenant
        for (const guessed of [place, {}, { tenantId }]) answers.push(bare(await prove({ email, ...guessed, code: '000000' })))
        for (let guess = 1; guess <= 3; guess++)
          answers.push(bare(await reset({ email, ...place, code: '000001', newPassword: another() })))
        app.clock.turn(16 * 60_000)
        answers.push(bare(await prove({ email, ...place, code: '000000' })))
        seen.push(answers)
      }
      for (const answers of seen.slice(1)) assert.deepEqual(answers, seen[0], JSON.stringify(place))
    }
  })

  it('run other statements for an address of nobody, or of ten', async () => {
    const known = await fresh()
    const shared = `ten-${randomUUID()}@example.test`
    for (let n = 0; n < 10; n++) await addAdmin(app, await addTenant(app), { email: shared })
    const blocked = await fresh()
    await setAccount(app, blocked.id, { isBlocked: true })
    const { database } = app.open.service
    const { transaction } = database
    let count = 0
    const counting = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => {
        count++
        return node
      },
      transformResult: async ({ result }: PluginTransformResultArgs) => result,
    }
    Object.assign(database, {
      transaction: (work: Parameters<typeof transaction>[0]) => transaction((tx) => work(tx.withPlugin(counting))),
    })
    try {
      const counts: Record<string, number[]> = {}
      for (const email of [known.email, blocked.email, shared, `nobody-${randomUUID()}@example.test`]) {
        for (const [name, call] of Object.entries({
          otp: () => ask({ email, tenantId }),
          anywhere: () => ask({ email }),
          link: () => ask({ email, method: 'magic-link' }),
          guess: () => prove({ email, tenantId, code: '000000' }),
        })) {
          count = 0
          await call()
          counts[name] = [...(counts[name] ?? []), count]
        }
      }
      for (const [name, found] of Object.entries(counts)) assert.ok(found[0] && new Set(found).size === 1, `${name}: ${found.join(', ')}`)
    } finally {
      Object.assign(database, { transaction })
    }
  })
})

describe('one address in several tenants', () => {
  it('gets a mail for each; a code is good for its own account, a wrong one counts on all', async () => {
    const email = `shared-${randomUUID()}@example.test`
    const tenants = [tenantId, await addTenant(app), await addTenant(app)]
    const admins = await Promise.all(tenants.map((id) => addAdmin(app, id, { email })))
    assert.equal((await ask({ email })).status, 202)
    const codes = await Promise.all(admins.map(async ({ id }) => (await lastReset(app, id)).code as string))
    const [one, two, three] = admins as [TestAdmin, TestAdmin, TestAdmin]
    if (codes[0] !== codes[1])
      assert.equal((await prove({ ...where(two), code: codes[0] })).json.code, 'otp_invalid', 'in its own tenant only')
    const proved = await prove({ email, code: codes[0] })
    assert.equal(proved.status, 200)
    const password = another()
    assert.equal((await reset({ challengeToken: proved.json.challengeToken, newPassword: password })).status, 200)
    assert.equal((await login(app, { ...one, password })).status, 200)
    assert.equal((await login(app, two)).status, 200, 'its password is as it was')
    const guess = ['000000', '000001', '000002', '000003'].find((code) => !codes.includes(code)) as string
    for (let at = 1; at <= 3; at++) assert.equal((await prove({ email, code: guess })).status, 400)
    assert.notEqual((await prove({ ...where(three), code: codes[2] })).status, 200, 'three wrong ones were taken from all')
  })
})
