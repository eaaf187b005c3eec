/** The life of a delivery: which states it goes through, when it is tried again, and what its subscription learns of it. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { type Receiver, type ReceiverAnswer, startReceiver } from '../rig/receiver.ts'
import { attemptsOf, deliverDue, deliveryOf, dispatching, makeDeliveries, makeWebhook, webhookOf } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench

const events = async (entityId: string) =>
  (
    await database.kysely.selectFrom('events').select(['type', 'data', 'tenantId']).where('entityId', '=', entityId).orderBy('id').execute()
  ).map(({ type, data }) => [type, data] as const)
/** What is told of one delivery that was given up. */
const failedOnce = ({ url }: Receiver, deliveryId: string, reason = 'attempts_failed') =>
  ['webhook.delivery_failed', { reason, host: new URL(url).host, deliveryId, event: 'admin.created', deliveries: 1 }] as const
const hoursOf = async (webhookId: string) => {
  const hours = await database.kysely.selectFrom('webhookHours').selectAll().where('webhookId', '=', webhookId).execute()
  return [hours.reduce((n, { delivered }) => n + delivered, 0), hours.reduce((n, { failed }) => n + failed, 0)]
}
const secondsUntil = async (id: string) => {
  const { nextAttemptAt, lastAttemptAt, durationMs } = await deliveryOf(bench, id)
  return nextAttemptAt === null ? null : Math.round((nextAttemptAt.getTime() - lastAttemptAt!.getTime() - durationMs!) / 1000)
}

