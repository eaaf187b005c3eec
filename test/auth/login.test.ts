import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { PasswordHasher } from '#core/secrets/password.ts'
import { SignInAnswer, TokenAnswer } from '#modules/auth/sign-in.schema.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { addAdmin, addTenant, eventsOf, login, loginPath, setAccount, setSettings, setTenant, type TestAdmin } from './people.ts'

let app: TestApp
let tenantId: string
let admin: TestAdmin
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
  admin = await addAdmin(app, tenantId)
})

const opaque = (id: string) => app.open.service.keys.opaqueIds.encode('tenant', id)
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
/** A refusal without what differs between any two requests. */
const bare = ({ json }: { json: Record<string, unknown> }) => ({ ...json, traceId: null })

describe('login in a named place', () => {
  it('answers the token response of the specification', async () => {
    const reply = await login(app, admin)
    assert.equal(reply.status, 200)
    const answer = TokenAnswer.strict().parse(reply.json)
    assert.deepEqual(
      new Set(Object.keys(reply.json)),
      new Set([
        'MustChangePassword',
        'accessToken',
        'expiresIn',
        'refreshToken',
        'requiresTwoFactor',
        'requiresTwoFactorSetup',
        'tokenType',
        'user',
      ]),
    )
    assert.deepEqual(answer.user, { id: admin.id, email: admin.email, role: null, tenantId })
    assert.equal(answer.expiresIn, 900)
    const claims = claimsOf(answer.accessToken)
    assert.equal(claims.sub, admin.id)
    assert.equal(claims.tenant_id, tenantId)
    assert.equal(claims.is_admin, 'true')
    assert.equal(claims.impersonator_id, null)
    assert.equal(claims.exp - claims.iat, 900)
    assert.ok(claims.sid && claims.jti && claims.iss && claims.aud)
  })

  it('takes the username, other spellings of a name, and the opaque id of the tenant', async () => {
    for (const identifier of [admin.username, admin.email.toUpperCase(), ` ${admin.email} `, admin.email.replace('e', 'ｅ')]) {
      assert.equal((await login(app, admin, { identifier })).status, 200, identifier)
    }
    assert.equal((await login(app, admin, { tenantId: opaque(tenantId) })).status, 200)
    assert.equal((await login(app, admin, { tenantId: tenantId.toUpperCase() })).status, 200)
  })

  it('lets the platform in only as the platform', async () => {
    const { email, username, password } = superAdmin
    const reply = await app.post(loginPath, { identifier: username, password, isPlatformAdmin: true })
    assert.equal(reply.status, 200)
    assert.equal(reply.json.user.tenantId, null)
    assert.equal(reply.json.user.role, 'SuperAdmin')
    assert.equal((await login(app, { ...admin, tenantId: null })).status, 401)
    assert.equal((await app.post(loginPath, { identifier: email, password, tenantId })).status, 401)
  })

  it('answers the alias in the envelope', async () => {
    const reply = await app.post('/api/v1/auth/login', { identifier: admin.email, password: admin.password, tenantId })
    assert.equal(reply.status, 200)
    assert.equal(reply.json.isSuccess, true)
    assert.equal(reply.json.data.user.id, admin.id)
  })

  it('never takes a tenant it cannot read, and takes a well-formed unknown one for a wrong password', async () => {
    const group = app.open.service.keys.opaqueIds.encode('group', tenantId)
    const good = opaque(tenantId)
    const changed = (good[0] === 'A' ? 'B' : 'A') + good.slice(1)
    for (const bad of [group, changed, good.slice(1), 'nonsense']) {
      const reply = await login(app, admin, { tenantId: bad })
      assert.equal(reply.status, 400, bad)
      assert.equal(reply.json.errors[0].field, 'tenantId')
    }
    const unknown = await login(app, admin, { tenantId: 'b7a1de70-0000-7000-8000-000000000000' })
    assert.equal(unknown.status, 401)
    assert.deepEqual(bare(unknown), bare(await login(app, admin, { password: 'not the password' })))
    assert.equal((await login(app, admin, { isPlatformAdmin: true })).status, 400)
  })

  it('refuses bodies that say more or other than a login', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{ role: 'SuperAdmin' }, 'role'],
      [{ identifier: { $ne: null } }, 'identifier'],
      [{ identifier: ['a'] }, 'identifier'],
      [{ identifier: 7 }, 'identifier'],
      [{ identifier: 'a\u0000b' }, 'identifier'],
      [{ identifier: 'a\u202eb@example.test' }, 'identifier'],
      [{ identifier: '😀@example.test' }, 'identifier'],
      [{ password: '' }, 'password'],
      [{ deviceInfo: 'x'.repeat(257) }, 'deviceInfo'],
    ]
    for (const [more, field] of cases) {
      const reply = await login(app, admin, more)
      assert.equal(reply.status, 400, field)
      assert.equal(reply.json.errors[0].field, field)
    }
    assert.equal((await login(app, admin, { identifier: 'x'.repeat(1_000_000) })).status, 413)
  })
})

