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

  it('an entry names the session that acted, as the list of sessions does: the one that a sign-in begins, and the one of an impersonation', async () => {
    const { accessToken, user } = await child.signIn()
    const current = async (as: string) =>
      expectStatus(await app.get('/api/v1/auth/admin/sessions', { token: as }), 200).json.find(({ isCurrent }: Entry) => isCurrent).tokenId
    const sessionOf = async (action: string, as = root) =>
      (await log(`?action=${action}&entityId=${user.id}&pageSize=1`, as)).items[0].sessionId
    const sessionId = await current(accessToken)
    assert.equal(await sessionOf('auth.login.succeeded'), sessionId)
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { token: accessToken, body: { lastName: 'Session' } }), 200)
    assert.deepEqual([await sessionOf('admin.updated'), await sessionOf('admin.updated', accessToken)], [sessionId, sessionId])
    const acting = expectStatus(await app.post(`/api/v1/auth/admin/impersonate/${user.id}`, {}, { token: root }), 200).json.accessToken
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { token: acting, body: { lastName: child.admin.lastName } }), 200)
    const impersonation = await sessionOf('admin.updated')
    assert.ok(impersonation && ![sessionId, await current(root)].includes(impersonation))
    // whoever acted stands above the reader
    assert.equal(await sessionOf('admin.updated', accessToken), null)
    await app.post('/api/v1/auth/admin/login', { identifier: child.admin.email, password: 'wrong words', tenantId: child.tenant.id })
    assert.equal(await sessionOf('auth.login.failed'), null)
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

  it('why something failed or was refused stands in its entry, which the trace id finds, as it finds the line of the log', async () => {
    const narrow = await tokenHolding(app, own.tenant.id, ['admins.view'])
    const byTrace = async (reply: { json: { traceId: string } }, as = token) => (await log(`?traceId=${reply.json.traceId}`, as)).items
    const refused = await app.post(`/api/v1/admins/${ownId}/block`, {}, { token: narrow })
    const [entry, ...more] = await byTrace(refused)
    assert.deepEqual([entry.action, entry.traceId, more.length], ['access.denied', refused.json.traceId, 0])
    const operation = 'POST /api/v1/Admins/:id/block'
    const code = 'permission_denied'
    assert.deepEqual(entry.details, { operation, status: 403, code, requiredPermission: 'admins.update' })
    const line = app.logs.find(({ traceId }) => traceId === refused.json.traceId)
    assert.deepEqual([line?.level, line?.status, line?.code, line?.requiredPermission], ['info', 403, code, 'admins.update'])
    const oneself = await app.post(`/api/v1/admins/${ownId}/block`, {}, { token })
    assert.deepEqual((await byTrace(oneself))[0].details, { operation, status: 403, code, reason: 'own_account' })
    const above = await app.request('PUT', `/api/v1/admins/${ownId}`, {
      token: await tokenHolding(app, own.tenant.id, ['admins.update']),
      body: { firstName: 'A' },
    })
    assert.ok((await byTrace(above))[0].details.excess.includes('admins.create'))
    const failed = await app.post('/api/v1/auth/admin/login', {
      identifier: own.admin.email,
      password: 'wrong words',
      tenantId: own.tenant.id,
    })
    const [failure] = await byTrace(failed)
    assert.deepEqual([failure.action, typeof failure.details.reason], ['auth.login.failed', 'string'])
    assert.deepEqual(await byTrace(refused, (await sibling.signIn()).accessToken), [])
  })

  it('an action stands for its family, too; what is neither is refused with the list of them', async () => {
    const made = new Set((await log('?action=admin&pageSize=100')).items.map(({ action }: Entry) => action))
    assert.ok(made.size > 0 && [...made].every((action) => String(action).startsWith('admin.')))
    assert.equal((await log('?action=role')).totalCount, (await log('?action=role.created')).totalCount)
    assert.ok((await log('?action=auth.login')).totalCount >= (await log('?action=auth.login.succeeded')).totalCount)
    for (const action of ['rol', 'role.', 'role.*', 'ROLE', 'admin.create', '']) {
      const { json } = expectStatus(await app.get(`/api/v1/audit?action=${action}`, { token }), 400)
      assert.match(json.errors[0].message, /role, .*role\.created/, action)
    }
  })

  it('what was done in another’s name is found by that, with both names', async () => {
    const { id } = (await child.signIn()).user
    const acting = expectStatus(await app.post(`/api/v1/auth/admin/impersonate/${id}`, {}, { token: root }), 200).json.accessToken
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { token: acting, body: { firstName: 'Other' } }), 200)
    const [entry, ...others] = (await log(`?impersonated=true&tenantId=${child.tenant.id}`)).items
    assert.deepEqual([entry.onBehalfOfId, entry.onBehalfOfName, entry.actorName], [id, `Other ${child.admin.lastName}`, null])
    assert.ok(others.every(({ onBehalfOfId }: Entry) => onBehalfOfId === id))
    assert.ok((await log('?impersonated=false&pageSize=100')).items.every(({ onBehalfOfId }: Entry) => onBehalfOfId === null))
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { token: acting, body: { firstName: 'First' } }), 200)
  })

  it('a field that the reader may not see on the record is not in its changes', async () => {
    const { id } = (await child.signIn()).user
    const masked = await tokenHolding(app, own.tenant.id, ['audit.view', 'admins.view'], { 'admins.view': ['email'] })
    const [open] = (await log(`?action=admin.created&entityId=${id}`)).items
    const hidden = await app.get(`/api/v1/audit?action=admin.created&entityId=${id}`, { token: masked })
    const { email, ...others } = open.changes
    assert.equal(email.after, child.admin.email)
    assert.deepEqual(hidden.json.items[0].changes, others)
    assert.ok(!hidden.text.includes(child.admin.email))
    assert.ok(!(await app.get('/api/v1/audit?pageSize=100', { token: masked })).text.includes('@example.test'))
  })
})
