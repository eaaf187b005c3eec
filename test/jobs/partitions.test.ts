import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { firstUuidAt, uuidv7 } from '#core/uuid.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { dropPartitions, makePartitions, monthPartition, partitionJobs } from '#events/partitions.ts'
import { enforceRetention, removeUnlogged } from '#events/retention.ts'
import { settleDeadJobs } from '#modules/dead-jobs/dead-jobs.command.ts'
import { openBench } from './bench.ts'
import { makeAccount, makeTenant } from './rows.ts'

const bench = await openBench()
const { database } = bench
const never = new AbortController().signal
const day = 86_400_000

interface Happened {
  at: Date
  tenantId?: string | null
  isLogged?: boolean
  entityId?: string
}

const event = { type: 'admin.updated', actorKind: 'system', outcome: 'success' } as const

async function insertEvent({ at, tenantId = null, isLogged = true, entityId }: Happened): Promise<string> {
  const id = uuidv7(at)
  await database.kysely
    .insertInto('events')
    .values({ ...event, id, tenantId, isLogged, createdAt: at, entityId: entityId ?? null })
    .execute()
  return id
}
const partitionOf = async (id: string) =>
  (await sql<{ name: string }>`select tableoid::regclass::text as name from events where id = ${id}`.execute(database.kysely)).rows[0]?.name
