/** Deleted admins: what the recycle bin shows of them, and how they come back. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { bin, binOf } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let tenantId: string
let token: string
let me: string
before(async () => {
  app = await startApp()
  of = binOf(app)
  own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  const signedIn = await own.signIn()
  token = signedIn.accessToken
  me = signedIn.user.id
})

const signIn = (person: { email: string; password: string }) => app.signIn(person.email, person.password, { tenantId })
const deleted = async () => {
  const person = await of.addAdmin(tenantId)
  await of.remove(`Admins/${person.id}`, token)
  return person
}

describe('GET /api/v1/recycle-bin', () => {
  it('shows a deleted admin by the full name, with who deleted them and when, newest first', async () => {
    const [older, newer] = [await deleted(), await deleted()]
    const { items, totalCount, nextCursor } = await of.list('', token)
    assert.deepEqual(
      items.slice(0, 2).map(({ id }: { id: string }) => id),
      [newer.id, older.id],
    )
    assert.equal(totalCount, items.length)
    assert.equal(nextCursor, null)
    const { deletedAt, ...entry } = items[0]
    assert.ok(Math.abs(new Date(deletedAt).getTime() - app.clock.now().getTime()) < 60_000)
    const displayName = `Zorvane ${newer.lastName}`
    const profile = (await app.get('/api/v1/Admins/me', { token })).json
    const by = { deletedBy: me, deletedByName: `${profile.firstName} ${profile.lastName}` }
    const owner = { tenantId, tenantName: profile.tenantName }
    assert.equal(profile.tenantName, (await app.get(`/api/v1/Tenants/${tenantId}`, { token })).json.name)
    assert.deepEqual(entry, { id: newer.id, entityType: 'Admin', displayName, ...owner, ...by, canRestore: true, reason: null })
    assert.ok(!JSON.stringify(items).includes('@'), 'no address')
  })

  it('is found by name and not by address, by type, page by page and by cursor', async () => {
    const person = await deleted()
    assert.equal((await of.list(`&search=${person.lastName.toUpperCase()}`, token)).totalCount, 1)
    assert.equal((await of.list(`&search=${encodeURIComponent(person.email)}`, token)).totalCount, 0)
    assert.ok((await of.list('&entityType=Admin', token)).totalCount > 0)
    assert.equal((await of.list('&entityType=Role', token)).totalCount, 0)
    expectStatus(await app.get(`${bin}?entityType=Session`, { token }), 400)
    expectStatus(await app.get(`${bin}?cursor=abc`, { token }), 400)
    for (const direction of ['asc', 'desc']) {
      const whole = (await of.list(`&sortDirection=${direction}`, token)).items.map(({ id }: { id: string }) => id)
      const [paged, followed]: [string[], string[]] = [[], []]
      let query = `page=1`
      for (let page = 1; page <= whole.length; page++) {
        const at = await app.get(`${bin}?pageSize=1&sortDirection=${direction}&page=${page}`, { token })
        paged.push(...at.json.items.map(({ id }: { id: string }) => id))
        const { json } = await app.get(`${bin}?pageSize=1&sortDirection=${direction}&${query}`, { token })
        followed.push(...json.items.map(({ id }: { id: string }) => id))
        query = `cursor=${json.nextCursor}`
      }
      assert.deepEqual([paged, followed], [whole, whole])
    }
  })

  it('lists each kind only to who may see such records, and nothing of others', async () => {
    const person = await deleted()
    const blind = await tokenHolding(app, tenantId, ['recyclebin.view', 'roles.view'])
    assert.equal(await of.entryOf(person.id, blind), undefined)
    const other = await tenantWithAdmin(app)
    const foreign = (await other.signIn()).accessToken
    assert.equal((await of.list('', foreign)).totalCount, 0)
    expectStatus(await of.restore(person.id, foreign), 404)
    expectStatus(await of.purge(person.id, foreign), 404)
    expectStatus(await app.get(bin, { token: await tokenHolding(app, tenantId, ['admins.view']) }), 403)
  })

  it('does not tell a tenant who above it deleted', async () => {
    const person = await of.addAdmin(tenantId)
    await of.remove(`Admins/${person.id}`)
    assert.equal((await of.entryOf(person.id, token)).deletedBy, null)
  })
})

describe('POST /api/v1/recycle-bin/{id}/restore', () => {
  it('brings an admin back as they were, with the names they sign in by; what was theirs before stays dead', async () => {
    const person = await of.addAdmin(tenantId)
    const before = await signIn(person)
    const asked = await app.post('/api/v1/auth/admin/request-password-reset', { email: person.email, tenantId })
    expectStatus(asked, 202)
    await of.remove(`Admins/${person.id}`, token)
    expectStatus(await app.post('/api/v1/auth/admin/login', { identifier: person.email, password: person.password, tenantId }), 401)
    const { totalCount } = expectStatus(await app.get('/api/v1/Admins', { token }), 200).json
    const { json } = expectStatus(await of.restore(person.id, token), 200)
    assert.deepEqual([json.id, json.entityType, json.canRestore], [person.id, 'Admin', false])
    assert.deepEqual([json.deletedAt, json.deletedBy, json.deletedByName, json.reason], [null, null, null, null], 'it lives')
    assert.equal((await app.get('/api/v1/Admins', { token })).json.totalCount, totalCount + 1)
    expectStatus(await app.get('/api/v1/Admins/me', { token: before.accessToken }), 401)
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: before.refreshToken }), 401)
    const { kysely } = app.open.service.database
    const proofs = [
      await kysely.selectFrom('oneTimeCodes').select('subject').where('accountId', '=', person.id).execute(),
      await kysely.selectFrom('challenges').select('hash').where('accountId', '=', person.id).execute(),
    ]
    assert.deepEqual(proofs, [[], []])
    await signIn(person)
    await app.signIn(person.username, person.password, { tenantId })
    assert.equal(await of.entryOf(person.id, token), undefined)
    expectStatus(await of.restore(person.id, token), 404)
    const told = (await app.get(`/api/v1/audit?entityId=${person.id}&action=entity.restored`, { token })).json
    assert.deepEqual([told.totalCount, told.items[0].entityType], [1, 'Admin'])
  })

  it('a blocked one stays blocked; the alias answers in the envelope', async () => {
    const person = await of.addAdmin(tenantId)
    expectStatus(await app.post(`/api/v1/Admins/${person.id}/block`, {}, { token }), 200)
    await of.remove(`Admins/${person.id}`, token)
    const { json } = expectStatus(await app.request('PUT', `${bin}/${person.id}/restore`, { token }), 200)
    assert.equal(json.data.id, person.id)
    assert.equal((await app.get(`/api/v1/Admins/${person.id}`, { token })).json.status, 'Blocked')
  })

  it('409 while somebody else has the address or the username, and the list says so', async () => {
    for (const taken of ['email', 'username'] as const) {
      const person = await deleted()
      const heir = { email: `heir-${person.username}@example.test`, firstName: 'An', lastName: 'Heir', [taken]: person[taken] }
      const roleId = await of.roleOf(tenantId, 'Viewer')
      expectStatus(await app.post('/api/v1/Admins', { ...heir, roleId }, { token }), 201)
      const entry = await of.entryOf(person.id, token)
      assert.deepEqual([entry.canRestore, entry.reason], [false, 'name_taken'])
      const { json } = expectStatus(await of.restore(person.id, token), 409)
      assert.deepEqual([json.code, json.reason], ['cannot_restore', 'name_taken'])
      assert.ok((await of.entryOf(person.id, token)) !== undefined)
    }
  })

  it('409 quota_exceeded when the tenant is full', async () => {
    const full = await tenantWithAdmin(app)
    const person = await of.addAdmin(full.tenant.id)
    await of.remove(`Admins/${person.id}`)
    expectStatus(
      await app.request('PUT', `/api/v1/Tenants/${full.tenant.id}/settings`, { body: { maxAdmins: 1 }, token: await of.root() }),
      200,
    )
    assert.equal((await of.entryOf(person.id)).reason, 'quota_exceeded')
    assert.equal(expectStatus(await of.restore(person.id), 409).json.code, 'quota_exceeded')
  })

  it('409 when the tenant is deleted; its admin is an entry of its own all the same', async () => {
    const gone = await tenantWithAdmin(app)
    const person = await of.addAdmin(gone.tenant.id)
    await of.remove(`Admins/${person.id}`)
    await of.remove(`Tenants/${gone.tenant.id}`)
    assert.equal((await of.entryOf(person.id)).reason, 'tenant_deleted')
    const { json } = expectStatus(await of.restore(person.id), 409)
    assert.deepEqual([json.code, json.reason], ['cannot_restore', 'tenant_deleted'])
  })

  it('403: without the permission to change admins, and for one who carries more than the caller, with the excess', async () => {
    const person = await of.addAdmin(tenantId, await of.roleOf(tenantId, 'TenantAdmin'))
    await of.remove(`Admins/${person.id}`)
    const lacking = await tokenHolding(app, tenantId, ['recyclebin.view', 'recyclebin.restore', 'recyclebin.delete', 'admins.view'])
    assert.equal(expectStatus(await of.restore(person.id, lacking), 403).json.requiredPermission, 'admins.update')
    assert.equal(expectStatus(await of.purge(person.id, lacking), 403).json.requiredPermission, 'admins.delete')
    const lesser = await tokenHolding(app, tenantId, ['recyclebin.restore', 'recyclebin.delete', 'admins.update', 'admins.delete'])
    assert.ok(expectStatus(await of.restore(person.id, lesser), 403).json.excess.includes('tenants.delete'))
    assert.ok(expectStatus(await of.purge(person.id, lesser), 403).json.excess.includes('tenants.delete'))
    const viewer = await tokenHolding(app, tenantId, ['recyclebin.view', 'admins.update', 'admins.delete'])
    assert.equal(expectStatus(await of.restore(person.id, viewer), 403).json.requiredPermission, 'recyclebin.restore')
    assert.equal(expectStatus(await of.purge(person.id, viewer), 403).json.requiredPermission, 'recyclebin.delete')
  })

  it('404 alike for living, unknown and malformed ids', async () => {
    for (const id of [me, '018bcfe5-6800-7000-8000-00000000abcd', 'no-id', tenantId]) {
      expectStatus(await of.restore(id), 404)
      expectStatus(await of.purge(id), 404)
    }
  })
})
