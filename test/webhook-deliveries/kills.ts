/** What holds of deliveries however often those who send them are killed; the same on both databases. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Place } from '../jobs/bench.ts'
import { died, startBackground, visit } from '../jobs/kills.ts'
import { everyRound } from '../rig/race.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { deliveryOf, makeDeliveries, makeWebhook } from './rows.ts'

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['x-webhook-id'] as string)

/** A process past the leases of those before it, which sends all that is left. */
async function sendTheRest(at: Place, ahead: number): Promise<void> {
  const next = startBackground(at, { work: 'webhooks', failAt: null, ahead })
  assert.equal(await next.line('nothing left'), 'nothing left', next.errors())
  next.process.kill('SIGKILL')
  await next.ended
}

/** All of them on one database; `processes` at once where it allows that. */
export function killTests(at: Place, processes: number): void {
  for (const [label, times] of [
    ['webhook.before-send', 1],
    ['webhook.after-send', 2],
  ] as const)
    test(`killed at ${label}, a delivery arrives ${times === 1 ? 'once' : 'twice under one id'} and is marked once`, async () => {
      const receiver = await startReceiver()
      const id = await visit(at, async (bench) => (await makeDeliveries(bench, await makeWebhook(bench, { url: receiver.url })))[0]!)
      await died(startBackground(at, { work: 'webhooks', failAt: label }))
      assert.equal(receiver.received.length, times - 1)
      await sendTheRest(at, 70)
      assert.deepEqual(
        idsOf(receiver),
        Array.from({ length: times }, () => id),
      )
      assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
      const { status, attemptNumber } = await visit(at, (bench) => deliveryOf(bench, id))
      assert.deepEqual([status, attemptNumber], ['Delivered', 1])
    })

  test('a delivery that kills every process that tries it is given up in the end, and those beside it arrive', async () => {
    const receiver = await startReceiver()
    const ids = await visit(at, async (bench) => await makeDeliveries(bench, await makeWebhook(bench, { url: receiver.url }), 5))
    const killer = ids[2]!
    let sender: ReturnType<typeof startBackground>
    receiver.answer = (request, response) => {
      if (request.headers['x-webhook-id'] === killer) sender.process.kill('SIGKILL')
      else response.writeHead(200).end()
    }
    for (const ahead of [0, 70]) {
      sender = startBackground(at, { work: 'webhooks', failAt: null, ahead })
      await died(sender)
    }
    // those between are left out, a minute each
    const setLosses = (losses: number) =>
      visit(at, ({ database }) => database.kysely.updateTable('webhookDeliveries').set({ losses }).where('id', '=', killer).execute())
    assert.equal((await visit(at, (bench) => deliveryOf(bench, killer))).losses, 1)
    await setLosses(8)
    sender = startBackground(at, { work: 'webhooks', failAt: null, ahead: 140 })
    await died(sender)
    await sendTheRest(at, 210)
    await visit(at, async (bench) => {
      for (const id of ids) {
        const { status, error, attemptNumber } = await deliveryOf(bench, id)
        assert.deepEqual([status, error, attemptNumber], id === killer ? ['Failed', 'attempt_lost', 0] : ['Delivered', null, 1])
      }
    })
    assert.equal(idsOf(receiver).filter((id) => id === killer).length, 3)
  })

  test('killed at any moment, nothing is lost and each is counted once', async () => {
    const receiver = await startReceiver()
    const ids: string[] = []
    let round = 0
    await everyRound(async (number) => {
      round = number
      // some answers fail, and are tried again a minute later
      receiver.answer = number % 2 === 0 ? 200 : 503
      await visit(at, async (bench) => {
        bench.clock.turn(number * 70)
        for (let n = 0; n < 3; n++) ids.push(...(await makeDeliveries(bench, await makeWebhook(bench, { url: receiver.url }), 10, 1000)))
      })
      const before = receiver.received.length
      const all = Array.from({ length: processes }, () => startBackground(at, { work: 'webhooks', failAt: null, ahead: number * 70 }))
      while (receiver.received.length === before) await sleep(5)
      await sleep(Math.random() * 150)
      for (const { process } of all) process.kill('SIGKILL')
      for (const { ended } of all) await ended
    })
    receiver.answer = 200
    await sendTheRest(at, round * 70 + 86_400)
    assert.deepEqual(new Set(idsOf(receiver)), new Set(ids), 'each arrived')
    const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['x-webhook-id'], body]))
    for (const { headers, body } of receiver.received) assert.equal(body, bodies.get(headers['x-webhook-id']), 'the same bytes every time')
    await visit(at, async ({ database }) => {
      const { rows } = await sql<Record<string, number>>`
        select (select count(*)::integer from webhook_deliveries where webhook_id = any(array(select id from webhooks where url = ${receiver.url}))) as made,
          (select count(*)::integer from webhook_deliveries d join webhooks w on w.id = d.webhook_id
            where w.url = ${receiver.url} and status = 'Delivered' and lease_until is null
            and attempt_number = (select count(*) from webhook_attempts a where a.delivery_id = d.id)
            and 1 = (select count(*) from webhook_attempts a where a.delivery_id = d.id and a.http_status = 200)) as right,
          (select sum(delivered)::integer from webhook_hours h join webhooks w on w.id = h.webhook_id where w.url = ${receiver.url}) as counted
      `.execute(database.kysely)
      assert.deepEqual(rows[0], { made: ids.length, right: ids.length, counted: ids.length })
    })
  })
}
