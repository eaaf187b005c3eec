/** A tenant whose subscription is owed something, and a dispatcher that may send it. */
import assert from 'node:assert/strict'
import { minutesMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'
import { expectStatus, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { eventually } from '../rig/ports.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { tell } from '../webhook-events/rig.ts'
import { hooks, wanted } from './rig.ts'

export function owedOf(app: TestApp) {
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
    const job = webhookDeliveryJobs.find(({ name }) => name === 'webhooks.give-up')!
    await job.run(service, service.clock.now(), new AbortController().signal)
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
    await binOf(app).addAdmin(below.tenant.id)
    await tell(app)
    await dispatchingUntil('the first attempt', async () => (await openOf(id))[0]?.[0] === 'Retrying')
    receiver.received.length = 0
    receiver.answer = 200
    return { receiver, id: id as string, tenantId: below.tenant.id as string, above: above.tenant.id as string, token }
  }

  async function arrives(receiver: Receiver, id: string): Promise<void> {
    app.clock.turn(minutesMs(2))
    await dispatchingUntil('what was held', async () => (await openOf(id))[0]?.[0] === 'Delivered')
    assert.equal(receiver.received.length, 1)
  }

  return { openOf, dispatchingUntil, giveUp, scene, arrives }
}
