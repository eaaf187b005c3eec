/** What the webhooks of a tenant are owed that is granted nothing of webhooks any more: held as if the tenant were shut. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { permissionNames } from '#core/permissions.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { startReceiver } from '../rig/receiver.ts'
import { owedOf } from './owed.ts'
import { addDelivery, addWebhook, hooks, idsOf } from './rig.ts'

let app: TestApp
let owed: ReturnType<typeof owedOf>
before(async () => {
  app = await startApp()
  owed = owedOf(app)
})

const all = permissionNames.filter((name) => !name.startsWith('settings.'))
const without = (areas: readonly string[]) => all.filter((name) => !areas.includes(name.split('.')[0]!))

async function grant(tenantId: string, names: readonly (typeof all)[number][]): Promise<void> {
  const token = await app.superToken()
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}/permissions`, { token, body: { permissionIds: idsOf(names) } }), 200)
}

/** Has a dispatcher look at everything that is due, which sends something of the platform's. */
async function passOnce(): Promise<void> {
  const other = await startReceiver()
  const id = await addWebhook(app, null, { url: other.url, events: ['webhook.never'] })
  await addDelivery(app, id, { status: 'Pending', httpStatus: null, nextAttemptAt: app.open.service.clock.now(), isTest: true })
  await owed.dispatchingUntil('something else', async () => other.received.length > 0)
}

describe('what a webhook is owed whose tenant is granted nothing of webhooks any more', () => {
  for (const whose of ['tenantId', 'above'] as const)
    it(`is held, cut ${whose === 'above' ? 'from above it' : 'from it alone'}, and arrives when it is granted any of it again`, async () => {
      const { receiver, id, tenantId, ...places } = await owed.scene()
      await grant({ tenantId, ...places }[whose], without(['webhooks']))
      app.clock.turn(minutesMs(2))
      await passOnce()
      await owed.giveUp()
      assert.deepEqual([receiver.received.length, await owed.openOf(id)], [0, [['Retrying', null]]])
      if (whose === 'above') await grant(places.above, all)
      await passOnce()
      // the grant of the tenant itself is still cut
      assert.equal(receiver.received.length, 0)
      await grant(tenantId, [...without(['webhooks']), 'webhooks.view'])
      await owed.arrives(receiver, id)
    })

  it('is sent as before where another part of the grant is cut, or one permission of webhooks is left', async () => {
    const { receiver, id, tenantId } = await owed.scene()
    await grant(tenantId, [...without(['webhooks', 'files']), 'webhooks.delete'])
    await owed.arrives(receiver, id)
  })

  it('is not tested either, whoever asks', async () => {
    const { receiver, id, tenantId } = await owed.scene()
    const token = await app.superToken()
    await grant(tenantId, without(['webhooks']))
    assert.equal(expectStatus(await app.post(`${hooks}/${id}/test`, {}, { token }), 409).json.code, 'state_conflict')
    await grant(tenantId, all)
    expectStatus(await app.post(`${hooks}/${id}/test`, {}, { token }), 200)
    await eventually('the test', () => receiver.received.length === 1)
  })

  it('is not sent again either, which would fail a second time what arrived', async () => {
    const { id, tenantId } = await owed.scene()
    const token = await app.superToken()
    await grant(tenantId, without(['webhooks']))
    const again = (dryRun: boolean) => app.post(`${hooks}/${id}/replay`, { status: ['Retrying'], dryRun }, { token })
    for (const dryRun of [true, false]) assert.equal(expectStatus(await again(dryRun), 409).json.code, 'state_conflict')
    await grant(tenantId, all)
    assert.equal(expectStatus(await again(true), 200).json.affected, 1)
    assert.equal(expectStatus(await again(false), 202).json.affected, 1)
  })

  // the last: the clock is beyond what a token lasts
  it('has failed after 72 hours', async () => {
    const { receiver, id, tenantId } = await owed.scene()
    await grant(tenantId, without(['webhooks']))
    app.clock.turn(minutesMs(72 * 60))
    await owed.giveUp()
    assert.deepEqual(await owed.openOf(id), [['Failed', 'subscription_inactive']])
    assert.equal(receiver.received.length, 0)
  })
})
