/** What the webhooks of a deleted tenant are owed: held while the tenant may come back, sent when it does, and given up in the end. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { eventually } from '../rig/ports.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { tell } from '../webhook-events/rig.ts'
import { hooks, wanted } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
before(async () => {
  app = await startApp()
  of = binOf(app)
})

const openOf = async (webhookId: string) => {
  const { kysely } = app.open.service.database
  const rows = await kysely.selectFrom('webhookDeliveries').select(['status', 'error']).where('webhookId', '=', webhookId).execute()
  return rows.map(({ status, error }) => [status, error])
}

/** Has a dispatcher at work until something holds. */
async function dispatchingUntil(what: string, holds: () => Promise<boolean>): Promise<void> {
  const dispatcher = new Dispatcher(app.open.service, createLogger({ level: 'silent' }))
  dispatcher.start()
  try {
    await eventually(what, holds)
  } finally {
    await dispatcher.stop(1000)
  }
}

const giveUp = async () => {
  const { service } = app.open
  await webhookDeliveryJobs.find(({ name }) => name === 'webhooks.give-up')!.run(service, service.clock.now(), new AbortController().signal)
}

/** A tenant below another, with a subscription that is owed one delivery, which has failed once. */
async function scene() {
  const receiver = await startReceiver(500)
  const above = await tenantWithAdmin(app)
  const below = await tenantWithAdmin(app, { parentTenantId: above.tenant.id })
  const token = (await below.signIn()).accessToken
  // not of what was before
  await tell(app)
  const { id } = expectStatus(await app.post(hooks, wanted({ url: receiver.url, events: ['admin.created'] }), { token }), 201).json
  await of.addAdmin(below.tenant.id)
  await tell(app)
  await dispatchingUntil('the first attempt', async () => (await openOf(id))[0]?.[0] === 'Retrying')
  receiver.received.length = 0
  receiver.answer = 200
  return { receiver, id: id as string, tenantId: below.tenant.id as string, above: above.tenant.id as string }
}

async function arrives(receiver: Receiver, id: string): Promise<void> {
  app.clock.turn(minutesMs(2))
  await dispatchingUntil('what was held', async () => (await openOf(id))[0]?.[0] === 'Delivered')
  assert.equal(receiver.received.length, 1)
}

describe('what a webhook of a deleted tenant is owed', () => {
  for (const whose of ['tenantId', 'above'] as const)
    it(`is held and arrives when ${whose === 'above' ? 'the tenant above, with which it went,' : 'it'} is restored`, async () => {
      const { receiver, id, ...places } = await scene()
      await of.remove(`Tenants/${places[whose]}?cascade=true`)
      app.clock.turn(minutesMs(2))
      await giveUp()
      assert.deepEqual(await openOf(id), [['Retrying', null]])
      expectStatus(await of.restore(places[whose]), 200)
      await arrives(receiver, id)
    })

  it('has failed at once where the webhook was deleted before its tenant, or is erased with it', async () => {
    const [before, erased] = [await scene(), await scene()]
    await of.remove(`webhooks/${before.id}`)
    for (const { tenantId } of [before, erased]) await of.remove(`Tenants/${tenantId}`)
    expectStatus(await of.purge(erased.tenantId), 204)
    await giveUp()
    for (const { id } of [before, erased]) assert.deepEqual(await openOf(id), [['Failed', 'subscription_deleted']])
  })

  it('has failed after 72 hours', async () => {
    const { receiver, id, tenantId } = await scene()
    await of.remove(`Tenants/${tenantId}`)
    app.clock.turn(minutesMs(72 * 60))
    await giveUp()
    assert.deepEqual(await openOf(id), [['Failed', 'subscription_inactive']])
    assert.equal(receiver.received.length, 0)
  })
})
