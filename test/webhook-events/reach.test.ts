/** Who is told of what happens in a tenant: itself, the platform, whoever stands above and asked for it; nobody beside or below. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { listen, owedTo, tell } from './rig.ts'

type Place = Awaited<ReturnType<typeof tenantWithAdmin>>

let app: TestApp
let root: string
const places = {} as Record<'top' | 'parent' | 'own' | 'sibling' | 'child', Place>
const hooks = {} as Record<'platform' | 'top' | 'topAll' | 'parent' | 'parentAll' | 'own' | 'off' | 'deleted' | 'sibling' | 'child', string>

before(async () => {
  app = await startApp()
  root = await app.superToken()
  places.top = await tenantWithAdmin(app)
  places.parent = await tenantWithAdmin(app, { parentTenantId: places.top.tenant.id })
  places.own = await tenantWithAdmin(app, { parentTenantId: places.parent.tenant.id })
  places.sibling = await tenantWithAdmin(app, { parentTenantId: places.parent.tenant.id })
  places.child = await tenantWithAdmin(app, { parentTenantId: places.own.tenant.id })
  await tell(app)
  const at = (name: keyof typeof places, more: { includeDescendants?: boolean; isActive?: boolean } = {}) =>
    listen(app, { tenantId: places[name].tenant.id, events: ['*', 'entity.updated'], ...more })
  hooks.platform = await listen(app, { tenantId: null, events: ['*', 'entity.updated'] })
  hooks.top = await at('top')
  hooks.topAll = await at('top', { includeDescendants: true })
  hooks.parent = await at('parent')
  hooks.parentAll = await at('parent', { includeDescendants: true })
  hooks.own = await at('own')
  hooks.off = await at('own', { isActive: false })
  hooks.deleted = await at('own')
  hooks.sibling = await at('sibling')
  hooks.child = await at('child', { includeDescendants: true })
  const { kysely } = app.open.service.database
  await kysely.updateTable('webhooks').set({ deletedAt: new Date() }).where('id', '=', hooks.deleted).execute()
})

/** What is told of a change, by who is told. */
async function toldOf(change: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const { kysely } = app.open.service.database
  await tell(app)
  await kysely.deleteFrom('webhookDeliveries').execute()
  await change()
  await tell(app)
  const told = await Promise.all(
    Object.entries(hooks).map(async ([name, id]) => [name, (await owedTo(app, id)).map(({ event }) => event)] as const),
  )
  return Object.fromEntries(told.filter(([, events]) => events.length > 0))
}

const put = async (path: string, body: object) => expectStatus(await app.request('PUT', path, { token: root, body }), 200)

