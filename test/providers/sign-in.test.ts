/** End users who come through a provider: who is made an account, who is known, and who is turned away. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { setSettings, setTenant } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'
import { addProvedUser, addUser, addWorkspace, codeFor, type Workspace } from '../users/rig.ts'
import { accountOf, fieldsOf, type Providers, rowsOf, somebody, startProviders, userByToken, userDoor } from './rig.ts'

let rig: Providers
let app: TestApp
let workspace: Workspace
before(async () => {
  rig = await startProviders()
  app = rig.app
  workspace = await addWorkspace(app)
})

const google = (claims: Record<string, unknown>) => rig.google.sign(claims)
const enter = async (claims: Record<string, unknown>, tenantCode: string | undefined = workspace.code, more: object = {}) =>
  userByToken(app, await google(claims), tenantCode, more)
const eventsAbout = async (id: string) => {
  const events = await app.open.service.database.kysely
    .selectFrom('events')
    .select(['type', 'data'])
    .where('entityId', '=', id)
    .orderBy('id')
    .execute()
  return events.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }))
}

describe('somebody new', () => {
  it('is made an account with what the provider tells, whose address is proved', async () => {
    const person = somebody()
    const first = expectStatus(await enter(person), 200).json
    assert.deepEqual([first.isNewUser, first.user.email, first.requiresTwoFactor], [true, person.email, false])
    const row = await accountOf(app, first.user.id)
    assert.deepEqual([row.firstName, row.lastName, row.username, row.avatarUrl], ['Lina', 'Khoury', null, null])
    assert.ok(row.emailVerifiedAt)
    const told = await eventsAbout(first.user.id)
    assert.deepEqual(
      told.map(({ type }) => type),
      ['user.registered', 'auth.external_login.linked', 'auth.login.succeeded'],
    )
    assert.deepEqual([told[2]?.data.method, told[2]?.data.provider], ['external', 'google'])
    const again = expectStatus(await enter(person), 200).json
    assert.deepEqual([again.isNewUser, again.user.id], [false, first.user.id])
  })

  it('has no username, wherever they are shown, and may be changed', async () => {
    const person = somebody()
    const { user, accessToken } = expectStatus(await enter(person), 200).json
    const me = expectStatus(await app.get('/api/v1/Users/me', { token: accessToken }), 200).json
    assert.deepEqual([me.username, me.email, me.emailVerified], [null, person.email, true])
    const token = workspace.adminToken
    for (const path of [`/api/v1/users/${user.id}`, `/api/v1/users?search=${person.email}`]) {
      const shown = expectStatus(await app.get(path, { token }), 200).json
      assert.equal((shown.items?.[0] ?? shown).username, null)
    }
    expectStatus(await app.request('PUT', `/api/v1/users/${user.id}`, { token, body: { firstName: 'Noor' } }), 200)
    expectStatus(await app.request('PUT', '/api/v1/Users/me', { token: accessToken, body: { lastName: 'Aziz' } }), 200)
    assert.equal(expectStatus(await enter(person), 200).json.user.id, user.id)
    assert.deepEqual([(await accountOf(app, user.id)).firstName, (await accountOf(app, user.id)).lastName], ['Noor', 'Aziz'])
  })

  it('comes back from the recycle bin with the link, and when erased is somebody new', async () => {
    const person = somebody()
    const { user } = expectStatus(await enter(person), 200).json
    const token = await app.superToken()
    expectStatus(await app.request('DELETE', `/api/v1/users/${user.id}`, { token }), 204)
    assert.equal(expectStatus(await enter(person), 401).json.code, 'invalid_credentials')
    expectStatus(await app.post(`/api/v1/recycle-bin/${user.id}/restore`, {}, { token }), 200)
    assert.equal(expectStatus(await enter(person), 200).json.user.id, user.id)
    expectStatus(await app.request('DELETE', `/api/v1/users/${user.id}`, { token }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/recycle-bin/${user.id}`, { token }), 204)
    const again = expectStatus(await enter(person), 200).json
    assert.deepEqual([again.isNewUser, again.user.id === user.id], [true, false])
  })

  it('is known by the subject, whatever becomes of the address', async () => {
    const person = somebody()
    const { user } = expectStatus(await enter(person), 200).json
    const moved = expectStatus(await enter({ ...person, email: somebody().email }), 200).json
    assert.deepEqual([moved.user.id, moved.user.email], [user.id, person.email])
    assert.equal((await rowsOf(app, person.sub)).length, 1)
  })

  it('has names as text within our limits', async () => {
    const given = { given_name: '<b>Li\u202ena\u0000</b>', family_name: 'x'.repeat(5000), picture: 'http://127.0.0.1:1/x.png' }
    const { user } = expectStatus(await enter(somebody(given)), 200).json
    const row = await accountOf(app, user.id)
    assert.deepEqual([row.firstName, row.lastName.length, row.avatarUrl], ['<b>Lina </b>', 100, null])
    const odd = expectStatus(await enter(somebody({ given_name: 7, family_name: '\u200b', name: 'Noor Aziz' })), 200).json
    assert.deepEqual([(await accountOf(app, odd.user.id)).firstName, (await accountOf(app, odd.user.id)).lastName], ['Noor Aziz', ''])
  })

  it('without an address is told so, and nothing is left', async () => {
    for (const email of [undefined, 'no address', 'two@at@signs.example']) {
      const person = somebody({ email })
      const reply = expectStatus(await enter(person), 400)
      assert.deepEqual(fieldsOf(reply), ['email'])
      assert.equal((await rowsOf(app, person.sub)).length, 0)
    }
  })

  it('is made none where registration is off, or no workspace is named', async () => {
    const closed = await addWorkspace(app)
    await setSettings(app, closed.id, { registrationEnabled: false })
    const person = somebody()
    assert.equal(expectStatus(await enter(person, closed.code), 403).json.code, 'registration_disabled')
    assert.deepEqual(fieldsOf(expectStatus(await userByToken(app, await google(person)), 400)), ['tenantCode'])
    assert.equal(expectStatus(await enter(person, 'no-such-workspace'), 401).json.code, 'invalid_credentials')
    assert.equal((await rowsOf(app, person.sub)).length, 0)
  })

  it('gets a first password by a reset', async () => {
    const person = somebody()
    const { user } = expectStatus(await enter(person), 200).json
    expectStatus(await app.post(`${userDoor}/request-password-reset`, { email: person.email, tenantCode: workspace.code }), 202)
    const code = await codeFor(app, user.id, 'password_reset_otp')
    const whose = { email: person.email, tenantCode: workspace.code }
    expectStatus(await app.post(`${userDoor}/reset-password`, { ...whose, code, newPassword: 'zuvaqor-first-password' }), 200)
    expectStatus(
      await app.post(`${userDoor}/login`, { username: person.email, password: 'zuvaqor-first-password', tenantCode: workspace.code }),
      200,
    )
    assert.equal(expectStatus(await enter(person), 200).json.user.id, user.id)
  })
})

describe('whose address is proved', () => {
  const proves = async (provider: 'apple' | 'microsoft', claims: Record<string, unknown>) => {
    const issuer = rig[provider]
    const tid = crypto.randomUUID()
    const own = provider === 'microsoft' ? { tid, iss: issuer.issuer.replace('{tenantid}', tid) } : {}
    const token = await issuer.sign({ ...somebody({ email_verified: undefined }), ...own, ...claims })
    const { user } = expectStatus(await userByToken(app, token, workspace.code, {}, provider), 200).json
    return (await accountOf(app, user.id)).emailVerifiedAt !== null
  }

  it('apple says as text, too', async () => {
    assert.equal(await proves('apple', { email_verified: 'true' }), true)
    assert.equal(await proves('apple', { email_verified: true }), true)
    assert.equal(await proves('apple', { email_verified: 'false' }), false)
    assert.equal(await proves('apple', {}), false)
  })

  it('microsoft says by xms_edov alone', async () => {
    assert.equal(await proves('microsoft', { xms_edov: true }), true)
    assert.equal(await proves('microsoft', { email_verified: true }), false)
    assert.equal(await proves('microsoft', { xms_edov: false, email_verified: true }), false)
  })

  it('and where it must be, whoever did not prove it gets a code, and no tokens before', async () => {
    const strict = await addWorkspace(app)
    await setSettings(app, strict.id, { requireEmailVerification: true })
    const person = somebody({ email_verified: false })
    assert.equal(expectStatus(await enter(person, strict.code), 403).json.code, 'email_not_verified')
    const [link] = await rowsOf(app, person.sub)
    const code = await codeFor(app, link!.accountId, 'email_verification')
    expectStatus(await app.post(`${userDoor}/verify-email`, { email: person.email, code, tenantCode: strict.code }), 200)
    assert.equal(expectStatus(await enter(person, strict.code), 200).json.isNewUser, false)
  })
})

describe('somebody whose address an account has', () => {
  it('is linked where both sides have proved it', async () => {
    const user = await addProvedUser(app, workspace.code)
    const person = somebody({ email: user.email.toUpperCase() })
    const answer = expectStatus(await enter(person), 200).json
    assert.deepEqual([answer.user.id, answer.isNewUser], [user.id, false])
    assert.equal((await rowsOf(app, person.sub))[0]?.accountId, user.id)
  })

  it('is asked to link it where either has not, and may use the token for that', async () => {
    const unproved = await addUser(app, workspace.code)
    assert.equal(expectStatus(await enter(somebody({ email: unproved.email })), 409).json.code, 'link_required')
    const proved = await addProvedUser(app, workspace.code)
    const person = somebody({ email: proved.email, email_verified: false })
    const token = await google(person)
    assert.equal(expectStatus(await userByToken(app, token, workspace.code), 409).json.code, 'link_required')
    assert.equal((await rowsOf(app, person.sub)).length, 0)
    const { accessToken } = await proved.signIn()
    expectStatus(await app.post(`${userDoor}/external-logins/link`, { provider: 'google', token }, { token: accessToken }), 201)
  })

  it('drops what a squatter left, by the proof of a reset', async () => {
    const squatted = await addUser(app, workspace.code)
    const squatter = somebody()
    const { accessToken } = await squatted.signIn()
    const token = await google(squatter)
    expectStatus(await app.post(`${userDoor}/external-logins/link`, { provider: 'google', token }, { token: accessToken }), 201)
    const whose = { email: squatted.email, tenantCode: workspace.code }
    expectStatus(await app.post(`${userDoor}/request-password-reset`, whose), 202)
    const code = await codeFor(app, squatted.id, 'password_reset_otp')
    expectStatus(await app.post(`${userDoor}/reset-password`, { ...whose, code, newPassword: 'zuvaqor-of-the-owner' }), 200)
    assert.equal((await rowsOf(app, squatter.sub)).length, 0)
    assert.notEqual((await enter(squatter)).json.user?.id, squatted.id)
  })
})

describe('an address that its owner proved for a squatter', () => {
  it('is taken back by a reset: what opened the account before the proof opens it no more', async () => {
    const squatted = await addUser(app, workspace.code)
    const link = async (sub: ReturnType<typeof somebody>) => {
      const { accessToken } = await squatted.signIn()
      const token = await google(sub)
      expectStatus(await app.post(`${userDoor}/external-logins/link`, { provider: 'google', token }, { token: accessToken }), 201)
    }
    const [squatter, owner] = [somebody(), somebody()]
    await link(squatter)
    const whose = { email: squatted.email, tenantCode: workspace.code }
    app.clock.turn(1000)
    const proof = await codeFor(app, squatted.id, 'email_verification')
    expectStatus(await app.post(`${userDoor}/verify-email`, { ...whose, code: proof }), 200)
    app.clock.turn(1000)
    await link(owner)
    expectStatus(await app.post(`${userDoor}/request-password-reset`, whose), 202)
    const code = await codeFor(app, squatted.id, 'password_reset_otp')
    expectStatus(await app.post(`${userDoor}/reset-password`, { ...whose, code, newPassword: 'zuvaqor-of-the-owner' }), 200)
    assert.equal((await rowsOf(app, squatter.sub)).length, 0)
    assert.equal((await rowsOf(app, owner.sub)).length, 1)
  })
})

describe('somebody known in several workspaces', () => {
  it('is shown the list, and signs in to one with the same token', async () => {
    const other = await addWorkspace(app)
    const person = somebody()
    for (const { code } of [workspace, other]) expectStatus(await enter(person, code), 200)
    const token = await google(person)
    const { workspaces } = expectStatus(await userByToken(app, token), 200).json
    assert.deepEqual(new Set(workspaces.map((found: { tenantCode: string }) => found.tenantCode)), new Set([workspace.code, other.code]))
    expectStatus(await userByToken(app, token, other.code), 200)
    await setSettings(app, other.id, { identityProviderMode: 'Disabled' })
    assert.ok(expectStatus(await userByToken(app, await google(person)), 200).json.accessToken, 'one is left')
  })
})

describe('the gate', () => {
  it('of a suspended tenant stands before any token, account or link', async () => {
    const own = await addWorkspace(app)
    const known = somebody()
    expectStatus(await enter(known, own.code), 200)
    const proved = await addProvedUser(app, own.code)
    await setTenant(app, own.id, { status: 'Suspended' })
    for (const person of [known, somebody(), somebody({ email: proved.email })])
      assert.equal(expectStatus(await enter(person, own.code), 403).json.code, 'tenant_suspended')
    assert.equal((await rowsOf(app, known.sub)).length, 1)
    const { n } = await app.open.service.database.kysely
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('tenantId', '=', own.id)
      .where('kind', '=', 'user')
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), 2)
  })

  it('asks for the own second factor after the provider', async () => {
    const user = await addProvedUser(app, workspace.code)
    const { secret } = await enableTwoFactorAt(app, userDoor, user.password, (await user.signIn()).accessToken)
    const person = somebody({ email: user.email })
    const { twoFactorToken, accessToken } = expectStatus(await enter(person), 200).json
    assert.equal(accessToken, undefined)
    app.clock.turn(30_000)
    const code = codeAt(secret, app.clock.now())
    expectStatus(await app.post(`${userDoor}/2fa/verify`, { twoFactorToken, code }), 200)
    assert.ok((await rowsOf(app, person.sub))[0]?.lastUsedAt)
  })

  it('ends a sign-in that waits for its second factor when its link goes', async () => {
    const user = await addProvedUser(app, workspace.code)
    const { secret } = await enableTwoFactorAt(app, userDoor, user.password, (await user.signIn()).accessToken)
    const person = somebody({ email: user.email })
    const { twoFactorToken } = expectStatus(await enter(person), 200).json
    await app.open.service.database.kysely.deleteFrom('externalLogins').where('subject', '=', person.sub).execute()
    app.clock.turn(30_000)
    const reply = await app.post(`${userDoor}/2fa/verify`, { twoFactorToken, code: codeAt(secret, app.clock.now()) })
    assert.equal(reply.json.code, 'two_factor_invalid')
  })

  it('of a tenant that wants no providers, or one for each', async () => {
    const own = await addWorkspace(app)
    await setSettings(app, own.id, { identityProviderMode: 'Single' })
    const user = await addProvedUser(app, own.code)
    expectStatus(await enter(somebody({ email: user.email }), own.code), 200)
    const second = somebody({ email: user.email })
    assert.equal(expectStatus(await enter(second, own.code), 409).json.code, 'state_conflict')
    const shown = expectStatus(await app.get(`/api/v1/public/workspace?code=${own.code}`), 200).json
    assert.deepEqual(
      shown.providers.map(({ name }: { name: string }) => name),
      ['google', 'apple', 'microsoft', 'facebook'],
    )
    await setSettings(app, own.id, { identityProviderMode: 'Disabled' })
    assert.equal(expectStatus(await enter(second, own.code), 400).json.code, 'unknown_provider')
    assert.deepEqual(expectStatus(await app.get(`/api/v1/public/workspace?code=${own.code}`), 200).json.providers, [])
  })
})

describe('the name of a provider', () => {
  it('is taken in any case, and no other', async () => {
    const person = somebody()
    expectStatus(await userByToken(app, await google(person), workspace.code, {}, 'GOOGLE'), 200)
    for (const name of ['%20google', 'github', '__proto__', 'constructor', 'google%20', 'google%00', 'g%C3%B6ogle', 'faceboo%E2%84%AA'])
      assert.equal((await userByToken(app, 'x', workspace.code, {}, name)).status, 400, name)
    assert.equal((await userByToken(app, 'x', workspace.code, {}, 'github')).json.code, 'unknown_provider')
  })
})
