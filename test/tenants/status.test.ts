/** The status of a tenant: which follows which, who may say so, and what it does to everybody in it and below. */
import assert from 'node:assert/strict'
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

type Tenant = Awaited<ReturnType<typeof tenantWithAdmin>>
const put = (id: string, body: unknown, as = token) => app.request('PUT', `/api/v1/Tenants/${id}`, { body, token: as })
const get = async (id: string) => expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token: root }), 200).json
const below = (parentTenantId: string = own.tenant.id) => tenantWithAdmin(app, { parentTenantId, token: root })
const login = ({ tenant, admin }: Tenant) =>
  app.post('/api/v1/auth/admin/login', { identifier: admin.email, password: admin.password, tenantId: tenant.id })
const me = (as: string) => app.get('/api/v1/Admins/me', { token: as })
const refresh = (refreshToken: string) => app.post('/api/v1/auth/admin/refresh', { refreshToken })

const states = ['Active', 'Inactive', 'Suspended', 'Cancelled'] as const
const allowed = new Set(['Active Inactive', 'Active Suspended', 'Inactive Active', 'Suspended Active', 'Inactive Cancelled'])
for (const more of ['Active Cancelled', 'Suspended Cancelled']) allowed.add(more)

/** As its row would be after the way there. */
async function tenantIn(state: (typeof states)[number]): Promise<string> {
  const { tenant } = await below()
  if (state !== 'Active') expectStatus(await put(tenant.id, { status: state }), 200)
  return tenant.id
}

describe('which status follows which', () => {
  for (const from of states) {
    for (const to of states.filter((state) => state !== from)) {
      it(`${from} to ${to}: ${allowed.has(`${from} ${to}`) ? 'yes' : to === 'Active' ? 'by the platform only' : 'no'}`, async () => {
        const id = await tenantIn(from)
        const reply = await put(id, { status: to })
        if (allowed.has(`${from} ${to}`)) {
          assert.deepEqual([expectStatus(reply, 200).json.status, reply.json.isActive], [to, to === 'Active'])
          return
        }
        assert.equal(expectStatus(reply, 409).json.code, 'state_conflict')
        assert.equal((await get(id)).status, from)
        const byPlatform = await put(id, { status: to }, root)
        assert.equal(byPlatform.status, from === 'Cancelled' && to === 'Active' ? 200 : 409)
      })
    }
  }

  it('isActive: true is Active, false is Inactive where it was Active and nothing elsewhere; a contradiction is 400', async () => {
    const id = await tenantIn('Active')
    assert.equal(expectStatus(await put(id, { isActive: false }), 200).json.status, 'Inactive')
    assert.equal(expectStatus(await put(id, { isActive: true }), 200).json.status, 'Active')
    expectStatus(await put(id, { status: 'Suspended', isActive: false, statusReason: 'unpaid' }), 200)
    const still = expectStatus(await put(id, { isActive: false }), 200).json
    assert.deepEqual([still.status, still.statusReason], ['Suspended', 'unpaid'])
    for (const body of [
      { status: 'Active', isActive: false },
      { status: 'Cancelled', isActive: true },
    ]) {
      const refused = expectStatus(await put(id, body), 400).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['validation_failed', 'isActive'])
    }
    assert.equal((await get(id)).status, 'Suspended')
    expectStatus(await put(id, { status: 'Cancelled' }), 200)
    expectStatus(await put(id, { isActive: true }), 409)
  })

  it('a reason goes with its status; both stand in the event, names in one of their own', async () => {
    const id = await tenantIn('Active')
    const { name } = await get(id)
    expectStatus(await put(id, { status: 'Suspended', statusReason: 'unpaid', name: 'Debtor' }), 200)
    assert.equal(expectStatus(await put(id, { statusReason: 'still unpaid' }), 200).json.statusReason, 'still unpaid')
    assert.equal(expectStatus(await put(id, { isActive: true }), 200).json.statusReason, null)
    const log = expectStatus(await app.get(`/api/v1/audit?entityId=${id}&entityType=Tenant&sortDirection=asc`, { token: root }), 200)
    const told = (log.json.items as { action: string; changes: unknown }[]).map(({ action, changes }) => [action, changes])
    assert.deepEqual(told.slice(1), [
      ['tenant.updated', { name: { before: name, after: 'Debtor' } }],
      ['tenant.deactivated', { status: { before: 'Active', after: 'Suspended' }, statusReason: { before: null, after: 'unpaid' } }],
      ['tenant.updated', { statusReason: { before: 'unpaid', after: 'still unpaid' } }],
      ['tenant.activated', { status: { before: 'Suspended', after: 'Active' }, statusReason: { before: 'still unpaid', after: null } }],
    ])
  })
})

