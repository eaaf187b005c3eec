import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { daysMs, secondsMs } from '#core/clock.ts'
import { hashToken } from '#core/secrets/one-time-code.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import { TokenAnswer } from '#modules/auth/sign-in.schema.ts'
import { startApp, type TestApp } from '../harness.ts'
import { addAdmin, addTenant, change, eventsOf, login, setAccount, setSettings, setTenant, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
let admin: TestAdmin
before(async () => {
  app = await startApp({ env: { CORS_ORIGINS: 'https://console.example.test' } })
  tenantId = await addTenant(app)
  admin = await addAdmin(app, tenantId)
})

const path = '/api/v1/auth/admin/refresh'
const refresh = (refreshToken: string) => app.post(path, { refreshToken })
const graceMs = secondsMs(10)
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const sessionsPath = '/api/v1/auth/admin/sessions'

/** A fresh sign-in of the admin, or of a new one. */
const signedIn = async (someone = admin) => (await login(app, someone)).json

describe('refresh', () => {
  it('gives a new pair in the same session, and takes the old token', async () => {
    const first = await signedIn()
    const reply = await refresh(first.refreshToken)
    assert.equal(reply.status, 200)
    const next = TokenAnswer.strict().parse(reply.json)
    assert.notEqual(next.refreshToken, first.refreshToken)
    assert.equal(claimsOf(next.accessToken).sid, claimsOf(first.accessToken).sid)
    assert.notEqual(claimsOf(next.accessToken).jti, claimsOf(first.accessToken).jti)
    assert.deepEqual(next.user, first.user)
    assert.equal((await app.get(sessionsPath, { token: next.accessToken })).status, 200)
    const again = await refresh(first.refreshToken)
    assert.equal(again.status, 401)
    assert.equal(again.json.code, 'refresh_token_invalid')
    assert.equal((await refresh(next.refreshToken!)).status, 200)
  })

  it('lets one of sixteen callers through and keeps the family', async () => {
    const { refreshToken, accessToken } = await signedIn()
    const replies = await Promise.all(Array.from({ length: 16 }, () => refresh(refreshToken)))
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.ok(replies.every(({ status, json }) => status === 200 || json.code === 'refresh_token_invalid'))
    const { kysely } = app.open.service.database
    const { sid } = claimsOf(accessToken)
    assert.equal((await kysely.selectFrom('refreshTokens').select('hash').where('sessionId', '=', sid).execute()).length, 2)
    assert.equal((await refresh(won[0]!.json.refreshToken)).status, 200)
  })

  it('takes a used token that comes back after the grace for theft', async () => {
    const thief = await addAdmin(app, tenantId)
    const first = await signedIn(thief)
    const next = (await refresh(first.refreshToken)).json
    app.clock.turn(graceMs - secondsMs(1))
    assert.equal((await refresh(first.refreshToken)).status, 401)
    assert.equal((await app.get(sessionsPath, { token: next.accessToken })).status, 200)
    app.clock.turn(secondsMs(2))
    const replies = await Promise.all(Array.from({ length: 4 }, () => refresh(first.refreshToken)))
    assert.ok(replies.every(({ status }) => status === 401))
    assert.equal((await refresh(next.refreshToken)).status, 401)
    assert.equal((await app.get(sessionsPath, { token: next.accessToken })).json.code, 'session_revoked')
    assert.equal((await eventsOf(app, thief.id)).filter((type) => type === 'auth.token.reuse_detected').length, 1)
    const mails = await app.open.service.database.kysely
      .selectFrom('emails')
      .select('template')
      .where('recipientId', '=', thief.id)
      .execute()
    assert.deepEqual(mails, [{ template: 'session_theft' }])
  })

  it('refuses every other spelling, and every other kind of token', async () => {
    const { refreshToken, accessToken } = await signedIn()
    const other = (await signedIn()).refreshToken as string
    const flipped = refreshToken.replace(/[a-z]/i, (letter: string) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    const bad = [
      refreshToken.slice(0, -1),
      `${refreshToken}=`,
      `${refreshToken} `,
      flipped,
      other.slice(0, 20) + refreshToken.slice(20),
      accessToken.slice(0, 500),
      'x',
    ]
    for (const token of bad) {
      const reply = await refresh(token)
      assert.equal(reply.status, 401, token)
      assert.equal(reply.json.code, 'refresh_token_invalid')
    }
    assert.equal((await app.get(sessionsPath, { token: refreshToken })).status, 401)
    assert.equal((await refresh(refreshToken)).status, 200)
    assert.equal((await app.post(path, {})).status, 400)
    assert.equal((await app.post(path, { refreshToken: 'x', tenantId })).status, 400)
  })

  it('never takes a token of the other kind of account', async () => {
    const { refreshToken, accessToken } = await signedIn()
    const { sid } = claimsOf(accessToken)
    await app.open.service.database.kysely.updateTable('sessions').set({ kind: 'user' }).where('id', '=', sid).execute()
    assert.equal((await refresh(refreshToken)).status, 401)
  })

  it('ends seven days after the last one, and thirty days after the sign-in whatever happens', async () => {
    const idle = (await signedIn()).refreshToken
    let token = (await signedIn()).refreshToken
    app.clock.turn(daysMs(7) + secondsMs(1))
    assert.equal((await refresh(idle)).status, 401)
    assert.equal((await refresh(token)).status, 401)
    token = (await signedIn()).refreshToken
    for (let day = 0; day < 30; day += 6) {
      const { json, status } = await refresh(token)
      assert.equal(status, 200)
      token = json.refreshToken
      app.clock.turn(daysMs(6))
    }
    assert.equal((await refresh(token)).status, 401)
  })

  it('is refused to who was shut out', async () => {
    const states: ((someone: TestAdmin, place: string) => Promise<void>)[] = [
      (someone) => setAccount(app, someone.id, { isBlocked: true }),
      (someone) => setAccount(app, someone.id, { isActive: false }),
      (someone) => setAccount(app, someone.id, { deletedAt: app.clock.now() }),
      (_, place) => setTenant(app, place, { status: 'Suspended' }),
    ]
    for (const shutOut of states) {
      const above = await addTenant(app)
      const someone = await addAdmin(app, await addTenant(app, { parentId: above }))
      const { refreshToken } = await signedIn(someone)
      await shutOut(someone, above)
      assert.equal((await refresh(refreshToken)).json.code, 'refresh_token_invalid')
    }
  })

  it('stays refused when the tenant is active again', async () => {
    const place = await addTenant(app)
    const someone = await addAdmin(app, place)
    const { refreshToken } = await signedIn(someone)
    await setTenant(app, place, { status: 'Suspended' })
    await setTenant(app, place, { status: 'Active' })
    assert.equal((await refresh(refreshToken)).status, 401)
    assert.equal((await login(app, someone)).status, 200)
  })

  it('takes nobody for a thief who asks again while the tenant is shut', async () => {
    const place = await addTenant(app)
    const patient = await addAdmin(app, place)
    const { refreshToken } = await signedIn(patient)
    await setTenant(app, place, { status: 'Suspended' })
    assert.equal((await refresh(refreshToken)).status, 401)
    app.clock.turn(graceMs + 1000)
    assert.equal((await refresh(refreshToken)).status, 401)
    assert.ok(!(await eventsOf(app, patient.id)).includes('auth.token.reuse_detected'))
  })

  it('shows what was given meanwhile, and what must be done', async () => {
    const someone = await addAdmin(app, null)
    const first = await signedIn(someone)
    assert.deepEqual(claimsOf(first.accessToken).permissions, [])
    const roleId = await change(app, async (ctx) => {
      const id = uuidv7(ctx.now)
      await ctx.db.insertInto('roles').values({ id, tenantId: null, name: 'Reader', nameKey: 'reader', createdAt: ctx.now }).execute()
      await ctx.db.insertInto('rolePermissions').values({ roleId: id, permission: 'admins.view' }).execute()
      await revoke(ctx, 'account', someone.id)
      return id
    })
    await setAccount(app, someone.id, { roleId, mustChangePassword: true })
    const next = (await refresh(first.refreshToken)).json
    assert.deepEqual(claimsOf(next.accessToken).permissions, ['admins.view'])
    assert.equal(next.user.role, 'Reader')
    assert.equal(next.MustChangePassword, true)
  })

  it('writes the last activity once a minute at most', async () => {
    const { refreshToken, accessToken } = await signedIn()
    const lastActive = async () =>
      (
        await app.open.service.database.kysely
          .selectFrom('sessions')
          .select('lastActiveAt')
          .where('id', '=', claimsOf(accessToken).sid)
          .executeTakeFirstOrThrow()
      ).lastActiveAt.getTime()
    const start = await lastActive()
    app.clock.turn(secondsMs(50))
    const next = (await refresh(refreshToken)).json.refreshToken
    assert.equal(await lastActive(), start)
    app.clock.turn(secondsMs(20))
    await refresh(next)
    assert.ok((await lastActive()) > start)
  })

  it("gives access tokens of the tenant's lifetime, none beyond the family's end", async () => {
    const place = await addTenant(app)
    await setSettings(app, place, { accessTokenMinutes: 60 })
    const first = await signedIn(await addAdmin(app, place))
    assert.equal(first.expiresIn, 3600)
    const { kysely } = app.open.service.database
    const end = new Date(app.clock.now().getTime() + secondsMs(100))
    await kysely.updateTable('sessions').set({ expiresAt: end }).where('id', '=', claimsOf(first.accessToken).sid).execute()
    const next = (await refresh(first.refreshToken)).json
    assert.ok(next.expiresIn <= 100)
    const [row] = await kysely.selectFrom('refreshTokens').select('expiresAt').where('hash', '=', hashToken(next.refreshToken)).execute()
    assert.deepEqual(row!.expiresAt, end)
  })
})

describe('the refresh cookie', () => {
  const wanted = { 'x-refresh-cookie': 'true' }
  const cookieOf = (reply: { headers: { 'set-cookie'?: string[] | undefined } }) => reply.headers['set-cookie']?.[0] ?? ''
  const loginWithCookie = () =>
    app.post('/api/v1/auth/admin/login', { identifier: admin.email, password: admin.password, tenantId }, { headers: wanted })

  it('is set where it is asked for and nowhere else, and holds the token alone', async () => {
    assert.equal(cookieOf(await login(app, admin)), '')
    const reply = await loginWithCookie()
    assert.equal(reply.json.refreshToken, null)
    const cookie = cookieOf(reply)
    assert.match(cookie, /^tenantry_refresh=[A-Za-z0-9_-]{43}; /)
    for (const attribute of ['Max-Age=604800', 'Path=/api/v1/auth', 'HttpOnly', 'Secure', 'SameSite=Strict']) {
      assert.ok(cookie.includes(attribute), attribute)
    }
  })

  it('refreshes from our own and the allowed origins only', async () => {
    let cookie = cookieOf(await loginWithCookie()).split(';')[0]!
    const origins: [string | undefined, number][] = [
      ['https://evil.example.test', 403],
      ['null', 403],
      [undefined, 200],
      [app.url, 200],
      ['https://console.example.test', 200],
    ]
    for (const [origin, status] of origins) {
      const reply = await app.post(path, {}, { headers: { ...wanted, cookie, ...(origin && { origin }) } })
      assert.equal(reply.status, status, origin)
      if (status === 200) {
        assert.equal(reply.json.refreshToken, null)
        cookie = cookieOf(reply).split(';')[0]!
      }
    }
  })

  it("counts from our own page under any of its names, as the browser says it, and from nowhere else on the page's word", async () => {
    let cookie = cookieOf(await loginWithCookie()).split(';')[0]!
    const [own, verified, foreign] = ['http://localhost:8080', 'https://id.customer.example', 'https://evil.example.test']
    const asked: [origin: string | undefined, site: string | undefined, status: number][] = [
      [verified, 'same-site', 403],
      [verified, undefined, 403],
      [own, 'none', 403],
      [foreign, 'cross-site', 403],
      [foreign, 'same-origin, same-origin', 403],
      [undefined, 'same-site', 403],
      [undefined, 'cross-site', 403],
      [own, 'same-origin', 200],
      [verified, 'same-origin', 200],
      [undefined, 'same-origin', 200],
      ['https://console.example.test', 'cross-site', 200],
    ]
    for (const [origin, site, status] of asked) {
      const headers = { ...wanted, cookie, ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) }
      const reply = await app.post(path, {}, { headers })
      assert.equal(reply.status, status, `${origin} ${site}`)
      if (status === 200) cookie = cookieOf(reply).split(';')[0]!
    }
  })

  it('is not taken where there are two, whichever is the right one, and nothing happens to either', async () => {
    const own = cookieOf(await loginWithCookie()).split(';')[0]!
    const [, token] = own.split('=') as [string, string]
    const planted = await signedIn(await addAdmin(app, tenantId))
    const other = `tenantry_refresh=${planted.refreshToken}`
    const both: [cookie: string | string[], refreshToken?: string][] = [
      [`${own}; ${other}`],
      [`${other}; ${own}`],
      [`${own};${own}`],
      [`a=b; ${own}; tenantry_refresh=; c=d`],
      [[own, other]],
      [own, planted.refreshToken],
      [own, token],
    ]
    for (const [cookie, refreshToken] of both)
      for (const door of [path, '/api/v1/auth/refresh']) {
        const reply = await app.post(door, { ...(refreshToken && { refreshToken }) }, { headers: { ...wanted, cookie } })
        assert.equal(reply.status, 400, String(cookie))
        assert.deepEqual([reply.json.errors[0].field, reply.json.errors[0].code], ['refreshToken', 'not_allowed_value'])
        assert.equal(cookieOf(reply), '')
      }
    assert.equal((await app.post(path, {}, { headers: { cookie: `x_tenantry_refresh=1; ${own}` } })).status, 200)
    assert.equal((await refresh(planted.refreshToken)).status, 200)
  })

  it('is never handed to a script by a refresh that does not ask for it', async () => {
    const cookie = cookieOf(await loginWithCookie()).split(';')[0]!
    const reply = await app.post(path, {}, { headers: { cookie } })
    assert.equal(reply.json.refreshToken, null)
    assert.ok(cookieOf(reply).startsWith('tenantry_refresh='))
  })

  it('goes with the logout', async () => {
    const reply = await loginWithCookie()
    const cookie = cookieOf(reply).split(';')[0]!
    const out = await app.post('/api/v1/auth/admin/logout', undefined, { token: reply.json.accessToken, headers: { cookie } })
    assert.ok(cookieOf(out).includes('Max-Age=0'))
    assert.equal((await app.post(path, {}, { headers: { cookie } })).status, 401)
  })

  it('goes with its session when that is ended, and stays when another one is', async () => {
    const [reply, other] = [await loginWithCookie(), await signedIn()]
    const cookie = cookieOf(reply).split(';')[0]!
    const end = (token: string) =>
      app.request('DELETE', `${sessionsPath}/${claimsOf(token).sid}`, { token: reply.json.accessToken, headers: { cookie } })
    assert.equal(cookieOf(await end(other.accessToken)), '')
    const out = await end(reply.json.accessToken)
    assert.equal(out.status, 204)
    assert.ok(cookieOf(out).includes('Max-Age=0'))
  })
})
