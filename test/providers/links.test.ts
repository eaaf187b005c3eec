/** The links of those who are signed in, of both kinds; and admins, who come by one but are never made an account. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { codeAt, enableTwoFactorAt } from '../auth/authenticator.ts'
import { addAdmin, addTenant, setSettings, setTenant } from '../auth/people.ts'
import { expectStatus, type Reply, superAdmin, type TestApp } from '../harness.ts'
import { addProvedUser, addWorkspace, type Workspace } from '../users/rig.ts'
import { adminDoor, fieldsOf, type Providers, rowsOf, somebody, startProviders, userByToken, userDoor } from './rig.ts'

let rig: Providers
let app: TestApp
let workspace: Workspace
let own: Workspace
before(async () => {
  rig = await startProviders()
  app = rig.app
  workspace = await addWorkspace(app)
  // while the token of the SuperAdmin is good: tests turn the clock
  own = await addWorkspace(app)
})

const google = (claims: Record<string, unknown>) => rig.google.sign(claims)
const link = async (door: string, token: string, claims: Record<string, unknown>, more: object = {}) =>
  app.post(`${door}/external-logins/link`, { provider: 'Google', token: await google(claims), ...more }, { token })
const listed = async (door: string, token: string) => expectStatus(await app.get(`${door}/external-logins`, { token }), 200).json
const unlink = (door: string, token: string, id: string) => app.request('DELETE', `${door}/external-logins/${id}`, { token })
/** The one that the harness keeps is over once the clock is turned. */
const superTokenNow = async () => (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
const says = (reply: Reply) => [reply.status, reply.json.code]

async function newAdmin(tenantId: string | null = workspace.id) {
  const admin = await addAdmin(app, tenantId)
  const { accessToken } = await app.signIn(admin.email, admin.password, tenantId === null ? { isPlatformAdmin: true } : { tenantId })
  return { ...admin, token: accessToken }
}
const enterAdmin = async (claims: Record<string, unknown>, more: object = {}) =>
  app.post(`${adminDoor}/login/google`, { token: await google(claims), ...more })

describe('a link', () => {
  for (const kind of ['user', 'admin'] as const) {
    const door = kind === 'user' ? userDoor : adminDoor
    const newOne = async () => {
      if (kind === 'admin') return await newAdmin()
      const user = await addProvedUser(app, workspace.code)
      return { ...user, token: (await user.signIn()).accessToken }
    }

    it(`of one ${kind} is made, listed, taken away, and belongs to nobody else`, async () => {
      const [one, other] = [await newOne(), await newOne()]
      const person = somebody()
      const made = expectStatus(await link(door, one.token, person), 201).json
      assert.deepEqual([made.providerName, made.providerKey, made.email, made.lastUsedAt], ['google', person.sub, person.email, null])
      assert.deepEqual(await listed(door, one.token), [made])
      assert.deepEqual(await listed(door, other.token), [])
      assert.deepEqual(says(await link(door, other.token, person)), [409, 'conflict'])
      assert.deepEqual(says(await link(door, one.token, person)), [409, 'conflict'])
      assert.deepEqual(says(await unlink(door, other.token, made.id)), [404, 'not_found'])
      assert.deepEqual(says(await unlink(door, one.token, randomUUID())), [404, 'not_found'])
      assert.deepEqual(says(await unlink(door, one.token, 'x')), [404, 'not_found'])
      expectStatus(await unlink(door, one.token, made.id), 204)
      assert.deepEqual(says(await unlink(door, one.token, made.id)), [404, 'not_found'])
    })

    it(`of one ${kind} needs more than a session that is ten minutes old`, async () => {
      const one = await newOne()
      app.clock.turn(11 * 60_000)
      assert.deepEqual(says(await link(door, one.token, somebody())), [401, 'invalid_credentials'])
      assert.deepEqual(says(await link(door, one.token, somebody(), { password: 'not the password' })), [401, 'invalid_credentials'])
      expectStatus(await link(door, one.token, somebody(), { password: one.password }), 201)
      const { secret } = await enableTwoFactorAt(app, door, one.password, one.token)
      app.clock.turn(30_000)
      const code = codeAt(secret, app.clock.now())
      expectStatus(await link(door, one.token, somebody(), { code }), 201)
      assert.equal((await link(door, one.token, somebody(), { code })).status, 401)
    })
  }

  it('is not made with a token that proves nothing, a provider that is off, or twice with one token', async () => {
    const user = await addProvedUser(app, workspace.code)
    const { accessToken: token } = await user.signIn()
    assert.deepEqual(says(await link(userDoor, token, { ...somebody(), aud: 'another client' })), [401, 'invalid_credentials'])
    const unknown = await app.post(`${userDoor}/external-logins/link`, { provider: 'github', token: 'x' }, { token })
    assert.deepEqual(says(unknown), [400, 'unknown_provider'])
    const used = await google(somebody())
    expectStatus(await userByToken(app, used, workspace.code), 200)
    assert.equal((await app.post(`${userDoor}/external-logins/link`, { provider: 'google', token: used }, { token })).status, 409)
  })

  it('is the only one where the tenant wants one provider for each', async () => {
    await setSettings(app, own.id, { identityProviderMode: 'Single' })
    const { accessToken: token } = await (await addProvedUser(app, own.code)).signIn()
    expectStatus(await link(userDoor, token, somebody()), 201)
    assert.deepEqual(says(await link(userDoor, token, somebody())), [409, 'state_conflict'])
  })

  it('is not made or taken while somebody acts as another', async () => {
    const admin = await newAdmin()
    const { id } = expectStatus(await link(adminDoor, admin.token, somebody()), 201).json
    const begun = expectStatus(await app.post(`/api/v1/admins/${admin.id}/impersonate`, {}, { token: await superTokenNow() }), 200).json
    assert.deepEqual(says(await link(adminDoor, begun.accessToken, somebody())), [403, 'impersonation_forbidden'])
    assert.deepEqual(says(await unlink(adminDoor, begun.accessToken, id)), [403, 'impersonation_forbidden'])
  })
})

describe('the last way in', () => {
  it('of an account without a password stays', async () => {
    const person = somebody()
    const { accessToken: token } = expectStatus(await userByToken(app, await google(person), workspace.code), 200).json
    const [first] = await listed(userDoor, token)
    assert.deepEqual(says(await unlink(userDoor, token, first.id)), [409, 'state_conflict'])
    const second = expectStatus(await link(userDoor, token, somebody()), 201).json
    expectStatus(await unlink(userDoor, token, first.id), 204)
    assert.deepEqual(says(await unlink(userDoor, token, second.id)), [409, 'state_conflict'])
    // both sides have proved the address: who comes again is linked again
    assert.equal(expectStatus(await userByToken(app, await google(person), workspace.code), 200).json.isNewUser, false)
  })
})

describe('an admin', () => {
  it('comes in by a link, in its tenant, anywhere, and on the platform', async () => {
    const admin = await newAdmin()
    const person = somebody()
    expectStatus(await link(adminDoor, admin.token, person), 201)
    for (const more of [{ tenantId: workspace.id }, {}]) {
      const answer = expectStatus(await enterAdmin(person, more), 200).json
      assert.deepEqual([answer.user.id, answer.isNewUser], [admin.id, false])
    }
    assert.equal((await enterAdmin(person, { isPlatformAdmin: true })).status, 401)
    const top = await newAdmin(null)
    expectStatus(await link(adminDoor, top.token, person), 201)
    assert.equal(expectStatus(await enterAdmin(person, { isPlatformAdmin: true }), 200).json.user.id, top.id)
    const { workspaces } = expectStatus(await enterAdmin(person), 200).json
    assert.equal(workspaces.length, 2)
    assert.equal(
      (await userByToken(app, await google(person), workspace.code)).json.isNewUser,
      true,
      'a link of an admin is none of a user',
    )
  })

  it('who is not linked comes in nowhere, with whatever address', async () => {
    const admin = await newAdmin()
    const person = somebody({ email: admin.email })
    for (const more of [{ tenantId: workspace.id }, {}, { isPlatformAdmin: true }, { tenantId: randomUUID() }])
      assert.deepEqual(says(await enterAdmin(person, more)), [401, 'invalid_credentials'])
    assert.equal((await rowsOf(app, person.sub)).length, 0)
    assert.deepEqual(fieldsOf(expectStatus(await enterAdmin(person, { tenantId: 'x' }), 400)), ['tenantId'])
    assert.equal((await enterAdmin(person, { tenantId: workspace.id, isPlatformAdmin: true })).status, 400)
  })

  it('of a tenant that is suspended is told so only where it is named', async () => {
    const tenantId = await addTenant(app)
    const admin = await newAdmin(tenantId)
    const person = somebody()
    expectStatus(await link(adminDoor, admin.token, person), 201)
    await setTenant(app, tenantId, { status: 'Suspended' })
    assert.deepEqual(says(await enterAdmin(person, { tenantId })), [403, 'tenant_suspended'])
    assert.deepEqual(says(await enterAdmin(person)), [401, 'invalid_credentials'])
  })

  it('who becomes SuperAdmin comes in by the same link', async () => {
    const fresh = (await startProviders()) as Providers
    const token = await fresh.app.superToken()
    const { id, email, password } = await addAdmin(fresh.app, await addTenant(fresh.app))
    const { accessToken } = await fresh.app.signIn(email, password)
    const person = somebody()
    const body = { provider: 'google', token: await fresh.google.sign(person) }
    expectStatus(await fresh.app.post(`${adminDoor}/external-logins/link`, body, { token: accessToken }), 201)
    const moved = await fresh.app.post(`/api/v1/admins/${id}/transfer`, { password: superAdmin.password }, { token })
    assert.equal(moved.status, 200, moved.text)
    const answer = await fresh.app.post(`${adminDoor}/login/google`, { token: await fresh.google.sign(person), isPlatformAdmin: true })
    assert.equal(expectStatus(answer, 200).json.user.id, id)
  })
})
