/** GET /api/v1/Tenants: the own tenant and those below, and no way to learn of what lies above or beside. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

let app: TestApp
let root: string
let token: string
let ids: { parent: string; own: string; child: string; grandchild: string; sibling: string }

before(async () => {
  app = await startApp()
  root = await app.superToken()
  const parent = await tenantWithAdmin(app, { name: 'Parent Co' })
  const own = await tenantWithAdmin(app, { name: 'Own Co', parentTenantId: parent.tenant.id })
  const sibling = await tenantWithAdmin(app, { name: 'Sibling Co', parentTenantId: parent.tenant.id })
  token = (await own.signIn()).accessToken
  const below = async (name: string, parentTenantId: string) =>
    expectStatus(await app.post('/api/v1/Tenants', { name, parentTenantId }, { token }), 201).json.id as string
  const child = await below('Child Co', own.tenant.id)
  ids = {
    parent: parent.tenant.id,
    own: own.tenant.id,
    sibling: sibling.tenant.id,
    child,
    grandchild: await below('Grandchild 100%', child),
  }
})

const list = async (query = '', as = token) => expectStatus(await app.get(`/api/v1/Tenants${query}`, { token: as }), 200).json
const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

/** As the detail says it, and what is stored. */
async function expectedPlace({ id }: { id: string }): Promise<string> {
  const { hierarchy } = expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token }), 200).json
  const { kysely } = app.open.service.database
  const admins = await kysely.selectFrom('accounts').select('id').where('tenantId', '=', id).where('deletedAt', 'is', null).execute()
  return `${hierarchy.path.map(({ name }: { name: string }) => name).join(' > ')}, ${hierarchy.childCount}, ${admins.length}`
}

describe('GET /api/v1/Tenants', () => {
  it('200 newest first, rooted at the own tenant, whose parent is not told', async () => {
    const page = await list()
    assert.deepEqual(names(page), ['Grandchild 100%', 'Child Co', 'Own Co'])
    assert.equal(page.totalCount, 3)
    assert.deepEqual(
      page.items.map(({ parentTenantId }: { parentTenantId: string }) => parentTenantId),
      [ids.child, ids.own, null],
    )
    assert.ok(!JSON.stringify(page).includes(ids.parent))
    const place = ({ path, childCount, adminCount }: { path: { name: string }[]; childCount: number; adminCount: number }) =>
      `${path.map(({ name }) => name).join(' > ')}, ${childCount}, ${adminCount}`
    assert.deepEqual(page.items.map(place), await Promise.all(page.items.map(expectedPlace)))
    assert.match(place(page.items[0]), /^Own Co > Child Co > Grandchild 100%, 0, /)
    assert.equal((await list('', root)).totalCount, 5)
  })

  it('200 searches name and code literally, sorts and filters', async () => {
    assert.deepEqual(names(await list('?search=100%25')), ['Grandchild 100%'])
    assert.deepEqual(names(await list('?search=CHILD-CO')), ['Child Co'])
    assert.deepEqual(names(await list('?search=sibling')), [])
    assert.deepEqual(names(await list('?search=_')), [])
    assert.deepEqual(names(await list('?sortBy=name&sortDirection=asc')), ['Child Co', 'Grandchild 100%', 'Own Co'])
    assert.deepEqual(names(await list('?isActive=false')), [])
    assert.deepEqual((await list('?status=Active&isActive=true')).totalCount, 3)
    assert.equal((await app.get('/api/v1/Tenants?status=active', { token })).status, 400)
  })

  it('200 finds children by their parent, but not the own tenant by its own', async () => {
    assert.deepEqual(names(await list(`?parentTenantId=${ids.own}`)), ['Child Co'])
    assert.deepEqual(names(await list(`?parentTenantId=${ids.parent}`)), [])
    assert.equal((await list(`?parentTenantId=${ids.parent}`, root)).totalCount, 2)
  })

  it('404, the same bytes, for the parent, a sibling and nobody', async () => {
    const seen = new Set<string>()
    for (const id of [ids.parent, ids.sibling, '01a1fdc6-6ca4-74d1-abf8-9d216b94b0c1', 'x'])
      seen.add(expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token }), 404).text.replace(/"traceId":"[^"]*"/, ''))
    assert.equal(seen.size, 1)
  })
})

describe('two processes on one PostgreSQL', { skip: process.env.TEST_DATABASE !== 'postgres' }, () => {
  it('what one made is there on the other with the next request, and what one blocked is out within a second', async () => {
    const other = await startApp({ env: { DATABASE_URL: app.config.databaseUrl as string } })
    for (let round = 0; round < 20; round++) {
      const body = {
        name: `Fresh ${round}`,
        settings: { companyName: 'Fresh Inc', language: 'ar' },
        admin: { email: `fresh-${round}@example.test`, firstName: 'Fresh', lastName: 'Admin', password: `zuvaqor words ${round}` },
      }
      const tenant = expectStatus(await app.post('/api/v1/Tenants', body, { token: root }), 201).json
      const first = await other.signIn(body.admin.email, body.admin.password, { tenantId: tenant.id })
      expectStatus(await other.get('/api/v1/Admins/me', { token: first.accessToken }), 200)
      const seen = expectStatus(await other.get(`/api/v1/Tenants/${tenant.id}`, { token: root }), 200).json
      assert.deepEqual([seen.settings.companyName, seen.settings.sources.language, seen.hierarchy.path.length], ['Fresh Inc', 'own', 1])
      const { role, id } = expectStatus(await other.get(`/api/v1/admins?tenantId=${tenant.id}`, { token: root }), 200).json.items[0]
      const second = {
        email: `second-${round}@example.test`,
        firstName: 'A',
        lastName: 'B',
        roleId: role.id,
        tenantId: tenant.id,
        password: 'zuvaqor words',
      }
      expectStatus(await other.post('/api/v1/admins', second, { token: root }), 201)
      const { accessToken } = await other.signIn(body.admin.email, body.admin.password, { tenantId: tenant.id })
      expectStatus(await other.get('/api/v1/Admins/me', { token: accessToken }), 200)
      expectStatus(await app.post(`/api/v1/admins/${id}/block`, {}, { token: root }), 200)
      if (round > 1) continue
      const refused = await eventually('the other process to know', async () => {
        const reply = await other.get('/api/v1/Admins/me', { token: accessToken })
        return reply.status === 401 ? reply : null
      })
      assert.equal(refused.json.code, 'session_revoked')
    }
  })
})
