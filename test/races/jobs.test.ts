import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { emitAll } from '#events/emit.ts'
import { FanOut } from '#events/fan-out.ts'
import { makePartitions } from '#events/partitions.ts'
import { Periodic } from '#jobs/periodic.ts'
import { enqueue } from '#jobs/queue.ts'
import { Worker } from '#jobs/worker.ts'
import { type Bench, openBench } from '../jobs/bench.ts'
import { killTests } from '../jobs/kills.ts'
import { makeAccount, makeTenant } from '../jobs/rows.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const { url } = await sharedPostgresDatabase()
/** As many processes as there are benches, as far as the database can tell. */
const first = await openBench({ url })
const benches: Bench[] = [first, await openBench({ url }), await openBench({ url })]

describe('one job', () => {
  test('each attempt is run by one worker, and each job is done once', async () => {
    await everyRound(async (round) => {
      const runs: string[] = []
      const kind = `race ${round}`
      const ids = await first.transact((ctx) =>
        race(Array.from({ length: 60 }, () => () => enqueue(ctx, { kind, payload: {}, maxAttempts: 3 }))),
      )
      const workers = benches.map(
        (bench) =>
          new Worker(
            bench.service,
            [
              {
                kind,
                concurrency: 4,
                leaseSeconds: 30,
                run: async ({ id, attempt }) => {
                  runs.push(`${id} ${attempt}`)
                  if (attempt === 1 && id.charCodeAt(id.length - 1) % 2 === 0) throw new Error('once')
                },
              },
            ],
            bench.log,
          ),
      )
      for (const worker of workers) worker.start()
      try {
        const open = first.database.kysely.selectFrom('jobs').select('id').where('kind', '=', kind)
        await eventually('the first attempts', async () => new Set(runs.map((run) => run.split(' ')[0])).size === ids.length)
        for (const bench of benches) bench.clock.turn(10)
        await eventually('all jobs to be done', async () => (await open.execute()).length === 0, 60_000)
      } finally {
        await Promise.all(workers.map((worker) => worker.stop(2000)))
      }
      const expected = ids.flatMap((id) => (id.charCodeAt(id.length - 1) % 2 === 0 ? [`${id} 1`, `${id} 2`] : [`${id} 1`]))
      assert.deepEqual(tally(runs), tally(expected))
    })
  })

  test('jobs of one key queued by many at once are one job', async () => {
    await everyRound(async (round) => {
      const ids = await race(
        Array.from(
          { length: 16 },
          (_, n) => () => benches[n % 3]!.transact((ctx) => enqueue(ctx, { kind: 'keyed', key: `k${round}`, payload: { n } })),
        ),
      )
      assert.equal(new Set(ids).size, 1)
    })
  })

  test('asked for again at the moment at which it ends, a job runs once more', async () => {
    await everyRound(async (round) => {
      const kind = `again ${round}`
      const seen: number[] = []
      const ask = (n: number) => first.transact((ctx) => enqueue(ctx, { kind, key: 'k', payload: { n } }))
      const worker = new Worker(
        benches[1]!.service,
        [{ kind, concurrency: 2, leaseSeconds: 30, run: async ({ payload }) => void seen.push((payload as { n: number }).n) }],
        first.log,
      )
      worker.start()
      for (let n = 1; n <= 20; n++) await ask(n)
      await eventually('the newest to be seen', () => seen.at(-1) === 20)
      await worker.stop(2000)
      assert.deepEqual(await first.database.kysely.selectFrom('jobs').select('id').where('kind', '=', kind).execute(), [])
    })
  })
})

test('each tick of a periodic job is one, over all processes', async () => {
  let ticks = 0
  const job = { name: 'raced', everySeconds: 600, run: async () => void ticks++ }
  const all = benches.map((bench) => new Periodic(bench.service, [job], bench.log))
  for (const periodic of all) periodic.start()
  try {
    await everyRound(async (round) => {
      await eventually(`tick ${round}`, () => ticks === round)
      await eventually('its record', async () => {
        const row = await first.database.kysely.selectFrom('periodicJobs').selectAll().where('name', '=', 'raced').executeTakeFirst()
        return row?.leaseUntil === null && row.nextRunAt > first.clock.now()
      })
      for (const bench of benches) bench.clock.turn(601)
    })
  } finally {
    await Promise.all(all.map((periodic) => periodic.stop(2000)))
  }
  // the last turn of the clocks may have been a tick already
  assert.ok(ticks <= Number(process.env.TEST_ROUNDS ?? 5) + 1)
})

