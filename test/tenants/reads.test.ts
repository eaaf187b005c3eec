/** What is read of tenants beside the list: children, numbers, admins, what may be created. All of it in scope, and alive. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { permissionCatalogue } from '#core/permissions.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin, addTenant, change, setSettings, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let high: string
let token: string
let ids: { parent: string; own: string; sibling: string; first: string; second: string; grandchild: string; gone: string }

before(async () => {
  app = await startApp()
  root = await app.superToken()
  const parent = await tenantWithAdmin(app, { name: 'Parent Co' })
  const own = await tenantWithAdmin(app, { name: 'Own Co', parentTenantId: parent.tenant.id })
  const sibling = await tenantWithAdmin(app, { name: 'Sibling Co', parentTenantId: parent.tenant.id })
  const first = await addTenant(app, { name: 'First', parentId: own.tenant.id })
  const second = await addTenant(app, { name: 'Second', parentId: own.tenant.id })
  const grandchild = await addTenant(app, { name: 'Grandchild', parentId: first })
  const gone = await addTenant(app, { name: 'Gone', parentId: own.tenant.id })
  await addAdmin(app, gone)
  await setTenant(app, gone, { deletedAt: app.clock.now() })
  high = (await parent.signIn()).accessToken
  token = (await own.signIn()).accessToken
  ids = { parent: parent.tenant.id, own: own.tenant.id, sibling: sibling.tenant.id, first, second, grandchild, gone }
})

const read = async (path: string, as = token) => expectStatus(await app.get(`/api/v1/Tenants/${path}`, { token: as }), 200).json
const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

describe('pages of children', () => {
  it('myChildren: those directly below the own tenant; for the platform the roots', async () => {
    assert.deepEqual(names(await read('myChildren')), ['Second', 'First'])
    assert.deepEqual(names(await read('myChildren', high)), ['Sibling Co', 'Own Co'])
    const roots = await read('myChildren', root)
    assert.deepEqual(names(roots), ['Parent Co'])
    assert.equal(roots.totalCount, 1)
  })

  it('children: those directly below any tenant in scope', async () => {
    assert.deepEqual(names(await read(`${ids.own}/children`)), ['Second', 'First'])
    assert.deepEqual(names(await read(`${ids.own.toUpperCase()}/children`, root)), ['Second', 'First'])
    assert.deepEqual(names(await read(`${ids.first}/children`)), ['Grandchild'])
    const none = await read(`${ids.second}/children`)
    assert.deepEqual([none.items, none.totalCount, none.totalPages], [[], 0, 0])
  })

  it('myTenantAndChildren: each with level and relation, the own parent never named', async () => {
    const page = await read('myTenantAndChildren?sortBy=name&sortDirection=asc')
    assert.deepEqual(
      page.items.map((each: Record<string, unknown>) => [each.name, each.level, each.relation, each.parentTenantId]),
      [
        ['First', 1, 'child', ids.own],
        ['Own Co', 0, 'self', null],
        ['Second', 1, 'child', ids.own],
      ],
    )
    const roots = await read('myTenantAndChildren', root)
    assert.deepEqual(
      roots.items.map((each: Record<string, unknown>) => [each.name, each.level, each.relation]),
      [['Parent Co', 0, 'child']],
    )
  })

  it('search, sort, filter and page within their part', async () => {
    for (const path of ['myChildren', `${ids.own}/children`]) {
      assert.deepEqual(names(await read(`${path}?search=second`)), ['Second'])
      assert.deepEqual(names(await read(`${path}?search=own`)), [])
      assert.deepEqual(names(await read(`${path}?search=sibling`)), [])
      assert.deepEqual(names(await read(`${path}?search=grandchild`)), [])
      assert.deepEqual(names(await read(`${path}?sortBy=name&sortDirection=asc`)), ['First', 'Second'])
      assert.deepEqual(names(await read(`${path}?status=Suspended`)), [])
      const one = await read(`${path}?pageSize=1`)
      assert.deepEqual([names(one), one.totalCount, one.totalPages], [['Second'], 2, 2])
      const next = await read(`${path}?pageSize=1&cursor=${one.nextCursor}`)
      assert.deepEqual([names(next), next.nextCursor], [['First'], null])
    }
    assert.deepEqual(names(await read('myTenantAndChildren?search=OWN')), ['Own Co'])
  })

  it('400 for a parent in the query, and for the cursor of another part', async () => {
    for (const path of ['myChildren', `${ids.own}/children`, 'myTenantAndChildren'])
      assert.equal((await app.get(`/api/v1/Tenants/${path}?parentTenantId=${ids.own}`, { token })).status, 400)
    const { nextCursor } = await read(`${ids.own}/children?pageSize=1`, root)
    assert.ok(nextCursor)
    for (const path of [`${ids.parent}/children`, 'myChildren', 'myTenantAndChildren'])
      assert.equal((await app.get(`/api/v1/Tenants/${path}?pageSize=1&cursor=${nextCursor}`, { token: root })).status, 400, path)
    expectStatus(await app.get('/api/v1/Tenants/myTenantAndChildren?sortBy=level', { token }), 400)
  })
})

describe('numbers of a tenant', () => {
  it('stats count the living tenants at and below, and stay in step with the detail', async () => {
    const before = await read(`${ids.own}/stats`)
    assert.deepEqual(before, { adminCount: 1, userCount: 0, storageBytes: 0 })
    await addAdmin(app, ids.grandchild)
    await addAdmin(app, ids.sibling)
    assert.equal((await read(`${ids.own}/stats`)).adminCount, 2)
    assert.equal((await read(`${ids.first}/stats`)).adminCount, 1)
    assert.equal((await read(`${ids.second}/stats`)).adminCount, 0)
    assert.deepEqual((await read(ids.own)).statistics, await read(`${ids.own}/stats`))
  })

  it('what each tenant is said to have is what it has', async () => {
    const { rows } = await sql<{ admins: number; users: number; found: number; foundUsers: number }>`
      select t.admins, t.users, count(a.id) filter (where a.kind = 'admin')::integer as found,
        count(a.id) filter (where a.kind = 'user')::integer as found_users
      from tenant_totals t left join accounts a on a.tenant_id = t.tenant_id and a.deleted_at is null
      group by t.tenant_id`.execute(app.open.service.database.kysely)
    assert.ok(rows.length >= 5)
    for (const { admins, users, found, foundUsers } of rows) assert.deepEqual([admins, users], [found, foundUsers])
  })

  it('stats are never below zero, whatever the counts say', async () => {
    const broken = await addTenant(app, { parentId: ids.own })
    await change(app, ({ db }) => db.insertInto('tenantTotals').values({ tenantId: broken, users: -5 }).execute())
    assert.equal((await read(`${broken}/stats`)).userCount, 0)
    await setTenant(app, broken, { deletedAt: app.clock.now() })
  })

  it('descendant-count counts what lives below at any depth, and stays in step with the detail', async () => {
    assert.deepEqual(await read(`${ids.own}/descendant-count`), { count: 3 })
    assert.deepEqual(await read(`${ids.first}/descendant-count`), { count: 1 })
    assert.deepEqual(await read(`${ids.second}/descendant-count`), { count: 0 })
    const { hierarchy } = await read(ids.own)
    assert.deepEqual([hierarchy.childCount, hierarchy.descendantCount], [2, 3])
  })

  it('404, the same bytes, of the parent, a sibling, a deleted tenant, nobody and no id', async () => {
    for (const part of ['children', 'stats', 'descendant-count', 'admins']) {
      const seen = new Set<string>()
      for (const id of [ids.parent, ids.sibling, ids.gone, randomUUID(), 'x'])
        seen.add(expectStatus(await app.get(`/api/v1/Tenants/${id}/${part}`, { token }), 404).text.replace(/"traceId":"[^"]*"/, ''))
      assert.equal(seen.size, 1, part)
    }
  })
})

describe('GET /api/v1/Tenants/{id}/admins', () => {
  it('200 lists the own admins of that tenant only', async () => {
    const page = await read(`${ids.grandchild}/admins`)
    assert.deepEqual([page.totalCount, page.items.length, page.items[0].tenantId], [1, 1, ids.grandchild])
    const own = await read(`${ids.own}/admins`)
    assert.ok(own.items.length > 0 && own.items.every(({ tenantId }: { tenantId: string }) => tenantId === ids.own))
    assert.equal(own.totalCount, own.items.length)
    assert.equal((await app.get(`/api/v1/Tenants/${ids.own}/admins?tenantId=${ids.first}`, { token })).status, 400)
  })

  it('takes the id of the tenant as its groups show it; of a foreign or unknown tenant 404', async () => {
    const shown = (id: string) => app.open.service.keys.opaqueIds.encode('tenant', id)
    const page = await read(`${shown(ids.grandchild)}/admins`)
    assert.deepEqual([page.totalCount, page.items[0].tenantId], [1, ids.grandchild])
    for (const id of [ids.sibling, ids.parent, ids.gone, randomUUID()])
      expectStatus(await app.get(`/api/v1/Tenants/${shown(id)}/admins`, { token }), 404)
  })

  it('a masked address is absent, unsortable and unsearchable; without admins.view 403', async () => {
    const masked = await tokenHolding(app, ids.own, ['tenants.view', 'admins.view'], { 'admins.view': ['email'] })
    const { items } = await read(`${ids.grandchild}/admins`, masked)
    assert.ok(items[0].firstName && !('email' in items[0]))
    const refused = expectStatus(await app.get(`/api/v1/Tenants/${ids.own}/admins?sortBy=email`, { token: masked }), 403)
    assert.equal(refused.json.code, 'field_restricted')
    assert.deepEqual((await read(`${ids.grandchild}/admins?search=example.test`, masked)).items, [])
    assert.equal((await read(`${ids.grandchild}/admins?search=example.test`)).items.length, 1)
    const blind = await tokenHolding(app, ids.own, ['tenants.view'])
    expectStatus(await app.get(`/api/v1/Tenants/${ids.own}/admins`, { token: blind }), 403)
  })
})

describe('GET /api/v1/Tenants/creation-permissions', () => {
  const unlimited = { maxSubTenants: null, remainingSubTenants: null, maxAdmins: null, maxRoles: null }

  it('200 for the platform: no limits, and everything grantable but its own settings', async () => {
    const answer = await read('creation-permissions', root)
    const living = (await app.get('/api/v1/Tenants', { token: root })).json.totalCount
    assert.deepEqual([answer.canCreate, answer.reasons, answer.quotas], [true, [], { ...unlimited, usedSubTenants: living }])
    const grantable = permissionCatalogue.filter(({ category }) => category !== 'settings').map(({ id }) => id)
    assert.deepEqual(answer.grantablePermissionIds, grantable)
  })

  it('200 names the own quotas, and of those above only that one is full', async () => {
    const quotas = async () => (await read('creation-permissions')).quotas
    assert.deepEqual(await quotas(), { ...unlimited, usedSubTenants: 3 })
    await setSettings(app, ids.own, { maxSubTenants: 7, maxAdmins: 4, maxRoles: 2 })
    assert.deepEqual(await quotas(), { maxSubTenants: 7, usedSubTenants: 3, remainingSubTenants: 4, maxAdmins: 4, maxRoles: 2 })
    // the parent has five below it: what it has left is what others have not used
    await setSettings(app, ids.parent, { maxSubTenants: 6 })
    assert.deepEqual(await quotas(), { maxSubTenants: 7, usedSubTenants: 3, remainingSubTenants: 4, maxAdmins: 4, maxRoles: 2 })
    await setSettings(app, ids.parent, { maxSubTenants: 2 })
    const full = await read('creation-permissions')
    assert.deepEqual([full.canCreate, full.reasons, full.quotas.remainingSubTenants], [false, ['quota_exceeded'], 4])
    const refused = expectStatus(await app.post('/api/v1/Tenants', { name: 'One more' }, { token }), 409)
    assert.equal(refused.json.code, 'quota_exceeded')
    await setSettings(app, ids.parent, { maxSubTenants: 0 })
    await setSettings(app, ids.own, { maxSubTenants: null })
    assert.equal((await read('creation-permissions')).quotas.remainingSubTenants, null)
    expectStatus(await app.post('/api/v1/Tenants', { name: 'One more' }, { token }), 201)
  })

  it('200 says so where tenants.create is missing, and offers only what the caller holds', async () => {
    const viewer = await tokenHolding(app, ids.own, ['tenants.view', 'admins.view'])
    const answer = await read('creation-permissions', viewer)
    assert.deepEqual([answer.canCreate, answer.reasons], [false, ['permission_denied']])
    const held = permissionCatalogue.filter(({ name }) => ['tenants.view', 'admins.view'].includes(name)).map(({ id }) => id)
    assert.deepEqual(answer.grantablePermissionIds, held)
  })
})
