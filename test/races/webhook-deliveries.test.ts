/** Deliveries of webhooks with several processes at them, and with people who change things meanwhile. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { replayDeliveries } from '#modules/webhook-deliveries/replay.ts'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'
import { type Bench, openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race } from '../rig/race.ts'
import { late, startReceiver } from '../rig/receiver.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killTests } from '../webhook-deliveries/kills.ts'
import { attemptsOf, countDue, deliveryOf, makeDeliveries, makeWebhook, webhookOf } from '../webhook-deliveries/rows.ts'

const { url } = await sharedPostgresDatabase()
/** As many processes as there are benches, as far as the database can tell. */
const first = await openBench({ url })
const benches: Bench[] = [first, await openBench({ url })]
const { database } = first

/** Has a dispatcher of each process at work until `work` is done and, unless some is held, nothing is due. */
async function dispatchingTwice(work: (wake: () => void) => Promise<unknown>, someIsHeld = false): Promise<void> {
  const dispatchers = benches.map((bench) => new Dispatcher(bench.service, bench.log))
  const wake = () => {
    for (const dispatcher of dispatchers) dispatcher.wake()
  }
  for (const dispatcher of dispatchers) dispatcher.start()
  try {
    await work(wake)
    wake()
    await eventually('what is due to be tried', async () => someIsHeld || (await countDue(first)) === 0)
  } finally {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop(2000)))
  }
  for (const { logged } of benches) assert.deepEqual(logged.splice(0), [])
}

const leased = async (webhookId: string) => {
  const held = database.kysely.selectFrom('webhookDeliveries').select('id').where('leaseUntil', 'is not', null)
  return (await held.where('webhookId', '=', webhookId).execute()).length
}

const eventsOf = async (entityId: string, type: string) =>
  (await database.kysely.selectFrom('events').select('id').where('entityId', '=', entityId).where('type', '=', type).execute()).length

