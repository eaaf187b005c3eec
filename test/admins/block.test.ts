/** POST /api/v1/admins/{id}/block: at once, and never upwards. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
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

const block = (id: string, as = token, body: unknown = {}) => app.post(`/api/v1/admins/${id}/block`, body, { token: as })
const me = async (as: string) => expectStatus(await app.get('/api/v1/Admins/me', { token: as }), 200).json.id as string

describe('POST /api/v1/admins/{id}/block', () => {
  it('200 with the record; every live token and refresh of the blocked ends with the answer', async () => {
    const child = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
    const victim = await child.signIn()
    const blocked = expectStatus(await block(victim.user.id, token, { reason: 'left the company' }), 200).json
    assert.deepEqual([blocked.isBlocked, blocked.isActive, blocked.status, blocked.version], [true, true, 'Blocked', 2])
    const next = expectStatus(await app.get('/api/v1/Admins/me', { token: victim.accessToken }), 401)
    assert.equal(next.json.code, 'session_revoked')
    const { refreshToken } = victim
    assert.notEqual((await app.post('/api/v1/auth/admin/refresh', { refreshToken })).status, 200)
    const login = { identifier: child.admin.email, password: child.admin.password, tenantId: child.tenant.id }
    assert.equal(expectStatus(await app.post('/api/v1/auth/admin/login', login), 403).json.code, 'account_blocked')
    const me = (await own.signIn()).user.id
    const told = ({ blockReason, blockedBy, blockedByName }: Record<string, unknown>) => [blockReason, blockedBy, blockedByName]
    const by = ['left the company', me, `First ${own.admin.lastName}`]
    assert.deepEqual(told(blocked), by)
    assert.ok(Math.abs(Date.parse(blocked.blockedAt) - app.clock.now().getTime()) < 60_000)
    expectStatus(await block(victim.user.id, token, { reason: 'another' }), 200)
    const read = async (as: string) => expectStatus(await app.get(`/api/v1/admins/${victim.user.id}`, { token: as }), 200).json
    assert.deepEqual(told(await read(token)), by, 'the first block and its reason stay')
    const below = await tokenHolding(app, child.tenant.id, ['admins.view', 'admins.update', 'audit.view'])
    assert.deepEqual(told(await read(below)), ['left the company', null, null], 'nobody above is named')
    const viewer = await read(await tokenHolding(app, own.tenant.id, ['admins.view']))
    assert.ok(!['blockReason', 'blockedBy', 'blockedByName', 'blockedAt'].some((field) => field in viewer))
    assert.equal(viewer.lockoutEnd, null)
    const log = expectStatus(await app.get(`/api/v1/audit?action=admin.blocked&entityId=${victim.user.id}`, { token }), 200).json
    assert.equal(log.totalCount, 1, 'blocking twice is one change')
    assert.deepEqual(log.items[0].changes, { isBlocked: { before: false, after: true } })
    assert.deepEqual(log.items[0].details, { reason: 'left the company' })
    const lifted = expectStatus(await app.post(`/api/v1/admins/${victim.user.id}/unblock`, {}, { token }), 200).json
    assert.deepEqual([...told(lifted), lifted.blockedAt], [null, null, null, null])
    expectStatus(await block(victim.user.id), 200)
    const counts = expectStatus(await app.get(`/api/v1/admins?tenantId=${child.tenant.id}&isBlocked=true`, { token }), 200).json
    assert.equal(counts.totalCount, 1)
  })

  it('200 on the overview path, in the envelope', async () => {
    const child = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
    const { id } = (await child.signIn()).user
    const reply = expectStatus(await app.request('PUT', `/api/v1/admin/${id}/block`, { token, body: {} }), 200).json
    assert.deepEqual([reply.isSuccess, reply.data.isBlocked], [true, true])
  })

  it('403 oneself; 404 the platform’s own; 409 the SuperAdmin for who stands as high', async () => {
    const { code, reason, message } = expectStatus(await block(await me(token)), 403).json
    assert.deepEqual([code, reason, message], ['permission_denied', 'own_account', 'This cannot be done to your own account here.'])
    const superId = await me(root)
    expectStatus(await block(superId), 404)
    expectStatus(await block(superId, root), 403)
    const { kysely } = app.open.service.database
    const viewer = await kysely.selectFrom('roles').select('id').where('seed', '=', 'PlatformViewer').executeTakeFirstOrThrow()
    const body = {
      email: `v-${randomUUID()}@example.test`,
      firstName: 'V',
      lastName: 'V',
      roleId: viewer.id,
      password: 'zuvaqor words here',
    }
    expectStatus(await app.post('/api/v1/admins', body, { token: root }), 201)
    // a platform admin who holds everything, as no route makes one: rank is passed, the state is not
    await kysely.updateTable('roles').set({ reach: 'granted' }).where('id', '=', viewer.id).execute()
    const high = await app.signIn(body.email, body.password, { isPlatformAdmin: true })
    assert.equal(expectStatus(await block(superId, high.accessToken), 409).json.code, 'state_conflict')
    await kysely.updateTable('roles').set({ reach: 'views' }).where('id', '=', viewer.id).execute()
    expectStatus(await app.get('/api/v1/Admins/me', { token: root }), 200)
  })

  it('403 with the excess for one who holds more, or the same with fewer restrictions', async () => {
    const low = await tokenHolding(app, own.tenant.id, ['admins.update', 'admins.view'], { 'admins.view': ['email'] })
    const higher = await me(token)
    assert.ok(expectStatus(await block(higher, low), 403).json.excess.includes('tenants.create'))
    const free = await me(await tokenHolding(app, own.tenant.id, ['admins.view']))
    assert.deepEqual(expectStatus(await block(free, low), 403).json.excess, ['admins.view'])
    const equal = await me(await tokenHolding(app, own.tenant.id, ['admins.view'], { 'admins.view': ['email'] }))
    expectStatus(await block(equal, low), 200)
  })

  it('401 for the second of two who block each other: one of them stays', async () => {
    const pair = await Promise.all(['one', 'two'].map(() => tokenHolding(app, own.tenant.id, ['admins.update', 'admins.view'])))
    const [a, b] = pair as [string, string]
    const ids = await Promise.all([me(a), me(b)])
    const replies = await Promise.all([block(ids[1] as string, a), block(ids[0] as string, b)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 401])
  })
})
