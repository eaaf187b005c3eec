/** Deleted roles and groups: what the recycle bin shows of them, how they come back, how they go for ever. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { tokenHolding } from '../actors.ts'
import { idOf } from '../delegation/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let tenantId: string
let token: string
before(async () => {
  app = await startApp({ background: true })
  of = binOf(app)
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

const permissionsOf = async (person: { email: string; password: string }) => {
  const { accessToken } = await app.signIn(person.email, person.password, { tenantId })
  return (await app.get('/api/v1/permissions/my', { token: accessToken })).json.permissions as string[]
}
const rowsOf = async (table: string, id: string) =>
  (await sql`select from ${sql.table(table)} where id = ${id}`.execute(app.open.service.database.kysely)).rows.length

describe('a deleted role', () => {
  it('comes back with what it lists, and then whoever was deleted with it', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    const person = await of.addAdmin(tenantId, role.id)
    await of.remove(`Admins/${person.id}`, token)
    await of.remove(`roles/${role.id}`, token)
    const entry = await of.entryOf(role.id, token)
    assert.deepEqual([entry.entityType, entry.displayName, entry.tenantId, entry.canRestore], ['Role', role.name, tenantId, true])
    expectStatus(await of.restore(person.id, token), 409)
    expectStatus(await of.restore(role.id, token), 200)
    expectStatus(await of.restore(person.id, token), 200)
    assert.deepEqual(await permissionsOf(person), ['audit.view'])
    expectStatus(await of.restore(role.id, token), 404)
    expectStatus(await app.get(`/api/v1/roles/${role.id}`, { token }), 200)
  })

  it('409 while another has its name, and when the tenant has no room for one more', async () => {
    const [role, other] = [await of.addRole(tenantId), await of.addRole(tenantId)]
    await of.remove(`roles/${role.id}`, token)
    expectStatus(await app.request('PUT', `/api/v1/roles/${other.id}`, { body: { name: role.name.toUpperCase() }, token }), 200)
    assert.equal((await of.entryOf(role.id, token)).reason, 'name_taken')
    assert.equal(expectStatus(await of.restore(role.id, token), 409).json.reason, 'name_taken')
    const full = await tenantWithAdmin(app)
    const [kept, gone] = [await of.addRole(full.tenant.id), await of.addRole(full.tenant.id)]
    await of.remove(`roles/${gone.id}`)
    const settings = { body: { maxRoles: 1 }, token: await of.root() }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${full.tenant.id}/settings`, settings), 200)
    assert.equal((await of.entryOf(gone.id)).reason, 'quota_exceeded')
    assert.equal(expectStatus(await of.restore(gone.id), 409).json.code, 'quota_exceeded')
    await of.remove(`roles/${kept.id}`)
    expectStatus(await of.restore(gone.id), 200)
  })

  it('403 with the excess to who holds less, restored or erased', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    await of.remove(`roles/${role.id}`, token)
    const lesser = await tokenHolding(app, tenantId, ['recyclebin.restore', 'recyclebin.delete', 'roles.manage'])
    assert.deepEqual(expectStatus(await of.restore(role.id, lesser), 403).json.excess, ['audit.view'])
    assert.deepEqual(expectStatus(await of.purge(role.id, lesser), 403).json.excess, ['audit.view'])
    const masked = await tokenHolding(app, tenantId, ['recyclebin.restore', 'roles.manage', 'admins.view'], { 'admins.view': ['email'] })
    const open = await of.addRole(tenantId, [idOf('admins.view')])
    await of.remove(`roles/${open.id}`, token)
    assert.deepEqual(expectStatus(await of.restore(open.id, masked), 403).json.excess, ['admins.view'])
  })

  it('erased: gone from the bin at once and from the database soon, also from who was deleted with it', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    const person = await of.addAdmin(tenantId, role.id)
    await of.remove(`Admins/${person.id}`, token)
    await of.remove(`roles/${role.id}`, token)
    expectStatus(await of.purge(role.id, token), 204)
    assert.equal(await of.entryOf(role.id, token), undefined)
    expectStatus(await of.restore(role.id, token), 404)
    expectStatus(await of.purge(role.id, token), 404)
    await of.erased()
    assert.equal(await rowsOf('roles', role.id), 0)
    expectStatus(await of.restore(person.id, token), 200)
    assert.deepEqual(await permissionsOf(person), [])
  })
})

describe('a deleted group', () => {
  it('is shown by opaque ids and comes back with its members and roles', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    const group = await of.addGroup(tenantId, [role.id])
    const person = await of.addAdmin(tenantId)
    expectStatus(await app.post(`/api/v1/UserGroups/${group.id}/members`, { adminIds: [person.id] }, { token }), 200)
    assert.ok((await permissionsOf(person)).includes('audit.view'))
    await of.remove(`UserGroups/${group.id}`, token)
    const entry = await of.entryOf(group.id, token)
    const opaque = app.open.service.keys.opaqueIds
    assert.deepEqual([entry.entityType, entry.tenantId], ['UserGroup', tenantId], 'one form for all kinds')
    expectStatus(await of.restore(opaque.decode('group', group.id)!, token), 404)
    expectStatus(await of.restore(group.id, token), 200)
    const { json } = await app.get(`/api/v1/UserGroups/${group.id}`, { token })
    assert.deepEqual([json.memberCount, json.roleCount], [1, 1])
    assert.ok((await permissionsOf(person)).includes('audit.view'))
    expectStatus(await of.restore(group.id, token), 404)
  })

  it('restored before a role of it: whoever is in it has what the role gives at the next refresh, and not only in the token', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    const group = await of.addGroup(tenantId, [role.id])
    const nothing = await of.addRole(tenantId)
    const person = await of.addAdmin(tenantId, nothing.id)
    expectStatus(await app.post(`/api/v1/UserGroups/${group.id}/members`, { adminIds: [person.id] }, { token }), 200)
    await of.remove(`UserGroups/${group.id}`, token)
    await of.remove(`roles/${role.id}`, token)
    const { accessToken, refreshToken } = await app.signIn(person.email, person.password, { tenantId })
    expectStatus(await of.restore(group.id, token), 200)
    const audit = async (as: string) => (await app.get('/api/v1/audit', { token: as })).status
    assert.equal(await audit(accessToken), 403)
    expectStatus(await of.restore(role.id, token), 200)
    const fresh = expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken }), 200).json.accessToken
    assert.equal(await audit(fresh), 200)
    assert.deepEqual((await app.get('/api/v1/permissions/my', { token: fresh })).json.permissions, ['audit.view'])
  })

  it('409 while another has its code, 403 with the excess, and erased for ever', async () => {
    const role = await of.addRole(tenantId, [idOf('audit.view')])
    const group = await of.addGroup(tenantId, [role.id])
    await of.remove(`UserGroups/${group.id}`, token)
    const lesser = await tokenHolding(app, tenantId, ['recyclebin.restore', 'recyclebin.delete', 'groups.update', 'groups.delete'])
    assert.deepEqual(expectStatus(await of.restore(group.id, lesser), 403).json.excess, ['audit.view'])
    assert.deepEqual(expectStatus(await of.purge(group.id, lesser), 403).json.excess, ['audit.view'])
    const heir = { nameEn: 'Heir', code: group.code, tenantId, roleIds: [] }
    expectStatus(await app.post('/api/v1/UserGroups', heir, { token }), 201)
    assert.equal((await of.entryOf(group.id, token)).reason, 'name_taken')
    assert.equal(expectStatus(await of.restore(group.id, token), 409).json.code, 'cannot_restore')
    expectStatus(await of.purge(group.id, token), 204)
    await of.erased()
    assert.equal(await rowsOf('user_groups', app.open.service.keys.opaqueIds.decode('group', group.id)!), 0)
  })
})
