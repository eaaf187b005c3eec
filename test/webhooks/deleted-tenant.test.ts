/** What the webhooks of a deleted tenant are owed: held while the tenant may come back, sent when it does, and given up in the end. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { minutesMs } from '#core/clock.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'
import { owedOf } from './owed.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let owed: ReturnType<typeof owedOf>
before(async () => {
  app = await startApp()
  of = binOf(app)
  owed = owedOf(app)
})

describe('what a webhook of a deleted tenant is owed', () => {
  for (const whose of ['tenantId', 'above'] as const)
    it(`is held and arrives when ${whose === 'above' ? 'the tenant above, with which it went,' : 'it'} is restored`, async () => {
      const { receiver, id, ...places } = await owed.scene()
      await of.remove(`Tenants/${places[whose]}?cascade=true`)
      app.clock.turn(minutesMs(2))
      await owed.giveUp()
      assert.deepEqual(await owed.openOf(id), [['Retrying', null]])
      expectStatus(await of.restore(places[whose]), 200)
      await owed.arrives(receiver, id)
    })

  it('has failed at once where the webhook was deleted before its tenant, or is erased with it', async () => {
    const [before, erased] = [await owed.scene(), await owed.scene()]
    await of.remove(`webhooks/${before.id}`)
    for (const { tenantId } of [before, erased]) await of.remove(`Tenants/${tenantId}`)
    expectStatus(await of.purge(erased.tenantId), 204)
    await owed.giveUp()
    for (const { id } of [before, erased]) assert.deepEqual(await owed.openOf(id), [['Failed', 'subscription_deleted']])
  })

  it('has failed after 72 hours', async () => {
    const { receiver, id, tenantId } = await owed.scene()
    await of.remove(`Tenants/${tenantId}`)
    app.clock.turn(minutesMs(72 * 60))
    await owed.giveUp()
    assert.deepEqual(await owed.openOf(id), [['Failed', 'subscription_inactive']])
    assert.equal(receiver.received.length, 0)
  })
})
