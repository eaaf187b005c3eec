/** Whoever is signed in links a provider by its redirect, against a whole OpenID provider. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { adminDoor, fieldsOf, somebody, userDoor } from './rig.ts'
import { appOrigin, browse, redirectUri, startWholeProvider } from './whole-provider.ts'

let app: TestApp
let workspace: Workspace
before(async () => {
  app = await startApp({ env: await startWholeProvider() })
  workspace = await addWorkspace(app)
})

for (const kind of ['admin', 'user'] as const) {
  const door = kind === 'user' ? userDoor : adminDoor
  const where = () => (kind === 'user' ? { tenantCode: workspace.code } : { tenantId: workspace.id })
  const enter = (body: object) => app.post(`${door}/login/google`, { ...where(), ...body })
  async function newOne() {
    if (kind === 'admin') {
      const admin = await addAdmin(app, workspace.id)
      return { ...admin, token: (await app.signIn(admin.email, admin.password, where())).accessToken }
    }
    const user = await addProvedUser(app, workspace.code)
    return { ...user, token: (await user.signIn()).accessToken }
  }
  /** What somebody brings back from the provider. */
  async function proofOf(subject: string) {
    const begun = expectStatus(await enter({ redirectUri }), 200).json
    const code = String((await browse(begun, subject)).searchParams.get('code'))
    return { code, redirectUri, codeVerifier: begun.codeVerifier, nonce: begun.nonce }
  }
  async function linkOf(subject: string) {
    const { code: authorizationCode, ...rest } = await proofOf(subject)
    return { provider: 'google', authorizationCode, ...rest }
  }
  const link = (token: string, body: object) => app.post(`${door}/external-logins/link`, body, { token })

  describe(`a link by redirect, of one ${kind}`, () => {
    it('opens the account from then on, and is made once', async () => {
      const one = await newOne()
      const { sub } = somebody()
      const body = await linkOf(sub)
      const made = expectStatus(await link(one.token, body), 201).json
      assert.deepEqual([made.providerName, made.providerKey], ['google', sub])
      assert.equal((await link(one.token, body)).status, 400)
      const again = expectStatus(await link(one.token, await linkOf(sub)), 409)
      assert.deepEqual([again.json.code, fieldsOf(again)], ['conflict', ['authorizationCode']])
      assert.equal(expectStatus(await enter(await proofOf(sub)), 200).json.user.id, one.id)
    })

    it('asks an old session for the password before the provider is asked: the code is still good then', async () => {
      const one = await newOne()
      app.clock.turn(11 * 60_000)
      const body = await linkOf(somebody().sub)
      for (const more of [{}, { password: 'not the password' }]) {
        const { status, json } = await link(one.token, { ...body, ...more })
        assert.deepEqual([status, json.code], [401, 'invalid_credentials'])
      }
      expectStatus(await link(one.token, { ...body, password: one.password }), 201)
    })

    it('is not made by what proves nothing', async () => {
      const { token } = await newOne()
      for (const wrong of [
        { codeVerifier: 'x'.repeat(43) },
        { redirectUri: `${appOrigin}/elsewhere` },
        { nonce: 'another' },
        { authorizationCode: 'x' },
      ]) {
        const reply = expectStatus(await link(token, { ...(await linkOf(somebody().sub)), ...wrong }), 400)
        assert.deepEqual(fieldsOf(reply), ['authorizationCode'], JSON.stringify(wrong))
      }
      const stranger = { ...(await linkOf(somebody().sub)), redirectUri: 'https://elsewhere.example/' }
      assert.deepEqual(fieldsOf(expectStatus(await link(token, stranger), 400)), ['redirectUri'])
      assert.deepEqual(expectStatus(await app.get(`${door}/external-logins`, { token }), 200).json, [])
    })

    it('comes with all that belongs to it, and with nothing else', async () => {
      const { token } = await newOne()
      const codeVerifier = 'x'.repeat(43)
      const all = ['authorizationCode', 'redirectUri', 'codeVerifier']
      const cases: [object, string[]][] = [
        [{}, ['token']],
        [{ code: '123456' }, ['token']],
        [{ authorizationCode: 'x' }, ['redirectUri', 'codeVerifier']],
        [{ redirectUri }, ['authorizationCode', 'codeVerifier']],
        [{ codeVerifier }, ['authorizationCode', 'redirectUri']],
        [{ token: 'x', authorizationCode: 'x', redirectUri, codeVerifier }, all],
        [{ authorizationCode: 'x', redirectUri, codeVerifier: 'short' }, ['codeVerifier']],
      ]
      for (const [body, fields] of cases)
        assert.deepEqual(fieldsOf(expectStatus(await link(token, { provider: 'google', ...body }), 400)), fields, JSON.stringify(body))
    })
  })
}
