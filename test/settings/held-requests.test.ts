/**
 * A request that is on its way while a setting changes. Its state of all settings is that of the moment when its body is there, to its end;
 * switches are asked again where what they close takes effect. On PostgreSQL it is changed by another service over the same database.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { clientId, somebody, userByToken } from '../providers/rig.ts'
import { holdBack } from '../rig/http.ts'
import { discoveryOf } from '../rig/issuer.ts'
import { startOpenIdIssuer } from '../rig/openid.ts'
import { eventually } from '../rig/ports.ts'

let changing: TestApp
let asked: TestApp
let token: string
let tenantCode: string
before(async () => {
  ;[changing, asked] = await startTwo({ env: { BCRYPT_COST: '' } })
  token = await changing.superToken()
  await set({ security: { bcryptCost: 4 } })
  tenantCode = (await tenantWithAdmin(changing)).tenant.code
})

/** Sets it by one service, and waits until the one that is asked has it. */
async function set(body: object): Promise<void> {
  expectStatus(await changing.request('PUT', '/api/v1/settings', { token, body }), 200)
  const values = JSON.stringify(changing.open.service.serviceSettings.values)
  await eventually('the setting', () => JSON.stringify(asked.open.service.serviceSettings.values) === values)
}

/** Begins to sign somebody in by Google, which is asked who that is and keeps its answer. */
async function heldSignIn() {
  const google = await startOpenIdIssuer(() => asked.clock.now(), clientId)
  await set({ providers: { googleClientId: clientId, googleIssuer: google.url } })
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  google.answers.set('/.well-known/openid-configuration', async (_request, response) => {
    reached.resolve()
    await released.promise
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(discoveryOf(google.url)))
  })
  const signIn = async () => await userByToken(asked, await google.sign(somebody()), tenantCode)
  const held = signIn()
  await Promise.race([reached.promise, held.then(({ text }) => assert.fail(`was not held: ${text}`))])
  return {
    signIn,
    release: () => {
      released.resolve()
      return held
    },
  }
}

it('works to its end with the state in which it began, and the next one with the new state', async () => {
  await set({ security: { accessTokenMinutes: 20 } })
  const { release, signIn } = await heldSignIn()
  await set({ security: { accessTokenMinutes: 7 }, providers: { googleClientId: 'another-client' } })
  assert.equal(expectStatus(await release(), 200).json.expiresIn, 20 * 60)
  // of the client that it was made for, and is no longer ours
  assert.equal(expectStatus(await signIn(), 401).json.code, 'invalid_credentials')
  await set({ providers: { googleClientId: clientId } })
  assert.equal(expectStatus(await signIn(), 200).json.expiresIn, 7 * 60)
})

it('goes through no door that was closed meanwhile', async () => {
  const { release, signIn } = await heldSignIn()
  await set({ features: { externalLogin: false } })
  assert.equal(expectStatus(await release(), 400).json.code, 'unknown_provider')
  await set({ features: { externalLogin: true } })
  expectStatus(await signIn(), 200)
})

it('has the state of the moment when its body is there', async () => {
  const mark = randomUUID().slice(0, 8)
  const person = { username: `u-${mark}`, email: `u-${mark}@example.test`, password: `zuvaqor-${mark}-Kestrel`, tenantCode }
  const draft = { draft: { subject: 'From {{tenant.name}}', bodyHtml: '<p>Hello</p>' } }
  await set({ general: { serviceName: 'Before' } })
  const registration = await holdBack(asked.url, 'POST', '/api/v1/auth/user/register', { body: person })
  const preview = await holdBack(asked.url, 'POST', '/api/v1/message-templates/preview', { body: draft, token })
  await set({ general: { serviceName: 'After' }, features: { registration: false } })
  assert.equal(expectStatus(await registration.release(), 403).json.code, 'registration_disabled')
  assert.equal(expectStatus(await preview.release(), 200).json.subject, 'From After')
  await set({ features: { registration: true } })
  expectStatus(await asked.post('/api/v1/auth/user/register', person), 201)
})
