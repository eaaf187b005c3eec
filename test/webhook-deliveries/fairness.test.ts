/** Who gets the places of a process: one that hangs, a tenant of many and a long queue leave the others theirs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { findTargets, noId, targetsAfter } from '#modules/webhook-deliveries/claims.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { hang, startReceiver } from '../rig/receiver.ts'
import { deliveryOf, dispatching, makeDeliveries, makeWebhook } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench

const clear = () => sql`truncate webhooks cascade`.execute(database.kysely)

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** How many rows of each table a plan read. */
function rowsRead(plan: Plan, read: Record<string, number | undefined> = {}): Record<string, number | undefined> {
  const table = plan['Relation Name']
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  if (table && rows > 0) read[table] = (read[table] ?? 0) + rows
  for (const part of plan.Plans ?? []) rowsRead(part, read)
  return read
}

describe('places', () => {
  it('of one endpoint are five, of its tenant ten; others are served beside them, however many hang', async () => {
    const hanging = await startReceiver(hang)
    const healthy = await startReceiver()
    const tenant = await makeTenant(database, clock.now(), null)
    for (let n = 0; n < 20; n++)
      await makeDeliveries(bench, await makeWebhook(bench, { url: `${hanging.url}/${n % 3}`, tenantId: tenant }), 20)
    const webhook = await makeWebhook(bench, { url: healthy.url, tenantId: await makeTenant(database, clock.now(), null) })
    await dispatching(bench, async (dispatcher) => {
      await eventually('the places of the tenant to be taken', () => hanging.open.now === 10)
      for (let n = 0; n < 5; n++) {
        const ids = await makeDeliveries(bench, webhook, 30)
        dispatcher.wake()
        await eventually('the others to be served', async () => (await deliveryOf(bench, ids.at(-1)!)).status === 'Delivered')
      }
      assert.equal(healthy.received.length, 150)
    })
    const { rows } = await sql<{ most: number }>`
      select max(n)::integer as most from (select count(*) as n from webhook_deliveries where fence > 0 and webhook_id <> ${webhook} group by webhook_id) c
    `.execute(database.kysely)
    assert.deepEqual([hanging.open.most, rows[0]!.most <= 5], [10, true])
    assert.ok(healthy.open.most <= 5)
    await clear()
  })

  it('of slow ones are ten in all', async () => {
    const hanging = await startReceiver(hang)
    for (let n = 0; n < 4; n++) {
      const tenantId = await makeTenant(database, clock.now(), null)
      await makeDeliveries(bench, await makeWebhook(bench, { url: hanging.url, tenantId, isSlow: true }), 10)
    }
    const quick = await startReceiver()
    const ids = await makeDeliveries(bench, await makeWebhook(bench, { url: quick.url }), 10)
    await dispatching(bench, async () => {
      await eventually('the quick one to be served', async () => (await deliveryOf(bench, ids.at(-1)!)).status === 'Delivered')
      await eventually('the places of the slow to be taken', () => hanging.open.now === 10)
    })
    assert.equal(hanging.open.most, 10)
    await clear()
  })

  it('are fifty in all, and what a stopped process leaves is due again at once', async () => {
    const hanging = await startReceiver(hang)
    for (let n = 0; n < 8; n++) {
      const tenantId = await makeTenant(database, clock.now(), null)
      for (let m = 0; m < 2; m++) await makeDeliveries(bench, await makeWebhook(bench, { url: hanging.url, tenantId }), 10)
    }
    await dispatching(bench, () => eventually('all places to be taken', () => hanging.open.now === 50))
    assert.equal(hanging.open.most, 50)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from webhook_deliveries where lease_until is not null or attempt_number > 0`.execute(database.kysely)
    assert.equal(rows[0]!.n, 0)
    await clear()
  })
})

describe('the search for what is due', () => {
  const nobody = { webhooks: [], tenants: [], isSlow: false }
  const search = (now = clock.now(), after = noId) => findTargets(database.kysely, after, nobody, 20, now)

  it('passes what is planned for later, and finds everybody in turns', async () => {
    const ids: string[] = []
    for (let n = 0; n < 45; n++) {
      const id = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
      ids.push(id)
      await makeDeliveries(bench, id, 3)
    }
    const later = ids.filter((_, n) => n % 3 === 0)
    await sql`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 hour' where webhook_id = any(${later}::uuid[])`.execute(
      database.kysely,
    )
    const due = ids.filter((id) => !later.includes(id))
    const first = await search()
    const second = await search(clock.now(), first.at(-1)!.id)
    assert.deepEqual(
      [...first, ...second].map(({ id }) => id),
      due.toSorted((a, b) => (a < b ? -1 : 1)),
    )
    assert.deepEqual([first.length, second.length], [20, 10])
    await clear()
  })

  it('reads a few rows of the index for each subscription, however much waits', async () => {
    await sql`
      with w as (
        insert into webhooks (id, url, events, secret, secret_hint, created_at, updated_at)
        select gen_random_uuid(), 'http://127.0.0.1:9/', '{*}', '', '', ${clock.now()}, ${clock.now()} from generate_series(1, 300) returning id
      )
      insert into webhook_deliveries (id, webhook_id, event, body, status, max_attempts, next_attempt_at, created_at)
      select gen_random_uuid(), w.id, 'x', '{}', 'Pending', 6, ${clock.now()}::timestamptz + n * interval '1 ms', ${clock.now()}
      from w, generate_series(1, 50) n`.execute(database.kysely)
    await sql`analyze webhooks`.execute(database.kysely)
    await sql`analyze webhook_deliveries`.execute(database.kysely)
    const read = async (now: Date) => {
      const { sql: text, parameters } = targetsAfter(noId, nobody, 20, now).compile(database.kysely)
      const { rows } = await database.kysely.executeQuery(CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]))
      return rowsRead((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan)
    }
    // nothing is due: one row for each subscription; everything is: twenty of them
    const idle = await read(new Date(clock.now().getTime() - 3_600_000))
    const busy = await read(new Date(clock.now().getTime() + 1000))
    assert.ok(idle.webhook_deliveries! <= 305 && idle.webhooks === undefined, JSON.stringify(idle))
    assert.ok(busy.webhook_deliveries! <= 20 && busy.webhooks! <= 20, JSON.stringify(busy))
    await clear()
  })
})