describe('what happens in a tenant', () => {
  it('is told to it, to the platform, and to those above that asked for all below', async () => {
    const { items } = (await app.get(`/api/v1/Admins?tenantId=${places.own.tenant.id}`, { token: root })).json
    const told = await toldOf(() => put(`/api/v1/Admins/${items[0].id}`, { firstName: 'Renamed' }))
    const both = ['admin.updated', 'entity.updated']
    assert.deepEqual(told, { platform: both, topAll: both, parentAll: both, own: both })
  })

  it('is told to its parent when the tenant is new, switched off or deleted; of other changes of the record only where all was asked for', async () => {
    const created = await toldOf(() => tenantWithAdmin(app, { parentTenantId: places.own.tenant.id }))
    const all = ['tenant.created', 'admin.created']
    assert.deepEqual(created, { platform: all, topAll: all, parentAll: all, own: ['tenant.created'] })
    const { tenant } = await tenantWithAdmin(app, { parentTenantId: places.own.tenant.id })
    const path = `/api/v1/Tenants/${tenant.id}`
    const shut = await toldOf(() => put(path, { status: 'Suspended', statusReason: 'Unpaid' }))
    const both = ['entity.updated', 'tenant.deactivated']
    assert.deepEqual(shut, { platform: both, topAll: both, parentAll: both, own: ['tenant.deactivated'] })
    const opened = await toldOf(() => put(path, { isActive: true }))
    assert.deepEqual(Object.keys(opened), ['platform', 'topAll', 'parentAll'])
    const deleted = await toldOf(async () => expectStatus(await app.request('DELETE', path, { token: root }), 204))
    const gone = ['tenant.deactivated']
    assert.deepEqual(deleted, { platform: gone, topAll: gone, parentAll: gone, own: gone })
  })

  it('names nobody from above by id, and not whose a tenant is to itself', async () => {
    const { own } = places
    const admins = await Promise.all([0, 1].map(async () => (await addAdmin(app, own.tenant.id)).id))
    const byWhom = async (id: string, token: string) => {
      await toldOf(async () => {
        expectStatus(await app.post(`/api/v1/Admins/${id}/block`, {}, { token }), 200)
        expectStatus(await app.request('DELETE', `/api/v1/Admins/${id}`, { token }), 204)
      })
      const actorsOf = async (hook: string) =>
        (await owedTo(app, hook)).map(({ body: { data } }) => data.blockedBy ?? data.deletedBy ?? data.actorId ?? null)
      return { own: await actorsOf(hooks.own), above: await actorsOf(hooks.parentAll), platform: await actorsOf(hooks.platform) }
    }
    const { accessToken } = await own.signIn()
    const { id: ownAdmin } = (await app.get('/api/v1/Admins/me', { token: accessToken })).json
    const all = (id: string | null) => Array(3).fill(id)
    assert.deepEqual(await byWhom(admins[0]!, accessToken), { own: all(ownAdmin), above: all(ownAdmin), platform: all(ownAdmin) })
    const { id: superAdmin } = (await app.get('/api/v1/Admins/me', { token: root })).json
    assert.deepEqual(await byWhom(admins[1]!, root), { own: all(null), above: all(null), platform: all(superAdmin) })
    // heard of late: the subscription of the new tenant was there before its creation was told
    const { kysely } = app.open.service.database
    await tell(app)
    await kysely.deleteFrom('webhookDeliveries').execute()
    const { tenant } = await tenantWithAdmin(app, { parentTenantId: own.tenant.id })
    const late = await listen(app, { tenantId: tenant.id, events: ['tenant.created'] })
    await tell(app)
    const parentsIn = async (hook: string) =>
      (await owedTo(app, hook))
        .filter(({ event }) => event === 'tenant.created')
        .map(({ body: { data } }) => [data.parentId, (data.parent as { id: string } | null)?.id ?? null])
    assert.deepEqual(await parentsIn(late), [[null, null]])
    assert.deepEqual(await parentsIn(hooks.own), [[own.tenant.id, own.tenant.id]])
  })

  it('is owed while the tenant is shut, to be held', async () => {
    const path = `/api/v1/Tenants/${places.own.tenant.id}`
    const told = await toldOf(() => put(path, { status: 'Suspended' }))
    assert.deepEqual(told.own, ['entity.updated', 'tenant.deactivated'])
    assert.deepEqual(told.parent, ['tenant.deactivated'])
    assert.equal(told.child, undefined)
    await put(path, { isActive: true })
  })

  it('is the platform’s alone where it is of no tenant', async () => {
    const told = await toldOf(() =>
      app.post('/api/v1/auth/admin/login', { identifier: 'nobody', password: 'wrong', isPlatformAdmin: true }),
    )
    assert.deepEqual(told, { platform: ['Failed Login Attempt'] })
  })

  it('says why, when, and what stands above, as they were then', async () => {
    const { tenant } = await tenantWithAdmin(app, { parentTenantId: places.own.tenant.id, name: 'Before' })
    await put(`/api/v1/Tenants/${places.own.tenant.id}`, { name: 'Another name' })
    await put(`/api/v1/Tenants/${tenant.id}`, { name: 'After', status: 'Suspended', statusReason: 'Unpaid' })
    await tell(app)
    const owed = (await owedTo(app, hooks.parentAll)).filter(({ body }) => body.tenantId === tenant.id)
    const dataOf = (name: string) => owed.find(({ event }) => event === name)!.body.data
    const { parent, ...created } = dataOf('tenant.created') as { parent: { id: string; name: string } }
    assert.deepEqual(created, { tenantId: tenant.id, name: 'Before', parentId: places.own.tenant.id, code: tenant.code, settings: {} })
    assert.deepEqual([parent.id, parent.name], [places.own.tenant.id, places.own.tenant.name])
    const { deactivatedAt, ...shut } = dataOf('tenant.deactivated')
    assert.deepEqual(shut, { tenantId: tenant.id, reason: 'Unpaid', status: 'Suspended' })
    assert.equal(deactivatedAt, owed.find(({ event }) => event === 'tenant.deactivated')!.body.timestamp)
  })

  it('is not written twice, however often the fan-out comes to it', async () => {
    const { kysely } = app.open.service.database
    await tell(app)
    const before = await kysely.selectFrom('webhookDeliveries').select('id').orderBy('id').execute()
    const events = await kysely.selectFrom('webhookDeliveries').select('eventId').distinct().execute()
    await kysely
      .insertInto('outbox')
      .values(events.map(({ eventId }) => ({ eventId: eventId as string })))
      .execute()
    await tell(app)
    assert.deepEqual(await kysely.selectFrom('webhookDeliveries').select('id').orderBy('id').execute(), before)
  })
})
