/** The numbers of the dashboard, kept by several processes at the same instant: none is lost, none is counted twice, and nobody waits in a circle. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { emit } from '#events/emit.ts'
import { addressLimits } from '#events/failed-addresses.ts'
import { FanOut } from '#events/fan-out.ts'
import { type Bench, openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race } from '../rig/race.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const { url } = await sharedPostgresDatabase()
const first = await openBench({ url })
const benches: Bench[] = [first, await openBench({ url }), await openBench({ url })]
Object.assign(addressLimits, { kept: 30, more: 10 })

test('numbers of quarters and of addresses are whole whichever processes write them', async () => {
  const { database, clock } = first
  const root = await makeTenant(database, clock.now(), null)
  const tenants = [root, await makeTenant(database, clock.now(), root), await makeTenant(database, clock.now(), root)]
  const deadlocks = async () => {
    const { rows } = await sql<{
      n: number
    }>`select deadlocks::integer as n from pg_stat_database where datname = current_database()`.execute(database.kysely)
    return rows[0]!.n
  }
  const all = benches.map((bench) => new FanOut(bench.service, bench.log, { batchSize: 15, pollMs: 5 }))
  for (const fanOut of all) fanOut.start()
  let emitted = 0
  const noon = Date.UTC(2026, 6, 7, 12)
  await everyRound(async () => {
    await race(
      Array.from({ length: 6 }, (_, n) => () => {
        return benches[n % 3]!.transact(async (ctx) => {
          for (let m = 0; m < 10; m++) {
            // neighbouring quarters in both orders, and the same addresses in both
            const quarter = n % 2 === 0 ? m : 9 - m
            const now = new Date(noon + quarter * 900_000)
            const ip = `192.0.2.${(n * m + quarter) % 60}`
            const facts = { tenantId: tenants[(n + m) % 3]!, actor: { id: null, kind: 'user' as const } }
            await emit({ ...ctx, now, ip, traceId: uuidv7(clock.now()) }, m % 2 === 0 ? 'auth.login.failed' : 'auth.otp.failed', facts)
          }
        })
      }),
    )
    emitted += 60
  })
  await eventually(
    'the outbox to be empty',
    async () => !(await database.kysely.selectFrom('outbox').selectAll().executeTakeFirst()),
    60_000,
  )
  await Promise.all(all.map((fanOut) => fanOut.stop(5000)))
  const { rows: counts } = await sql<{ scopeId: string | null; n: number; kept: number }>`
    select scope_id, sum(n)::integer as n, sum((select sum(q) from unnest(quarters) q))::integer as kept from event_counts group by 1`.execute(
    database.kysely,
  )
  for (const { n, kept } of counts) assert.equal(kept, n, 'quarters and days')
  for (const scope of [null, root]) assert.equal(counts.find(({ scopeId }) => scopeId === scope)?.n, emitted)
  const { rows: addresses } = await sql<{ scopeId: string | null; kept: number; others: number; found: number; told: number }>`
    select d.scope_id, count(*)::integer as found, d.addresses as told, sum(a.n)::integer as kept, d.others
    from failed_address_days d join failed_addresses a on a.scope_id is not distinct from d.scope_id and a.day = d.day
    group by d.scope_id, d.addresses, d.others`.execute(database.kysely)
  for (const { kept, others, found, told, scopeId } of addresses) {
    assert.equal(kept + others, counts.find((count) => count.scopeId === scopeId)?.n, 'addresses and events')
    assert.equal(found, told)
    assert.ok(found <= 40 + 15, `${found} are kept`)
  }
  assert.equal(await deadlocks(), 0)
  assert.deepEqual(await database.kysely.selectFrom('poisonedEvents').selectAll().execute(), [])
})
