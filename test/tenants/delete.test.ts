/** DELETE /api/v1/Tenants/{id}: the tenant with all that is below, at once, and marked so that it can come back. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { tokenHolding } from '../actors.ts'
import { expectTrueCounts } from '../admins/many.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
})

const remove = (id: string, query = '', as = token) => app.request('DELETE', `/api/v1/Tenants/${id}${query}`, { token: as })
const below = (parentTenantId: string = own.tenant.id) => tenantWithAdmin(app, { parentTenantId, token: root })
const get = (id: string, as = root) => app.get(`/api/v1/Tenants/${id}`, { token: as })
const me = (as: string) => app.get('/api/v1/Admins/me', { token: as })

async function rolesOf(tenantId: string): Promise<string[]> {
  const rows = await app.open.service.database.kysely.selectFrom('roles').select('id').where('tenantId', '=', tenantId).execute()
  return rows.map(({ id }) => id)
}

async function addGroup(tenantId: string): Promise<string> {
  const id = uuidv7(app.clock.now())
  const { database, keys } = app.open.service
  const row = { id, tenantId, nameEn: 'Group', code: `g-${id}`, createdAt: app.clock.now() }
  await database.kysely.insertInto('userGroups').values(row).execute()
  return keys.opaqueIds.encode('group', id)
}

const addAdmin = async (tenantId: string) => {
  const [roleId] = await rolesOf(tenantId)
  const body = {
    email: `a-${randomUUID()}@example.test`,
    firstName: 'An',
    lastName: 'Other',
    tenantId,
    roleId,
    password: `zuvaqor ${randomUUID()}`,
  }
  return expectStatus(await app.post('/api/v1/admins', body, { token: root }), 201).json.id as string
}

describe('DELETE /api/v1/Tenants/{id}', () => {
  it('204: gone by id for everybody, with roles and groups; tokens and sign-in end; the code is free', async () => {
    const doomed = await below()
    const { id, code } = doomed.tenant
    const [roles, group] = [await rolesOf(id), await addGroup(id)]
    const signedIn = await doomed.signIn()
    for (const roleId of roles) expectStatus(await app.get(`/api/v1/roles/${roleId}`, { token }), 200)
    const { kysely } = app.open.service.database
    assert.equal(expectStatus(await remove(id), 204).text, '')
    for (const as of [root, token]) {
      expectStatus(await get(id, as), 404)
      for (const roleId of roles) expectStatus(await app.get(`/api/v1/roles/${roleId}`, { token: as }), 404)
      expectStatus(await app.get(`/api/v1/UserGroups/${group}`, { token: as }), 404)
      expectStatus(await remove(id, '', as), 404)
      const list = expectStatus(await app.get(`/api/v1/Tenants?search=${code}`, { token: as }), 200).json
      assert.equal(list.totalCount, 0)
    }
    const { rows: marked } = await sql`select from user_groups where tenant_id = ${id} and deleted_with = ${id}`.execute(kysely)
    assert.equal(marked.length, 1)
    assert.equal(expectStatus(await me(signedIn.accessToken), 401).json.code, 'session_revoked')
    expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: signedIn.refreshToken }), 401)
    const { email, password } = doomed.admin
    for (const where of [{ tenantId: id }, {}]) {
      const reply = await app.post('/api/v1/auth/admin/login', { identifier: email, password, ...where })
      assert.equal(expectStatus(reply, 401).json.code, 'invalid_credentials')
    }
    expectStatus(await app.post('/api/v1/Tenants', { name: 'Heir', code }, { token }), 201)
    expectStatus(await app.post('/api/v1/Tenants', { name: 'Below', parentTenantId: id }, { token: root }), 404)
  })

  it('409 tenant_has_children, and nothing is changed; with cascade everything below goes, and nothing beside', async () => {
    const top = await below()
    const [middle, beside] = [await below(top.tenant.id), await below()]
    const leaf = await below(middle.tenant.id)
    const people = await Promise.all([top, middle, leaf].map((tenant) => tenant.signIn()))
    const free = await beside.signIn()
    for (const query of ['', '?cascade=false'])
      assert.equal(expectStatus(await remove(top.tenant.id, query), 409).json.code, 'tenant_has_children')
    for (const query of ['?cascade=1', '?cascade=', '?cascade=true&cascade=true', '?force=true'])
      expectStatus(await remove(top.tenant.id, query), 400)
    for (const { accessToken } of people) expectStatus(await me(accessToken), 200)

    expectStatus(await remove(top.tenant.id, '?cascade=true'), 204)
    for (const { accessToken } of people) assert.equal(expectStatus(await me(accessToken), 401).json.code, 'session_revoked')
    for (const { tenant } of [top, middle, leaf]) expectStatus(await get(tenant.id), 404)
    expectStatus(await get(beside.tenant.id), 200)
    expectStatus(await me(free.accessToken), 200)
    for (const { tenant } of [top, middle, leaf]) {
      const told = await app.get(`/api/v1/audit?entityId=${tenant.id}&action=tenant.deleted`, { token: root })
      assert.deepEqual([told.json.totalCount, told.json.items[0].entityName, told.json.items[0].tenantId], [1, tenant.name, tenant.id])
      if (tenant !== top.tenant) assert.ok(!told.text.includes(top.tenant.id), 'what stands above is not named below')
    }
    const detail = expectStatus(await get(own.tenant.id), 200).json
    assert.ok(detail.hierarchy.childCount >= 1)
  })

  it('marks just what it took: what was inactive or deleted before, alone or with another, keeps its own marks', async () => {
    const top = await below()
    const [earlier, kept] = [await below(top.tenant.id), await below(top.tenant.id)]
    const [topId, earlierId, keptId] = [top, earlier, kept].map(({ tenant }) => tenant.id as string)
    const [active, inactive] = [await addAdmin(keptId!), await addAdmin(keptId!)]
    const blocked = await addAdmin(keptId!)
    const { kysely } = app.open.service.database
    await sql`update accounts set is_active = false where id = ${inactive}`.execute(kysely)
    await sql`update tenant_account_counts set n = n - 1 where tenant_id = ${keptId} and is_active`.execute(kysely)
    await sql`insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n) values (${keptId}, 'admin', false, false, 1)`.execute(
      kysely,
    )
    expectStatus(await app.post(`/api/v1/admins/${blocked}/block`, {}, { token: root }), 200)
    const [gone] = await rolesOf(keptId!)
    await sql`update roles set deleted_at = now() where id = ${gone}`.execute(kysely)
    expectStatus(await remove(earlierId!), 204)
    expectStatus(await remove(topId!, '?cascade=true'), 204)

    const { rows: tenants } = await sql<{ id: string; deletedWith: string | null; version: number }>`
      select id, deleted_with, version from tenants where id in (${topId}, ${earlierId}, ${keptId}) and deleted_at is not null
        and deleted_by is not null and sessions_valid_after is not null`.execute(kysely)
    assert.deepEqual(
      new Map(tenants.map(({ id, deletedWith, version }) => [id, [deletedWith, version]])),
      new Map<string, unknown>([
        [topId!, [null, 2]],
        [earlierId!, [null, 2]],
        [keptId!, [topId, 2]],
      ]),
    )
    const { rows: roles } = await sql<{ id: string; tenantId: string; deletedWith: string | null }>`
      select id, tenant_id, deleted_with from roles where tenant_id in (${topId}, ${earlierId}, ${keptId})`.execute(kysely)
    for (const { id, tenantId, deletedWith } of roles)
      assert.equal(deletedWith, id === gone ? null : tenantId === earlierId ? earlierId : topId)
    const { rows: accounts } = await sql<{ id: string; tenantId: string; isActive: boolean; deactivatedWith: string | null }>`
      select id, tenant_id, is_active, deactivated_with from accounts where tenant_id in (${topId}, ${earlierId}, ${keptId})`.execute(
      kysely,
    )
    assert.ok(accounts.length === 6 && accounts.some(({ id }) => id === active))
    for (const { id, tenantId, isActive, deactivatedWith } of accounts) {
      assert.equal(isActive, false)
      assert.equal(deactivatedWith, id === inactive ? null : tenantId === earlierId ? earlierId : topId)
    }
    await expectTrueCounts(app)
    const { rows: blockedCount } = await sql<{ n: number }>`select n from tenant_account_counts
      where tenant_id = ${keptId} and not is_active and is_blocked`.execute(kysely)
    assert.equal(blockedCount[0]?.n, 1)
  })

  it('403 the own tenant, in whatever spelling; 404 above and beside; 403 without tenants.delete: nothing happens', async () => {
    const other = await tenantWithAdmin(app)
    const child = await below()
    const childToken = (await child.signIn()).accessToken
    for (const id of [own.tenant.id, own.tenant.id.toUpperCase()])
      assert.equal(expectStatus(await remove(id, '?cascade=true'), 403).json.code, 'permission_denied')
    expectStatus(await remove(other.tenant.id), 404)
    expectStatus(await remove(own.tenant.id, '?cascade=true', childToken), 404)
    const keeper = await tokenHolding(app, own.tenant.id, ['tenants.view', 'tenants.update'])
    assert.equal(expectStatus(await remove(child.tenant.id, '', keeper), 403).json.requiredPermission, 'tenants.delete')
    for (const { tenant } of [own, other, child]) expectStatus(await get(tenant.id), 200)
    expectStatus(await me(childToken), 200)
  })

  it('a root can be deleted by the platform; a place of its parent’s quota is free again', async () => {
    const lone = await tenantWithAdmin(app)
    expectStatus(await remove(lone.tenant.id, '', root), 204)
    const bounded = (await app.post('/api/v1/Tenants', { name: 'Bounded', settings: { maxSubTenants: 1 } }, { token: root })).json.id
    const create = () => app.post('/api/v1/Tenants', { name: 'Only one', parentTenantId: bounded }, { token: root })
    const { id } = expectStatus(await create(), 201).json
    assert.equal(expectStatus(await create(), 409).json.code, 'quota_exceeded')
    expectStatus(await remove(id, '', root), 204)
    expectStatus(await create(), 201)
  })

  it('more tenants at once than are told one by one', async () => {
    const top = await below()
    const leaves: string[] = []
    for (let n = 0; n < 101; n++) {
      const made = await app.post('/api/v1/Tenants', { name: `Leaf ${n}`, parentTenantId: top.tenant.id }, { token: root })
      leaves.push(expectStatus(made, 201).json.id)
    }
    const { accessToken } = await top.signIn()
    expectStatus(await remove(top.tenant.id, '?cascade=true'), 204)
    expectStatus(await me(accessToken), 401)
    expectStatus(await me(token), 200)
    for (const id of [leaves[0]!, leaves[100]!]) expectStatus(await get(id), 404)
    const { kysely } = app.open.service.database
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from tenants where deleted_with = ${top.tenant.id}`.execute(
      kysely,
    )
    assert.equal(rows[0]?.n, 101)
  })
})
