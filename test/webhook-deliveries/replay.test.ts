/** Deliveries that are sent again by hand, one or many, and tests. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countReplayable, type ReplayFilter, replayDeliveries } from '#modules/webhook-deliveries/replay.ts'
import { testWebhook } from '#modules/webhook-deliveries/trial-attempt.ts'
import { openBench } from '../jobs/bench.ts'
import { eventually } from '../rig/ports.ts'
import { hang, startReceiver } from '../rig/receiver.ts'
import { attemptsOf, deliverDue, deliveryOf, dispatching, makeDeliveries, makeWebhook, webhookOf } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench

const replay = (webhookId: string, filter: ReplayFilter) => bench.transact((ctx) => replayDeliveries(ctx, webhookId, filter))
const count = (webhookId: string, filter: ReplayFilter) => countReplayable(bench.ctx(), webhookId, filter)
const shown = async (id: string) => {
  const { status, trigger, attemptNumber, maxAttempts } = await deliveryOf(bench, id)
  return [status, trigger, attemptNumber, maxAttempts]
}

describe('sent again', () => {
  it('what was delivered or has failed has one attempt, under its id, with its bytes', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook, 1, 1)) as [string]
    await deliverDue(bench)
    assert.deepEqual(await replay(webhook, { ids: [id] }), { affected: 1 })
    assert.deepEqual(await shown(id), ['Pending', 'manual', 1, 2])
    assert.deepEqual(await replay(webhook, { ids: [id] }), { affected: 0 }, 'it is on its way')
    await deliverDue(bench)
    assert.deepEqual(await shown(id), ['Failed', 'manual', 2, 2])
    receiver.answer = 200
    await replay(webhook, { ids: [id] })
    await deliverDue(bench)
    assert.deepEqual(await shown(id), ['Delivered', 'manual', 3, 3])
    await replay(webhook, { ids: [id] })
    assert.equal((await deliveryOf(bench, id)).deliveredAt, null)
    await deliverDue(bench)
    assert.deepEqual(await shown(id), ['Delivered', 'manual', 4, 4])
    assert.deepEqual(new Set(receiver.received.map(({ headers, body }) => `${headers['x-webhook-id']} ${body}`)).size, 1)
    assert.deepEqual(
      (await attemptsOf(bench, id)).map(({ number, trigger }) => [number, trigger]),
      [
        [1, 'automatic'],
        [2, 'manual'],
        [3, 'manual'],
        [4, 'manual'],
      ],
    )
  })

  it('what is still tried has an attempt beside its plan, which a failure leaves as it was and a success ends', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await deliverDue(bench)
    const planned = (await deliveryOf(bench, id)).nextAttemptAt
    assert.deepEqual(await replay(webhook, { ids: [id] }), { affected: 1 })
    assert.deepEqual(await replay(webhook, { ids: [id] }), { affected: 0 })
    assert.deepEqual((await deliveryOf(bench, id)).plannedAt, planned)
    await deliverDue(bench)
    const { nextAttemptAt, plannedAt } = await deliveryOf(bench, id)
    assert.deepEqual([nextAttemptAt, plannedAt, ...(await shown(id))], [planned, null, 'Retrying', 'automatic', 2, 7])
    // the plan has five attempts left, the next after five minutes
    clock.turn(61)
    await deliverDue(bench)
    const again = await deliveryOf(bench, id)
    assert.equal(Math.round((again.nextAttemptAt!.getTime() - again.lastAttemptAt!.getTime() - again.durationMs!) / 1000), 300)
    receiver.answer = 200
    await replay(webhook, { ids: [id] })
    await deliverDue(bench)
    assert.deepEqual(await shown(id), ['Delivered', 'manual', 4, 7])
    assert.equal((await deliveryOf(bench, id)).nextAttemptAt, null)
  })

  it('what is being tried at this moment, or waits for its first attempt, is left alone', async () => {
    const receiver = await startReceiver(hang)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const ids = await makeDeliveries(bench, webhook, 2)
    assert.equal(await count(webhook, {}), 0)
    await dispatching(bench, async () => {
      await eventually('both to be tried', () => receiver.received.length === 2)
      assert.deepEqual(await replay(webhook, { ids }), { affected: 0 })
    })
    await database.kysely.deleteFrom('webhooks').where('id', '=', webhook).execute()
  })

  it('many: by time, status, event and id, the oldest first, no test, and not of a subscription that is off', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const early = await makeDeliveries(bench, webhook, 3, 1)
    await deliverDue(bench)
    clock.turn(3600)
    const from = clock.now()
    receiver.answerNext(200, 200)
    const late = await makeDeliveries(bench, webhook, 3, 1)
    await deliverDue(bench)
    await database.kysely.updateTable('webhookDeliveries').set({ event: 'user.verified' }).where('id', '=', early[0]!).execute()
    await testWebhook(bench.ctx(), webhook, { event: 'webhook.test', body: '{}' })
    const cases: [ReplayFilter, number][] = [
      [{}, 6],
      [{ withTests: true }, 7],
      [{ from }, 3],
      [{ to: from }, 3],
      [{ from, status: ['Failed'] }, 1],
      [{ status: ['Failed'] }, 4],
      [{ status: ['Delivered', 'Failed'], events: ['user.verified'] }, 1],
      [{ ids: [early[0]!, late[0]!] }, 2],
    ]
    for (const [filter, expected] of cases) assert.equal(await count(webhook, filter), expected, JSON.stringify(filter))
    receiver.received.length = 0
    receiver.answer = 200
    assert.deepEqual(await replay(webhook, {}), { affected: 6 })
    assert.equal(await count(webhook, {}), 0)
    const rows = await database.kysely
      .selectFrom('webhookDeliveries')
      .select('id')
      .where('status', '=', 'Pending')
      .orderBy('nextAttemptAt')
      .execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      [...early, ...late],
    )
    await deliverDue(bench)
    assert.equal(receiver.received.length, 6)
    await database.kysely.updateTable('webhooks').set({ isActive: false }).where('id', '=', webhook).execute()
    assert.equal(await replay(webhook, {}), 'inactive')
    assert.equal(await replay(crypto.randomUUID(), {}), 'inactive')
  })

  it('at most ten thousand', async () => {
    const receiver = await startReceiver()
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const ids = await makeDeliveries(bench, webhook, 10_001)
    await database.kysely
      .updateTable('webhookDeliveries')
      .set({ status: 'Failed', nextAttemptAt: null })
      .where('webhookId', '=', webhook)
      .execute()
    assert.equal(await count(webhook, {}), 10_000)
    assert.deepEqual(await replay(webhook, {}), { affected: 10_000 })
    assert.deepEqual((await deliveryOf(bench, ids.at(-1)!)).status, 'Failed')
    await database.kysely.deleteFrom('webhooks').where('id', '=', webhook).execute()
  })
})

describe('a test', () => {
  it('is one attempt, also at a subscription that is off, in the log, and counts for nothing else', async () => {
    const receiver = await startReceiver({ status: 500, body: 'no' })
    const webhook = await makeWebhook(bench, { url: receiver.url, isActive: false })
    const told: string[] = []
    const sent = await testWebhook(bench.ctx(), webhook, {
      event: 'webhook.test',
      body: '{"data":{"test":true}}',
      alongside: async (_, id) => void told.push(id),
    })
    assert.ok(typeof sent === 'object')
    assert.deepEqual([sent.status, sent.httpStatus, sent.responseBody, sent.error], ['Failed', 500, 'no', null])
    assert.deepEqual(told, [sent.eventId])
    assert.equal(receiver.received[0]!.headers['x-webhook-id'], sent.eventId)
    const row = await deliveryOf(bench, sent.eventId)
    assert.deepEqual([row.isTest, row.status, row.attemptNumber, row.nextAttemptAt, row.eventId], [true, 'Failed', 1, null, null])
    assert.equal((await attemptsOf(bench, sent.eventId)).length, 1)
    const { consecutiveFailures, lastStatus, failingSince } = await webhookOf(bench, webhook)
    assert.deepEqual([consecutiveFailures, lastStatus, failingSince], [0, null, null])
    assert.deepEqual(await database.kysely.selectFrom('webhookHours').selectAll().where('webhookId', '=', webhook).execute(), [])
  })

  it('can be sent again where the subscription must not tell everything: it tells of nobody', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url, masks: { users: ['email'] } })
    const sent = await testWebhook(bench.ctx(), webhook, { event: 'webhook.test', body: '{"data":{"test":true}}' })
    assert.ok(typeof sent === 'object')
    receiver.answer = 200
    assert.deepEqual(await replay(webhook, { ids: [sent.eventId], withTests: true }), { affected: 1 })
    await deliverDue(bench)
    assert.deepEqual([(await deliveryOf(bench, sent.eventId)).error, ...(await shown(sent.eventId))], [null, 'Delivered', 'manual', 2, 2])
    assert.equal(receiver.received.length, 2)
  })

  it('may be sent ten times a minute, however many ask at once', async () => {
    const receiver = await startReceiver()
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const send = () => testWebhook(bench.ctx(), webhook, { event: 'webhook.test', body: '{}' })
    const results = await Promise.all(Array.from({ length: 16 }, send))
    assert.deepEqual([results.filter((result) => result === 'too_many').length, receiver.received.length], [6, 10])
    clock.turn(61)
    assert.equal(typeof (await send()), 'object')
    assert.equal(await testWebhook(bench.ctx(), crypto.randomUUID(), { event: 'webhook.test', body: '{}' }), 'unknown')
  })
})
