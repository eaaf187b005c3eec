import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** The holder of a job: its number must still be the job's when it writes. */
export interface Hold {
  id: string
  fence: number
}

export interface ClaimedJob extends Hold {
  kind: string
  payload: unknown
  attempts: number
  maxAttempts: number
  priority: number
  runAt: Date
}

export interface Vacancy {
  kind: string
  free: number
  leaseSeconds: number
}

/** Takes what is due for the free places of each kind, most urgent first, and counts the attempt. One statement. */
export async function claimJobs(db: Kysely<Tables>, vacancies: readonly Vacancy[], now: Date): Promise<ClaimedJob[]> {
  const { rows } = await sql<ClaimedJob>`
    with vacancy as materialized (
      select * from unnest(${vacancies.map((v) => v.kind)}::text[], ${vacancies.map((v) => v.free)}::integer[],
        ${vacancies.map((v) => v.leaseSeconds)}::integer[]) as v (kind, free, lease_seconds)
    )
    update jobs set state = 'running', attempts = attempts + 1, fence = fence + 1,
      lease_until = ${now}::timestamptz + (select lease_seconds from vacancy where vacancy.kind = jobs.kind) * interval '1 second'
    -- an array, for a join would be planned as a scan of the whole queue
    where jobs.id = any(array(
      select due.id from vacancy cross join lateral (
        select id from jobs where jobs.kind = vacancy.kind and state = 'waiting' and run_at <= ${now}
        order by priority desc, run_at limit vacancy.free for update skip locked
      ) due
    ))
    returning jobs.id, jobs.fence, jobs.kind, jobs.payload, jobs.attempts, jobs.max_attempts, jobs.priority, jobs.run_at`.execute(db)
  return rows.sort((a, b) => b.priority - a.priority || a.runAt.getTime() - b.runAt.getTime())
}

/** Prolongs leases. @returns the ids that are still held; the others belong to somebody else by now. */
export async function renewLeases(db: Kysely<Tables>, held: readonly (Hold & { leaseSeconds: number })[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update jobs set lease_until = ${now}::timestamptz + held.lease_seconds * interval '1 second'
    from unnest(${held.map((h) => h.id)}::uuid[], ${held.map((h) => h.fence)}::bigint[],
      ${held.map((h) => h.leaseSeconds)}::integer[]) as held (id, fence, lease_seconds)
    where jobs.id = held.id and jobs.fence = held.fence and state = 'running'
    returning jobs.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Jobs that are done are gone, but for those that were asked for again while they ran. @returns of each, in the order given, whether it was */
export async function finishJobs(db: Kysely<Tables>, done: readonly Hold[]): Promise<boolean[]> {
  const held = (holds: readonly Hold[]) =>
    sql`unnest(${holds.map(({ id }) => id)}::uuid[], ${holds.map(({ fence }) => fence)}::bigint[]) as held (id, fence)`
  const isHeld = sql`jobs.id = held.id and jobs.fence = held.fence and state = 'running'`
  const { rows } = await sql<{ id: string }>`delete from jobs using ${held(done)} where ${isHeld} and not again returning jobs.id`.execute(
    db,
  )
  const gone = new Set(rows.map(({ id }) => id))
  const others = done.filter(({ id }) => !gone.has(id))
  if (others.length === 0) return done.map(() => false)
  const { rows: again } = await sql<{ id: string }>`
    update jobs set state = 'waiting', attempts = 0, again = false, lease_until = null, error = null
    from ${held(others)} where ${isHeld} and again returning jobs.id`.execute(db)
  const waiting = new Set(again.map(({ id }) => id))
  return done.map(({ id }) => waiting.has(id))
}

/** Back to the queue until `runAt` with what went wrong; `refund` gives the attempt back. */
export async function retryJob(db: Kysely<Tables>, { id, fence }: Hold, runAt: Date, error: string, refund: boolean): Promise<void> {
  await sql`
    update jobs set state = 'waiting', lease_until = null, error = ${error},
      run_at = case when again then run_at else ${runAt} end,
      attempts = case when again then 0 else attempts - ${refund ? 1 : 0}::integer end,
      again = false
    where id = ${id} and fence = ${fence} and state = 'running'`.execute(db)
}

/** Kept with its error for somebody to look at, unless it was asked for again meanwhile. */
export async function buryJob(db: Kysely<Tables>, { id, fence }: Hold, error: string): Promise<void> {
  await sql`
    update jobs set state = case when again then 'waiting' else 'dead' end, attempts = case when again then 0 else attempts end,
      again = false, lease_until = null, error = ${error}
    where id = ${id} and fence = ${fence} and state = 'running'`.execute(db)
}

/** Gives jobs that were interrupted back, as if they had never been claimed. */
export async function giveBackJobs(db: Kysely<Tables>, held: readonly Hold[]): Promise<void> {
  await sql`
    update jobs set state = 'waiting', attempts = attempts - 1, again = false, lease_until = null
    from unnest(${held.map((h) => h.id)}::uuid[], ${held.map((h) => h.fence)}::bigint[]) as held (id, fence)
    where jobs.id = held.id and jobs.fence = held.fence and state = 'running'`.execute(db)
}

/** How often the processes that run a job may die before the job is held to be the cause. */
export const maxLosses = 10

/** So many at most by one call of `releaseLapsed`. */
export const releasedAtOnce = 100

/**
 * Takes jobs from holders that gave no sign of life before `now`: back to the queue with a growing pause and with the attempt
 * given back, for a service that is killed and started a few times must not lose what it owes; or dead after `maxLosses`, so
 * that a job that ends its process does not do so for ever.
 */
export async function releaseLapsed(
  db: Kysely<Tables>,
  now: Date,
  lapsedBefore: Date = now,
): Promise<{ id: string; kind: string; state: string }[]> {
  const { rows } = await sql<{ id: string; kind: string; state: string }>`
    update jobs set
      state = case when again or losses + 1 < ${maxLosses} then 'waiting' else 'dead' end,
      attempts = case when again then 0 else attempts - 1 end,
      losses = case when again then 0 else losses + 1 end,
      run_at = case when again then run_at else ${now}::timestamptz + least(30, power(2, least(losses, 10))) * interval '1 second' end,
      again = false, lease_until = null, error = 'the process that ran it ended or hung'
    where jobs.id = any(array(
      select id from jobs where state = 'running' and lease_until < ${lapsedBefore} order by lease_until limit ${releasedAtOnce} for update skip locked
    ))
    returning jobs.id, jobs.kind, jobs.state`.execute(db)
  return rows
}
