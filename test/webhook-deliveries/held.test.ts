/** What does not leave: that of subscriptions and tenants that are off, or gone; and what is taken away in the end. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { attemptsOf, deliverDue, deliveryOf, dispatching, makeDeliveries, makeWebhook } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench
const other = await startReceiver()

const runJob = async (name: string) =>
  await webhookDeliveryJobs.find((job) => job.name === name)!.run(bench.service, clock.now(), new AbortController().signal)
const setWebhook = (id: string, set: { isActive?: boolean; deletedAt?: Date | null }) =>
  database.kysely.updateTable('webhooks').set(set).where('id', '=', id).execute()
const setTenant = (id: string, set: { status?: 'Active' | 'Inactive' | 'Suspended' | 'Cancelled'; deletedAt?: Date | null }) =>
  database.kysely.updateTable('tenants').set(set).where('id', '=', id).execute()

/** Has a dispatcher deliver something else, made after everything that is due. */
async function passOnce(): Promise<void> {
  const [id] = (await makeDeliveries(bench, await makeWebhook(bench, { url: other.url }))) as [string]
  await dispatching(bench, async () => {
    while ((await deliveryOf(bench, id)).status === 'Pending') await new Promise((resolve) => setTimeout(resolve, 10))
  })
}

async function scene(): Promise<{ receiver: Receiver; root: string; tenant: string; webhook: string; id: string }> {
  const receiver = await startReceiver()
  const root = await makeTenant(database, clock.now(), null)
  const tenant = await makeTenant(database, clock.now(), root)
  const webhook = await makeWebhook(bench, { url: receiver.url, tenantId: tenant })
  const [id] = (await makeDeliveries(bench, webhook)) as [string]
  return { receiver, root, tenant, webhook, id }
}

describe('held', () => {
  it('while the subscription is off, and sent when it is on again', async () => {
    const { receiver, webhook, id } = await scene()
    await setWebhook(webhook, { isActive: false })
    await passOnce()
    assert.deepEqual([receiver.received.length, (await deliveryOf(bench, id)).status], [0, 'Pending'])
    await setWebhook(webhook, { isActive: true })
    await deliverDue(bench)
    assert.equal((await deliveryOf(bench, id)).status, 'Delivered')
  })

  for (const [what, set, unset] of [
    ['suspended', { status: 'Suspended' }, { status: 'Active' }],
    ['cancelled', { status: 'Cancelled' }, { status: 'Active' }],
    ['inactive', { status: 'Inactive' }, { status: 'Active' }],
    ['deleted', { deletedAt: new Date() }, { deletedAt: null }],
  ] as const)
    it(`while its tenant or one above is ${what}`, async () => {
      const { receiver, root, tenant, id } = await scene()
      for (const each of [tenant, root]) {
        await setTenant(each, set)
        await passOnce()
        assert.equal(receiver.received.length, 0)
        await setTenant(each, unset)
      }
      await deliverDue(bench)
      assert.equal((await deliveryOf(bench, id)).status, 'Delivered')
    })

  it('for 72 hours after it was made, then given up', async () => {
    const { receiver, webhook, tenant, id } = await scene()
    await setWebhook(webhook, { isActive: false })
    clock.turn(72 * 3600 - 60)
    await runJob('webhooks.give-up')
    assert.equal((await deliveryOf(bench, id)).status, 'Pending')
    await setWebhook(webhook, { isActive: true })
    await setTenant(tenant, { status: 'Suspended' })
    clock.turn(61)
    await runJob('webhooks.give-up')
    const { status, error, nextAttemptAt, attemptNumber } = await deliveryOf(bench, id)
    assert.deepEqual([status, error, nextAttemptAt, attemptNumber], ['Failed', 'subscription_inactive', null, 0])
    await setTenant(tenant, { status: 'Active' })
    await passOnce()
    assert.equal(receiver.received.length, 0)
    const hours = await database.kysely
      .selectFrom('webhookHours')
      .select(['delivered', 'failed'])
      .where('webhookId', '=', webhook)
      .execute()
    assert.deepEqual(hours, [{ delivered: 0, failed: 1 }])
  })

  it('never of a subscription that works, however old it is', async () => {
    const { receiver, id } = await scene()
    clock.turn(100 * 3600)
    await runJob('webhooks.give-up')
    await deliverDue(bench)
    assert.deepEqual([receiver.received.length, (await deliveryOf(bench, id)).status], [1, 'Delivered'])
  })
})

describe('of a deleted subscription', () => {
  it('nothing is sent, retries neither, and all of it has failed', async () => {
    const { receiver, webhook, id } = await scene()
    receiver.answer = 500
    await deliverDue(bench)
    const waiting = await makeDeliveries(bench, webhook, 2500)
    await setWebhook(webhook, { deletedAt: clock.now() })
    clock.turn(3600)
    await passOnce()
    assert.equal(receiver.received.length, 1)
    await runJob('webhooks.give-up')
    for (const each of [id, waiting[0]!, waiting.at(-1)!]) {
      const { status, error } = await deliveryOf(bench, each)
      assert.deepEqual([status, error], ['Failed', 'subscription_deleted'])
    }
  })
})

describe('the log', () => {
  it('is kept for thirty days, and what is open is not taken away', async () => {
    const { webhook, id } = await scene()
    await deliverDue(bench)
    clock.turn(30 * 86_400 - 3600)
    await runJob('webhooks.clean')
    assert.equal((await attemptsOf(bench, id)).length, 1)
    const [open] = (await makeDeliveries(bench, webhook)) as [string]
    await database.kysely
      .updateTable('webhookDeliveries')
      .set({ createdAt: new Date(0) })
      .where('id', '=', open)
      .execute()
    clock.turn(7200)
    await runJob('webhooks.clean')
    const left = await database.kysely.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', webhook).execute()
    assert.deepEqual(left, [{ id: open }])
    assert.deepEqual(await attemptsOf(bench, id), [])
  })
})
