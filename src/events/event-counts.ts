import { type Kysely, sql } from 'kysely'
import { before, daysMs, utcDate } from '#core/clock.ts'
import { quarterOf } from '#core/local-days.ts'
import type { Tables } from '#db/tables.ts'
import type { FannedEvent, FanOutTarget } from './fan-out-target.ts'

interface Tally {
  tenantId: string | null
  day: string
  type: string
  outcome: string
  n: number
  /** Of the one quarter of an hour that these lie in, as an array of PostgreSQL: `[36:36]={5}`. */
  quarters: string
}

function tally(events: readonly FannedEvent[]): Tally[] {
  const tallies = new Map<string, Omit<Tally, 'quarters'> & { quarter: number }>()
  for (const { tenantId, createdAt, type, outcome } of events) {
    const day = utcDate(createdAt)
    const quarter = quarterOf(createdAt)
    const key = JSON.stringify([tenantId, day, quarter, type, outcome])
    const known = tallies.get(key)
    if (known) known.n += 1
    else tallies.set(key, { tenantId, day, quarter, type, outcome, n: 1 })
  }
  return [...tallies.values()].map(({ quarter, ...kept }) => ({ ...kept, quarters: `[${quarter}:${quarter}]={${kept.n}}` }))
}

/**
 * How often each type happened per UTC day and quarter of an hour: for the tenant itself, each of its ancestors, and the platform (scope
 * null). What was counted before there were quarters counts as of noon.
 */
export const eventCounts: FanOutTarget = {
  name: 'event-counts',
  async write(tx, events) {
    // offset 0: nothing tells the planner how few these are, and joined it would read the lineages of all tenants for each batch; and not
    // prepared, for a plan of a small tree would be kept while it grows
    await sql`
      with happened as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(tally(events))}::jsonb)
          as t ("tenantId" uuid, day date, type text, outcome text, n integer, quarters text)
      )
      insert into event_counts (scope_id, day, type, outcome, n, quarters)
      select scope_id, day, type, outcome, sum(n), sum_counts(quarters::integer[]) from (
        select null::uuid as scope_id, day, type, outcome, n, quarters from happened
        union all
        select ancestor_id, day, type, outcome, n, quarters from happened
          cross join lateral (select ancestor_id from tenant_closure where descendant_id = "tenantId" offset 0) above
      ) scoped
      group by scope_id, day, type, outcome
      order by scope_id nulls first, day, type, outcome
      on conflict (scope_id, day, type, outcome) do update set n = event_counts.n + excluded.n,
        quarters = add_counts(coalesce(event_counts.quarters, array_fill(event_counts.n, array[1], array[48])), excluded.quarters)`.execute(
      tx,
    )
  },
}

/** Days for which the quarters of an hour are kept: those that the dashboard shows, and what a zone's first of them has of the day before. */
const keptDays = 92
const batchSize = 1000
/** So many days in a row without any quarters: the older ones have none either. */
const mostGap = 14

/**
 * Forgets the quarters of an hour of days that are older than they are asked for, the newest first; the days' own numbers stay.
 * @returns of how many rows
 */
export async function forgetQuarters(db: Kysely<Tables>, now: Date, signal: AbortSignal): Promise<number> {
  let forgotten = 0
  for (let back = keptDays + 1, without = 0; without < mostGap; back++) {
    const day = utcDate(before(now, daysMs(back)))
    const ofDay = await forgetQuartersOf(db, day, signal)
    forgotten += ofDay
    without = ofDay === 0 ? without + 1 : 0
  }
  return forgotten
}

async function forgetQuartersOf(db: Kysely<Tables>, day: string, signal: AbortSignal): Promise<number> {
  for (let forgotten = 0; ; ) {
    signal.throwIfAborted()
    const { numAffectedRows } = await sql`
      update event_counts set quarters = null where ctid = any(array(
        select ctid from event_counts where day = ${day}::date and quarters is not null limit ${batchSize}))`.execute(db)
    const n = Number(numAffectedRows ?? 0n)
    forgotten += n
    if (n < batchSize) return forgotten
  }
}
