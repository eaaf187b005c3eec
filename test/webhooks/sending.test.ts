/** What people have a subscription sent: a test of it, and deliveries once more. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { daysMs } from '#core/clock.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { addDelivery, addWebhook, hooks, tokenWith, wanted } from './rig.ts'

let app: TestApp
let token: string
let tenantId: string
let receiver: Receiver
before(async () => {
  app = await startApp()
  receiver = await startReceiver()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const create = async (more: object = {}) =>
  expectStatus(await app.post(hooks, wanted({ url: receiver.url, ...more }), { token }), 201).json as { id: string; secret: string }
const test = (id: string, body: object | undefined = undefined, as = token) => app.post(`${hooks}/${id}/test`, body, { token: as })
const set = async (body: object) => expectStatus(await app.request('PUT', '/api/v1/settings', { token: await app.superToken(), body }), 200)
const rowOf = (id: string) =>
  app.open.service.database.kysely.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const told = async (id: string, type: string) =>
  await app.open.service.database.kysely
    .selectFrom('events')
    .select(['data', 'entityName'])
    .where('entityId', '=', id)
    .where('type', '=', type)
    .orderBy('id')
    .execute()

describe('a test', () => {
  it('sends the example at once, signed, with `test: true`, and stands in the log and in the audit log', async () => {
    const { id, secret } = await create({ isActive: false })
    receiver.received.length = 0
    receiver.answerNext({ status: 202, body: 'taken' })
    const answer = expectStatus(await test(id, { event: 'user.created' }), 200).json
    const { eventId, duration, ...rest } = answer
    assert.deepEqual(rest, { success: true, status: 'Delivered', httpStatus: 202, responseBody: 'taken', error: null })
    const [sent] = receiver.received
    const body = JSON.parse(sent!.body)
    assert.deepEqual([body.event, body.tenantId, body.data.test], ['user.created', tenantId, true])
    assert.equal(sent!.headers['x-webhook-signature'], `sha256=${createHmac('sha256', secret).update(sent!.body).digest('hex')}`)
    assert.equal(sent!.headers['x-webhook-id'], eventId)
    const logged = expectStatus(await app.get(`${hooks}/${id}/logs/${eventId}`, { token }), 200).json
    assert.deepEqual([logged.isTest, logged.request.body, logged.attempts.length], [true, sent!.body, 1])
    assert.ok(!JSON.stringify(logged).includes(secret))
    assert.deepEqual(
      (await told(id, 'webhook.tested')).map(({ data }) => data),
      [{ deliveryId: eventId, event: 'user.created' }],
    )
  })

  it('keeps an answer of markup as text, and leaves nothing of it to a browser', async () => {
    const { id } = await create()
    const body = `</script><script>alert(1)</script><img src=x onerror='alert("2")'>\u2028`
    receiver.answerNext({ status: 200, headers: { 'content-type': 'text/html' }, body })
    const { eventId, responseBody } = expectStatus(await test(id), 200).json
    assert.equal(responseBody, body)
    const read = expectStatus(await app.get(`${hooks}/${id}/logs/${eventId}`, { token }), 200)
    assert.match(String(read.headers['content-type']), /^application\/json/)
    assert.equal(read.headers['x-content-type-options'], 'nosniff')
    assert.equal(read.json.attempts[0].responseBody, body)
  })

  it('does not leave in the name of a tenant that is shut, whoever asks', async () => {
    const shut = await tenantWithAdmin(app)
    const { accessToken } = await shut.signIn()
    const { id } = expectStatus(await app.post(hooks, wanted({ url: receiver.url }), { token: accessToken }), 201).json
    const set = (status: 'Active' | 'Suspended') =>
      app.open.service.database.kysely.updateTable('tenants').set({ status }).where('id', '=', shut.tenant.id).execute()
    receiver.received.length = 0
    await set('Suspended')
    const token = await app.superToken()
    for (const at of [hooks, '/api/webhooks'])
      assert.equal(expectStatus(await app.post(`${at}/${id}/test`, {}, { token }), 409).json.code, 'state_conflict')
    assert.deepEqual([receiver.received.length, (await told(id, 'webhook.tested')).length], [0, 0])
    await set('Active')
    expectStatus(await test(id, {}, await app.superToken()), 200)
    assert.equal(receiver.received.length, 1)
  })

  it('does not leave while webhooks are switched off for the whole service', async () => {
    const { id } = await create()
    receiver.received.length = 0
    await set({ features: { webhooks: false } })
    for (const at of [hooks, '/api/webhooks'])
      assert.equal(expectStatus(await app.post(`${at}/${id}/test`, {}, { token }), 409).json.code, 'state_conflict')
    expectStatus(await test(randomUUID(), {}), 404)
    assert.deepEqual([receiver.received.length, (await told(id, 'webhook.tested')).length], [0, 0])
    await set({ features: { webhooks: null } })
    // what was refused is not counted against the minute
    for (let n = 0; n < 10; n++) expectStatus(await test(id), 200)
    assert.equal(receiver.received.length, 10)
  })

  it('200 whatever the receiver makes of it, and no failure of the subscription', async () => {
    const { id } = await create()
    receiver.answerNext(500)
    const failed = expectStatus(await test(id), 200).json
    assert.deepEqual([failed.success, failed.status, failed.httpStatus], [false, 'Failed', 500])
    const nowhere = await create({ url: 'http://127.0.0.1:9/' })
    const unreached = expectStatus(await test(nowhere.id, {}), 200).json
    assert.deepEqual([unreached.success, unreached.httpStatus, unreached.error], [false, null, 'connection_refused'])
    const shown = expectStatus(await app.get(`${hooks}/${id}`, { token }), 200).json
    assert.deepEqual([shown.consecutiveFailures, shown.failingSince, shown.lastStatus], [0, null, null])
  })

  it('refused: an event that nobody knows, a deleted subscription, the eleventh in a minute', async () => {
    const { id } = await create()
    const unknown = expectStatus(await test(id, { event: 'admin.create' }), 400).json
    assert.deepEqual(
      [unknown.code, unknown.errors[0].field, unknown.near.includes('admin.created')],
      ['webhook_event_unknown', 'event', true],
    )
    expectStatus(await test(id, { event: 1 }), 400)
    for (let n = 0; n < 10; n++) expectStatus(await test(id), 200)
    const reply = expectStatus(await test(id), 429)
    const seconds = Number(reply.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 60, String(seconds))
    expectStatus(await app.request('DELETE', `${hooks}/${id}`, { token }), 204)
    expectStatus(await test(id), 404)
  })

  it('and replays need the permission to change webhooks', async () => {
    const id = await addWebhook(app, tenantId)
    const eventId = await addDelivery(app, id)
    const viewer = await tokenWith(app, tenantId, ['webhooks.view'])
    for (const path of ['test', `logs/${eventId}/replay`, 'replay'])
      expectStatus(await app.post(`${hooks}/${id}/${path}`, {}, { token: viewer }), 403)
  })
})

describe('a delivery sent again', () => {
  const replay = (id: string, eventId: string) => app.post(`/api/webhooks/${id}/logs/${eventId}/replay`, undefined, { token })

  it('202: it waits for one attempt; one that is on its way already: 409', async () => {
    const id = await addWebhook(app, tenantId)
    for (const status of ['Delivered', 'Failed'] as const) {
      const eventId = await addDelivery(app, id, { status })
      assert.deepEqual(expectStatus(await replay(id, eventId), 202).json, { affected: 1, message: '1 delivery is sent again.' })
      const row = await rowOf(eventId)
      assert.deepEqual([row.status, row.trigger], ['Pending', 'manual'])
      assert.equal(expectStatus(await replay(id, eventId), 409).json.code, 'state_conflict')
    }
    assert.equal((await told(id, 'webhook.replayed')).length, 2)
  })

  it('404 for one of another subscription, 409 while it is off', async () => {
    const [id, other] = [await addWebhook(app, tenantId), await addWebhook(app, tenantId)]
    const eventId = await addDelivery(app, other)
    expectStatus(await replay(id, eventId), 404)
    expectStatus(await app.request('PUT', `${hooks}/${other}`, { token, body: { isActive: false } }), 200)
    assert.equal(expectStatus(await replay(other, eventId), 409).json.code, 'webhook_inactive')
    assert.equal((await rowOf(eventId)).status, 'Delivered')
  })
})

describe('many deliveries sent again', () => {
  const replay = (id: string, body: object) => app.post(`${hooks}/${id}/replay`, body, { token })

  it('those that failed, if nothing else is said; by event, id, state and time; a dry run answers 200 and does nothing', async () => {
    const id = await addWebhook(app, tenantId)
    const now = app.clock.now()
    const at = (days: number) => new Date(now.getTime() - daysMs(days))
    const [failed, other, done] = [
      await addDelivery(app, id, { status: 'Failed', createdAt: at(1) }),
      await addDelivery(app, id, { status: 'Failed', createdAt: at(3), event: 'tenant.created' }),
      await addDelivery(app, id, { status: 'Delivered', createdAt: at(1) }),
    ]
    await addDelivery(app, id, { status: 'Failed', createdAt: at(15) })
    const count = async (body: object) => expectStatus(await replay(id, { ...body, dryRun: true }), 200).json
    assert.deepEqual(await count({}), { affected: 2 })
    assert.deepEqual(await count({ events: ['tenant.created'] }), { affected: 1 })
    assert.deepEqual(await count({ status: ['Failed', 'Delivered'] }), { affected: 3 })
    assert.deepEqual(await count({ from: at(2).toISOString() }), { affected: 1 })
    assert.deepEqual(await count({ from: at(16).toISOString(), to: at(2).toISOString() }), { affected: 2 })
    assert.deepEqual(await count({ eventIds: [failed, done] }), { affected: 1 })
    assert.equal((await rowOf(failed)).status, 'Failed')
    assert.deepEqual(expectStatus(await replay(id, {}), 202).json, { affected: 2, message: '2 deliveries are sent again.' })
    for (const eventId of [failed, other]) assert.equal((await rowOf(eventId)).status, 'Pending')
    assert.equal((await rowOf(done)).status, 'Delivered')
    assert.deepEqual(
      (await told(id, 'webhook.replayed')).map(({ data }) => [data.affected, data.status]),
      [[2, ['Failed']]],
    )
  })

  it('of as many days as the setting says, at most and if nothing else is said', async () => {
    const id = await addWebhook(app, tenantId)
    const ago = (days: number) => new Date(app.clock.now().getTime() - daysMs(days))
    for (const days of [1, 5, 20, 40]) await addDelivery(app, id, { status: 'Failed', createdAt: ago(days) })
    const count = async (body: object) => expectStatus(await replay(id, { ...body, dryRun: true }), 200).json.affected
    for (const [replayMaxDays, within, affected] of [
      [3, 2, 1],
      [30, 29, 3],
    ] as const) {
      await set({ webhooks: { replayMaxDays } })
      assert.deepEqual([await count({}), await count({ from: ago(within).toISOString() })], [affected, affected])
      const { json } = expectStatus(await replay(id, { from: ago(replayMaxDays + 1).toISOString() }), 400)
      assert.deepEqual([json.errors[0].field, json.errors[0].code], ['from', 'too_small'])
    }
    await set({ webhooks: { replayMaxDays: null } })
    assert.equal(await count({}), 2)
  })

  it('refused: more than fourteen days, what is none, a subscription that is off', async () => {
    const id = await addWebhook(app, tenantId)
    const now = app.clock.now().getTime()
    const ago = (days: number) => new Date(now - daysMs(days)).toISOString()
    for (const body of [
      { from: ago(15) },
      { from: ago(1), to: ago(2) },
      { status: [] },
      { status: ['Sent'] },
      { eventIds: ['x'] },
      { from: 'x' },
    ])
      expectStatus(await replay(id, body), 400)
    expectStatus(await app.request('PUT', `${hooks}/${id}`, { token, body: { isActive: false } }), 200)
    for (const dryRun of [true, false]) assert.equal(expectStatus(await replay(id, { dryRun }), 409).json.code, 'webhook_inactive')
  })
})
