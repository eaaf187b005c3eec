import { sql } from 'kysely'
import type { FannedEvent, FanOutTarget } from './fan-out-target.ts'

interface Tally {
  tenantId: string | null
  day: string
  type: string
  outcome: string
  n: number
}

function tally(events: readonly FannedEvent[]): Tally[] {
  const tallies = new Map<string, Tally>()
  for (const { tenantId, createdAt, type, outcome } of events) {
    const day = createdAt.toISOString().slice(0, 10)
    const key = JSON.stringify([tenantId, day, type, outcome])
    const known = tallies.get(key)
    if (known) known.n += 1
    else tallies.set(key, { tenantId, day, type, outcome, n: 1 })
  }
  return [...tallies.values()]
}

/** How often each type happened per UTC day: for the tenant itself, each of its ancestors, and the platform (scope null). */
export const eventCounts: FanOutTarget = {
  name: 'event-counts',
  async write(tx, events) {
    // offset 0: nothing tells the planner how few these are, and joined it would read the lineages of all tenants for each batch
    await sql`
      with happened as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(tally(events))}::jsonb)
          as t ("tenantId" uuid, day date, type text, outcome text, n integer)
      )
      insert into event_counts (scope_id, day, type, outcome, n)
      select scope_id, day, type, outcome, sum(n) from (
        select null::uuid as scope_id, day, type, outcome, n from happened
        union all
        select ancestor_id, day, type, outcome, n from happened
          cross join lateral (select ancestor_id from tenant_closure where descendant_id = "tenantId" offset 0) above
      ) scoped
      group by scope_id, day, type, outcome
      order by scope_id nulls first, day, type, outcome
      on conflict (scope_id, day, type, outcome) do update set n = event_counts.n + excluded.n`.execute(tx)
  },
}
