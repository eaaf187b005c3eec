/** How somebody becomes an end user: registration, the code that proves the address, and what neither tells. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mailsTo, runResets } from '../auth/mail.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { addProvedUser, addUser, addWorkspace, codeFor, signInUser, type Workspace } from './rig.ts'

const door = '/api/v1/auth/user'
let app: TestApp
let workspace: Workspace
before(async () => {
  app = await startApp()
  workspace = await addWorkspace(app)
})

const names = () => {
  const mark = randomUUID().slice(0, 8)
  return { username: `new-${mark}`, email: `new-${mark}@example.test`, password: `zuvaqor-${mark}-Kestrel` }
}
const register = (body: object, in_: Workspace | null = workspace) =>
  app.post(`${door}/register`, in_ ? { tenantCode: in_.code, ...body } : body)
const settings = async (in_: Workspace, body: object) =>
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${in_.id}/settings`, { body, token: await app.superToken() }), 200)
const fieldsOf = ({ json }: Reply) => json.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
const verify = (body: object) => app.post(`${door}/verify-email`, { tenantCode: workspace.code, ...body })
const codeOf = (reply: Reply) => [reply.status, reply.json.code, reply.json.attemptsRemaining]

describe('registration', () => {
  it('makes an account that can sign in, and mails a code', async () => {
    const given = { ...names(), firstName: 'Lina', phoneNumber: '+962790000000' }
    const reply = expectStatus(await register(given), 201)
    const { id, ...told } = reply.json
    assert.deepEqual(told, {
      username: given.username,
      email: given.email,
      tenantId: workspace.id,
      emailVerified: false,
      message: 'The account is made. Please confirm your e-mail address.',
    })
    assert.match(await codeFor(app, id, 'email_verification'), /^[0-9]{6}$/)
    const { user, accessToken } = await signInUser(app, { ...given, tenantCode: workspace.code })
    assert.deepEqual([user.id, (user as { role?: unknown }).role, user.tenantId], [id, null, workspace.id])
    const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString())
    assert.deepEqual([claims.is_admin, claims.role ?? null, claims.permissions ?? []], ['false', null, []])
    const me = expectStatus(await app.get('/api/v1/Users/me', { token: accessToken }), 200).json
    assert.deepEqual(
      [me.firstName, me.lastName, me.phoneNumber, me.emailVerified, me.phoneVerified],
      ['Lina', '', '+962790000000', false, false],
    )
  })

  it('409 naming what is taken, in one name space of usernames and addresses, in that tenant alone', async () => {
    const first = names()
    expectStatus(await register(first), 201)
    const conflicts = async (body: object) => fieldsOf(expectStatus(await register(body), 409))
    assert.deepEqual(await conflicts({ ...names(), email: first.email.toUpperCase() }), ['email conflict'])
    assert.deepEqual(await conflicts({ ...names(), username: first.username.toUpperCase() }), ['username conflict'])
    expectStatus(await register(first, await addWorkspace(app)), 201)
  })

  it('400 for a workspace of nobody, of a deleted, suspended or inactive tenant and for none; 403 where it is closed', async () => {
    const [suspended, deleted, closed] = [await addWorkspace(app), await addWorkspace(app), await addWorkspace(app)]
    const token = await app.superToken()
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${suspended.id}`, { body: { status: 'Suspended' }, token }), 200)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${deleted.id}`, { token }), 204)
    await settings(closed, { registrationEnabled: false })
    for (const tenantCode of [suspended.code, deleted.code, 'no-such-workspace', '../etc', '\u0000x'.slice(1)])
      assert.deepEqual(
        fieldsOf(expectStatus(await register({ ...names(), tenantCode }), 400)),
        ['tenantCode not_allowed_value'],
        tenantCode,
      )
    assert.deepEqual(fieldsOf(expectStatus(await register(names(), null), 400)), ['tenantCode required'])
    const child = await addWorkspace(app, { parentTenantId: suspended.id }).catch(() => null)
    assert.equal(child, null)
    assert.equal(expectStatus(await register(names(), closed), 403).json.code, 'registration_disabled')
    const { rows } = {
      rows: await app.open.service.database.kysely
        .selectFrom('accounts')
        .select('id')
        .where('kind', '=', 'user')
        .where('tenantId', 'in', [suspended.id, deleted.id, closed.id])
        .execute(),
    }
    assert.deepEqual(rows, [])
  })

  it('400 for what only the service may say, and for a password against the rules', async () => {
    for (const [name, value] of Object.entries({
      emailVerified: true,
      phoneVerified: true,
      isActive: true,
      roleId: randomUUID(),
      tenantId: workspace.id,
      id: randomUUID(),
    }))
      assert.deepEqual(fieldsOf(expectStatus(await register({ ...names(), [name]: value }), 400)), [`${name} unknown_property`])
    const weak = expectStatus(await register({ ...names(), password: 'q7Zx' }), 400)
    assert.equal(weak.json.code, 'password_policy')
    assert.ok(!weak.text.includes('q7Zx'))
  })
})

describe('the proof of an address', () => {
  it('comes with the code, once', async () => {
    const user = await addUser(app, workspace.code)
    const code = await codeFor(app, user.id, 'email_verification')
    expectStatus(await verify({ email: user.email.toUpperCase(), code }), 200)
    const me = (await app.get('/api/v1/Users/me', { token: (await user.signIn()).accessToken })).json
    assert.equal(me.emailVerified, true)
    assert.deepEqual(codeOf(await verify({ email: user.email, code })).slice(0, 2), [400, 'otp_invalid'])
  })

  it('of an address that is proved already, of nobody and of another purpose is answered alike', async () => {
    const proved = await addProvedUser(app, workspace.code)
    const send = (email: string) => app.post(`${door}/send-email-verification`, { email, tenantCode: workspace.code })
    const answers = []
    for (const email of [proved.email, `nobody-${randomUUID()}@example.test`, (await addUser(app, workspace.code)).email]) {
      answers.push([(await send(email)).text, ...codeOf(await verify({ email, code: '000000' }))])
      await runResets(app)
    }
    assert.deepEqual(answers[0], answers[1])
    assert.deepEqual(answers[1], answers[2])
    assert.equal((await mailsTo(app, proved.id)).filter(({ template }) => template === 'email_verification').length, 1)
    expectStatus(await app.post(`${door}/request-password-reset`, { email: proved.email, tenantCode: workspace.code }), 202)
    const code = await codeFor(app, proved.id, 'password_reset_otp')
    assert.equal((await verify({ email: proved.email, code })).status, 400)
  })

  it('is lost after three wrong codes, and comes with a new one', async () => {
    const user = await addUser(app, workspace.code)
    const code = await codeFor(app, user.id, 'email_verification')
    const wrong = code === '111111' ? '222222' : '111111'
    for (let n = 0; n < 3; n++) expectStatus(await verify({ email: user.email, code: wrong }), 400)
    expectStatus(await verify({ email: user.email, code }), 400)
    expectStatus(await app.post(`${door}/send-email-verification`, { email: user.email, tenantCode: workspace.code }), 202)
    expectStatus(await verify({ email: user.email, code: await codeFor(app, user.id, 'email_verification') }), 200)
  })

  it('is of one tenant: the code of another with the same address opens nothing', async () => {
    const other = await addWorkspace(app)
    const user = await addUser(app, workspace.code)
    const twin = await addUser(app, other.code, { email: user.email })
    const code = await codeFor(app, twin.id, 'email_verification')
    if (code !== (await codeFor(app, user.id, 'email_verification'))) expectStatus(await verify({ email: user.email, code }), 400)
    expectStatus(await app.post(`${door}/verify-email`, { email: user.email, code, tenantCode: other.code }), 200)
  })

  it('is asked for at sign-in where the tenant wants it, and of admins never', async () => {
    const strict = await addWorkspace(app)
    await settings(strict, { requireEmailVerification: true })
    const user = await addUser(app, strict.code)
    const signIn = (more: object) => app.post(`${door}/login`, { username: user.email, password: user.password, ...more })
    for (const more of [{ tenantCode: strict.code }, {}]) assert.equal((await signIn(more)).json.code, 'email_not_verified')
    assert.equal(
      (await app.post(`${door}/login`, { username: user.email, password: 'wrong', tenantCode: strict.code })).json.code,
      'invalid_credentials',
    )
    const code = await codeFor(app, user.id, 'email_verification')
    expectStatus(await app.post(`${door}/verify-email`, { email: user.email, code, tenantCode: strict.code }), 200)
    expectStatus(await signIn({ tenantCode: strict.code }), 200)
  })
})
