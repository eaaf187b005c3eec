/** Webhooks that are deleted: in the recycle bin, back from it switched off, erased with all they were sent; and with their tenants. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { eventually } from '../rig/ports.ts'
import { addDelivery, addWebhook, hooks, tokenWith } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let root: string
let token: string
let tenantId: string
before(async () => {
  app = await startApp({ background: true })
  of = binOf(app)
  root = await app.superToken()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const at = '/api/v1/recycle-bin'
const remove = (id: string, as = token) => app.request('DELETE', `${hooks}/${id}`, { token: as })
const restore = (id: string, as = token) => app.post(`${at}/${id}/restore`, undefined, { token: as })
const purge = (id: string, as = token) => app.request('DELETE', `${at}/${id}`, { token: as })
const rows = async (id: string) => {
  const { kysely } = app.open.service.database
  return {
    webhooks: await kysely.selectFrom('webhooks').select(['id', 'deletedAt', 'purgedAt']).where('id', '=', id).execute(),
    deliveries: await kysely.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id).execute(),
  }
}

describe('a deleted webhook', () => {
  it('is an entry by its description or host; restored it is switched off until somebody switches it on', async () => {
    const id = await addWebhook(app, tenantId, { url: 'https://one.acme.example/in?key=of-theirs' })
    await app.request('PUT', `${hooks}/${id}`, { token, body: { description: '' } })
    expectStatus(await remove(id), 204)
    const entry = await of.entryOf(id, token)
    assert.deepEqual(
      [entry.entityType, entry.displayName, entry.tenantId, entry.canRestore],
      ['Webhook', 'one.acme.example', tenantId, true],
    )
    const found = expectStatus(await app.get(`${at}?entityType=Webhook&search=one.acme`, { token }), 200).json.items
    assert.deepEqual(
      found.map((one: { id: string }) => one.id),
      [id],
    )
    expectStatus(await restore(id), 200)
    const back = expectStatus(await app.get(`${hooks}/${id}`, { token }), 200).json
    assert.deepEqual([back.isActive, back.disabledReason], [false, 'manual'])
    expectStatus(await restore(id), 404)
    const on = expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body: { isActive: true } }), 200).json
    assert.deepEqual([on.isActive, on.disabledAt, on.disabledReason], [true, null, null])
  })

  it('stays where it is while its tenant has no room for one more', async () => {
    const own = await addTenant(app, { parentId: tenantId })
    const id = await addWebhook(app, own)
    expectStatus(await remove(id), 204)
    for (let n = 0; n < 20; n++) await addWebhook(app, own)
    const entry = await of.entryOf(id, token)
    assert.deepEqual([entry.canRestore, entry.reason], [false, 'quota_exceeded'])
    assert.equal(expectStatus(await restore(id), 409).json.code, 'quota_exceeded')
  })

  it('is shown, restored and erased by who may see, change and delete webhooks alone', async () => {
    const id = await addWebhook(app, tenantId)
    expectStatus(await remove(id), 204)
    const blind = await tokenWith(app, tenantId, ['recyclebin.view', 'recyclebin.restore', 'recyclebin.delete'])
    assert.equal(await of.entryOf(id, blind), undefined)
    assert.equal(expectStatus(await restore(id, blind), 403).json.requiredPermission, 'webhooks.update')
    assert.equal(expectStatus(await purge(id, blind), 403).json.requiredPermission, 'webhooks.delete')
  })

  it('erased takes its deliveries along', async () => {
    const id = await addWebhook(app, tenantId)
    for (let n = 0; n < 3; n++) await addDelivery(app, id)
    expectStatus(await remove(id), 204)
    expectStatus(await purge(id), 204)
    assert.equal(await of.entryOf(id, token), undefined)
    expectStatus(await restore(id), 404)
    await of.erased()
    assert.deepEqual(await rows(id), { webhooks: [], deliveries: [] })
  })
})

describe('somebody who is erased', () => {
  it('is in no body any more that webhooks were sent, but for the word that they were deleted', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const as = (await signIn()).accessToken
    await addWebhook(app, tenant.id, { events: ['*', 'entity.created', 'auth.login.failed'] })
    const gone = await of.addAdmin(tenant.id, undefined, as)
    expectStatus(await app.post('/api/v1/auth/admin/login', { identifier: gone.email, password: 'wrong', tenantId: tenant.id }), 401)
    const told = async () => {
      const { rows } = await sql<{
        event: string
        body: string
      }>`select d.event, d.body from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where w.tenant_id = ${tenant.id} and (d.body like ${`%${gone.id}%`} or d.body like ${`%${gone.email}%`})`.execute(
        app.open.service.database.kysely,
      )
      return rows
    }
    const has = (events: string[]) => async () => {
      const found = (await told()).map(({ event }) => event)
      return events.every((event) => found.includes(event))
    }
    await eventually('what is owed', has(['admin.created', 'entity.created', 'Failed Login Attempt', 'auth.login.failed']))
    await of.remove(`Admins/${gone.id}`, as)
    await eventually('the word that they were deleted', has(['admin.deleted']))
    expectStatus(await of.purge(gone.id, as), 204)
    await of.erased()
    const left = await told()
    assert.deepEqual(
      left.filter(({ body }) => body.includes(gone.email)),
      [],
    )
    assert.ok(left.some(({ event }) => event === 'admin.deleted'))
  })
})

describe('the webhooks of a tenant', () => {
  it('go with it, come back with it as they were, and are erased with it', async () => {
    const own = await addTenant(app, { parentId: tenantId })
    const [active, before] = [await addWebhook(app, own), await addWebhook(app, own)]
    await addDelivery(app, active)
    expectStatus(await remove(before), 204)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${own}`, { token: root }), 204)
    expectStatus(await app.get(`${hooks}/${active}`, { token }), 404)
    assert.equal(await of.entryOf(active, token), undefined, 'no entry of its own')
    expectStatus(await app.post(`${at}/${own}/restore`, undefined, { token: root }), 200)
    assert.equal(expectStatus(await app.get(`${hooks}/${active}`, { token }), 200).json.isActive, true)
    expectStatus(await app.get(`${hooks}/${before}`, { token }), 404)

    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${own}`, { token: root }), 204)
    expectStatus(await purge(own, root), 204)
    await of.erased()
    for (const id of [active, before]) assert.deepEqual(await rows(id), { webhooks: [], deliveries: [] })
    const left = await app.open.service.database.kysely.selectFrom('tenants').select('id').where('id', '=', own).execute()
    assert.deepEqual(left, [])
  })
})
