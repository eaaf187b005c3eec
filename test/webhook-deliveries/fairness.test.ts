/** Who gets the places of a process: one that hangs, a tenant of many and a long queue leave the others theirs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { findTargets, noId, targetsAfter } from '#modules/webhook-deliveries/claims.ts'
import { Places } from '#modules/webhook-deliveries/places.ts'
import { Rounds } from '#modules/webhook-deliveries/rounds.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { hang, startReceiver } from '../rig/receiver.ts'
import { deliveryOf, dispatching, makeDeliveries, makeWebhook } from './rows.ts'
import { rowsReadBy } from './rows-read.ts'

const bench = await openBench()
const { database, clock } = bench

const clear = () => sql`truncate webhooks cascade`.execute(database.kysely)

const bounds = { places: 50, placesPerTenant: 10, placesPerWebhook: 5, placesOfSlow: 10, suspectLosses: 2 }

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

describe('the choice among those who have something due', () => {
  const found = (count: number, { from = 0, tenantId = null as string | null, isSlow = false, isUnsure = false } = {}) =>
    Array.from({ length: count }, (_, n) => ({ id: `${tenantId} ${from + n}`, tenantId, isSlow, isUnsure, dueAt: new Date(from + n) }))
  const ids = (targets: readonly { id: string }[]) => targets.map(({ id }) => id)

  it('gives no tenant and no slow ones more than their places, and the others theirs', () => {
    const places = new Places(() => bounds)
    for (let n = 0; n < 4; n++) places.take({ id: `${n}`, tenantId: 'many', isSlow: false }, { losses: 0 })
    const many = found(30, { tenantId: 'many' })
    const slow = Array.from({ length: 20 }, (_, n) => found(1, { from: 50 + n, tenantId: `slow ${n}`, isSlow: true })[0]!)
    const others = [...found(8, { from: 100, tenantId: 'a' }), ...found(20, { from: 200, tenantId: 'b' })]
    const { chosen, isLeft } = places.choose([...others, ...slow, ...many])
    const expected = [...many.slice(0, 6), ...slow.slice(0, 10), ...others.slice(0, 8), ...others.slice(8, 18)]
    assert.deepEqual(ids(chosen).sort(), ids(expected).sort())
    assert.equal(isLeft, true)
  })

  it('lets nobody wait for what tenants of many have waited for longer', () => {
    const places = new Places(() => bounds)
    const take = (tenantId: string, count: number) => {
      for (let n = 0; n < count; n++) places.take({ id: `${tenantId} ${n}`, tenantId, isSlow: false }, { losses: 0 })
    }
    for (const tenant of ['a', 'b', 'c', 'd']) take(tenant, 10)
    take('e', 9)
    // one place is free: that of a tenant whose next has waited longest, or of one that has none
    const behind = found(15, { tenantId: 'e' })
    const fresh = found(2, { from: 1000, tenantId: 'fresh' })
    assert.deepEqual(ids(places.choose([...behind, ...fresh]).chosen), ids(fresh.slice(0, 1)))
    const empty = new Places(() => ({ ...bounds, places: 4 }))
    assert.deepEqual(ids(empty.choose([...behind, ...fresh]).chosen), ids([behind[0]!, fresh[0]!, behind[1]!, fresh[1]!]))
  })

  it('of more than there are places takes the oldest, and beside them ten whose oldest may not be had', () => {
    const places = new Places(() => ({ ...bounds, places: 20, placesPerTenant: 100 }))
    const [unsure, sure] = [found(30, { isUnsure: true }), found(30, { from: 100 })]
    const { chosen, isLeft } = places.choose([...unsure, ...sure.toReversed()])
    assert.deepEqual([ids(chosen), isLeft], [ids([...sure.slice(0, 20), ...unsure.slice(0, 10)]), true])
    const few = places.choose([...unsure, ...sure.slice(0, 3)])
    assert.deepEqual([ids(few.chosen), few.isLeft], [ids([...sure.slice(0, 3), ...unsure.slice(0, 17)]), false])
  })
})

describe('the search for what is due', () => {
  const nobody = { webhooks: [], tenants: [], isSlow: false, suspectLosses: 2 }
  const searched = (now = clock.now(), after = noId) => findTargets(database.kysely, after, nobody, 20, now)
  const search = async (now = clock.now(), after = noId) => (await searched(now, after)).found

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
    // being tried by somebody, or lost twice: behind it there may be something else
    const [held, lost] = due as [string, string]
    await sql`update webhook_deliveries set lease_until = ${new Date(clock.now().getTime() + 60_000)} where webhook_id = ${held}`.execute(
      database.kysely,
    )
    await sql`update webhook_deliveries set losses = 2 where webhook_id = ${lost}`.execute(database.kysely)
    const first = await search()
    const second = await search(clock.now(), first.at(-1)!.id)
    assert.deepEqual(
      [...first, ...second].map(({ id }) => id),
      due.toSorted((a, b) => (a < b ? -1 : 1)),
    )
    assert.deepEqual([first.length, second.length], [20, 10])
    assert.deepEqual(
      first.filter(({ isUnsure }) => isUnsure).map(({ id }) => id),
      [held, lost].sort(),
    )
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
    const read = (now: Date) => rowsReadBy(database.kysely, targetsAfter(noId, nobody, 20, now))
    // nothing is due: one row for each subscription; everything is: twenty of them
    const idle = await read(new Date(clock.now().getTime() - 3_600_000))
    const busy = await read(new Date(clock.now().getTime() + 1000))
    assert.ok(idle.webhook_deliveries! <= 305 && idle.webhooks === undefined, JSON.stringify(idle))
    assert.ok(busy.webhook_deliveries! <= 20 && busy.webhooks! <= 20, JSON.stringify(busy))
    await clear()
  })

  it('ends after so many looks though nothing is due, and the next goes on behind them', async () => {
    const later = new Date(clock.now().getTime() + 3_600_000)
    await sql`
      with w as (
        insert into webhooks (id, url, events, secret, secret_hint, created_at, updated_at)
        select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'http://127.0.0.1:9/', '{*}', '', '', ${clock.now()}, ${clock.now()}
        from generate_series(1, 2500) n returning id
      )
      insert into webhook_deliveries (id, webhook_id, event, body, status, max_attempts, next_attempt_at, created_at)
      select gen_random_uuid(), w.id, 'x', '{}', 'Pending', 6, ${later}, ${clock.now()} from w`.execute(database.kysely)
    await sql`analyze webhooks`.execute(database.kysely)
    await sql`analyze webhook_deliveries`.execute(database.kysely)
    const last = await makeWebhook(bench, { url: 'http://127.0.0.1:9/' })
    await makeDeliveries(bench, last)
    const idAt = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
    const read = await rowsReadBy(database.kysely, targetsAfter(noId, nobody, 20, clock.now()))
    assert.ok(read.webhook_deliveries! <= 1005 && (read.webhooks ?? 0) === 0, JSON.stringify(read))
    const first = await searched()
    assert.deepEqual(first, { found: [], stoppedAt: idAt(1000) })
    const second = await searched(clock.now(), first.stoppedAt!)
    assert.deepEqual(second, { found: [], stoppedAt: idAt(2000) })
    const third = await searched(clock.now(), second.stoppedAt!)
    assert.deepEqual([third.found.map(({ id }) => id), third.stoppedAt], [[last], null])
    const rounds = new Rounds(new Places(() => bounds))
    const turns: string[][] = []
    for (let isLast = false; !isLast && turns.length < 10; ) {
      const turn = await rounds.next(database.kysely, clock.now())
      turns.push(turn.chosen.map(({ id }) => id))
      isLast = turn.isLast
    }
    assert.deepEqual(turns, [[], [], [last]])
    await clear()
  })
})
