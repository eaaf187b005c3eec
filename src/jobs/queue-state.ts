import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { OutgoingTable } from './outgoing-records.ts'

/** Counts stop here, so that to look costs the same however much waits. */
export const queueCeiling = 10_000

/** The jobs of one kind. */
export interface QueueOfKind {
  readonly kind: string
  readonly waiting: number
  readonly running: number
  readonly dead: number
  /** How long the oldest of those that wait could have been done already; 0 where none could. */
  readonly dueSeconds: number
}

/** Looks at the queue of each of these kinds, those that nobody queued too. One statement. */
export async function readQueues(db: Kysely<Tables>, kinds: readonly string[], now: Date): Promise<QueueOfKind[]> {
  const inState = (state: 'running' | 'dead') =>
    sql`(select count(*)::integer from (select from jobs where jobs.kind = k.kind and state = ${sql.lit(state)} limit ${queueCeiling}) j)`
  const { rows } = await sql<QueueOfKind>`
    select k.kind, w.waiting, ${inState('running')} as running, ${inState('dead')} as dead, w.due_seconds
    from unnest(${kinds}::text[]) as k (kind) cross join lateral (
      select count(*)::integer as waiting, coalesce(extract(epoch from ${now}::timestamptz - min(run_at) filter (where run_at <= ${now})), 0)::float8 as due_seconds
      from (select run_at from jobs where jobs.kind = k.kind and state = 'waiting' order by priority desc, run_at limit ${queueCeiling}) j
    ) w`.execute(db)
  return rows
}

/** How many mails and texts wait to be sent, later or now. */
// unscoped: counts over all tenants, for whoever runs the service
export async function countOutgoing(db: Kysely<Tables>): Promise<{ mails: number; texts: number }> {
  const waiting = (table: OutgoingTable) =>
    sql`(select count(*)::integer from (select from ${sql.table(table)} where status = 'queued' limit ${queueCeiling}) q)`
  const { rows } = await sql<{ mails: number; texts: number }>`
    select ${waiting('emails')} as mails, ${waiting('texts')} as texts`.execute(db)
  return rows[0]!
}

/** How many periodic jobs failed when they were last done. */
export async function countFailingPeriods(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from periodic_jobs where last_error is not null`.execute(db)
  return rows[0]!.n
}