describe('what a refusal tells', () => {
  it('tells known and unknown apart by nothing, and does one hash for each', async () => {
    const { passwords } = app.open.service
    const someone = await addAdmin(app, tenantId)
    const counts: number[] = []
    const replies = []
    for (const identifier of [someone.email, 'nobody@example.test', 'nobody']) {
      const before = passwords.hashes
      replies.push(await login(app, someone, { identifier, password: 'not the password' }))
      counts.push(passwords.hashes - before)
    }
    assert.deepEqual(counts, [1, 1, 1])
    const [known, ...unknown] = replies
    for (const reply of unknown) {
      assert.equal(reply.status, 401)
      assert.deepEqual(bare(reply), bare(known!))
      assert.deepEqual(new Set(Object.keys(reply.headers)), new Set(Object.keys(known!.headers)))
    }
  })

  it('tells the state of an account to its password only', async () => {
    const states: [Record<string, unknown>, string][] = [
      [{ isBlocked: true }, 'account_blocked'],
      [{ isActive: false }, 'account_inactive'],
    ]
    for (const [set, code] of states) {
      const someone = await addAdmin(app, tenantId)
      await setAccount(app, someone.id, set)
      const right = await login(app, someone)
      assert.equal(right.status, 403)
      assert.equal(right.json.code, code)
      const wrong = await login(app, someone, { password: 'not the password' })
      assert.equal(wrong.status, 401)
      assert.equal(wrong.json.code, 'invalid_credentials')
      assert.deepEqual(await eventsOf(app, someone.id), ['auth.login.failed', 'auth.login.failed'])
    }
  })

  it('says of a suspended tenant or ancestor that it is, and of a deleted one nothing', async () => {
    const parent = await addTenant(app)
    const child = await addTenant(app, { parentId: parent })
    const someone = await addAdmin(app, child)
    await setTenant(app, parent, { status: 'Suspended' })
    const suspended = await login(app, someone)
    assert.equal(suspended.status, 403)
    assert.equal(suspended.json.code, 'tenant_suspended')
    await setTenant(app, parent, { status: 'Active' })
    assert.equal((await login(app, someone)).status, 200)
    await setTenant(app, child, { deletedAt: app.clock.now() })
    assert.equal((await login(app, someone)).json.code, 'invalid_credentials')
  })

  it('answers a deleted account like none', async () => {
    const someone = await addAdmin(app, tenantId)
    await setAccount(app, someone.id, { deletedAt: app.clock.now() })
    assert.equal((await login(app, someone)).status, 401)
  })
})

