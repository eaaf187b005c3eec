import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { queueCeiling } from '#jobs/queue-state.ts'
import { isOpen, mayLeave, noId, oldestOpen } from './claims.ts'

/** What of the deliveries has not ended, by state, of the first `mostOpen` that are open. */
export interface DeliveryBacklog {
  readonly pending: number
  readonly retrying: number
  /**
   * How long the oldest delivery could have been on its way already, in seconds, of subscriptions that may send and whose endpoints answered in
   * time when they were last asked; 0 where none could. Of the first `mostSubscriptions` that have any open: whether one may send stands with
   * it and not with its deliveries, so that no index knows the oldest of all.
   */
  readonly dueSeconds: number
}

/** Subscriptions that are looked at, one look each. */
const mostSubscriptions = 1000

/** Open deliveries whose state is looked at. To look for so many of one state might be to read all of the other: no index knows the state. */
const mostOpen = 2 * queueCeiling

/** Counts the open deliveries, 10,000 of each state at most. */
export async function readDeliveryBacklog(db: Kysely<Tables>, now: Date): Promise<DeliveryBacklog> {
  return (await deliveryBacklog(now).execute(db)).rows[0]!
}

// unscoped: counts over all tenants, for whoever runs the service
export const deliveryBacklog = (now: Date) => {
  const inState = (state: 'Pending' | 'Retrying') =>
    sql`(select least(count(*), ${queueCeiling})::integer from open where status = ${sql.lit(state)})`
  return sql<DeliveryBacklog>`
    with recursive open as materialized (
      -- in the order of their index, so that what has ended is not read either
      select status from webhook_deliveries where ${isOpen} order by webhook_id, next_attempt_at limit ${mostOpen}
    ), queue (webhook_id, due_at, lease_until, losses) as (${oldestOpen(noId)}), looked as (select * from queue limit ${mostSubscriptions})
    select ${inState('Pending')} as pending, ${inState('Retrying')} as retrying, (
      select greatest(coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)::float8
      from looked join webhooks w on w.id = looked.webhook_id where not w.is_slow and ${mayLeave}
    ) as due_seconds`
}
