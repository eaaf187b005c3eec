/** A temporary password stood in one mail and nowhere else: who signs in with it has proved the address. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { addLink } from '#sign-in/providers/external-links.ts'
import { enableTwoFactorAt } from '../auth/authenticator.ts'
import { mailsTo } from '../auth/mail.ts'
import { change, setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { at, eventsAbout, newUser, rowOf, statusOf, tokensOf } from './making.ts'
import { addUser, addWorkspace, type Workspace } from './rig.ts'

const door = '/api/v1/auth/user'
let app: TestApp
let strict: Workspace
before(async () => {
  app = await startApp()
  strict = await addWorkspace(app)
})

const demand = (requireEmailVerification: boolean) => setSettings(app, strict.id, { requireEmailVerification })

const manage = async (method: 'POST' | 'PUT', path: string, body?: object, status = 200) =>
  expectStatus(await app.request(method, `${at}${path}`, { token: strict.adminToken, ...(body && { body }) }), status).json

const login = (username: string, password: string) => app.post(`${door}/login`, { username, password, tenantCode: strict.code })

/** The newest that was mailed. */
const mailed = async (id: string): Promise<string> =>
  (await mailsTo(app, id)).findLast(({ variables }) => variables.password !== undefined)?.variables.password

const isProved = async (id: string) => (await rowOf(app, id)).emailVerifiedAt !== null

const proofs = async (id: string) =>
  (await eventsAbout(app, id)).filter(
    ({ type, data }) => type === 'auth.login.succeeded' && (data as { addressProved?: true }).addressProved,
  )

describe('the password of an invitation', () => {
  it('opens where the address must be proved, proves it, and is then used up', async () => {
    await demand(true)
    const { password: _, ...body } = newUser()
    const { id } = await manage('POST', '', body, 201)
    const password = await mailed(id)
    assert.equal((await login(body.email, 'not the password')).json.code, 'invalid_credentials')
    assert.equal(await isProved(id), false)
    const { accessToken } = expectStatus(await login(body.email, password), 200).json
    assert.deepEqual([await isProved(id), (await proofs(id)).length], [true, 1])
    expectStatus(await login(body.email, password), 401)
    const newPassword = 'kestrel words that are mine'
    const change = { currentPassword: password, newPassword }
    expectStatus(await app.post(`/api/v1/Users/${id}/change-password`, change, { token: accessToken }), 200)
    expectStatus(await login(body.email, newPassword), 200)
    assert.equal((await proofs(id)).length, 1)
  })

  it('that the administrator chose proves nothing', async () => {
    await demand(true)
    const body = newUser()
    const { id } = await manage('POST', '', body, 201)
    assert.equal(expectStatus(await login(body.email, body.password), 403).json.code, 'email_not_verified')
    await demand(false)
    expectStatus(await login(body.email, body.password), 200)
    assert.deepEqual([await isProved(id), (await proofs(id)).length], [false, 0])
  })

  it('is worthless at another address', async () => {
    await demand(true)
    const { password: _, ...body } = newUser()
    const { id } = await manage('POST', '', body, 201)
    const password = await mailed(id)
    const { email } = newUser()
    await manage('PUT', `/${id}`, { email })
    for (const name of [body.email, email]) expectStatus(await login(name, password), 401)
    assert.equal(await isProved(id), false)
  })
})

describe('the password of a mail to a former address', () => {
  it('proves nothing for a sign-in that was on its way when the address became another', async () => {
    await demand(true)
    const { password: _, ...body } = newUser()
    const { id } = await manage('POST', '', body, 201)
    const { passwords } = app.open.service
    const [{ cost, hashes }, password] = [passwords, await mailed(id)]
    passwords.cost = 13
    try {
      const late = login(body.email, password)
      while (passwords.hashes === hashes) await wait(1)
      await manage('PUT', `/${id}`, { email: newUser().email })
      assert.deepEqual([(await late).status, await isProved(id)], [401, false])
    } finally {
      passwords.cost = cost
    }
  })
})

describe('the password of a reset by an administrator', () => {
  it('proves an address that a stranger had registered, and ends what they left: links, and sessions begun since', async () => {
    await demand(false)
    const user = await addUser(app, strict.code)
    const subject = `stranger-of-${user.id}`
    const identity = {
      provider: 'google',
      subject,
      email: null,
      displayName: '',
      isEmailProved: false,
      firstName: '',
      lastName: '',
      once: null,
    }
    await change(app, (ctx) => addLink(ctx, { id: user.id, kind: 'user', tenantId: strict.id }, identity as never))
    await manage('POST', `/${user.id}/reset-password`)
    const { accessToken: ofStranger } = await tokensOf(app, user.id)
    const { accessToken } = expectStatus(await login(user.email, await mailed(user.id)), 200).json
    assert.deepEqual([await statusOf(app, ofStranger), await statusOf(app, accessToken)], [401, 200])
    const links = app.open.service.database.kysely.selectFrom('externalLogins').select('id').where('accountId', '=', user.id)
    assert.deepEqual(await links.execute(), [])
    assert.equal(await isProved(user.id), true)
  })

  it('leaves links alone where the address was proved before', async () => {
    const user = await addUser(app, strict.code)
    await change(app, (ctx) =>
      ctx.db
        .updateTable('accounts')
        .set({ emailVerifiedAt: ctx.now })
        .where('id', '=', user.id)
        .execute()
        .then(() => undefined),
    )
    const identity = { provider: 'google', subject: `own-${user.id}`, email: null, displayName: '' }
    await change(app, (ctx) => addLink(ctx, { id: user.id, kind: 'user', tenantId: strict.id }, identity as never))
    await manage('POST', `/${user.id}/reset-password`)
    expectStatus(await login(user.email, await mailed(user.id)), 200)
    const links = app.open.service.database.kysely.selectFrom('externalLogins').select('id').where('accountId', '=', user.id)
    assert.equal((await links.execute()).length, 1)
    assert.equal((await proofs(user.id)).length, 0)
  })

  it('waits for the second factor, which stays', async () => {
    await demand(false)
    const user = await addUser(app, strict.code)
    const { backupCodes } = await enableTwoFactorAt(app, door, user.password, (await user.signIn()).accessToken)
    await demand(true)
    await manage('POST', `/${user.id}/reset-password`)
    const { twoFactorToken } = expectStatus(await login(user.email, await mailed(user.id)), 200).json
    assert.equal(await isProved(user.id), false, 'the first step opens nothing')
    expectStatus(await app.post(`${door}/2fa/verify`, { twoFactorToken, code: backupCodes[0] }), 200)
    const { emailVerifiedAt, twoFactorEnabled } = await rowOf(app, user.id)
    assert.deepEqual([emailVerifiedAt !== null, twoFactorEnabled], [true, true])
  })
})
