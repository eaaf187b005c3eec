/** Another secret while deliveries leave, on two services over one database: who receives can check each with one of the two that they have. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound } from '../rig/race.ts'
import { late, type ReceivedWebhook, startReceiver } from '../rig/receiver.ts'
import { addDelivery, hooks, wanted } from '../webhooks/rig.ts'

let apps: readonly [TestApp, TestApp]
before(async () => {
  apps = await startTwo()
})

/** Has a dispatcher of each service at work until `work` is done. */
async function dispatching(work: () => Promise<void>): Promise<void> {
  const dispatchers = [...new Set(apps)].map(({ open }) => new Dispatcher(open.service, createLogger({ level: 'silent' })))
  for (const dispatcher of dispatchers) dispatcher.start()
  try {
    await work()
  } finally {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop(2000)))
  }
}

/** What the two headers of signatures must be, by secrets of our own making, in this order. */
function signedBy({ headers, body }: ReceivedWebhook, secrets: readonly string[]): [string, string] {
  const standard = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const bytesOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64')
  return [
    secrets.map((secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`).join(','),
    secrets.map((secret) => `v1,${createHmac('sha256', bytesOf(secret)).update(standard).digest('base64')}`).join(' '),
  ]
}

const isSignedBy = (one: ReceivedWebhook, secrets: readonly string[]): boolean => {
  const [whole, standard] = signedBy(one, secrets)
  return one.headers['x-webhook-signature'] === whole && one.headers['webhook-signature'] === standard
}

/** So many of one subscription are on their way at once, between all services. */
const mostOnTheWay = 5
const count = 60

describe('another secret while deliveries leave', () => {
  it('signs first and the former beside it from its answer on, but for what is on its way; alone after the grace', async () => {
    const receiver = await startReceiver(late(5))
    await everyRound(async (round) => {
      receiver.received.length = 0
      const at = (n: number) => apps[(round + n) % 2]!
      const { tenant, signIn } = await tenantWithAdmin(apps[0])
      const token = (await signIn()).accessToken
      const { id, secret: former } = expectStatus(await at(0).post(hooks, wanted({ url: receiver.url }), { token }), 201).json
      for (let n = 0; n < count; n++) await addDelivery(apps[0], id, { body: JSON.stringify({ tenantId: tenant.id, n }) })
      const replay = async (body: object) => expectStatus(await at(0).post(`${hooks}/${id}/replay`, body, { token }), 202).json.affected
      let secret = ''
      let answeredAt = 0
      await dispatching(async () => {
        assert.equal(await replay({ status: ['Delivered'] }), count)
        await eventually('some to arrive', () => receiver.received.length > 5)
        const rotation = { gracePeriodSeconds: 60 }
        secret = expectStatus(await at(1).post(`${hooks}/${id}/rotate-secret`, rotation, { token }), 200).json.secret
        answeredAt = performance.now()
        await eventually('all to arrive', () => receiver.received.length >= count)
      })
      const [before, both] = [[former], [secret, former]]
      for (const one of receiver.received) assert.ok(isSignedBy(one, before) || isSignedBy(one, both), JSON.stringify(one.headers))
      const afterwards = receiver.received.filter(({ atMs }) => atMs > answeredAt)
      assert.ok(afterwards.filter((one) => isSignedBy(one, before)).length <= mostOnTheWay)
      assert.ok(receiver.received.some((one) => isSignedBy(one, before)) && afterwards.some((one) => isSignedBy(one, both)))

      for (const { clock } of new Set(apps)) clock.turn(minutesMs(1) + 1000)
      const arrived = receiver.received.length
      await dispatching(async () => {
        assert.equal(await replay({ status: ['Delivered'], eventIds: [receiver.received[0]!.headers['x-webhook-id']] }), 1)
        await eventually('one more to arrive', () => receiver.received.length > arrived)
      })
      assert.ok(isSignedBy(receiver.received.at(-1)!, [secret]), 'the former is over')
    })
  })
})
