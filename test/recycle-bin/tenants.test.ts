/** Deleted tenants: they come back with exactly what their deletion took, and go for ever with all that is theirs. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { tokenHolding } from '../actors.ts'
import { expectTrueCounts } from '../admins/many.ts'
import { allBut, grantOf, putGrant } from '../delegation/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { binOf } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp({ background: true })
  of = binOf(app)
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
})

const below = async (parentTenantId: string = own.tenant.id) => await tenantWithAdmin(app, { parentTenantId })
const tenant = (id: string) => app.get(`/api/v1/Tenants/${id}`, { token })
const cascade = async (id: string) => await of.remove(`Tenants/${id}?cascade=true`, token)

describe('a deleted tenant', () => {
  it('is one entry, and comes back with what went with it; what was deleted or switched off before stays so', async () => {
    const top = await below()
    const [middle, early] = [await below(top.tenant.id), await below(top.tenant.id)]
    const leaf = await below(middle.tenant.id)
    const ids = [top, middle, leaf].map(({ tenant }) => tenant.id as string)
    const [role, goneRole] = [await of.addRole(ids[1]!), await of.addRole(ids[1]!)]
    const group = await of.addGroup(ids[2]!)
    const [inactive, blocked, gone] = [await of.addAdmin(ids[1]!), await of.addAdmin(ids[1]!), await of.addAdmin(ids[1]!)]
    expectStatus(await app.post(`/api/v1/Admins/${inactive.id}/deactivate`, {}, { token }), 200)
    expectStatus(await app.post(`/api/v1/Admins/${blocked.id}/block`, {}, { token }), 200)
    await of.remove(`Admins/${gone.id}`, token)
    await of.remove(`roles/${goneRole.id}`, token)
    await cascade(early.tenant.id)
    const sessions = await Promise.all([top, middle, leaf].map((made) => made.signIn()))

    await cascade(ids[0]!)
    const { items } = await of.list('&entityType=Tenant', token)
    const shown = new Set(items.map(({ id }: { id: string }) => id))
    assert.deepEqual(
      [...ids, early.tenant.id].map((id) => shown.has(id)),
      [true, false, false, true],
    )
    assert.equal((await of.entryOf(early.tenant.id, token)).reason, 'tenant_deleted')
    expectStatus(await of.restore(early.tenant.id, token), 409)
    expectStatus(await of.restore(ids[1]!, token), 404)
    const entry = expectStatus(await of.restore(ids[0]!, token), 200).json
    assert.deepEqual([entry.entityType, entry.displayName, entry.tenantId], ['Tenant', top.tenant.name, ids[0]])

    for (const id of ids) expectStatus(await tenant(id), 200)
    expectStatus(await tenant(early.tenant.id), 404)
    for (const session of sessions) {
      expectStatus(await app.get('/api/v1/Admins/me', { token: session.accessToken }), 401)
      expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: session.refreshToken }), 401)
    }
    for (const made of [top, middle, leaf]) await made.signIn()
    const isActive = async (id: string) => (await app.get(`/api/v1/Admins/${id}`, { token })).json.isActive
    assert.deepEqual([await isActive(inactive.id), await isActive(blocked.id)], [false, true])
    expectStatus(await app.get(`/api/v1/Admins/${gone.id}`, { token }), 404)
    expectStatus(await app.get(`/api/v1/roles/${role.id}`, { token }), 200)
    expectStatus(await app.get(`/api/v1/roles/${goneRole.id}`, { token }), 404)
    expectStatus(await app.get(`/api/v1/UserGroups/${group.id}`, { token }), 200)
    await expectTrueCounts(app)
    for (const id of ids) {
      const told = (await app.get(`/api/v1/audit?entityId=${id}&action=entity.restored`, { token })).json
      assert.equal(told.totalCount, 1)
    }
    expectStatus(await of.restore(early.tenant.id, token), 200)
    expectStatus(await of.restore(goneRole.id, token), 200)
    expectStatus(await of.restore(gone.id, token), 200)
    const marks = await sql`select from accounts where deactivated_with = any(${ids}::uuid[])`.execute(app.open.service.database.kysely)
    assert.equal(marks.rows.length, 0)
  })

  it('does not switch on again whom somebody switched off while it was deleted', async () => {
    const gone = await below()
    const people = [await of.addAdmin(gone.tenant.id), await of.addAdmin(gone.tenant.id), await of.addAdmin(gone.tenant.id)] as const
    const [alone, edited, among] = people
    await cascade(gone.tenant.id)
    expectStatus(await app.post(`/api/v1/Admins/${alone.id}/deactivate`, {}, { token }), 200)
    expectStatus(await app.request('PUT', `/api/v1/Admins/${edited.id}`, { body: { isActive: false }, token }), 200)
    const { json } = expectStatus(await app.post('/api/v1/Admins/bulk-deactivate', { ids: [among.id] }, { token }), 200)
    assert.equal(json.affected, 1)
    for (const { id } of people) {
      const told = (await app.get(`/api/v1/audit?entityId=${id}&action=admin.deactivated`, { token })).json
      assert.deepEqual([told.totalCount, told.items[0].changes], [1, {}])
      expectStatus(await app.post(`/api/v1/Admins/${id}/deactivate`, {}, { token }), 200)
    }
    expectStatus(await of.restore(gone.tenant.id, token), 200)
    for (const { id } of people) assert.equal((await app.get(`/api/v1/Admins/${id}`, { token })).json.status, 'Deactivated')
    await expectTrueCounts(app)
  })

  it('a permission that was taken above meanwhile is not back', async () => {
    const top = await below()
    const leaf = await below(top.tenant.id)
    await cascade(leaf.tenant.id)
    expectStatus(await putGrant(app, token, top.tenant.id, allBut('audit.view')), 200)
    expectStatus(await of.restore(leaf.tenant.id, token), 200)
    assert.ok(!(await grantOf(app, leaf.tenant.id)).names.includes('audit.view'))
    const { accessToken } = await leaf.signIn()
    expectStatus(await app.get('/api/v1/audit', { token: accessToken }), 403)
  })

  it('409 while a code of it or below it is taken, and when a tenant above has no room for all of them', async () => {
    const top = await below()
    const leaf = await below(top.tenant.id)
    await cascade(top.tenant.id)
    const heir = expectStatus(await app.post('/api/v1/Tenants', { name: 'Heir', code: leaf.tenant.code }, { token }), 201).json
    assert.equal((await of.entryOf(top.tenant.id, token)).reason, 'name_taken')
    assert.equal(expectStatus(await of.restore(top.tenant.id, token), 409).json.reason, 'name_taken')
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${heir.id}`, { body: { code: `${heir.code}-x` }, token }), 200)
    const { count } = (await app.get(`/api/v1/Tenants/${own.tenant.id}/descendant-count`, { token })).json
    const room = async (maxSubTenants: number) =>
      expectStatus(
        await app.request('PUT', `/api/v1/Tenants/${own.tenant.id}/settings`, { body: { maxSubTenants }, token: await of.root() }),
        200,
      )
    await room(count + 1)
    assert.equal((await of.entryOf(top.tenant.id, token)).reason, 'quota_exceeded')
    assert.equal(expectStatus(await of.restore(top.tenant.id, token), 409).json.code, 'quota_exceeded')
    await room(count + 2)
    expectStatus(await of.restore(top.tenant.id, token), 200)
    await room(0)
  })

  it('403 without the permission of the kind; erased with all that is theirs, their codes free at once', async () => {
    const top = await below()
    const leaf = await below(top.tenant.id)
    const person = await of.addAdmin(leaf.tenant.id)
    const deleted = await of.addAdmin(top.tenant.id)
    await of.remove(`Admins/${deleted.id}`, token)
    const role = await of.addRole(top.tenant.id)
    await of.addGroup(leaf.tenant.id, [])
    await cascade(top.tenant.id)
    const lacking = await tokenHolding(app, own.tenant.id, ['recyclebin.restore', 'recyclebin.delete'])
    assert.equal(expectStatus(await of.purge(top.tenant.id, lacking), 403).json.requiredPermission, 'tenants.delete')
    assert.equal(expectStatus(await of.restore(top.tenant.id, lacking), 403).json.requiredPermission, 'tenants.update')
    expectStatus(await of.purge(top.tenant.id, token), 204)
    for (const id of [top.tenant.id, deleted.id]) {
      assert.equal(await of.entryOf(id, token), undefined)
      expectStatus(await of.restore(id, token), 404)
      expectStatus(await of.purge(id, token), 404)
    }
    for (const id of [person.id, deleted.id]) expectStatus(await app.get(`/api/v1/Admins/${id}`, { token: await of.root() }), 404)
    expectStatus(await app.post('/api/v1/Tenants', { name: 'Heir', code: leaf.tenant.code }, { token }), 201)
    await of.erased()
    const ids = [top.tenant.id, leaf.tenant.id]
    for (const table of [
      'accounts',
      'roles',
      'user_groups',
      'tenant_settings',
      'tenant_permissions',
      'emails',
      'tenant_account_counts',
      'tenant_totals',
    ]) {
      const { rows } = await sql`select from ${sql.table(table)} where tenant_id = any(${ids}::uuid[])`.execute(
        app.open.service.database.kysely,
      )
      assert.equal(rows.length, 0, table)
    }
    for (const id of [...ids, role.id, person.id, deleted.id]) expectStatus(await of.restore(id), 404)
    for (const id of [...ids, person.id, deleted.id]) {
      const told = (await app.get(`/api/v1/audit?entityId=${id}&action=entity.purged`, { token: await of.root() })).json
      assert.equal(told.totalCount, 1, id)
    }
  })

  it('takes its own logo along, and no picture of others that its logo was said to be', async () => {
    const upload = async (path: string, by: string) => await app.request('POST', path, { ...leastUpload(), token: by })
    const [stranger, top] = [await tenantWithAdmin(app), await below()]
    const { accessToken } = await stranger.signIn()
    const avatar = expectStatus(await upload('/api/v1/Admins/me/avatar', accessToken), 200).json.avatarUrl
    const logo = expectStatus(await upload(`/api/v1/Tenants/${stranger.tenant.id}/logo`, accessToken), 200).json.logoUrl
    const its = expectStatus(await upload(`/api/v1/Tenants/${top.tenant.id}/logo`, token), 200).json.logoUrl
    const settings = { body: { logoUrl: avatar, faviconUrl: logo }, token }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${top.tenant.id}/settings`, settings), 200)
    const { publicUrl } = app.open.service.options
    const shown = { body: { logoUrl: publicUrl + logo }, token: accessToken }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${stranger.tenant.id}`, shown), 200)
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${top.tenant.id}`, { body: { logoUrl: publicUrl + its }, token }), 200)
    // the change itself must not have taken it
    expectStatus(await app.get(logo), 200)
    await cascade(top.tenant.id)
    expectStatus(await of.purge(top.tenant.id, token), 204)
    await of.erased()
    assert.deepEqual(await Promise.all([avatar, logo, its].map(async (path) => (await app.get(path)).status)), [200, 200, 404])
  })

  it('is never erased while it holds somebody who is protected', async () => {
    const made = await below()
    const { user } = await made.signIn()
    const { kysely } = app.open.service.database
    await sql`update accounts set is_protected = true where id = ${user.id}`.execute(kysely)
    await cascade(made.tenant.id)
    assert.equal(expectStatus(await of.purge(made.tenant.id), 403).json.code, 'admin_protected')
    expectStatus(await of.restore(made.tenant.id, token), 200)
  })
})
