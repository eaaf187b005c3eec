import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** What waits and what has failed in the background; counts stop at `backlogCeiling`. */
export interface Backlog {
  /** Events not fanned out yet. */
  outbox: number
  poisoned: number
  deadJobs: number
  /** Age of the oldest event in the outbox; 0 when there is none. */
  oldestSeconds: number
}

export const backlogCeiling = 10_000

/** Looks at the background work for the health answer, in one statement whose cost has a bound however much waits. */
export async function backlog(db: Kysely<Tables>, now: Date): Promise<Backlog> {
  const { rows } = await sql<Omit<Backlog, 'oldestSeconds'> & { oldest: string | null }>`
    select
      (select count(*) from (select from outbox limit ${backlogCeiling}) o)::integer as outbox,
      (select count(*) from (select from poisoned_events limit ${backlogCeiling}) p)::integer as poisoned,
      (select count(*) from (select from jobs where state = 'dead' limit ${backlogCeiling}) d)::integer as dead_jobs,
      (select event_id from outbox order by event_id limit 1) as oldest`.execute(db)
  const { oldest, ...counts } = rows[0]!
  // the first 48 bits of a version 7 UUID are its milliseconds (RFC 9562, section 5.7)
  const since = oldest === null ? now.getTime() : Number.parseInt(oldest.replaceAll('-', '').slice(0, 12), 16)
  return { ...counts, oldestSeconds: Math.max(0, Math.round((now.getTime() - since) / 1000)) }
}