describe('login without a place', () => {
  it('signs in where the address is known once, and never by username', async () => {
    const someone = await addAdmin(app, tenantId)
    const { email: identifier, password, username } = someone
    const reply = await app.post(loginPath, { identifier, password })
    assert.equal(reply.status, 200)
    assert.equal(reply.json.user.id, someone.id)
    assert.equal((await app.post(loginPath, { identifier: username, password })).status, 401)
  })

  it('lists the workspaces whose password it is, opaque and without a word about the person', async () => {
    const email = 'several@example.test'
    const password = 'the password of several'
    const [one, two, three, four] = [await addTenant(app), await addTenant(app), await addTenant(app), await addTenant(app)]
    const first = await addAdmin(app, one, { email, password })
    await addAdmin(app, two, { email, password: 'another password of hers' })
    await setAccount(app, (await addAdmin(app, three, { email, password })).id, { isBlocked: true })
    await addAdmin(app, four, { email, password })
    await addAdmin(app, null, { email, password })
    await setTenant(app, four, { status: 'Suspended' })
    const reply = await app.post(loginPath, { identifier: email, password })
    assert.equal(reply.status, 200)
    SignInAnswer.parse(reply.json)
    const { code, name } = app.open.service.tenants.node(one)!
    assert.deepEqual(reply.json, {
      requiresWorkspaceSelection: true,
      workspaces: reply.json.workspaces,
    })
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    assert.deepEqual(
      reply.json.workspaces.toSorted(byName),
      [
        { tenantId: null, isPlatform: true, name: 'Platform Administration' },
        { tenantId: opaque(one), tenantCode: code, name, logoUrl: null },
      ].sort(byName),
    )
    const found = await app.post('/api/v1/auth/admin/discover-workspaces', { identifier: email, password })
    assert.deepEqual(found.json.workspaces.toSorted(byName), reply.json.workspaces.toSorted(byName))
    const again = await app.post(loginPath, { identifier: email, password, tenantId: opaque(one) })
    assert.equal(again.json.user.id, first.id)
  })

  it('counts a wrong password on every account of the address, and never lists', async () => {
    const email = 'counted@example.test'
    const admins = [await addAdmin(app, await addTenant(app), { email }), await addAdmin(app, await addTenant(app), { email })]
    const reply = await app.post(loginPath, { identifier: email, password: 'not the password' })
    assert.equal(reply.status, 401)
    for (const { id } of admins) assert.deepEqual(await eventsOf(app, id), ['auth.login.failed'])
  })

  it('tries eight accounts of an address at most', async () => {
    const email = 'everywhere@example.test'
    for (let n = 0; n < 10; n++) await addAdmin(app, await addTenant(app), { email })
    const { passwords } = app.open.service
    const before = passwords.hashes
    assert.equal((await app.post(loginPath, { identifier: email, password: 'not the password' })).status, 401)
    assert.equal(passwords.hashes - before, 8)
  })

  it('finds the living account of an address behind any number in deleted tenants', async () => {
    const email = 'moved-on@example.test'
    for (let n = 0; n < 8; n++) {
      const gone = await addTenant(app)
      assert.equal((await login(app, await addAdmin(app, gone, { email }))).status, 200)
      await setTenant(app, gone, { deletedAt: app.clock.now() })
    }
    const { id, password } = await addAdmin(app, await addTenant(app), { email })
    const reply = await app.post(loginPath, { identifier: email, password })
    assert.deepEqual([reply.status, reply.json.user?.id], [200, id])
  })
})

describe('passwords at sign-in', () => {
  it('takes a temporary password once, and for a day', async () => {
    const temporary = () => ({ mustChangePassword: true, temporaryPasswordUntil: new Date(app.clock.now().getTime() + 86_400_000) })
    const someone = await addAdmin(app, tenantId, temporary())
    assert.equal(
      (await app.post('/api/v1/auth/admin/discover-workspaces', { identifier: someone.email, password: someone.password })).status,
      200,
    )
    const replies = await Promise.all(Array.from({ length: 5 }, () => login(app, someone)))
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.find(({ status }) => status === 200)?.json.MustChangePassword, true)
    assert.equal((await login(app, someone)).status, 401)
    const other = await addAdmin(app, tenantId, { ...temporary(), temporaryPasswordUntil: app.clock.now() })
    assert.equal((await login(app, other)).status, 401)
  })

  it('holds who must change the password to that', async () => {
    await setSettings(app, tenantId, { passwordExpiryDays: 90 })
    const someone = await addAdmin(app, tenantId)
    assert.equal((await login(app, someone)).json.MustChangePassword, false)
    await setAccount(app, someone.id, { passwordChangedAt: new Date(app.clock.now().getTime() - 91 * 86_400_000) })
    const { json } = await login(app, someone)
    assert.equal(json.MustChangePassword, true)
    const refused = await app.get('/api/v1/auth/admin/sessions', { token: json.accessToken })
    assert.equal(refused.json.code, 'password_change_required')
    assert.equal((await app.post('/api/v1/auth/admin/logout', undefined, { token: json.accessToken })).status, 200)
    await setSettings(app, tenantId, { passwordExpiryDays: null })
  })

  it('renews a hash of a lower work factor, and takes imported ones', async () => {
    const weak = await new PasswordHasher({ cost: 4 }).hash('an imported password')
    const someone = await addAdmin(app, tenantId, { passwordHash: weak.replace('$2b$', '$2y$'), password: 'an imported password' })
    const secret = async () =>
      (
        await app.open.service.database.kysely
          .selectFrom('credentials')
          .select('secret')
          .where('accountId', '=', someone.id)
          .executeTakeFirstOrThrow()
      ).secret
    app.open.service.passwords.cost = 5
    try {
      assert.equal((await login(app, someone)).status, 200)
      assert.match(await secret(), /^\$2b\$05\$/)
      assert.equal((await login(app, someone)).status, 200)
    } finally {
      app.open.service.passwords.cost = 4
    }
  })

  it('refuses nobody who has the password while a sign-in at the same instant renews its hash', async () => {
    const weak = await new PasswordHasher({ cost: 4 }).hash('an imported password')
    const { kysely } = app.open.service.database
    for (const password of ['an imported password', 'another one altogether']) {
      const someone = await addAdmin(app, tenantId, { passwordHash: weak, password })
      app.open.service.passwords.cost = 5
      try {
        const replies = await Promise.all(Array.from({ length: 4 }, () => login(app, someone)))
        const right = password === 'an imported password'
        assert.deepEqual([...new Set(replies.map(({ status }) => status))], right ? [200] : [401])
        const activity = await kysely
          .selectFrom('accountActivity')
          .select('failures')
          .where('accountId', '=', someone.id)
          .executeTakeFirst()
        assert.equal(activity?.failures ?? 0, right ? 0 : 4)
      } finally {
        app.open.service.passwords.cost = 4
      }
    }
  })

  it('stores no refresh token in clear', async () => {
    const { json } = await login(app, admin)
    const rows = await app.open.service.database.kysely.selectFrom('refreshTokens').select('hash').execute()
    assert.ok(rows.every(({ hash }) => !hash.includes(Buffer.from(json.refreshToken, 'base64url')) && !hash.includes(json.refreshToken)))
  })
})

