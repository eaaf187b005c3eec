/** GET /api/v1/audit: what happened in the own tenants, to those who may know, and nothing of anybody outside. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let token: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let ownId: string
let sibling: Awaited<ReturnType<typeof tenantWithAdmin>>
let child: Awaited<ReturnType<typeof tenantWithAdmin>>
let parentId: string

before(async () => {
  app = await startApp()
  root = await app.superToken()
  const parent = await tenantWithAdmin(app, { name: 'Parent' })
  const high = await parent.signIn()
  parentId = high.user.id
  own = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id, token: high.accessToken })
  sibling = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id, token: high.accessToken })
  const signedIn = await own.signIn()
  token = signedIn.accessToken
  ownId = signedIn.user.id
  child = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
  app.clock.turn(1000)
})

const log = async (query = '', as = token) => expectStatus(await app.get(`/api/v1/audit${query}`, { token: as }), 200).json
type Entry = Record<string, unknown>

describe('GET /api/v1/audit', () => {
  it('200 newest first, of the own tenant and those below; one entry by its id', async () => {
    const { items, totalCount } = await log('?pageSize=100')
    assert.equal(items.length, totalCount)
    const tenants = new Set(items.map(({ tenantId }: Entry) => tenantId))
    assert.deepEqual([...tenants].sort(), [own.tenant.id, child.tenant.id].sort())
    const times = items.map(({ timestamp }: Entry) => Date.parse(timestamp as string))
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    )
    assert.deepEqual(expectStatus(await app.get(`/api/v1/audit/${items[0].id}`, { token }), 200).json, items[0])
    const oldest = (await log('?sortDirection=asc&pageSize=1')).items[0]
    assert.deepEqual(oldest, items.at(-1))
  })

  it('200 walks by cursor to every entry once', async () => {
    const whole = (await log('?pageSize=100')).items.map(({ id }: Entry) => id)
    const walked: unknown[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { items: Entry[]; nextCursor: string | null } = await log(`?pageSize=2${cursor && `&cursor=${cursor}`}`)
      walked.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.deepEqual(walked, whole)
  })

  it('200 filters by every part', async () => {
    const made = (await log(`?action=tenant.created&entityId=${child.tenant.id}`)).items
    assert.deepEqual(
      made.map(({ action, entityType, entityId, tenantId, actorId, outcome }: Entry) => [
        action,
        entityType,
        entityId,
        tenantId,
        actorId,
        outcome,
      ]),
      [['tenant.created', 'Tenant', child.tenant.id, child.tenant.id, ownId, 'success']],
    )
    assert.equal((await log('?entityType=Tenant')).totalCount, 2)
    assert.ok((await log(`?actorId=${ownId}`)).items.every(({ actorId }: Entry) => actorId === ownId))
    assert.ok((await log(`?tenantId=${child.tenant.id}`)).items.every(({ tenantId }: Entry) => tenantId === child.tenant.id))
    await app.post('/api/v1/auth/admin/login', { identifier: own.admin.email, password: 'wrong words here', tenantId: own.tenant.id })
    assert.deepEqual(
      (await log('?outcome=failure')).items.map(({ action, entityId }: Entry) => [action, entityId]),
      [['auth.login.failed', ownId]],
    )
    assert.equal((await log('?search=tenant.created')).totalCount, 2)
    assert.equal((await log(`?search=${encodeURIComponent('%')}`)).totalCount, 0)
    assert.equal((await log(`?entityId=${randomUUID()}`)).totalCount, 0)
  })

  it('200 bounds by time, 400 for what is no time', async () => {
    const now = app.clock.now()
    const at = (ms: number) => encodeURIComponent(new Date(now.getTime() + ms).toISOString())
    const all = (await log()).totalCount
    assert.equal((await log(`?from=${at(-3_600_000)}&to=${at(0)}`)).totalCount, all)
    assert.equal((await log(`?from=${at(1000)}`)).totalCount, 0)
    assert.equal((await log(`?to=${at(-3_600_000)}`)).totalCount, 0)
    const today = now.toISOString().slice(0, 10)
    assert.equal((await log(`?from=${today}&to=${today}`)).totalCount, all)
    for (const bad of ['yesterday', '2026-13-01', '1e9', '', "'"])
      assert.equal((await app.get(`/api/v1/audit?from=${bad}`, { token })).status, 400, bad)
    assert.equal((await app.get('/api/v1/audit?outcome=maybe', { token })).status, 400)
    assert.equal((await app.get('/api/v1/audit?sortBy=actorName', { token })).status, 400)
  })

  it('an entry by somebody from above does not say who or where from, and does not answer to their id or name', async () => {
    const [made] = (await log(`?action=tenant.created&entityId=${own.tenant.id}`)).items
    assert.deepEqual([made.actorType, made.actorId, made.actorName, made.ipAddress, made.userAgent], ['admin', null, null, null, null])
    assert.equal((await log(`?actorId=${parentId}`)).totalCount, 0)
    const [seen] = (await log(`?entityId=${own.tenant.id}`, root)).items
    assert.deepEqual([seen.actorId, typeof seen.actorName, typeof seen.ipAddress], [parentId, 'string', 'string'])
    assert.equal((await log(`?search=${encodeURIComponent(seen.actorName)}`)).totalCount, 0)
    assert.ok((await log(`?search=${encodeURIComponent(seen.actorName)}`, root)).totalCount > 0)
  })

  it('404, the same bytes, for a sibling’s entry, the platform’s, an unknown and a malformed id', async () => {
    const foreign = (await log(`?tenantId=${sibling.tenant.id}`, root)).items[0].id
    const platform = (await log('?action=service.superadmin_created', root)).items[0].id
    const seen = new Set<string>()
    for (const id of [foreign, platform, randomUUID(), 'nothing'])
      seen.add(expectStatus(await app.get(`/api/v1/audit/${id}`, { token }), 404).text.replace(/"traceId":"[^"]*"/, ''))
    assert.equal(seen.size, 1)
    assert.equal((await log(`?tenantId=${sibling.tenant.id}`)).totalCount, 0)
    assert.equal((await log('?action=service.superadmin_created')).totalCount, 0)
  })

  it('a refusal is an entry: who, what, and the id as it was sent', async () => {
    const id = randomUUID()
    app.clock.turn(61_000)
    expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token }), 404)
    expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token }), 404)
    const { items } = await log(`?action=access.denied&entityId=${id}`)
    assert.deepEqual(
      items.map(({ actorId, outcome, entityType, entityName }: Entry) => [actorId, outcome, entityType, entityName]),
      [[ownId, 'denied', null, 'GET /api/v1/Tenants/:id']],
      'at most one a minute',
    )
  })

  it('a field that the reader may not see on the record is not in its changes', async () => {
    const { id } = (await child.signIn()).user
    const masked = await tokenHolding(app, own.tenant.id, ['audit.view', 'admins.view'], { 'admins.view': ['email'] })
    const [open] = (await log(`?action=admin.created&entityId=${id}`)).items
    assert.equal(open.changes.email.after, child.admin.email)
    const hidden = await app.get(`/api/v1/audit?action=admin.created&entityId=${id}`, { token: masked })
    assert.deepEqual(hidden.json.items[0].changes, {})
    assert.ok(!hidden.text.includes(child.admin.email))
    assert.ok(!(await app.get('/api/v1/audit?pageSize=100', { token: masked })).text.includes('@example.test'))
  })
})
