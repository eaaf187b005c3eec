/** Where sign-ins and codes failed: by client address, for those whom it tried and nobody else, within bounds. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { EventName } from '#events/catalog.ts'
import { emit, emitAll } from '#events/emit.ts'
import { addressLimits } from '#events/failed-addresses.ts'
import { FanOut } from '#events/fan-out.ts'
import { deleteExpired, expiries } from '#jobs/expired-rows.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'

const bench = await openBench()
const { database, clock } = bench
const fanOut = new FanOut(bench.service, bench.log, { batchSize: 50 })
const root = await makeTenant(database, clock.now(), null)
const child = await makeTenant(database, clock.now(), root)
const stranger = await makeTenant(database, clock.now(), null)
const names = new Map([
  [null, 'platform'],
  [root, 'root'],
  [child, 'child'],
  [stranger, 'stranger'],
])

interface Failing {
  ip: string
  at?: string
  name?: EventName
  attempt?: string
  onBehalfOfId?: string
}
const fail = (tenantId: string | null, { ip, at = '2026-07-07T10:20:00Z', name = 'auth.login.failed', attempt, onBehalfOfId }: Failing) =>
  bench.transact((ctx) =>
    emit({ ...ctx, ip, now: new Date(at), traceId: attempt ?? uuidv7(clock.now()) }, name, {
      tenantId,
      actor: { id: null, kind: 'user', onBehalfOfId: onBehalfOfId ?? null },
    }),
  )
const kept = async () => {
  const { rows } = await sql<{ scopeId: string | null; day: string; address: string; n: number; hours: string; lastAt: Date }>`
    select scope_id, day, address::text as address, n, last_at,
      (select string_agg(s || ':' || hours[s], ' ' order by s) from generate_subscripts(hours, 1) s where hours[s] is not null) as hours
    from failed_addresses order by scope_id nulls first, day, address`.execute(database.kysely)
  return rows.map(({ scopeId, day, address, n, hours }) => `${names.get(scopeId)} ${day} ${address} ${n} (${hours})`).sort()
}

afterEach(async () => {
  for (const table of ['failed_addresses', 'failed_address_days', 'event_counts', 'outbox', 'events'])
    await sql`delete from ${sql.table(table)}`.execute(database.kysely)
})

describe('addresses that failed', () => {
  test('are counted for the tenant that they tried, those above it and the platform, by day and hour', async () => {
    await fail(child, { ip: '192.0.2.1' })
    await fail(child, { ip: '192.0.2.1', at: '2026-07-07T13:00:00Z', name: 'auth.otp.failed' })
    await fail(child, { ip: '192.0.2.1', at: '2026-07-08T00:00:00Z', name: 'auth.two_factor.failed' })
    await fail(stranger, { ip: '192.0.2.2' })
    await fail(null, { ip: '192.0.2.3', name: 'access.rate_limited' })
    await fail(child, { ip: '192.0.2.9', name: 'auth.logout.succeeded' })
    await fanOut.drain()
    assert.deepEqual(
      await kept(),
      [
        ...['platform', 'root', 'child'].flatMap((scope) => [
          `${scope} 2026-07-07 192.0.2.1/32 2 (10:1 13:1)`,
          `${scope} 2026-07-08 192.0.2.1/32 1 (0:1)`,
        ]),
        'platform 2026-07-07 192.0.2.2/32 1 (10:1)',
        'stranger 2026-07-07 192.0.2.2/32 1 (10:1)',
        'platform 2026-07-07 192.0.2.3/32 1 (10:1)',
      ].sort(),
    )
  })

  test('of IPv6 are counted by their /64, of what is no address nothing', async () => {
    await fail(null, { ip: '2001:db8:0:1::1' })
    await fail(null, { ip: '2001:db8:0:1:ffff::2' })
    await fail(null, { ip: '::ffff:192.0.2.7' })
    await fail(null, { ip: '' })
    await fanOut.drain()
    assert.deepEqual(await kept(), ['platform 2026-07-07 192.0.2.7/32 1 (10:1)', 'platform 2026-07-07 2001:db8:0:1::/64 2 (10:2)'])
  })

  test('count one attempt once, for however many accounts it failed', async () => {
    await fail(child, { ip: '192.0.2.1', attempt: 'one' })
    await fail(child, { ip: '192.0.2.1', attempt: 'one' })
    await fail(stranger, { ip: '192.0.2.1', attempt: 'one' })
    await fanOut.drain()
    assert.deepEqual(
      await kept(),
      ['child', 'platform', 'root', 'stranger'].map((scope) => `${scope} 2026-07-07 192.0.2.1/32 1 (10:1)`),
    )
  })

  test('count one attempt once that failed for more accounts than a batch has, whichever batch comes first', async () => {
    const failAll = (attempt: string) =>
      bench.transact((ctx) =>
        emitAll(
          { ...ctx, ip: '192.0.2.1', now: new Date('2026-07-07T10:20:00Z'), traceId: attempt },
          'auth.login.failed',
          Array.from({ length: 120 }, (_, n) => ({ tenantId: n % 2 === 0 ? child : stranger, actor: { id: null, kind: 'user' } as const })),
        ),
      )
    const once = ['child', 'platform', 'root', 'stranger'].map((scope) => `${scope} 2026-07-07 192.0.2.1/32 1 (10:1)`)
    await failAll('many')
    await fanOut.drain()
    assert.deepEqual(await kept(), once)
    // as where another process has the first of them, and is slower
    const held = (await failAll('more')).slice(0, 60)
    await sql`delete from outbox where event_id = any(${held}::uuid[])`.execute(database.kysely)
    await fanOut.drain()
    await sql`insert into outbox select unnest(${held}::uuid[])`.execute(database.kysely)
    await fanOut.drain()
    assert.deepEqual(
      await kept(),
      once.map((line) => line.replace('1 (10:1)', '2 (10:2)')),
    )
  })

  test('of whoever acts as somebody else are told to the platform alone', async () => {
    await fail(child, { ip: '192.0.2.1', onBehalfOfId: uuidv7(clock.now()), name: 'auth.two_factor.failed' })
    await fanOut.drain()
    assert.deepEqual(await kept(), ['platform 2026-07-07 192.0.2.1/32 1 (10:1)'])
  })

  test('are bounded, and a flood of others does not hide one that failed often', async (t) => {
    const { kept: most, more } = addressLimits
    Object.assign(addressLimits, { kept: 20, more: 10 })
    t.after(() => Object.assign(addressLimits, { kept: most, more }))
    for (let n = 0; n < 5; n++) await fail(child, { ip: '198.51.100.7' })
    for (let n = 0; n < 100; n++)
      await fail(child, { ip: `2001:db8:${n.toString(16)}::1`, at: new Date(Date.UTC(2026, 6, 7, 11, 0, n)).toISOString() })
    await fanOut.drain()
    const { rows } = await sql<{ scope: string | null; found: number; addresses: number; others: number; sum: number }>`
      select d.scope_id as scope, d.addresses, d.others, count(*)::integer as found, sum(a.n)::integer as sum
      from failed_address_days d join failed_addresses a on a.scope_id is not distinct from d.scope_id and a.day = d.day
      group by 1, 2, 3`.execute(database.kysely)
    assert.equal(rows.length, 3)
    for (const { found, addresses, others, sum } of rows) {
      assert.equal(found, addresses)
      assert.ok(found <= 80, `${found} are kept`)
      assert.equal(sum + others, 105, 'none is lost')
    }
    assert.ok((await kept()).includes('child 2026-07-07 198.51.100.7/32 5 (10:5)'))
    assert.ok(!(await kept()).some((line) => line.includes('2001:db8::/64')), 'the first of the flood is forgotten')
  })

  test('are forgotten after 90 days', async () => {
    const old = before(clock.now(), daysMs(92)).toISOString()
    const young = before(clock.now(), daysMs(88)).toISOString()
    await fail(child, { ip: '192.0.2.1', at: old })
    await fail(child, { ip: '192.0.2.1', at: young })
    await fanOut.drain()
    for (const expiry of expiries.filter(({ table }) => table.startsWith('failed_address')))
      await deleteExpired(database.kysely, expiry, bench.service.options, clock.now())
    for (const table of ['failed_addresses', 'failed_address_days']) {
      const { rows } = await sql<{ day: string }>`select distinct day from ${sql.table(table)}`.execute(database.kysely)
      assert.deepEqual(rows, [{ day: young.slice(0, 10) }], table)
    }
  })
})
