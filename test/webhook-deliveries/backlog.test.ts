/** What the operator is told of deliveries that wait: who is slow, off or in no state to send is nobody's delay. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import { deliveryBacklog, readDeliveryBacklog } from '#modules/webhook-deliveries/delivery-backlog.ts'
import { openBench } from '../jobs/bench.ts'
import { makeDeliveries, makeWebhook } from './rows.ts'
import { rowsReadBy } from './rows-read.ts'

const bench = await openBench()
const { kysely } = bench.database
/** One moment for all: what is late is as late however long a busy machine takes to look. */
const now = bench.clock.now()
const backlog = async () => {
  const { pending, retrying, dueSeconds } = await readDeliveryBacklog(kysely, now)
  return [pending, retrying, Math.round(dueSeconds / 60)]
}
const owe = async (minutes: number, count = 1) => {
  const webhook = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
  await makeDeliveries(bench, webhook, count)
  await sql`update webhook_deliveries set next_attempt_at = ${before(now, minutesMs(minutes))} where webhook_id = ${webhook}`.execute(
    kysely,
  )
  return webhook
}

it('counts what is open, and how late the oldest is of those that can be sent', async () => {
  assert.deepEqual(await backlog(), [0, 0, 0])
  await owe(-5)
  assert.deepEqual(await backlog(), [1, 0, 0])
  const late = await owe(30, 3)
  assert.deepEqual(await backlog(), [4, 0, 30])
  await owe(10)
  await sql`update webhook_deliveries set status = 'Retrying' where webhook_id = ${late}`.execute(kysely)
  assert.deepEqual(await backlog(), [2, 3, 30])
  await sql`update webhooks set is_slow = true where id = ${late}`.execute(kysely)
  assert.deepEqual(await backlog(), [2, 3, 10])
  await sql`update webhooks set is_slow = false, is_active = false where id = ${late}`.execute(kysely)
  assert.deepEqual(await backlog(), [2, 3, 10])
  await sql`update webhook_deliveries set status = 'Failed' where webhook_id = ${late}`.execute(kysely)
  assert.deepEqual(await backlog(), [2, 0, 10])
})

it('reads so many of them at most, though none is in one of the states', async () => {
  await sql`truncate webhooks cascade`.execute(kysely)
  const webhook = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
  await sql`
    insert into webhook_deliveries (id, webhook_id, event, body, status, max_attempts, next_attempt_at, created_at)
    select gen_random_uuid(), ${webhook}, 'x', '{}', 'Pending', 6, ${now}, ${now} from generate_series(1, 50000)`.execute(kysely)
  await sql`analyze webhook_deliveries`.execute(kysely)
  assert.deepEqual(await backlog(), [10_000, 0, 0])
  const read = await rowsReadBy(kysely, deliveryBacklog(now))
  // and one for the oldest of each subscription
  assert.ok(read.webhook_deliveries! <= 20_010, JSON.stringify(read))
})