describe('two processes', () => {
  test('deliver each once, five at a time to one endpoint between them', async () => {
    const receiver = await startReceiver(late(20))
    await everyRound(async () => {
      receiver.received.length = 0
      const webhook = await makeWebhook(first, { url: receiver.url })
      const ids = await makeDeliveries(first, webhook, 60)
      await dispatchingTwice(() => eventually('all to arrive', () => receiver.received.length >= 60))
      assert.deepEqual(
        [receiver.received.length, new Set(receiver.received.map(({ headers }) => headers['x-webhook-id']))],
        [60, new Set(ids)],
      )
      assert.ok(receiver.open.most <= 5, `${receiver.open.most} at once`)
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(delivered), 0)::integer as n from webhook_hours where webhook_id = ${webhook}`.execute(database.kysely)
      assert.equal(rows[0]!.n, 60)
    })
  })

  test('switch a subscription off once, however many failures end together', async () => {
    const receiver = await startReceiver(500)
    await everyRound(async () => {
      const webhook = await makeWebhook(first, { url: receiver.url })
      await sql`update webhooks set failing_since = now() - interval '80 hours', warned_at = now(), consecutive_failures = 5 where id = ${webhook}`.execute(
        database.kysely,
      )
      await makeDeliveries(first, webhook, 30, 1)
      const before = receiver.received.length
      await dispatchingTwice(() => eventually('it to be off', async () => !(await webhookOf(first, webhook)).isActive), true)
      assert.equal(await eventsOf(webhook, 'webhook.disabled'), 1)
      assert.equal(await eventsOf(webhook, 'webhook.delivery_failed'), 1)
      const { consecutiveFailures, disabledReason } = await webhookOf(first, webhook)
      assert.deepEqual([consecutiveFailures, disabledReason], [5 + receiver.received.length - before, 'consecutive_failures'])
      await sql`delete from webhooks where id = ${webhook}`.execute(database.kysely)
    })
  })

  test('never switch off what a success has just saved', async () => {
    const receiver = await startReceiver()
    await everyRound(async () => {
      const webhook = await makeWebhook(first, { url: receiver.url })
      await sql`update webhooks set failing_since = now() - interval '80 hours', warned_at = now(), consecutive_failures = 9 where id = ${webhook}`.execute(
        database.kysely,
      )
      await makeDeliveries(first, webhook, 2, 1)
      receiver.answerNext(...(Math.random() < 0.5 ? [200, 500] : [500, 200]))
      await dispatchingTwice(async () => {})
      const { isActive, consecutiveFailures, failingSince } = await webhookOf(first, webhook)
      // failure first: off, and the success that came later says so; success first: on, with one failure
      assert.equal(await eventsOf(webhook, 'webhook.disabled'), isActive ? 0 : 1)
      if (isActive && consecutiveFailures > 0) assert.ok(failingSince!.getTime() > Date.now() - 60_000)
      assert.ok(consecutiveFailures <= 1)
    })
  })
})

describe('while deliveries are tried', () => {
  test('sending them again loses none and doubles none', async () => {
    const receiver = await startReceiver()
    await everyRound(async () => {
      receiver.received.length = 0
      const webhook = await makeWebhook(first, { url: receiver.url })
      const ids = await makeDeliveries(first, webhook, 12)
      receiver.answerNext(...ids.map((_, n) => (n % 2 === 0 ? 500 : 200)))
      let affected = 0
      await dispatchingTwice(async () => {
        await eventually('some to arrive', () => receiver.received.length > 0)
        const again = (bench: Bench) => async () => {
          for (let n = 0; n < 5; n++) {
            const done = await bench.transact((ctx) => replayDeliveries(ctx, webhook, {}))
            affected += (done as { affected: number }).affected
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
        await race([...benches, ...benches].map(again))
      })
      for (const id of ids) {
        const { status, attemptNumber } = await deliveryOf(first, id)
        const attempts = await attemptsOf(first, id)
        // the one attempt of one that had ended may arrive before the first of another, and get the answer that was meant for that
        const { trigger, httpStatus } = attempts.at(-1)!
        if (status === 'Failed') assert.deepEqual([trigger, httpStatus], ['manual', 500])
        else assert.ok(status === 'Delivered' || status === 'Retrying', status)
        assert.equal(attemptNumber, attempts.length)
        assert.equal(receiver.received.filter(({ headers }) => headers['x-webhook-id'] === id).length, attempts.length)
        if (status === 'Retrying') assert.ok(attempts.every(({ httpStatus }) => httpStatus === 500))
      }
      assert.equal(receiver.received.length, ids.length + affected)
      assert.ok(affected > 0)
    })
  })

  const setStatus = async (id: string, status: 'Active' | 'Suspended') =>
    void (await database.kysely.updateTable('tenants').set({ status }).where('id', '=', id).execute())
  const takeGrant = async (id: string) =>
    void (await sql`delete from tenant_permissions where tenant_id in (select descendant_id from tenant_closure where ancestor_id = ${id})`.execute(
      database.kysely,
    ))
  const giveGrant = async (id: string) =>
    void (await sql`insert into tenant_permissions (tenant_id, permission)
      select descendant_id, 'webhooks.view' from tenant_closure where ancestor_id = ${id}`.execute(database.kysely))

  for (const { what, shut, open } of [
    { what: 'was shut', shut: (id: string) => setStatus(id, 'Suspended'), open: (id: string) => setStatus(id, 'Active') },
    { what: 'lost its grant', shut: takeGrant, open: giveGrant },
  ])
    test(`nothing leaves in the name of a tenant that ${what}, and all of it does when it is open again`, async () => {
      const receiver = await startReceiver(late(5))
      await everyRound(async () => {
        receiver.received.length = 0
        const above = await makeTenant(database, first.clock.now(), null)
        const tenantId = await makeTenant(database, first.clock.now(), above)
        const webhook = await makeWebhook(first, { url: receiver.url, tenantId })
        const ids = await makeDeliveries(first, webhook, 60)
        await dispatchingTwice(async (wake) => {
          for (const seen of [10, 30]) {
            await eventually('some to arrive', () => receiver.received.length >= seen)
            await shut(above)
            // what was claimed a moment before is on its way
            let none = 0
            await eventually('what was on its way to end', async () => {
              none = (await leased(webhook)) === 0 ? none + 1 : 0
              return none >= 5
            })
            const before = receiver.received.length
            wake()
            for (let n = 0; n < 20; n++) assert.equal(await leased(webhook), 0)
            assert.equal(receiver.received.length, before)
            await open(above)
            wake()
          }
        })
        const arrived = receiver.received.map(({ headers }) => headers['x-webhook-id'])
        assert.deepEqual([arrived.length, new Set(arrived)], [ids.length, new Set(ids)])
        for (const id of ids) assert.equal((await deliveryOf(first, id)).attemptNumber, 1)
      })
    })

  test('cleaning, giving up, sending again and deleting stand in nobody’s way', async () => {
    const receiver = await startReceiver()
    await everyRound(async () => {
      const webhooks = await Promise.all(Array.from({ length: 4 }, () => makeWebhook(first, { url: receiver.url })))
      for (const webhook of webhooks) await makeDeliveries(first, webhook, 30, 1)
      const jobs = () =>
        Promise.all(
          webhookDeliveryJobs.map((job) =>
            job.run(benches[1]!.service, new Date(Date.now() + 100 * 86_400_000), new AbortController().signal),
          ),
        )
      await dispatchingTwice(() =>
        race([
          ...benches.flatMap((bench) =>
            webhooks.map((id) => async () => void (await bench.transact((ctx) => replayDeliveries(ctx, id, {})))),
          ),
          async () => void (await jobs()),
          async () => void (await sql`update webhooks set deleted_at = now() where id = ${webhooks[0]}`.execute(database.kysely)),
          async () => void (await sql`update webhooks set deleted_at = now() where id = ${webhooks[1]}`.execute(database.kysely)),
        ]).then(jobs),
      )
    })
  })
})

describe('kill -9 of who sends webhooks, on PostgreSQL', async () => {
  const killed = await sharedPostgresDatabase()
  killTests({ url: killed.url }, 2)
})