describe('fan-out of several processes beside writers', () => {
  test('each event is told once', async () => {
    const { database, clock } = first
    const root = await makeTenant(database, clock.now(), null)
    const tenants = [root, await makeTenant(database, clock.now(), root), await makeTenant(database, clock.now(), root)]
    const accounts = await Promise.all(tenants.map((tenantId) => makeAccount(database, clock.now(), tenantId)))
    const all = benches.map((bench) => new FanOut(bench.service, bench.log, { batchSize: 20, pollMs: 5 }))
    for (const fanOut of all) fanOut.start()
    await everyRound(async () => {
      await race(
        Array.from({ length: 12 }, (_, n) => () => {
          const facts = Array.from({ length: 10 }, (_, m) => ({ tenantId: tenants[(n + m) % 3]!, entityId: accounts[(n * m) % 3]! }))
          return benches[n % 3]!.transact((ctx) => emitAll(ctx, 'auth.logout.succeeded', facts))
        }),
      )
    })
    await eventually(
      'the outbox to be empty',
      async () => !(await database.kysely.selectFrom('outbox').selectAll().executeTakeFirst()),
      60_000,
    )
    await Promise.all(all.map((fanOut) => fanOut.stop(5000)))
    const events = await database.kysely.selectFrom('events').select(['id', 'tenantId']).execute()
    const logged = await database.kysely.selectFrom('securityLog').select('eventId').execute()
    assert.deepEqual(logged.map(({ eventId }) => eventId).sort(), events.map(({ id }) => id).sort())
    const counts = await database.kysely.selectFrom('eventCounts').select(['scopeId', 'n']).execute()
    const told = (scope: string | null) => counts.filter(({ scopeId }) => scopeId === scope).reduce((sum, { n }) => sum + n, 0)
    const each = tally(events.map(({ tenantId }) => String(tenantId)))
    assert.equal(told(null), events.length)
    assert.equal(told(root), events.length)
    for (const tenant of tenants.slice(1)) assert.equal(told(tenant), each[tenant])
    assert.deepEqual(await database.kysely.selectFrom('poisonedEvents').selectAll().execute(), [])
  })

  test('partitions are made beside writers, and no event is lost or refused', async () => {
    const { database, clock } = first
    const writing = new AbortController()
    const written: string[] = []
    const write = async (bench: Bench) => {
      while (!writing.signal.aborted)
        written.push(...(await bench.transact((ctx) => emitAll(ctx, 'admin.updated', [{ tenantId: null }, { tenantId: null }]))))
    }
    const refused: unknown[] = []
    const writers = [...benches, ...benches].map((bench) => write(bench).catch((error: unknown) => void refused.push(error)))
    await eventually('some events', () => written.length > 50)
    const made = await race(benches.map((bench) => () => makePartitions(bench.service, clock.now(), new AbortController().signal)))
    const until = written.length + 50
    await eventually('some more', () => written.length > until)
    writing.abort()
    await Promise.all(writers)
    assert.deepEqual(refused, [])
    assert.equal(new Set(made.flat()).size, made.flat().length)
    assert.equal(made.flat().length, 4)
    const found = await sql<{ n: number }>`select count(*)::integer as n from events where id = any(${written}::uuid[])`.execute(
      database.kysely,
    )
    assert.equal(found.rows[0]!.n, written.length)
    const { rows } = await sql`select from events_default limit 1`.execute(database.kysely)
    assert.equal(rows.length, 0)
  })
})

const killed = await sharedPostgresDatabase()
describe('kill -9 on PostgreSQL', () => {
  killTests({ url: killed.url }, 2)
})
