/** GET /api/v1/Tenants/tree, and chains as long as they may be. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { mostLevels } from '#modules/tenants/new-tenant.ts'
import type { TreeNode } from '#modules/tenants/tenants.tree.schema.ts'
import { tokenHolding } from '../actors.ts'
import { addTenant, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const tree = async (token: string): Promise<TreeNode[]> => expectStatus(await app.get('/api/v1/Tenants/tree', { token }), 200).json
/** Names with levels, as `a0(b1(c2) d1)`. */
const drawn = (nodes: readonly TreeNode[]): string =>
  nodes.map(({ name, level, children }) => `${name}${level}${children.length > 0 ? `(${drawn(children)})` : ''}`).join(' ')

describe('GET /api/v1/Tenants/tree', () => {
  let high: string
  let low: string
  let ids: { top: string; own: string; left: string; deep: string }
  before(async () => {
    const top = await tenantWithAdmin(app, { name: 'Top' })
    high = (await top.signIn()).accessToken
    const own = await tenantWithAdmin(app, { name: 'Own', parentTenantId: top.tenant.id })
    low = (await own.signIn()).accessToken
    await tenantWithAdmin(app, { name: 'Beside', parentTenantId: top.tenant.id })
    const left = await addTenant(app, { name: 'left', parentId: own.tenant.id })
    await addTenant(app, { name: 'Right', parentId: own.tenant.id })
    const deep = await addTenant(app, { name: 'Deep', parentId: left })
    ids = { top: top.tenant.id, own: own.tenant.id, left, deep }
  })

  it('200 begins with the own tenant at level 0 and tells nothing of what is above or beside; siblings by name in any case', async () => {
    const reply = await app.get('/api/v1/Tenants/tree', { token: low })
    assert.equal(drawn(reply.json), 'Own0(left1(Deep2) Right1)')
    assert.doesNotMatch(reply.text, new RegExp(`Top|Beside|${ids.top}`))
    assert.deepEqual(Object.keys(reply.json[0]), ['id', 'name', 'code', 'status', 'level', 'children'])
    assert.equal(drawn(await tree(high)), 'Top0(Beside1 Own1(left2(Deep3) Right2))')
  })

  it('200 gives the platform every root at level 0', async () => {
    const other = await addTenant(app, { name: 'Another root' })
    const roots = await tree(root)
    assert.ok(roots.every(({ level }) => level === 0))
    assert.ok(roots.some(({ id }) => id === other))
    assert.equal(drawn(roots.filter(({ id }) => id === ids.top)), 'Top0(Beside1 Own1(left2(Deep3) Right2))')
  })

  it('200 shows the same to a caller with fields masked', async () => {
    const masked = await tokenHolding(app, ids.own, ['tenants.view', 'admins.view'], { 'admins.view': ['email'] })
    assert.equal(drawn(await tree(masked)), 'Own0(left1(Deep2) Right1)')
  })

  it('200 shows suspended tenants, and deleted ones no more', async () => {
    const gone = await addTenant(app, { name: 'Gone', parentId: ids.left })
    await addTenant(app, { name: 'Lost', parentId: gone })
    await setTenant(app, gone, { deletedAt: app.clock.now() })
    await setTenant(app, ids.left, { status: 'Suspended' })
    assert.equal(drawn(await tree(low)), 'Own0(left1(Deep2) Right1)')
  })
})

describe('a chain as long as it may be', () => {
  let top: string
  let token: string
  let bottom: string
  before(async () => {
    const { tenant, signIn } = await tenantWithAdmin(app, { name: 'Chain' })
    top = tenant.id
    await chain(top, mostLevels - 2)
    token = (await signIn()).accessToken
    bottom = (
      await app.open.service.database.kysely
        .selectFrom('tenantClosure')
        .select('descendantId')
        .where('ancestorId', '=', top)
        .orderBy('depth', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).descendantId
  })

  it('201 for its last link, then 400 naming parentTenantId, with nothing stored', async () => {
    const create = (parentTenantId: string, code: string) => app.post('/api/v1/Tenants', { name: 'Link', code, parentTenantId }, { token })
    const last = expectStatus(await create(bottom, `l-${randomUUID().slice(0, 8)}`), 201).json.id
    const code = `l-${randomUUID().slice(0, 8)}`
    const { json } = expectStatus(await create(last, code), 400)
    assert.deepEqual([json.code, json.errors[0].field, json.errors[0].code], ['validation_failed', 'parentTenantId', 'too_deep'])
    const stored = await app.open.service.database.kysely.selectFrom('tenants').select('id').where('code', '=', code).execute()
    assert.deepEqual(stored, [])
    await grant(last, ['tenants.view', 'tenants.create'])
    const end = await tokenHolding(app, last, ['tenants.view', 'tenants.create'])
    const { canCreate, reasons } = expectStatus(await app.get('/api/v1/Tenants/creation-permissions', { token: end }), 200).json
    assert.deepEqual([canCreate, reasons], [false, ['too_deep']])
    assert.equal((await app.post('/api/v1/Tenants', { name: 'Link', code }, { token: end })).status, 400)
  })

  it('200 is read whole, one below the other', async () => {
    const masked = await tokenHolding(app, top, ['tenants.view', 'admins.view'], { 'admins.view': ['email'] })
    for (const reader of [token, masked]) {
      let level = 0
      for (let nodes = await tree(reader); nodes.length > 0; nodes = nodes[0]!.children, level++) {
        assert.deepEqual([nodes.length, nodes[0]!.level], [1, level])
      }
      assert.equal(level, mostLevels)
    }
    const detail = expectStatus(await app.get(`/api/v1/Tenants/${bottom}`, { token }), 200).json
    assert.equal(detail.hierarchy.level, mostLevels - 2)
    assert.equal((await app.get(`/api/v1/Tenants/${top}/descendant-count`, { token })).json.count, mostLevels - 1)
  })
})

async function grant(tenantId: string, permissions: readonly string[]): Promise<void> {
  const rows = permissions.map((permission) => ({ tenantId, permission }))
  await app.open.service.database.kysely.insertInto('tenantPermissions').values(rows).execute()
}

/** So many tenants, each below the one before. */
async function chain(parentId: string, count: number): Promise<void> {
  let next = parentId
  for (let link = 0; link < count; link++) next = await addTenant(app, { parentId: next, name: `Link ${link}` })
}
