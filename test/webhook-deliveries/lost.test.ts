/** Deliveries whose processes end without a word: how often, which of them is held to be the cause, and that no attempt is used up by it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { after, secondsMs } from '#core/clock.ts'
import { type ClaimedDelivery, claimDue, lockTargets, releaseAll } from '#modules/webhook-deliveries/claims.ts'
import { Places } from '#modules/webhook-deliveries/places.ts'
import { replayDeliveries } from '#modules/webhook-deliveries/replay.ts'
import { webhookNumbers } from '#modules/webhook-deliveries/webhook-numbers.ts'
import { openBench } from '../jobs/bench.ts'
import { eventually } from '../rig/ports.ts'
import { hang, startReceiver } from '../rig/receiver.ts'
import { deliverDue, deliveryOf, dispatching, makeDeliveries, makeWebhook, secretOfRows, webhookOf } from './rows.ts'

const bench = await openBench()
const { database, clock, service } = bench
const numbers = webhookNumbers(service)

/** What a process does that dies at once: it claims. @returns what it had */
async function claimAndDie(webhookId: string): Promise<ClaimedDelivery[]> {
  const now = clock.now()
  return await database.transaction(async (tx) =>
    claimDue(tx, await lockTargets(tx, [webhookId]), new Places(() => numbers).room(), now, after(now, secondsMs(numbers.leaseSeconds))),
  )
}
async function lose(webhookId: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    assert.equal((await claimAndDie(webhookId)).length, 1)
    clock.turn(61)
  }
}

describe('a delivery that was lost', () => {
  it('nine times in a row is tried, and has all its attempts', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await lose(webhook, 9)
    await deliverDue(bench)
    const { status, attemptNumber, maxAttempts, losses } = await deliveryOf(bench, id)
    assert.deepEqual([status, attemptNumber, maxAttempts, losses], ['Retrying', 1, 6, 0])
    await database.kysely.deleteFrom('webhooks').where('id', '=', webhook).execute()
  })

  it('ten times in a row is given up untried, and whoever sends it again has it tried', async () => {
    const receiver = await startReceiver()
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    await lose(webhook, 10)
    await deliverDue(bench)
    const { status, error, attemptNumber } = await deliveryOf(bench, id)
    assert.deepEqual([status, error, attemptNumber, receiver.received.length], ['Failed', 'attempt_lost', 0, 0])
    assert.equal((await webhookOf(bench, webhook)).consecutiveFailures, 0)
    await bench.transact((ctx) => replayDeliveries(ctx, webhook, { ids: [id] }))
    await deliverDue(bench)
    assert.deepEqual([(await deliveryOf(bench, id)).status, receiver.received.length], ['Delivered', 1])
  })

  it('twice in a row is tried with no other such beside it, so that one alone ends a process', async () => {
    const webhook = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
    const ids = await makeDeliveries(bench, webhook, 4)
    for (let n = 0; n < 2; n++) {
      assert.equal((await claimAndDie(webhook)).length, 4)
      clock.turn(61)
    }
    const [fresh] = (await makeDeliveries(bench, webhook)) as [string]
    const claimed = await claimAndDie(webhook)
    assert.deepEqual(
      new Map(claimed.map(({ id, losses }) => [id, losses])),
      new Map([
        [ids[0], 2],
        [fresh, 0],
      ]),
    )
    await database.kysely.deleteFrom('webhooks').where('id', '=', webhook).execute()
  })

  it('is due at once when the embedded database is opened, but for one that is suspect', async () => {
    const webhook = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
    await makeDeliveries(bench, webhook)
    const afterStart = async () => {
      await releaseAll(database.kysely, numbers.suspectLosses)
      return await claimAndDie(webhook)
    }
    await claimAndDie(webhook)
    assert.deepEqual(
      (await afterStart()).map(({ losses }) => losses),
      [1],
    )
    assert.deepEqual(await afterStart(), [])
    clock.turn(61)
    assert.deepEqual(
      (await claimAndDie(webhook)).map(({ losses }) => losses),
      [2],
    )
    await database.kysely.deleteFrom('webhooks').where('id', '=', webhook).execute()
  })

  it('is not one that a process gave back when it stopped', async () => {
    const receiver = await startReceiver(hang)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    for (let n = 1; n <= 3; n++) await dispatching(bench, () => eventually('it to be tried', () => receiver.received.length === n))
    const { losses, attemptNumber, leaseUntil } = await deliveryOf(bench, id)
    assert.deepEqual([losses, attemptNumber, leaseUntil], [0, 0, null])
  })
})

describe('a subscription whose secret cannot be opened', () => {
  it('holds up nobody, and what it is owed is given up in the end as what is lost', async () => {
    const receiver = await startReceiver()
    const [broken, other] = [await makeWebhook(bench, { url: receiver.url }), await makeWebhook(bench, { url: receiver.url })]
    const { secret } = await webhookOf(bench, other)
    await database.kysely.updateTable('webhooks').set({ secret }).where('id', '=', broken).execute()
    const [id] = (await makeDeliveries(bench, broken)) as [string]
    const [beside] = (await makeDeliveries(bench, other)) as [string]
    bench.logged.length = 0
    await dispatching(bench, async () => {
      await eventually('the other to be delivered', async () => (await deliveryOf(bench, beside)).status === 'Delivered')
      await eventually('the fault to be told', () => bench.logged.some(({ delivery }) => delivery === id))
    })
    assert.ok(!JSON.stringify(bench.logged).includes(secretOfRows.slice(6)))
    const { status, attemptNumber } = await deliveryOf(bench, id)
    assert.deepEqual([status, attemptNumber, receiver.received.length], ['Pending', 0, 1])
    clock.turn(61)
    await lose(broken, 9)
    await deliverDue(bench)
    assert.equal((await deliveryOf(bench, id)).error, 'attempt_lost')
  })
})
