/** What somebody tries who runs a provider, or knows one that takes any spelling. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setSettings } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'
import { type Answer, type OpenIdIssuer, startOpenIdIssuer } from '../rig/openid.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { clientId, type Providers, rowsOf, somebody, startProviders, userByToken, userDoor } from './rig.ts'

let rig: Providers
let app: TestApp
let root: string
before(async () => {
  rig = await startProviders()
  app = rig.app
  root = await app.superToken()
})

const at = (id: string) => `/api/v1/Tenants/${id}/identity-providers`
async function ownPlace(more: object = {}): Promise<Workspace & { providerId: string; issuer: OpenIdIssuer }> {
  const issuer = await startOpenIdIssuer(() => app.clock.now(), clientId)
  const workspace = await addWorkspace(app)
  const body = { name: 'own', displayName: 'Own', clientId, issuer: issuer.url, trustEmail: true, ...more }
  const { id: providerId } = expectStatus(await app.post(at(workspace.id), body, { token: root }), 201).json
  return { ...workspace, providerId, issuer }
}
const enter = async (place: Workspace & { issuer: OpenIdIssuer }, claims: Record<string, unknown>) =>
  userByToken(app, await place.issuer.sign(claims), place.code, {}, 'own')
const json =
  (body: object): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('keys', () => {
  it('that are none refuse a token, and break nothing', async () => {
    const place = await addWorkspace(app)
    const wrong = {
      RS256: [
        { kty: 'RSA', n: 'AA', e: 'AQAB' },
        { kty: 'RSA', e: 'AQAB' },
        { kty: 'RSA', n: 'A'.repeat(342), e: { a: 1 } },
      ],
      ES256: [
        { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
        { kty: 'EC', crv: 'P-256' },
      ],
    } as const
    for (const alg of ['RS256', 'ES256'] as const) {
      for (const [n, key] of wrong[alg].entries()) {
        const issuer = await startOpenIdIssuer(() => app.clock.now(), clientId, alg)
        const name = `${alg.toLowerCase()}-${n}`
        expectStatus(await app.post(at(place.id), { name, displayName: name, clientId, issuer: issuer.url }, { token: root }), 201)
        issuer.answers.set('/keys', json({ keys: [{ ...key, kid: '1', alg }] }))
        expectStatus(await userByToken(app, await issuer.sign(somebody()), place.code, {}, name), 401)
      }
    }
  })
})

describe('an address', () => {
  it('in another spelling of the same letters opens nobody', async () => {
    const place = await ownPlace()
    const user = await addProvedUser(app, place.code)
    const [local, domain] = user.email.split('@') as [string, string]
    const wide = String.fromCharCode(local.charCodeAt(0) + 0xfee0) + local.slice(1)
    const reply = await enter(place, somebody({ email: `${wide}@${domain}` }))
    assert.equal(reply.status, 409, reply.text)
  })

  it('that nobody vouches for does not tell who is there, where nobody can register', async () => {
    const workspace = await addWorkspace(app)
    const user = await addProvedUser(app, workspace.code)
    await setSettings(app, workspace.id, { registrationEnabled: false })
    const told = async (email: string) => {
      const reply = await userByToken(app, await rig.google.sign(somebody({ email, email_verified: false })), workspace.code)
      return [reply.status, reply.json.code]
    }
    assert.deepEqual(await told(user.email), await told('nobody-at-all@example.test'))
  })

  it('is not believed any more where the tenant took its trust back while the provider was asked', async () => {
    const place = await ownPlace()
    const user = await addProvedUser(app, place.code)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      place.issuer.answers.set('/keys', (_, response) => {
        answer = () => void json({ keys: [place.issuer.publicKey()] })(_, response)
        resolve()
      })
    })
    const person = somebody({ email: user.email })
    const sent = enter(place, person)
    await asked
    expectStatus(await app.request('PUT', `${at(place.id)}/${place.providerId}`, { token: root, body: { trustEmail: false } }), 200)
    answer()
    const reply = await sent
    assert.deepEqual(await rowsOf(app, person.sub), [], reply.text)
  })
})

describe('a provider says', () => {
  it('a subject of half a sign, which is stored like any other half: it opens nobody', async () => {
    const place = await ownPlace()
    for (const sub of ['a\ud800', 'a\ud801']) expectStatus(await enter(place, somebody({ sub })), 401)
  })

  it('an address of another scheme, where no browser is sent', async () => {
    const place = await ownPlace()
    const { url } = place.issuer
    const document = {
      issuer: url,
      jwks_uri: `${url}/keys`,
      authorization_endpoint: 'javascript:alert(1)//',
      token_endpoint: `${url}/token`,
    }
    place.issuer.answers.set('/.well-known/openid-configuration', json(document))
    const redirectUri = `${app.open.service.options.publicUrl}/back`
    expectStatus(await app.post(`${userDoor}/login/own`, { redirectUri, tenantCode: place.code }), 503)
  })
})

// last: tokens of everybody above have ended by then
describe('keys that moved', () => {
  it('are looked for where the issuer has them by now, an hour after it moved them', async () => {
    const place = await ownPlace()
    expectStatus(await enter(place, somebody()), 200)
    const { url } = place.issuer
    const endpoints = { jwks_uri: `${url}/moved`, authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` }
    place.issuer.answers.set('/.well-known/openid-configuration', json({ issuer: url, ...endpoints }))
    await place.issuer.turnKeys()
    place.issuer.answers.set('/moved', json({ keys: [place.issuer.publicKey()] }))
    place.issuer.answers.set('/keys', (_, response) => response.writeHead(404).end())
    app.clock.turn(61 * 60_000)
    const reply = await enter(place, somebody())
    assert.equal(reply.status, 200, reply.text)
  })
})