describe('who may change it', () => {
  it('403 the own tenant, in whatever spelling, its reason too; sending the present status is no change', async () => {
    const { id } = own.tenant
    for (const spelt of [id, id.toUpperCase()]) {
      for (const body of [{ status: 'Suspended' }, { isActive: false }, { statusReason: 'because' }])
        assert.equal(expectStatus(await put(spelt, body), 403).json.code, 'permission_denied')
    }
    expectStatus(await put(id, { status: 'Active', isActive: true, statusReason: null, description: 'Same' }), 200)
    const { status, statusReason } = await get(id)
    assert.deepEqual([status, statusReason], ['Active', null])
  })

  it('200 strictly below by whoever holds tenants.update there, even of admins who can do more', async () => {
    const victim = await below()
    const { accessToken } = await victim.signIn()
    const narrow = await tokenHolding(app, own.tenant.id, ['tenants.view', 'tenants.update'])
    expectStatus(await put(victim.tenant.id, { status: 'Suspended' }, narrow), 200)
    expectStatus(await me(accessToken), 401)
  })
})

describe('while it is shut', () => {
  for (const [status, code] of [
    ['Inactive', 'tenant_inactive'],
    ['Suspended', 'tenant_suspended'],
    ['Cancelled', 'tenant_cancelled'],
  ] as const) {
    it(`${status}: nobody in it or below signs in, refreshes or goes on; from before nothing ever lives again`, async () => {
      const shut = await below()
      const under = await below(shut.tenant.id)
      const beside = await below()
      const people = [await shut.signIn(), await under.signIn()]
      const free = await beside.signIn()
      expectStatus(await put(shut.tenant.id, { status }), 200)
      for (const person of people) {
        assert.equal(expectStatus(await me(person.accessToken), 401).json.code, 'session_revoked')
        expectStatus(await refresh(person.refreshToken), 401)
      }
      for (const tenant of [shut, under]) {
        assert.equal(expectStatus(await login(tenant), 403).json.code, code)
        const { email } = tenant.admin
        const wrong = { identifier: email, password: 'not the password', tenantId: tenant.tenant.id }
        expectStatus(await app.post('/api/v1/auth/admin/login', wrong), 401)
      }
      expectStatus(await me(free.accessToken), 200)
      expectStatus(await me(token), 200)
      assert.equal((await get(under.tenant.id)).status, 'Active', 'its own status is not its ancestor’s')

      expectStatus(await put(shut.tenant.id, { status: 'Active' }, root), 200)
      for (const person of people) {
        assert.equal(expectStatus(await me(person.accessToken), 401).json.code, 'session_revoked')
        expectStatus(await refresh(person.refreshToken), 401)
      }
      for (const tenant of [shut, under]) {
        const again = expectStatus(await login(tenant), 200).json
        expectStatus(await me(again.accessToken), 200)
        expectStatus(await refresh(again.refreshToken), 200)
      }
    })
  }

  it('a session made under a clock that runs ahead is dead all the same, also after the way back', async () => {
    const shut = await below()
    app.clock.turn(120_000)
    const early = await shut.signIn()
    app.clock.turn(-120_000)
    expectStatus(await put(shut.tenant.id, { status: 'Suspended' }), 200)
    expectStatus(await me(early.accessToken), 401)
    app.clock.turn(120_000)
    expectStatus(await put(shut.tenant.id, { status: 'Active' }), 200)
    expectStatus(await me(early.accessToken), 401)
    app.clock.turn(-120_000)
    assert.equal((await me((await shut.signIn()).accessToken)).status, 200)
  })

  it('the platform still reads and manages it', async () => {
    const { tenant } = await below()
    expectStatus(await put(tenant.id, { status: 'Suspended' }), 200)
    assert.equal(expectStatus(await put(tenant.id, { name: 'Managed' }, root), 200).json.name, 'Managed')
    assert.equal((await get(tenant.id)).status, 'Suspended')
  })
})
