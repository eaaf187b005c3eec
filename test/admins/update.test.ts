/** PUT /api/v1/admins/{id}: only what was sent, only by who stands above, and another address at once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { mailsTo } from '../auth/mail.ts'
import { login, setAccount } from '../auth/people.ts'
import { addRole, expectExcess, expectFields, type Person, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { addPeer, eventsAbout, rowOf, superId } from './peer.ts'

let app: TestApp
let own: World
let peer: Person
before(async () => {
  app = await startApp()
  own = await world(app)
  peer = await addPeer(app)
})

const put = (id: string, body: unknown, token = own.token, headers = {}) =>
  app.request('PUT', `/api/v1/admins/${id}`, { body, token, headers })
const personal = (event: { person: unknown } | undefined) => (event!.person as { changes: unknown }).changes
const address = () => `new-${randomUUID()}@example.test`

async function somebody(more: object = {}) {
  const admin = { email: address(), password: `long ${randomUUID()}`, tenantId: own.tenantId, username: `u-${randomUUID().slice(0, 8)}` }
  const body = { ...admin, firstName: 'Some', lastName: 'Body', roleId: await own.role(['admins.view']), ...more }
  const { id } = expectStatus(await app.post('/api/v1/admins', body, { token: own.token }), 201).json
  return { ...admin, ...more, id: id as string, roleId: body.roleId }
}

describe('what is written', () => {
  it('only what was sent, told with before and after; names in the erasable part', async () => {
    const { id } = await somebody()
    const was = (await app.get(`/api/v1/admins/${id}`, { token: own.token })).json
    const now = expectStatus(await put(id, { firstName: ' Sara ', phoneNumber: '+4915112345678' }), 200).json
    assert.deepEqual(now, { ...was, firstName: 'Sara', phoneNumber: '+4915112345678', version: 2 })
    const last = (await eventsAbout(app, id)).at(-1)
    assert.deepEqual([last?.type, last?.changes], ['admin.updated', {}])
    assert.deepEqual(personal(last), {
      firstName: { before: 'Some', after: 'Sara' },
      phoneNumber: { before: null, after: '+4915112345678' },
    })
    assert.equal((await app.get(`/api/v1/admins?search=sara`, { token: own.token })).json.totalCount, 1)
    assert.equal((await put(id, { phoneNumber: null })).json.phoneNumber, null)
  })

  it('nothing where nothing changes: no version, no event', async () => {
    const { id, email, roleId } = await somebody()
    const same = { email, roleId, firstName: 'Some', isActive: true, phoneNumber: null }
    for (const body of [{}, same]) assert.equal(expectStatus(await put(id, body), 200).json.version, 1)
    assert.equal((await eventsAbout(app, id)).length, 1)
  })

  it('the state under its own event, in one version with the rest', async () => {
    const { id } = await somebody()
    const off = expectStatus(await put(id, { isActive: false, lastName: 'Other' }), 200).json
    assert.deepEqual([off.isActive, off.lastName, off.version], [false, 'Other', 2])
    assert.deepEqual((await put(id, { isActive: true })).json.isActive, true)
    const types = (await eventsAbout(app, id)).map(({ type }) => type)
    assert.deepEqual(types, ['admin.created', 'admin.deactivated', 'admin.updated', 'admin.activated'])
  })

  it('409 for another version, of body or If-Match; the overview address answers in the envelope', async () => {
    const { id } = await somebody()
    expectStatus(await put(id, { lastName: 'One', version: 1 }), 200)
    assert.equal(expectStatus(await put(id, { lastName: 'Two', version: 1 }), 409).json.code, 'version_conflict')
    assert.equal(expectStatus(await put(id, { lastName: 'Two' }, own.token, { 'if-match': '"1"' }), 409).json.code, 'version_conflict')
    expectStatus(await put(id, { lastName: 'Two' }, own.token, { 'if-match': '"2"' }), 200)
    const { json } = await app.request('PUT', `/api/v1/admin/${id}`, { token: own.token, body: { lastName: 'Three' } })
    assert.deepEqual([json.isSuccess, json.data.lastName], [true, 'Three'])
  })

  it('400 for what it does not take, each named', async () => {
    const { id } = await somebody()
    const bodies = { password: 'a new one here', username: 'other', tenantId: own.tenantId, isBlocked: true, isProtected: true, id }
    for (const [field, value] of Object.entries(bodies)) expectFields(await put(id, { [field]: value }), 400, [field])
    for (const bad of [{ email: 'x' }, { roleId: 'x' }, { roleId: null }, { firstName: ' ' }, { phoneNumber: '12' }, { isActive: 'no' }])
      expectFields(await put(id, bad), 400, Object.keys(bad))
  })
})

describe('another address', () => {
  it('holds at once: names, sessions, codes and waiting sign-ins of the old one end, both mailboxes are told', async () => {
    const admin = await somebody()
    await setAccount(app, admin.id, { emailVerifiedAt: app.clock.now() })
    const { accessToken, refreshToken } = (await login(app, admin)).json
    const whose = { email: admin.email, tenantId: own.tenantId }
    expectStatus(await app.post('/api/v1/auth/admin/request-password-reset', { ...whose, method: 'magic-link' }), 202)
    const mail = (await mailsTo(app, admin.id)).at(-1)
    const link = new URL(mail?.variables.link).hash.slice('#token='.length)
    const email = address().toUpperCase()
    const changed = expectStatus(await put(admin.id, { email }), 200).json
    assert.deepEqual([changed.email, changed.version], [email, 2])
    expectStatus(await app.get('/api/v1/Admins/me', { token: accessToken }), 401)
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken }), 401)
    assert.equal(expectStatus(await app.post('/api/v1/auth/admin/verify-reset-otp', { token: link }), 400).json.code, 'otp_invalid')
    assert.equal((await login(app, admin)).json.code, 'invalid_credentials')
    expectStatus(await login(app, { ...admin, email: email.toLowerCase() }), 200)
    expectStatus(await login(app, { ...admin, email: admin.username }), 200)
    const told = (await mailsTo(app, admin.id)).filter(({ template }) => template === 'email_changed')
    // where the caller sits is nobody's business in a mailbox that may be a stranger's
    assert.ok(told.every(({ variables }) => variables.ip === undefined && variables.device === undefined))
    assert.deepEqual(new Set(told.map(({ address }) => address)), new Set([admin.email, email]))
    assert.equal(told.length, 2)
    assert.equal((await rowOf(app, admin.id)).emailVerifiedAt, null)
    const last = (await eventsAbout(app, admin.id)).at(-1)
    assert.deepEqual(personal(last), { email: { before: admin.email, after: email } })
    assert.ok(!JSON.stringify([last?.data, last?.changes]).includes('@'))
    const found = await app.get(`/api/v1/admins?search=${email.toLowerCase()}`, { token: own.token })
    assert.equal(found.json.totalCount, 1)
    const heir = { email: admin.email, firstName: 'H', lastName: 'H', roleId: admin.roleId }
    expectStatus(await app.post('/api/v1/admins', heir, { token: own.token }), 201)
  })

  it('409 naming it where it is somebody’s address; only its case may differ', async () => {
    const [one, two] = [await somebody(), await somebody()]
    expectFields(await put(one.id, { email: two.email.toUpperCase(), firstName: 'Not' }), 409, ['email'])
    assert.equal((await rowOf(app, one.id)).firstName, 'Some')
    expectStatus(await login(app, one), 200)
    expectStatus(await put(one.id, { email: one.email.toUpperCase() }), 200)
    expectStatus(await login(app, one), 200)
  })

  it('403 with the excess for one who can do nothing now, and more than the caller once a tenant or group comes back', async () => {
    const sub = await world(app, own.tenantId)
    const low = await own.person(['admins.view', 'admins.update'])
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${sub.tenantId}`, { token: own.token }), 204)
    const refused = expectStatus(await put(sub.adminId, { email: address() }, low.token), 403).json
    assert.ok(refused.excess.includes('admins.delete'), refused.excess)
    const idle = await own.member()
    const group = await own.group({ roleIds: [await own.role(['users.delete'])] }, [idle])
    const switched = { token: own.token, body: { isActive: false } }
    expectStatus(await app.request('PUT', `/api/v1/UserGroups/${group.id}`, switched), 200)
    expectExcess(await put(idle, { email: address() }, low.token), ['users.delete'])
    expectStatus(await app.request('DELETE', `/api/v1/UserGroups/${group.id}`, { token: own.token }), 204)
    expectExcess(await put(idle, { email: address() }, low.token), ['users.delete'])
    expectStatus(await put(idle, { firstName: 'Still' }, low.token), 200)
    expectStatus(await put(idle, { email: address() }), 200)
    expectStatus(await put(sub.adminId, { email: address() }, peer.token), 200)
  })

  it('403 with the excess for one who is masked as the caller is, but by the tenant’s delegation alone', async () => {
    const other = await world(app)
    const low = await other.person(['admins.view', 'admins.update', 'users.view'], { 'users.view': ['email'] })
    const target = await other.person(['users.view'])
    const { kysely } = app.open.service.database
    await kysely
      .insertInto('tenantRestrictions')
      .values({ tenantId: other.tenantId, permission: 'users.view', fields: ['email'] })
      .execute()
    expectStatus(await put(target.id, { firstName: 'Equal' }, low.token), 200)
    expectExcess(await put(target.id, { email: address() }, low.token), ['users.view'])
  })

  it('of two who wait in one group each may change the other’s: neither gains by it', async () => {
    const [one, two] = [await own.person(['admins.view', 'admins.update']), await own.member()]
    await own.group({ isActive: false, roleIds: [await own.role(['users.delete'])] }, [one.id, two])
    expectStatus(await put(two, { email: address() }, one.token), 200)
  })

  it('the temporary password that went to the old one is no good any more', async () => {
    const { id, email } = await somebody({ password: undefined })
    const password = (await mailsTo(app, id)).at(-1)?.variables.password
    const changed = address()
    expectStatus(await put(id, { email: changed }), 200)
    for (const name of [email, changed]) {
      const refused = expectStatus(await login(app, { email: name, password, tenantId: own.tenantId }), 401)
      assert.equal(refused.json.code, 'invalid_credentials')
    }
  })
})

describe('another role', () => {
  it('holds for the live token: given and taken', async () => {
    const admin = await somebody()
    const token = (await login(app, admin)).json.accessToken
    const list = async () => (await app.get('/api/v1/admins', { token })).status
    assert.equal(await list(), 200)
    expectStatus(await put(admin.id, { roleId: await own.role([]) }), 200)
    assert.equal(await list(), 403)
    expectStatus(await put(admin.id, { roleId: admin.roleId.toUpperCase() }), 200)
    assert.equal(await list(), 200)
    const [, taken, given] = (await eventsAbout(app, admin.id)).map(({ changes }) => changes as { roleId: { before: string } })
    assert.deepEqual([taken?.roleId.before === admin.roleId, given?.roleId.before === admin.roleId], [true, false])
  })

  it('404 naming it for one of another tenant or of nobody; 403 with the excess for one beyond the caller', async () => {
    const { id } = await somebody()
    const other = await world(app, own.tenantId)
    const deleted = await own.role([])
    expectStatus(await app.request('DELETE', `/api/v1/roles/${deleted}`, { token: own.token }), 204)
    for (const roleId of [await other.role([]), await addRole(app, null, []), randomUUID(), deleted])
      expectFields(await put(id, { roleId }), 404, ['roleId'])
    const low = await own.person(['admins.update', 'admins.view'])
    expectExcess(await put(id, { roleId: await own.role(['users.view']) }, low.token), ['users.view'])
    expectStatus(await put(peer.id, { roleId: superAdminRoleId }, await app.superToken()), 403)
    expectFields(await put(id, { roleId: superAdminRoleId }, await app.superToken()), 404, ['roleId'])
  })
})

describe('who may not', () => {
  it('403 the own address, role and state, whatever else is sent; the own name is free', async () => {
    const me = await rowOf(app, own.adminId)
    const role = await own.role([])
    for (const body of [{ email: address() }, { roleId: role }, { isActive: false }, { isActive: true, firstName: 'X' }])
      assert.equal(expectStatus(await put(own.adminId, body), 403).json.code, 'permission_denied')
    assert.deepEqual((await rowOf(app, own.adminId)).version, me.version)
    assert.equal(expectStatus(await put(own.adminId, { firstName: 'Free' }), 200).json.firstName, 'Free')
  })

  it('403 the own phone number while somebody else acts as one', async () => {
    const root = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    const acting = expectStatus(await app.post(`/api/v1/auth/admin/impersonate/${own.adminId}`, {}, { token: root.accessToken }), 200).json
    const refused = await put(own.adminId, { phoneNumber: '+4915112345678' }, acting.accessToken)
    assert.equal(expectStatus(refused, 403).json.code, 'impersonation_forbidden')
  })

  it('403 for one who stands above, 404 for one who is nobody’s business', async () => {
    const low = await own.person(['admins.update', 'admins.view'])
    const above = await own.person(['users.view'])
    expectExcess(await put(above.id, { email: address() }, low.token), ['users.view'])
    const other = await world(app)
    for (const id of [other.adminId, peer.id, await superId(app), randomUUID(), 'x']) expectStatus(await put(id, { firstName: 'X' }), 404)
  })

  it('the SuperAdmin’s address and name stay, whoever holds as much: 403, and 409 for role and state', async () => {
    const id = await superId(app)
    const was = await rowOf(app, id)
    for (const body of [{ email: peer.email }, { email: address() }, { firstName: 'X' }, { phoneNumber: null }, {}])
      assert.equal(expectStatus(await put(id, body, peer.token), 403).json.code, 'permission_denied')
    for (const body of [{ roleId: await addRole(app, null, []) }, { isActive: false }])
      assert.equal(expectStatus(await put(id, body, peer.token), 409).json.code, 'state_conflict')
    const root = await app.superToken()
    for (const body of [{ email: address() }, { roleId: await addRole(app, null, []) }, { isActive: false }])
      expectStatus(await put(id, body, root), 403)
    assert.deepEqual(await rowOf(app, id), was)
  })

  it('a field that is masked for the caller: 403 naming it', async () => {
    const { id } = await somebody()
    const masked = await own.person(['admins.update', 'admins.view'], { 'admins.update': ['email'], 'admins.view': ['phoneNumber'] })
    const nobody = await own.role([])
    await setAccount(app, id, { roleId: nobody })
    for (const [field, value] of Object.entries({ email: address(), phoneNumber: null })) {
      const refused = await put(id, { [field]: value }, masked.token)
      assert.equal(refused.json.code, 'field_restricted')
      expectFields(refused, 403, [field])
    }
    const { json } = expectStatus(await put(id, { firstName: 'Seen' }, masked.token), 200)
    assert.deepEqual([json.firstName, 'phoneNumber' in json], ['Seen', false])
  })
})
