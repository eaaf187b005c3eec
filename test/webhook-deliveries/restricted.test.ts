/** What a subscription must not tell any more when its turn comes, whatever was true when the delivery was made. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { startReceiver } from '../rig/receiver.ts'
import { attemptsOf, deliverDue, deliveryOf, makeDeliveries, makeWebhook } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench

describe('a delivery', () => {
  const leaveOut = (id: string, masks: Record<string, string[]>) =>
    database.kysely
      .updateTable('webhookDeliveries')
      .set({ masks: JSON.stringify(masks) })
      .where('id', '=', id)
      .execute()

  it('is not sent when its body holds what its subscription must not tell any more', async () => {
    const receiver = await startReceiver()
    const webhook = await makeWebhook(bench, { url: receiver.url, masks: { users: ['email'] } })
    const [whole, less] = (await makeDeliveries(bench, webhook, 2)) as [string, string]
    await leaveOut(whole, {})
    await leaveOut(less, { users: ['email', 'phone'] })
    await deliverDue(bench)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['x-webhook-id']),
      [less],
    )
    const { status, error, attemptNumber } = await deliveryOf(bench, whole)
    assert.deepEqual([status, error, attemptNumber], ['Failed', 'fields_restricted', 0])
    assert.deepEqual(await attemptsOf(bench, whole), [])
    await receiver.close()
  })

  it('is not sent when its tenant may not see by now what its body holds, by its grant or by a restriction of one above', async () => {
    const receiver = await startReceiver()
    const above = await makeTenant(database, clock.now(), null)
    const tenantId = await makeTenant(database, clock.now(), above)
    for (const permission of ['admins.view', 'users.view']) {
      await sql`insert into permissions (name, id, category) values (${permission}, gen_random_uuid(), '')`.execute(database.kysely)
      await database.kysely.insertInto('tenantPermissions').values({ tenantId, permission }).execute()
    }
    const webhook = await makeWebhook(bench, { url: receiver.url, tenantId })
    const [before, restricted, cut] = (await makeDeliveries(bench, webhook, 3)) as [string, string, string]
    const later = async (id: string) => {
      await leaveOut(id, {})
      await database.kysely
        .updateTable('webhookDeliveries')
        .set({ nextAttemptAt: new Date(clock.now().getTime() + 60_000) })
        .where('id', '=', id)
        .execute()
    }
    await leaveOut(before, {})
    for (const id of [restricted, cut]) await later(id)
    await deliverDue(bench)
    assert.equal((await deliveryOf(bench, before)).status, 'Delivered')

    const restriction = { tenantId: above, permission: 'users.view', fields: ['email'] }
    await database.kysely.insertInto('tenantRestrictions').values(restriction).execute()
    clock.turn(61)
    await later(cut)
    await deliverDue(bench)
    await database.kysely.deleteFrom('tenantRestrictions').where('tenantId', '=', above).execute()
    await database.kysely.deleteFrom('tenantPermissions').where('tenantId', '=', tenantId).where('permission', '=', 'admins.view').execute()
    clock.turn(61)
    await deliverDue(bench)
    for (const id of [restricted, cut]) {
      const { status, error } = await deliveryOf(bench, id)
      assert.deepEqual([status, error], ['Failed', 'fields_restricted'])
    }
    assert.equal(receiver.received.length, 1)
    await receiver.close()
  })
})
