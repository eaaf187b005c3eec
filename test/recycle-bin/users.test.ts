/** Deleted users: what the recycle bin shows of them, how they come back, how they go for ever, and with their tenants. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectTrueCounts } from '../admins/many.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { addUser, at, countsOf, newUser, statusOf, tokensOf } from '../users/making.ts'
import { bin, binOf, placesOf } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let own: World
before(async () => {
  app = await startApp({ background: true })
  of = binOf(app)
  own = await world(app)
})

const deleted = async (more: object = {}) => {
  const user = await addUser(app, own.token, more)
  await of.remove(`users/${user.id}`, own.token)
  return user
}

describe('a deleted user', () => {
  it('is an entry of its own type, by the full name, else the username, and never by the address', async () => {
    const named = await deleted({ firstName: 'Zora', lastName: 'Vane' })
    const nameless = await deleted()
    const entry = await of.entryOf(named.id, own.token)
    assert.deepEqual(
      [entry.entityType, entry.displayName, entry.tenantId, entry.deletedBy, entry.canRestore, entry.reason],
      ['User', 'Zora Vane', own.tenantId, own.adminId, true, null],
    )
    assert.equal((await of.entryOf(nameless.id, own.token)).displayName, nameless.username)
    assert.ok(!JSON.stringify(await of.list('', own.token)).includes('@'))
    const found = async (text: string) => (await of.list(`&search=${encodeURIComponent(text)}`, own.token)).totalCount
    assert.deepEqual([await found('ZORA'), await found(nameless.username), await found(nameless.email)], [1, 1, 0])
    const types = await of.list('&entityType=User', own.token)
    assert.ok(types.totalCount >= 2 && types.items.every(({ entityType }: { entityType: string }) => entityType === 'User'))
    assert.ok((await of.list('&entityType=Admin', own.token)).items.every(({ id }: { id: string }) => id !== named.id))
  })

  it('is shown, brought back and erased by who may see, change and delete users alone', async () => {
    const { id } = await deleted()
    const rights = ['recyclebin.view', 'recyclebin.restore', 'recyclebin.delete']
    const { token } = await own.person([...rights, 'admins.view', 'admins.update', 'admins.delete'])
    assert.equal(await of.entryOf(id, token), undefined)
    assert.equal(expectStatus(await of.restore(id, token), 403).json.requiredPermission, 'users.update')
    assert.equal(expectStatus(await of.purge(id, token), 403).json.requiredPermission, 'users.delete')
    const other = await world(app)
    expectStatus(await of.restore(id, other.token), 404)
    expectStatus(await of.purge(id, other.token), 404)
    const able = await own.person([...rights, 'users.view', 'users.update', 'users.delete'])
    assert.ok(await of.entryOf(id, able.token))
    expectStatus(await of.restore(id, able.token), 200)
  })

  it('comes back as it was, with the names to sign in by; what was theirs before stays dead', async () => {
    const tenant = await world(app)
    const user = await addUser(app, tenant.token)
    expectStatus(await app.request('PUT', `${at}/${user.id}/block`, { token: tenant.token, body: {} }), 200)
    expectStatus(await app.request('PUT', `${at}/${user.id}/block`, { token: tenant.token, body: { isBlocked: false } }), 200)
    const { accessToken } = await tokensOf(app, user.id)
    await of.remove(`users/${user.id}`, tenant.token)
    const { json } = expectStatus(await of.restore(user.id, tenant.token), 200)
    assert.deepEqual([json.id, json.entityType, json.deletedAt, json.canRestore], [user.id, 'User', null, false])
    assert.deepEqual(await countsOf(app, tenant.tenantId), { counted: [{ isActive: true, isBlocked: false, n: 1 }], total: 1 })
    assert.equal(await statusOf(app, accessToken), 401)
    expectStatus(await app.post(at, newUser({ email: user.email }), { token: tenant.token }), 409)
    expectStatus(await of.restore(user.id, tenant.token), 404)
    const told = (await app.get(`/api/v1/audit?entityId=${user.id}&action=entity.restored`, { token: tenant.token })).json
    assert.deepEqual([told.totalCount, told.items[0].entityType], [1, 'User'])
    await expectTrueCounts(app)
  })

  it('409 while somebody else has the address or the username, and the list says so; a full quota of admins is none of it', async () => {
    for (const taken of ['email', 'username'] as const) {
      const user = await deleted()
      await addUser(app, own.token, { [taken]: user[taken] })
      const entry = await of.entryOf(user.id, own.token)
      assert.deepEqual([entry.canRestore, entry.reason], [false, 'name_taken'])
      const { json } = expectStatus(await of.restore(user.id, own.token), 409)
      assert.deepEqual([json.code, json.reason], ['cannot_restore', 'name_taken'])
    }
    const user = await deleted()
    expectStatus(
      await app.request('PUT', `/api/v1/Tenants/${own.tenantId}/settings`, { body: { maxAdmins: 1 }, token: await of.root() }),
      200,
    )
    expectStatus(await of.restore(user.id, own.token), 200)
    expectStatus(
      await app.request('PUT', `/api/v1/Tenants/${own.tenantId}/settings`, { body: { maxAdmins: 0 }, token: await of.root() }),
      200,
    )
  })

  it('erased for ever leaves no name, address or number in any column', async () => {
    const tenant = await world(app)
    const mark = `qzvanish${Math.random().toString(36).slice(2, 10)}`
    const person = { username: mark, email: `${mark}@example.test`, firstName: 'Zorvane', lastName: mark, phoneNumber: '+491515550123' }
    const user = await addUser(app, tenant.token, person)
    expectStatus(await app.request('PUT', `${at}/${user.id}`, { token: tenant.token, body: { email: `second-${mark}@example.test` } }), 200)
    expectStatus(await app.request('PUT', `${at}/${user.id}/block`, { token: tenant.token, body: { reason: `For ${mark}` } }), 200)
    await of.remove(`users/${user.id}`, tenant.token)
    assert.ok((await placesOf(app, [mark])).length > 0)
    expectStatus(await of.purge(user.id, tenant.token), 204)
    expectStatus(await of.restore(user.id, tenant.token), 404)
    await of.erased()
    assert.deepEqual(await placesOf(app, [mark, person.phoneNumber]), [])
    const told = (await app.get(`/api/v1/audit?entityId=${user.id}&action=entity.purged`, { token: tenant.token })).json
    assert.deepEqual([told.totalCount, told.items[0].entityType], [1, 'User'])
  })
})

describe('the users of a deleted tenant', () => {
  it('are switched off with it and come back with it, but for who was deleted or switched off before; no one’s session does', async () => {
    const gone = await world(app, own.tenantId)
    const body = { tenantId: gone.tenantId }
    const [alive, off, out] = [
      await addUser(app, own.token, body),
      await addUser(app, own.token, body),
      await addUser(app, own.token, body),
    ]
    expectStatus(await app.request('PUT', `${at}/${off.id}`, { token: own.token, body: { isActive: false } }), 200)
    await of.remove(`users/${out.id}`, own.token)
    const { accessToken } = await tokensOf(app, alive.id)
    await of.remove(`Tenants/${gone.tenantId}`, own.token)
    assert.equal(await statusOf(app, accessToken), 401)
    assert.equal((await of.entryOf(out.id, own.token)).reason, 'tenant_deleted')
    expectStatus(await of.restore(out.id, own.token), 409)
    const { kysely } = app.open.service.database
    const activeOf = async () => {
      const rows = await kysely.selectFrom('accounts').select(['id', 'isActive']).where('id', 'in', [alive.id, off.id]).execute()
      return [alive.id, off.id].map((id) => rows.find((row) => row.id === id)?.isActive)
    }
    await eventually('the users to be switched off', async () => (await activeOf())[0] === false)
    // to activate somebody there is refused; to deactivate them means that they stay so
    expectStatus(await app.request('PUT', `${at}/${alive.id}`, { token: own.token, body: { isActive: true } }), 409)
    expectStatus(await of.restore(gone.tenantId, own.token), 200)
    await eventually('the users to be switched on', async () => (await activeOf())[0] === true)
    assert.deepEqual(await activeOf(), [true, false])
    assert.equal(await statusOf(app, accessToken), 401)
    expectStatus(await app.get(`${at}/${out.id}`, { token: own.token }), 404)
    expectStatus(await of.restore(out.id, own.token), 200)
    assert.equal((await countsOf(app, gone.tenantId)).total, 3)
    await expectTrueCounts(app)
  })

  it('go for ever with it', async () => {
    const gone = await world(app, own.tenantId)
    const mark = `qzvanish${Math.random().toString(36).slice(2, 10)}`
    const user = await addUser(app, own.token, { tenantId: gone.tenantId, username: mark, email: `${mark}@example.test` })
    await of.remove(`Tenants/${gone.tenantId}`, own.token)
    expectStatus(await of.purge(gone.tenantId, own.token), 204)
    expectStatus(await app.get(`${at}/${user.id}`, { token: own.token }), 404)
    await of.erased()
    assert.deepEqual(await placesOf(app, [mark]), [])
    expectStatus(await app.get(`${bin}?search=${mark}`, { token: own.token }), 200)
  })
})
