/** The first month of events gets a partition of its own while they are told of: none of them is lost on its way from one to the other. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { emit } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { makePartitions, monthPartition } from '#events/partitions.ts'
import { auditSeals } from '#events/seals/target.ts'
import { openBench } from '../jobs/bench.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const { url } = await sharedPostgresDatabase()
const bench = await openBench({ url })
const { database, clock } = bench
const fanOut = new FanOut(bench.service, bench.log, { targets: [...fanOutTargets, auditSeals(bench.service)] })
const month = monthPartition(clock.now(), 0).name

/** What makes a partition stops for a moment where it has moved the events and others can't see them in it yet. */
const pause = `
  create function pause() returns event_trigger language plpgsql as $$ begin perform pg_sleep(1); end $$;
  create event trigger pause on ddl_command_start when tag in ('ALTER TABLE') execute function pause()`

const happen = () => bench.transact((ctx) => emit(ctx, 'admin.updated', { tenantId: null, actor: { id: null, kind: 'system' } }))

const unsealed = async () =>
  (
    await sql<{ id: string }>`
      select id from events e where not exists (select from audit_seals s where s.event_id = e.id)`.execute(database.kysely)
  ).rows.map(({ id }) => id)

it('what is told of while its partition is made is told of', async () => {
  await fanOut.drain()
  await happen()
  await happen()
  await withClient(url, (client) => client.query(pause))
  const making = makePartitions(bench.service, clock.now(), AbortSignal.timeout(60_000))
  const isPaused = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
  await withClient(url, (client) => eventually('the events to be moved', async () => (await client.query(isPaused)).rowCount === 1))
  const telling = (async () => {
    for (let told = 0; told < 2; ) told += await fanOut.drain().catch(() => 0)
  })()
  await eventually('somebody to wait for it', async () =>
    withClient(url, async (client) => (await client.query(`select from pg_locks where not granted`)).rowCount! > 0),
  )
  await withClient(url, (client) => client.query('drop event trigger pause'))
  const made = await making
  assert.ok(made.includes(month))
  await telling
  assert.deepEqual(await unsealed(), [])
  assert.deepEqual(await database.kysely.selectFrom('poisonedEvents').selectAll().execute(), [])
})
