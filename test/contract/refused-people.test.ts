/** 423, and 403 at the doors, at every address and for both kinds of people: what no other test asks of each. */
import { before, describe, it } from 'node:test'
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { addAdmin, setAccount } from '../auth/people.ts'
import { expectStatus, superAdmin, type TestApp } from '../harness.ts'
import { type Providers, somebody, startProviders } from '../providers/rig.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { expectEverywhere } from './everywhere.ts'

let rig: Providers
let app: TestApp
let workspace: Workspace
before(async () => {
  rig = await startProviders()
  app = rig.app
  workspace = await addWorkspace(app)
})

/** What a kind of people have in other words. */
const kinds = {
  admin: {
    area: '/api/v1/auth/admin',
    names: ['signIn', 'signInByProvider', 'linkExternalLogin', 'startTwoFactorSetup', 'disableTwoFactor', 'regenerateBackupCodes'],
    verify: 'verifyTwoFactor',
    refresh: 'refreshTokens',
    changePassword: 'changeOwnPassword',
    cookie: 'tenantry_refresh',
  },
  user: {
    area: '/api/v1/auth/user',
    names: [
      'signInUser',
      'signInUserByProvider',
      'linkUserExternalLogin',
      'startUserTwoFactorSetup',
      'disableUserTwoFactor',
      'regenerateUserBackupCodes',
    ],
    verify: 'verifyUserTwoFactor',
    refresh: 'refreshUserTokens',
    changePassword: 'changeOwnUserPassword',
    cookie: 'tenantry_user_refresh',
  },
} as const

/** Somebody of the kind with a session, linked to google. */
async function newPerson(kind: keyof typeof kinds) {
  const { area } = kinds[kind]
  const made = kind === 'admin' ? await addAdmin(app, workspace.id) : await addProvedUser(app, workspace.code)
  const where = kind === 'admin' ? { tenantId: workspace.id } : { tenantCode: workspace.code }
  const named = { ...(kind === 'admin' ? { identifier: made.email } : { username: made.email }), ...where }
  const enter = async (password: string) => await app.post(`${area}/login`, { ...named, password })
  const { accessToken } = expectStatus(await enter(made.password), 200).json
  const claims = somebody()
  const proof = async () => ({ token: await rig.google.sign(claims) })
  const link = { provider: 'google', ...(await proof()) }
  expectStatus(await app.post(`${area}/external-logins/link`, link, { token: accessToken }), 201)
  const lock = async () => {
    for (let n = 0; n < 5; n++) expectStatus(await enter('not the password'), 401)
  }
  return { id: made.id, password: made.password, named, where, token: accessToken as string, enter, proof, lock, area }
}

for (const kind of ['admin', 'user'] as const) {
  const { names, verify, refresh, changePassword, cookie } = kinds[kind]
  const [signIn, byProvider, link, startSetup, disable, regenerate] = names

  describe(`423 at every address, to who is locked (${kind})`, () => {
    it('that takes the password, or stands for it', async () => {
      const one = await newPerson(kind)
      await one.lock()
      const { token, password } = one
      await expectEverywhere(app, signIn, 423, { body: { ...one.named, password } })
      await expectEverywhere(app, byProvider, 423, async () => ({ ids: ['google'], body: { ...(await one.proof()), ...one.where } }))
      await expectEverywhere(app, startSetup, 423, { token, body: { password } })
      const body = { currentPassword: password, newPassword: `${password} 2` }
      await expectEverywhere(app, changePassword, 423, { token, ids: [one.id], body })
    })

    it('that takes a second factor', async () => {
      const one = await newPerson(kind)
      const { token, password } = one
      const { secret } = await enableTwoFactorAt(app, one.area, password, token)
      const pending = await Promise.all([1, 2].map(async () => (await one.enter(password)).json.twoFactorToken as string))
      await one.lock()
      const code = codeAt(secret, app.clock.now())
      await expectEverywhere(app, verify, 423, (number) => ({ body: { twoFactorToken: pending[number], code } }))
      await expectEverywhere(app, disable, 423, { token, body: { password, code } })
      await expectEverywhere(app, regenerate, 423, { token, body: { code } })
      // a session that is no longer fresh proves itself again, before it links
      app.clock.turn(11 * 60_000)
      await one.lock()
      await expectEverywhere(app, link, 423, async () => ({ token, body: { provider: 'google', ...(await one.proof()), password } }))
    })
  })

  describe(`403 at every address (${kind})`, () => {
    it('to who was blocked, though all they prove is right', async () => {
      const one = await newPerson(kind)
      const { token, password } = one
      const { backupCodes } = await enableTwoFactorAt(app, one.area, password, token)
      const pending = await Promise.all([1, 2].map(async () => (await one.enter(password)).json.twoFactorToken as string))
      await setAccount(app, one.id, { isBlocked: true })
      const proofs = pending.map((twoFactorToken, number) => ({ twoFactorToken, code: backupCodes[number] }))
      await expectEverywhere(app, verify, 403, (number) => ({ body: proofs[number] }))
      await expectEverywhere(app, signIn, 403, { body: { ...one.named, password } })
      await expectEverywhere(app, byProvider, 403, async () => ({ ids: ['google'], body: { ...(await one.proof()), ...one.where } }))
    })

    it('to whose cookie another page sends', async () => {
      const headers = { cookie: `${cookie}=${'x'.repeat(43)}`, origin: 'https://evil.example.test' }
      await expectEverywhere(app, refresh, 403, { body: {}, headers })
    })
  })
}

describe('409 at every address', () => {
  it('to an admin who would unlink the last way in', async () => {
    const one = await newPerson('admin')
    const [link] = expectStatus(await app.get(`${one.area}/external-logins`, { token: one.token }), 200).json
    // nobody is made without a password who is an admin: it was taken away
    await app.open.service.database.kysely.deleteFrom('credentials').where('accountId', '=', one.id).execute()
    await expectEverywhere(app, 'unlinkExternalLogin', 409, { token: one.token, ids: [link.id] })
  })
})

describe('423 to the SuperAdmin', () => {
  it('who is locked, and would reset the settings', async () => {
    const named = { identifier: superAdmin.email, isPlatformAdmin: true }
    const door = '/api/v1/auth/admin/login'
    const { accessToken: token } = expectStatus(await app.post(door, { ...named, password: superAdmin.password }), 200).json
    for (let n = 0; n < 5; n++) expectStatus(await app.post(door, { ...named, password: 'not the password' }), 401)
    await expectEverywhere(app, 'resetSettings', 423, { token, body: { password: superAdmin.password } })
  })
})
