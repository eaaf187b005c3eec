/** What a dispatcher writes when it does not know whether it has written it, and what it does while there is nothing that it can do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { after, secondsMs } from '#core/clock.ts'
import { claimDue, lockTargets } from '#modules/webhook-deliveries/claims.ts'
import { deliver } from '#modules/webhook-deliveries/delivered.ts'
import { writeMarks } from '#modules/webhook-deliveries/marks.ts'
import { Places } from '#modules/webhook-deliveries/places.ts'
import { webhookNumbers } from '#modules/webhook-deliveries/webhook-numbers.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { hang, startReceiver } from '../rig/receiver.ts'
import { attemptsOf, deliveryOf, dispatching, makeDeliveries, makeWebhook, webhookOf } from './rows.ts'

const bench = await openBench()
const { database, clock, service } = bench

describe('the end of an attempt', () => {
  it('whose commit had no answer is written once, however often it is tried', async () => {
    const receiver = await startReceiver(500)
    const webhook = await makeWebhook(bench, { url: receiver.url })
    const [id] = (await makeDeliveries(bench, webhook)) as [string]
    const now = clock.now()
    const [target, delivery] = await database.transaction(async (tx) => {
      const locked = await lockTargets(tx, [webhook])
      const claimed = await claimDue(tx, locked, new Places(() => webhookNumbers(service)).room(), now, after(now, secondsMs(60)))
      return [locked[0]!, claimed[0]!] as const
    })
    const mark = (await deliver(service, target, delivery, new AbortController().signal))!
    assert.equal((await bench.transact((ctx) => writeMarks(ctx, [mark]))).length, 1)
    assert.deepEqual(await bench.transact((ctx) => writeMarks(ctx, [mark])), [])
    assert.deepEqual(
      [
        (await deliveryOf(bench, id)).attemptNumber,
        (await attemptsOf(bench, id)).length,
        (await webhookOf(bench, webhook)).consecutiveFailures,
      ],
      [1, 1, 1],
    )
    await sql`truncate webhooks cascade`.execute(database.kysely)
  })
})

describe('a dispatcher', () => {
  /** How often it looks while a hundred other statements are run. */
  async function looksBeside(ready: () => boolean | Promise<boolean>): Promise<number> {
    let looks = 0
    const usual = database.transaction.bind(database)
    database.transaction = ((...given: Parameters<typeof usual>) => {
      looks++
      return usual(...given)
    }) as typeof usual
    try {
      return await dispatching(bench, async () => {
        await eventually('it to have looked at all', async () => looks >= 2 && (await ready()))
        const before = looks
        for (let n = 0; n < 100; n++) await sql`select 1`.execute(database.kysely)
        return looks - before
      })
    } finally {
      database.transaction = usual
      await sql`truncate webhooks cascade`.execute(database.kysely)
    }
  }

  it('waits while others hold all that is due, of however many subscriptions', async () => {
    for (let n = 0; n < 30; n++) await makeDeliveries(bench, await makeWebhook(bench, { url: 'http://127.0.0.1:9/' }))
    await sql`update webhook_deliveries set lease_until = ${after(clock.now(), secondsMs(60))}, losses = 5`.execute(database.kysely)
    const looks = await looksBeside(() => true)
    assert.ok(looks < 20, `${looks} looks beside a hundred statements`)
  })

  it('waits while all that is due hangs, of however many subscriptions', async () => {
    const receiver = await startReceiver(hang)
    for (let n = 0; n < 5; n++) {
      const tenantId = await makeTenant(database, clock.now(), null)
      for (let m = 0; m < 6; m++) await makeDeliveries(bench, await makeWebhook(bench, { url: receiver.url, tenantId }))
    }
    const looks = await looksBeside(() => receiver.open.now === 30)
    assert.ok(looks < 20, `${looks} looks beside a hundred statements`)
  })
})
