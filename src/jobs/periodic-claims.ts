import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

export interface Tick {
  name: string
  fence: number
}

export interface Period {
  name: string
  everySeconds: number
}

/** Makes the rows of jobs that are new; their first tick is due at once. */
export async function registerPeriods(db: Kysely<Tables>, periods: readonly Period[], now: Date): Promise<void> {
  await sql`
    insert into periodic_jobs (name, next_run_at) select name, ${now} from unnest(${periods.map(({ name }) => name).sort()}::text[]) as name
    order by name on conflict do nothing`.execute(db)
}

/**
 * Takes the ticks that are due and held by nobody. A next time further away than two periods comes from a clock that was wrong or
 * from a longer period of an older version, and counts as due. Two, not one: a process whose clock is a millisecond behind must
 * not run again what another has just run.
 */
export async function claimTicks(db: Kysely<Tables>, periods: readonly Period[], leaseSeconds: number, now: Date): Promise<Tick[]> {
  const { rows } = await sql<Tick>`
    with due as materialized (
      select job.name
      from periodic_jobs job
        join unnest(${periods.map(({ name }) => name)}::text[], ${periods.map(({ everySeconds }) => everySeconds)}::integer[])
          as period (name, every_seconds) on period.name = job.name
      where (job.next_run_at <= ${now} or job.next_run_at > ${now}::timestamptz + 2 * period.every_seconds * interval '1 second')
        and (job.lease_until is null or job.lease_until <= ${now})
      order by job.name
      for update of job skip locked
    )
    update periodic_jobs set fence = fence + 1, lease_until = ${now}::timestamptz + ${leaseSeconds}::integer * interval '1 second'
    from due where periodic_jobs.name = due.name
    returning periodic_jobs.name, periodic_jobs.fence`.execute(db)
  return rows
}

/** @returns whether the tick is still this holder's. */
export async function renewTick(db: Kysely<Tables>, { name, fence }: Tick, leaseUntil: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update periodic_jobs set lease_until = ${leaseUntil} where name = ${name} and fence = ${fence} and lease_until is not null`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a tick; without `error` it counts as done. */
export async function endTick(db: Kysely<Tables>, { name, fence }: Tick, now: Date, nextRunAt: Date, error: string | null): Promise<void> {
  await sql`
    update periodic_jobs set lease_until = null, next_run_at = ${nextRunAt}, last_error = ${error},
      last_finished_at = case when ${error}::text is null then ${now}::timestamptz else last_finished_at end
    where name = ${name} and fence = ${fence} and lease_until is not null`.execute(db)
}

/** Lets go of ticks that were interrupted: they are due again at once, for whoever comes first. */
export async function releaseTicks(db: Kysely<Tables>, ticks: readonly Tick[]): Promise<void> {
  await sql`
    update periodic_jobs set lease_until = null
    from unnest(${ticks.map(({ name }) => name)}::text[], ${ticks.map(({ fence }) => fence)}::bigint[]) as held (name, fence)
    where periodic_jobs.name = held.name and periodic_jobs.fence = held.fence`.execute(db)
}

/** Takes every lease away; only for the embedded database at the start, where each is a dead process's. */
export async function releaseAllTicks(db: Kysely<Tables>): Promise<void> {
  await sql`update periodic_jobs set lease_until = null, fence = fence + 1 where lease_until is not null`.execute(db)
}