const partitions = async () =>
  (
    await sql<{
      name: string
    }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`.execute(database.kysely)
  ).rows.map(({ name }) => name)
const forget = async () => {
  for (const table of ['security_log', 'outbox', 'poisoned_events', 'events'])
    await sql`delete from ${sql.table(table)}`.execute(database.kysely)
}

describe('monthly partitions', () => {
  test('a month is the ids of its milliseconds in UTC, over the year too', () => {
    const december = monthPartition(new Date('2026-12-31T23:59:59.999Z'), 0)
    assert.deepEqual(
      [december.name, december.start, december.end],
      ['events_2026_12', new Date('2026-12-01T00:00Z'), new Date('2027-01-01T00:00Z')],
    )
    const february = monthPartition(new Date('2028-02-29T23:59:59.999Z'), 0)
    assert.deepEqual([february.name, february.end], ['events_2028_02', new Date('2028-03-01T00:00Z')])
    assert.ok(uuidv7(new Date('2028-02-29T23:59:59.999Z')) < february.to)
    // of the last day of a month there is none in the next
    assert.equal(monthPartition(new Date('2027-10-31T12:00Z'), 1).name, 'events_2027_11')
    assert.equal(monthPartition(new Date('2027-11-30T12:00Z'), 3).name, 'events_2028_02')
    assert.ok(uuidv7(new Date('2026-12-31T23:59:59.999Z')) < december.to)
    assert.ok(uuidv7(new Date('2027-01-01T00:00:00.000Z')) >= december.to)
    assert.equal(monthPartition(new Date('2026-12-31T23:59:59.999Z'), 3).name, 'events_2027_03')
    assert.equal(monthPartition(new Date('2027-01-31T00:00Z'), 1).name, 'events_2027_02')
  })

  test('this month and the next three get their own, with the rows that were in the default one', async () => {
    const now = new Date('2026-11-21T12:00Z')
    const before = await insertEvent({ at: new Date('2026-10-31T23:59:59.999Z') })
    const first = await insertEvent({ at: new Date('2026-11-01T00:00Z') })
    const last = await insertEvent({ at: new Date('2026-11-30T23:59:59.999Z') })
    const later = await insertEvent({ at: new Date('2027-02-28T23:59:59.999Z') })
    const all = await database.kysely.selectFrom('events').selectAll().orderBy('id').execute()
    const made = ['events_2026_11', 'events_2026_12', 'events_2027_01', 'events_2027_02']
    assert.deepEqual(await makePartitions(bench.service, now, never), made)
    assert.deepEqual(await partitions(), [...made, 'events_default'].sort())
    assert.deepEqual(await Promise.all([before, first, last, later].map(partitionOf)), [
      'events_default',
      'events_2026_11',
      'events_2026_11',
      'events_2027_02',
    ])
    assert.deepEqual(await database.kysely.selectFrom('events').selectAll().orderBy('id').execute(), all)
    assert.equal(await partitionOf(await insertEvent({ at: new Date('2026-12-24T00:00Z') })), 'events_2026_12')
    assert.deepEqual(await makePartitions(bench.service, now, never), [])
    assert.deepEqual(await makePartitions(bench.service, new Date('2026-12-01T00:00Z'), never), ['events_2027_03'])
    const indexes = await sql<{
      n: number
    }>`select count(*)::integer as n from pg_index where indrelid = 'events_2027_03'::regclass`.execute(database.kysely)
    const parent = await sql<{ n: number }>`select count(*)::integer as n from pg_index where indrelid = 'events'::regclass`.execute(
      database.kysely,
    )
    assert.equal(indexes.rows[0]?.n, parent.rows[0]?.n)
    await forget()
  })
})

describe('retention', () => {
  const now = new Date('2026-11-21T12:00Z')
  const ago = (days: number) => new Date(now.getTime() - days * day)

  test('each tenant keeps its events as long as it wants, and the security log goes with them', async () => {
    const short = await makeTenant(database, now, null)
    const inherits = await makeTenant(database, now, short)
    const long = await makeTenant(database, now, null)
    const purged = crypto.randomUUID()
    for (const [tenantId, auditRetentionDays] of [
      [short, 30],
      [long, 3650],
    ] as const)
      await database.kysely.insertInto('tenantSettings').values({ tenantId, auditRetentionDays }).execute()
    const tenants = await TenantTree.load(database)
    const service = { ...bench.service, tenants, settings: await TenantSettings.load(database, tenants) }

    const admin = await makeAccount(database, now, short)
    const gone = await insertEvent({ at: ago(31), tenantId: short, entityId: admin })
    const kept = await insertEvent({ at: ago(29), tenantId: short, entityId: admin })
    for (const eventId of [gone, kept]) await database.kysely.insertInto('securityLog').values({ accountId: admin, eventId }).execute()
    const remaining = [
      kept,
      await insertEvent({ at: ago(29), tenantId: inherits }),
      await insertEvent({ at: ago(3600), tenantId: long }),
      await insertEvent({ at: ago(364), tenantId: null }),
      await insertEvent({ at: ago(364), tenantId: purged }),
    ]
    await insertEvent({ at: ago(31), tenantId: inherits })
    await insertEvent({ at: ago(366), tenantId: null })
    // as a refused request may have sent it: nearly a UUID, and of no account
    await insertEvent({ at: ago(366), tenantId: purged, entityId: '-'.repeat(36) })
    const untold = await insertEvent({ at: ago(366), tenantId: null })
    await database.kysely.insertInto('outbox').values({ eventId: untold }).execute()
    assert.equal(await enforceRetention(service, now, never), 4)
    const left = await database.kysely.selectFrom('events').select('id').execute()
    assert.deepEqual(left.map(({ id }) => id).sort(), [...remaining, untold].sort())
    assert.deepEqual(await database.kysely.selectFrom('securityLog').selectAll().execute(), [{ accountId: admin, eventId: kept }])

    // a partition goes only when nobody keeps it: the longest is ten years here
    const at = (date: string) => makePartitions(bench.service, new Date(date), never)
    await at('2016-07-01T00:00Z')
    assert.deepEqual(await dropPartitions(service, now, never), ['events_2016_07', 'events_2016_08', 'events_2016_09', 'events_2016_10'])
    await database.kysely.deleteFrom('tenantSettings').execute()
    await at('2025-08-01T00:00Z')
    const waiting = await insertEvent({ at: new Date('2025-09-15T00:00Z') })
    await database.kysely.insertInto('outbox').values({ eventId: waiting }).execute()
    assert.deepEqual(await dropPartitions(bench.service, now, never), ['events_2025_08', 'events_2025_10'])
    assert.equal(await partitionOf(waiting), 'events_2025_09')
    await forget()
  })

  test('a month goes in batches, with its lines of the security log, and no other', async () => {
    await makePartitions(bench.service, new Date('2025-06-01T00:00Z'), never)
    const admin = await makeAccount(database, now, null)
    const at = new Date('2025-06-15T00:00Z')
    const old = Array.from({ length: 1203 }, () => ({ ...event, id: uuidv7(at), entityId: admin, createdAt: at }))
    await database.kysely.insertInto('events').values(old).execute()
    const young = await insertEvent({ at: ago(5), entityId: admin })
    const lines = [...old.map(({ id }) => id), young].map((eventId) => ({ accountId: admin, eventId }))
    await database.kysely.insertInto('securityLog').values(lines).execute()
    await sql`create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 500 then raise exception 'too many at once'; end if; return null; end $$`.execute(database.kysely)
    await sql`create trigger few after delete on security_log referencing old table as gone
      for each statement execute function refuse_many()`.execute(database.kysely)
    assert.deepEqual(await dropPartitions(bench.service, now, never), [
      'events_2025_06',
      'events_2025_07',
      'events_2025_08',
      'events_2025_09',
    ])
    assert.deepEqual(await database.kysely.selectFrom('securityLog').selectAll().execute(), [{ accountId: admin, eventId: young }])
    await sql`drop function refuse_many cascade`.execute(database.kysely)
    await forget()
  })

  test('a month that can’t be dropped keeps no tenant’s log, and is told', async () => {
    await makePartitions(bench.service, new Date('2025-07-01T00:00Z'), never)
    await sql`create view kept_month as select id from events_2025_07`.execute(database.kysely)
    const inMonth = await insertEvent({ at: new Date('2025-07-15T00:00Z') })
    const outside = await insertEvent({ at: ago(366) })
    const { run } = partitionJobs.find(({ name }) => name === 'events.retention')!
    await assert.rejects(run(bench.service, now, never), /cannot drop table events_2025_07/)
    const left = await database.kysely.selectFrom('events').select('id').where('id', 'in', [inMonth, outside]).execute()
    assert.deepEqual(left, [])
    await sql`drop view kept_month`.execute(database.kysely)
    await run(bench.service, now, never)
    assert.ok(!(await partitions()).some((name) => name < 'events_2025_11'))
    await forget()
  })

  test('more than one batch goes, and an interruption ends it between two', async () => {
    const old = Array.from({ length: 1203 }, () => ({ ...event, id: uuidv7(ago(400)), createdAt: ago(400) }))
    await database.kysely.insertInto('events').values(old).execute()
    await assert.rejects(enforceRetention(bench.service, now, AbortSignal.abort(new Error('stopping'))), /stopping/)
    assert.equal(await enforceRetention(bench.service, now, never), 1203)
  })

  test('events that are not for the log go after a day, once they are told; one that was set aside stays until it is settled', async () => {
    const told = await insertEvent({ at: ago(1.01), isLogged: false })
    const aside = await insertEvent({ at: ago(1.01), isLogged: false })
    await database.kysely.insertInto('poisonedEvents').values({ eventId: aside, error: 'x', failedAt: now }).execute()
    const untold = await insertEvent({ at: ago(1.01), isLogged: false })
    const young = await insertEvent({ at: ago(0.99), isLogged: false })
    const logged = await insertEvent({ at: ago(5) })
    await database.kysely.insertInto('outbox').values({ eventId: untold }).execute()
    assert.equal(await removeUnlogged(bench.service, now, never), 1)
    const left = (await database.kysely.selectFrom('events').select('id').execute()).map(({ id }) => id)
    assert.deepEqual(left.sort(), [aside, untold, young, logged].sort())
    assert.ok(told < firstUuidAt(now))
    assert.equal(await settleDeadJobs(bench.service, 'give-up', aside), 1)
    assert.equal(await removeUnlogged(bench.service, now, never), 1)
    // for ever is not kept either: it goes with its log
    const forgotten = await insertEvent({ at: ago(366), isLogged: false })
    await database.kysely.insertInto('poisonedEvents').values({ eventId: forgotten, error: 'x', failedAt: now }).execute()
    assert.equal(await enforceRetention(bench.service, now, never), 1)
    await forget()
  })
})
