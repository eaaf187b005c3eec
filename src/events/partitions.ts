import { sql, type Transaction } from 'kysely'
import { daysMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import { isLockTimeout } from '#db/database-errors.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { enforceRetention, expectDrop, longestRetentionDays, removeRange, removeUnlogged } from './retention.ts'
import { trimSeals } from './seals/retained.ts'

/** A month of events in UTC: ids from `from` up to but without `to`. */
export interface MonthPartition {
  name: string
  start: Date
  end: Date
  from: string
  to: string
}

const monthsAhead = 3
const lockTries = 20

/** The partition of the month that lies `offset` months after that of `time`. */
export function monthPartition(time: Date, offset: number): MonthPartition {
  const start = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset, 1))
  const end = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset + 1, 1))
  const name = `events_${start.toISOString().slice(0, 7).replace('-', '_')}`
  return { name, start, end, from: firstUuidAt(start), to: firstUuidAt(end) }
}

/**
 * Sees to it that this month and the next three have partitions of their own. Writers wait no longer than 100 ms at a time:
 * a lock that is not to be had by then is tried for again later.
 * @returns the names of those it made.
 * @throws 55P03 when the locks are never free.
 */
export async function makePartitions(service: Service, now: Date, signal: AbortSignal): Promise<string[]> {
  const made: string[] = []
  for (let offset = 0; offset <= monthsAhead; offset++) {
    const partition = monthPartition(now, offset)
    if (await withBriefLocks(service, signal, (tx) => makePartition(tx, partition))) made.push(partition.name)
  }
  return made
}

/** Sees to it that the month of a partition's name has one of its own, as `makePartitions` makes it. */
export async function makePartitionNamed(database: Service['database'], name: string): Promise<void> {
  await database.transaction((tx) => makePartition(tx, monthOf(name)))
}

/**
 * Drops the partitions that are older than the longest retention of any tenant, after what is left in them went in batches. One with
 * events that were not told yet stays.
 * @returns their names.
 * @throws 55P03 when the locks are never free.
 */
export async function dropPartitions(service: Service, now: Date, signal: AbortSignal): Promise<string[]> {
  const oldest = new Date(now.getTime() - daysMs(await longestRetentionDays(service)))
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$' order by 1`.execute(service.database.kysely)
  const outlived = rows.map(({ name }) => monthOf(name)).filter(({ end }) => end <= oldest)
  if (outlived.length > 0) await expectDrop(service, outlived.at(-1)!.end)
  const dropped: string[] = []
  for (const partition of outlived) {
    await removeRange(service, partition, signal)
    if (await withBriefLocks(service, signal, (tx) => dropEmpty(tx, partition))) dropped.push(partition.name)
  }
  return dropped
}

function monthOf(name: string): MonthPartition {
  const [, year, month] = name.split('_').map(Number)
  return monthPartition(new Date(Date.UTC(year!, month! - 1, 1)), 0)
}

// unscoped: a job over all tenants
async function makePartition(tx: Transaction<Tables>, { name, from, to }: MonthPartition): Promise<boolean> {
  if (await exists(tx, name)) return false
  // All must wait here and nowhere later. A writer that had chosen the default partition already would be refused (23514). A reader
  // that was about to look into it would find what is moved in neither: it knows no other, and sees that this one is empty.
  await sql`lock table events in access exclusive mode`.execute(tx)
  if (await exists(tx, name)) return false
  const table = sql.table(name)
  const bounds = sql.id(`${name}_bounds`)
  const within = sql`id >= ${sql.lit(from)}::uuid and id < ${sql.lit(to)}::uuid`
  await sql`create table ${table} (like events including all)`.execute(tx)
  await sql`lock table events_default in access exclusive mode`.execute(tx)
  await sql`with moved as (delete from events_default where ${within} returning *) insert into ${table} select * from moved`.execute(tx)
  // with the check at hand, attaching need not read the rows
  await sql`alter table ${table} add constraint ${bounds} check (${within})`.execute(tx)
  await sql`alter table events attach partition ${table} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx)
  await sql`alter table ${table} drop constraint ${bounds}`.execute(tx)
  return true
}

async function exists(tx: Transaction<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(tx)
  return rows[0]!.exists
}

// unscoped: a job over all tenants
async function dropEmpty(tx: Transaction<Tables>, { name }: MonthPartition): Promise<boolean> {
  const table = sql.table(name)
  // nobody writes into it between the look and the end
  await sql`lock table ${table} in share mode`.execute(tx)
  const { rows } = await sql`select from ${table} limit 1`.execute(tx)
  // what was not told yet must not be lost
  if (rows.length > 0) return false
  await sql`drop table ${table}`.execute(tx)
  return true
}

async function withBriefLocks<T>(service: Service, signal: AbortSignal, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await service.database.transaction(async (tx) => {
        await sql`set local lock_timeout = '100ms'`.execute(tx)
        return await work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error) || attempt === lockTries) throw error
      await pause(backoffMs(attempt, 50, 2000), signal)
    }
  }
}

/** What keeps the table of events in shape; for the periodic runner. */
export const partitionJobs = [
  {
    name: 'events.partitions',
    everySeconds: 3600,
    async run(service: Service, now: Date, signal: AbortSignal): Promise<void> {
      await makePartitions(service, now, signal)
    },
  },
  {
    name: 'events.unlogged',
    everySeconds: 3600,
    async run(service: Service, now: Date, signal: AbortSignal): Promise<void> {
      await removeUnlogged(service, now, signal)
    },
  },
  {
    name: 'events.retention',
    everySeconds: 86_400,
    async run(service: Service, now: Date, signal: AbortSignal): Promise<void> {
      await enforceRetention(service, now, signal)
      await trimSeals(service, signal)
      // the last: a month that can't be dropped must not keep what tenants want gone
      await dropPartitions(service, now, signal)
    },
  },
]