describe('two-factor at sign-in', () => {
  it('answers a pending second factor and leaves the count alone', async () => {
    const someone = await addAdmin(app, tenantId)
    await login(app, someone, { password: 'not the password' })
    await setAccount(app, someone.id, { twoFactorEnabled: true })
    const { json, status } = await login(app, someone, { deviceInfo: 'a telephone' })
    assert.equal(status, 200)
    const { twoFactorToken, ...rest } = json
    assert.deepEqual(rest, { requiresTwoFactor: true, expiresIn: 300, MustChangePassword: false })
    const { kysely } = app.open.service.database
    const { failures } = await kysely
      .selectFrom('accountActivity')
      .select('failures')
      .where('accountId', '=', someone.id)
      .executeTakeFirstOrThrow()
    assert.equal(failures, 1)
    const challenge = await kysely.selectFrom('challenges').selectAll().where('accountId', '=', someone.id).executeTakeFirstOrThrow()
    assert.equal(challenge.data.deviceInfo, 'a telephone')
    assert.ok(!JSON.stringify(challenge).includes(twoFactorToken))
    for (const path of ['/api/v1/auth/admin/sessions', '/api/v1/auth/admin/security-log']) {
      assert.equal((await app.get(path, { token: twoFactorToken })).status, 401)
    }
    assert.equal((await app.post('/api/v1/auth/admin/refresh', { refreshToken: twoFactorToken })).status, 401)
  })

  it('tells an admin without it where the tenant requires it', async () => {
    const place = await addTenant(app)
    await setSettings(app, place, { require2fa: true })
    const { json } = await login(app, await addAdmin(app, place))
    assert.equal(json.requiresTwoFactorSetup, true)
    const refused = await app.get('/api/v1/auth/admin/sessions', { token: json.accessToken })
    assert.equal(refused.json.code, 'two_factor_setup_required')
  })
})

describe('the waiting of a refusal without a place', () => {
  it('lets no wrong password be answered sooner than eight hashes take', async () => {
    const limited = await startApp({ env: { RATE_LIMITS: 'on', BCRYPT_COST: '10' } })
    const { passwords } = limited.open.service
    const before = passwords.hashes
    const start = performance.now()
    const reply = await limited.post(loginPath, { identifier: 'nobody@example.test', password: 'not the password' })
    assert.equal(reply.status, 401)
    assert.equal(passwords.hashes - before, 1)
    // a timer may fire a millisecond early
    assert.ok(performance.now() - start >= 8 * passwords.hashTimeMs - 2)
    await limited.close()
  })
})
