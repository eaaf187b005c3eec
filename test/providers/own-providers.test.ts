/** Sign-in through a tenant's own provider: whom it opens, and what ends with it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { addAdmin, setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { type OpenIdIssuer, startOpenIdIssuer } from '../rig/openid.ts'
import { addProvedUser, addUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { adminDoor, rowsOf, somebody, userDoor } from './rig.ts'

const clientId = 'tenantry-at-acme'
let app: TestApp
let issuer: OpenIdIssuer
let root: string
before(async () => {
  app = await startApp()
  issuer = await startOpenIdIssuer(() => app.clock.now(), clientId)
  root = await app.superToken()
})

const at = (id: string) => `/api/v1/Tenants/${id}/identity-providers`
const wanted = { name: 'acme-sso', displayName: 'Acme', clientId, clientSecret: 'a secret', trustEmail: true }
async function newPlace(more: object = {}): Promise<Workspace & { providerId: string }> {
  const workspace = await addWorkspace(app)
  const body = { ...wanted, issuer: issuer.url, ...more }
  const { id: providerId } = expectStatus(await app.post(at(workspace.id), body, { token: root }), 201).json
  return { ...workspace, providerId }
}
const change = async (place: { id: string; providerId: string }, body: object) =>
  expectStatus(await app.request('PUT', `${at(place.id)}/${place.providerId}`, { token: root, body }), 200)
const enter = async (claims: Record<string, unknown>, tenantCode: string | undefined, name = 'acme-sso') =>
  app.post(`${userDoor}/login/${name}`, { token: await issuer.sign(claims), ...(tenantCode !== undefined && { tenantCode }) })
const codeOf = (reply: { json: { code?: string } }) => reply.json.code

describe('the users of a tenant', () => {
  it('come in through its own provider, which stands on its page and is shown by its name', async () => {
    const place = await newPlace()
    const page = expectStatus(await app.get(`/api/v1/public/workspace?code=${place.code}`), 200).json
    assert.deepEqual(page.providers, [{ name: 'acme-sso', displayName: 'Acme' }])
    const person = somebody()
    const first = expectStatus(await enter(person, place.code, 'ACME-sso'), 200).json
    assert.equal(first.isNewUser, true)
    const links = expectStatus(await app.get(`${userDoor}/external-logins`, { token: first.accessToken }), 200).json
    assert.deepEqual([links.length, links[0].providerName, links[0].providerKey], [1, 'acme-sso', person.sub])
    assert.equal(expectStatus(await enter(person, place.code), 200).json.user.id, first.user.id)
    expectStatus(await app.request('DELETE', `${userDoor}/external-logins/${links[0].id}`, { token: first.accessToken }), 409)
    const { items } = expectStatus(await app.get(`/api/v1/audit?entityId=${first.user.id}`, { token: root }), 200).json
    assert.ok(!JSON.stringify(items).includes(place.providerId), 'the log names it, too')
  })

  it('alone: it is no provider anywhere else, and its people are nobody there', async () => {
    const [place, other, none] = [await newPlace(), await newPlace(), await addWorkspace(app)]
    const person = somebody()
    const { user } = expectStatus(await enter(person, place.code), 200).json
    assert.equal(codeOf(expectStatus(await enter(person, none.code), 400)), 'unknown_provider')
    assert.equal(codeOf(expectStatus(await enter(person, undefined), 400)), 'unknown_provider')
    const there = expectStatus(await enter(person, other.code), 200).json
    assert.deepEqual([there.isNewUser, there.user.id === user.id], [true, false])
  })

  it('are known by their address only where the tenant trusts it', async () => {
    const place = await newPlace({ trustEmail: false })
    const user = await addProvedUser(app, place.code)
    const person = somebody({ email: user.email })
    assert.equal(codeOf(expectStatus(await enter(person, place.code), 409)), 'link_required')
    await change(place, { trustEmail: true })
    for (const email_verified of [undefined, false, 'true', 1])
      assert.equal(codeOf(expectStatus(await enter({ ...person, email_verified }, place.code), 409)), 'link_required')
    assert.equal(expectStatus(await enter(person, place.code), 200).json.user.id, user.id)
    const unproved = await addUser(app, place.code)
    assert.equal(codeOf(expectStatus(await enter(somebody({ email: unproved.email }), place.code), 409)), 'link_required')
  })

  it('are refused while it is off, and where the tenant wants none', async () => {
    const place = await newPlace()
    const person = somebody()
    expectStatus(await enter(person, place.code), 200)
    await change(place, { isActive: false })
    assert.equal(codeOf(expectStatus(await enter(person, place.code), 400)), 'unknown_provider')
    assert.deepEqual(expectStatus(await app.get(`/api/v1/public/workspace?code=${place.code}`), 200).json.providers, [])
    await change(place, { isActive: true })
    await setSettings(app, place.id, { identityProviderMode: 'Disabled' })
    assert.equal(codeOf(expectStatus(await enter(person, place.code), 400)), 'unknown_provider')
  })
})

describe('what people made by a provider', () => {
  it('opens nothing once it is off, though the second factor is still to come', async () => {
    for (const switchOff of [
      (place: { id: string; providerId: string }) => change(place, { isActive: false }),
      (place: { id: string }) => setSettings(app, place.id, { identityProviderMode: 'Disabled' }),
    ]) {
      const place = await newPlace()
      const user = await addProvedUser(app, place.code)
      const { secret } = await enableTwoFactorAt(app, userDoor, user.password, (await user.signIn()).accessToken)
      const { twoFactorToken } = expectStatus(await enter(somebody({ email: user.email }), place.code), 200).json
      await switchOff(place)
      app.clock.turn(30_000)
      const code = codeAt(secret, app.clock.now())
      assert.equal(expectStatus(await app.post(`${userDoor}/2fa/verify`, { twoFactorToken, code }), 401).status, 401)
    }
  })

  it('ends with it: one of the same name opens nobody', async () => {
    const place = await newPlace({ trustEmail: false })
    const person = somebody()
    const { user } = expectStatus(await enter(person, place.code), 200).json
    expectStatus(await app.request('DELETE', `${at(place.id)}/${place.providerId}`, { token: root }), 204)
    assert.deepEqual(await rowsOf(app, person.sub), [])
    expectStatus(await app.post(at(place.id), { ...wanted, issuer: issuer.url, trustEmail: false }, { token: root }), 201)
    assert.equal(codeOf(expectStatus(await enter(person, place.code), 409)), 'link_required', 'the account is there, the link is not')
    assert.ok(user.id)
  })

  it('ends with another issuer or another client, who could say anything of them', async () => {
    const stranger = await startOpenIdIssuer(() => app.clock.now(), clientId)
    for (const another of [{ issuer: stranger.url, clientSecret: 'another secret' }, { clientId: 'somebody else' }]) {
      const place = await newPlace({ trustEmail: false })
      const person = somebody()
      expectStatus(await enter(person, place.code), 200)
      await change(place, { displayName: 'Another name', scopes: ['openid'] })
      assert.equal((await rowsOf(app, person.sub)).length, 1)
      await change(place, another)
      assert.deepEqual(await rowsOf(app, person.sub), [])
      const token = await stranger.sign({ ...person, aud: 'clientId' in another ? another.clientId : clientId })
      const reply = await app.post(`${userDoor}/login/acme-sso`, { token, tenantCode: place.code })
      assert.equal(codeOf(reply), 'clientId' in another ? 'invalid_credentials' : 'link_required')
    }
  })

  it('does not outlive a change that comes while the provider is asked', async () => {
    const place = await newPlace()
    let answer = () => {}
    const slow = await startOpenIdIssuer(() => app.clock.now(), clientId)
    await change(place, { issuer: slow.url, clientSecret: null })
    const asked = new Promise<void>((resolve) => {
      slow.answers.set('/keys', (_, response) => {
        answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [slow.publicKey()] }))
        resolve()
      })
    })
    const person = somebody()
    const sent = app.post(`${userDoor}/login/acme-sso`, { token: await slow.sign(person), tenantCode: place.code })
    await asked
    await change(place, { isActive: false })
    answer()
    assert.equal(codeOf(expectStatus(await sent, 400)), 'unknown_provider')
    assert.deepEqual(await rowsOf(app, person.sub), [], 'nothing is left behind')
  })
})

describe('an admin', () => {
  it('comes in only by a link that they made, in their own tenant', async () => {
    const place = await newPlace()
    const admin = await addAdmin(app, place.id)
    const { accessToken: token } = await app.signIn(admin.email, admin.password, { tenantId: place.id })
    const person = somebody({ email: admin.email })
    const enterAdmin = async (more: object = { tenantId: place.id }) =>
      app.post(`${adminDoor}/login/acme-sso`, { token: await issuer.sign(person), ...more })
    assert.equal(codeOf(expectStatus(await enterAdmin(), 401)), 'invalid_credentials', 'an address links no admin')
    const link = { provider: 'acme-sso', token: await issuer.sign(person) }
    const made = expectStatus(await app.post(`${adminDoor}/external-logins/link`, link, { token }), 201).json
    assert.equal(made.providerName, 'acme-sso')
    assert.equal(expectStatus(await enterAdmin(), 200).json.user.id, admin.id)
    for (const more of [{}, { isPlatformAdmin: true }]) assert.equal(codeOf(expectStatus(await enterAdmin(more), 400)), 'unknown_provider')
    expectStatus(await app.request('DELETE', `${adminDoor}/external-logins/${made.id}`, { token }), 204)
    expectStatus(await enterAdmin(), 401)
  })
})