describe('a delivery', () => {
  it('is delivered by the first 2xx, with its attempt in the log', async () => {
    const receiver = await startReceiver({ status: 204 })
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await deliverDue(bench)
    const delivery = await deliveryOf(bench, id)
    assert.deepEqual(
      [delivery.status, delivery.attemptNumber, delivery.httpStatus, delivery.error, delivery.nextAttemptAt, delivery.leaseUntil],
      ['Delivered', 1, 204, null, null, null],
    )
    assert.ok(delivery.deliveredAt && delivery.durationMs! >= 0)
    const [attempt] = await attemptsOf(bench, id)
    assert.deepEqual([attempt!.number, attempt!.trigger, attempt!.url, attempt!.httpStatus], [1, 'automatic', receiver.url, 204])
    assert.equal((attempt!.requestHeaders as Record<string, string>)['x-webhook-id'], id)
    assert.deepEqual(await hoursOf(webhook), [1, 0])
    const { lastStatus, lastDeliveryAt, consecutiveFailures, failingSince } = await webhookOf(bench, webhook)
    assert.deepEqual([lastStatus, consecutiveFailures, failingSince], ['Delivered', 0, null])
    assert.ok(lastDeliveryAt)
    await receiver.close()
  })

  for (const [retryPolicy, waits] of [
    ['persistent', [60, 300, 1800, 7200, 43_200]],
    ['exponential', [30, 60, 120]],
  ] as const)
    it(`is tried again after ${waits.join(', ')} s from each failure with the same bytes, then has failed (${retryPolicy})`, async () => {
      const receiver = await startReceiver(500)
      const webhook = await makeWebhook(bench, { url: receiver.url, retryPolicy })
      const [id] = (await makeDeliveries(bench, webhook, 1, waits.length + 1)) as [string]
      for (const wait of waits) {
        await deliverDue(bench)
        assert.equal((await deliveryOf(bench, id)).status, 'Retrying')
        assert.equal(await secondsUntil(id), wait)
        clock.turn(wait - 5)
        await deliverDue(bench)
        clock.turn(5)
      }
      assert.equal(receiver.received.length, waits.length, 'never early')
      await deliverDue(bench)
      const { status, nextAttemptAt, attemptNumber, httpStatus } = await deliveryOf(bench, id)
      assert.deepEqual([status, nextAttemptAt, attemptNumber, httpStatus], ['Failed', null, waits.length + 1, 500])
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
      assert.deepEqual(
        receiver.received.map(({ headers }) => [headers['x-webhook-id'], headers['x-webhook-attempt']]),
        Array.from({ length: waits.length + 1 }, (_, n) => [id, String(n + 1)]),
      )
      assert.equal((await attemptsOf(bench, id)).length, waits.length + 1)
      assert.deepEqual(await hoursOf(webhook), [0, 1])
      assert.deepEqual(await events(webhook), [failedOnce(receiver, id)])
      await receiver.close()
    })

  it('tells of failed deliveries once an hour at most', async () => {
    const receiver = await startReceiver(404)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    for (const minutes of [0, 30, 31]) {
      clock.turn(minutes * 60)
      await makeDeliveries(bench, webhook, 2, 1)
      await deliverDue(bench)
    }
    const told = (await events(webhook)).map(([type]) => type)
    assert.deepEqual(told, ['webhook.delivery_failed', 'webhook.delivery_failed'])
    await receiver.close()
  })

  it('is tried again after every failure but 410, and a receiver may ask for up to twice the wait', async () => {
    const cases: [ReceiverAnswer, number][] = [
      [302, 60],
      [404, 60],
      [501, 60],
      [{ status: 429, headers: { 'retry-after': '90' } }, 90],
      [{ status: 503, headers: { 'retry-after': '5' } }, 60],
      [{ status: 503, headers: { 'retry-after': '86400' } }, 120],
    ]
    for (const [answer, wait] of cases) {
      const receiver = await startReceiver(answer)
      const [id] = (await makeDeliveries(bench, await makeWebhook(bench, { url: receiver.url }))) as [string]
      await deliverDue(bench)
      assert.equal(await secondsUntil(id), wait)
      await receiver.close()
    }
  })

  it('that is answered 410 has failed, and its subscription is off', async () => {
    const receiver = await startReceiver(410)
    const tenantId = await makeTenant(database, clock.now(), null)
    const webhook = await makeWebhook(bench, { url: receiver.url, tenantId })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await deliverDue(bench)
    const { isActive, disabledReason, disabledAt, version } = await webhookOf(bench, webhook)
    assert.deepEqual([(await deliveryOf(bench, id)).status, isActive, disabledReason, version], ['Failed', false, 'gone', 2])
    assert.ok(disabledAt)
    const host = new URL(receiver.url).host
    assert.deepEqual(await events(webhook), [['webhook.disabled', { reason: 'gone', host }]], 'told once')
    await receiver.close()
  })

  it('that has failed otherwise is told of beside a 410 that came with it, the 410 not counted', async () => {
    const receiver = await startReceiver((request, response) => {
      response.writeHead(request.headers['x-webhook-attempt'] === '1' ? 410 : 500).end()
    })
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [gone, failing] = (await makeDeliveries(bench, webhook, 2)) as [string, string]
    await database.kysely.updateTable('webhookDeliveries').set({ attemptNumber: 5 }).where('id', '=', failing).execute()
    await deliverDue(bench)
    assert.deepEqual([(await deliveryOf(bench, gone)).httpStatus, (await deliveryOf(bench, failing)).httpStatus], [410, 500])
    const told = await events(webhook)
    assert.deepEqual(
      new Map<string, unknown>(told),
      new Map<string, unknown>([['webhook.disabled', { reason: 'gone', host: new URL(receiver.url).host }], failedOnce(receiver, failing)]),
    )
    assert.equal(told.length, 2)
    await receiver.close()
  })

  it('that is given up unsent is told of with the reason: no attempt has failed', async () => {
    const receiver = await startReceiver()
    for (const [reason, why] of [
      ['fields_restricted', { masks: JSON.stringify({}) }],
      ['attempt_lost', { losses: 10 }],
    ] as const) {
      const webhook = await makeWebhook(bench, { url: receiver.url, masks: { users: ['email'] } })
      const [id] = (await makeDeliveries(bench, webhook)) as [string]
      await database.kysely.updateTable('webhookDeliveries').set(why).where('id', '=', id).execute()
      await deliverDue(bench)
      assert.equal((await deliveryOf(bench, id)).error, reason)
      assert.deepEqual(await events(webhook), [failedOnce(receiver, id, reason)])
    }
    assert.equal(receiver.received.length, 0)
    await receiver.close()
  })

  it('that is answered 410 by an address which is no longer that of its subscription is tried again at the present one', async () => {
    const answering = Promise.withResolvers<ServerResponse>()
    const former = await startReceiver((_, response) => answering.resolve(response))
    const receiver = await startReceiver()
    const webhook = await makeWebhook(bench, { url: former.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await dispatching(bench, async () => {
      const response = await answering.promise
      await database.kysely.updateTable('webhooks').set({ url: receiver.url }).where('id', '=', webhook).execute()
      response.writeHead(410).end()
      await eventually('the answer to be written', async () => (await attemptsOf(bench, id)).length === 1)
    })
    const { isActive, disabledReason, version, consecutiveFailures } = await webhookOf(bench, webhook)
    assert.deepEqual([isActive, disabledReason, version, consecutiveFailures], [true, null, 1, 1])
    const { status, attemptNumber, httpStatus } = await deliveryOf(bench, id)
    assert.deepEqual([status, attemptNumber, httpStatus, await secondsUntil(id)], ['Retrying', 1, 410, 60])
    assert.deepEqual([await hoursOf(webhook), await events(webhook)], [[0, 0], []])
    clock.turn(61)
    await deliverDue(bench)
    assert.deepEqual([(await deliveryOf(bench, id)).status, receiver.received.length], ['Delivered', 1])
    for (const each of [former, receiver]) await each.close()
  })
})

describe('a subscription that fails', () => {
  /** Deliveries of one attempt each, one after the other. */
  const failures = async (webhook: string, count: number) => {
    for (let n = 0; n < count; n++) {
      await makeDeliveries(bench, webhook, 1, 1)
      await deliverDue(bench)
    }
  }
  const typesOf = async (webhook: string) =>
    (await events(webhook)).map(([type]) => type).filter((type) => type !== 'webhook.delivery_failed')

  it('is warned of after a day, and off after three days and ten failures: both, not one', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    await failures(webhook, 1)
    clock.turn(23 * 3600)
    await failures(webhook, 11)
    assert.deepEqual(await typesOf(webhook), [])
    clock.turn(3601)
    await failures(webhook, 2)
    assert.deepEqual(await typesOf(webhook), ['webhook.failing'])
    // days, but few failures
    await database.kysely.updateTable('webhooks').set({ consecutiveFailures: 1 }).where('id', '=', webhook).execute()
    clock.turn(3 * 86_400)
    await failures(webhook, 8)
    assert.equal((await webhookOf(bench, webhook)).isActive, true)
    await failures(webhook, 1)
    const { isActive, disabledReason } = await webhookOf(bench, webhook)
    assert.deepEqual([isActive, disabledReason], [false, 'consecutive_failures'])
    assert.deepEqual(await typesOf(webhook), ['webhook.failing', 'webhook.disabled'])
    await receiver.close()
  })

  it('begins anew with a success', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    await failures(webhook, 9)
    clock.turn(4 * 86_400)
    receiver.answerNext(200)
    await failures(webhook, 1)
    assert.deepEqual([(await webhookOf(bench, webhook)).consecutiveFailures, (await webhookOf(bench, webhook)).failingSince], [0, null])
    await failures(webhook, 3)
    const { isActive, consecutiveFailures } = await webhookOf(bench, webhook)
    assert.deepEqual([isActive, consecutiveFailures], [true, 3])
    await receiver.close()
  })
})
