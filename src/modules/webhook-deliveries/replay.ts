import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { deliveriesChannel, isOpen, tenantMaySend } from './claims.ts'
import type { DeliveryStatus } from './outcome.ts'
import { webhookNumbers } from './webhook-numbers.ts'

/** Which deliveries of a subscription are sent again. What is given narrows; an empty list narrows nothing. */
export interface ReplayFilter {
  /** Made at this time or later. */
  readonly from?: Date
  /** Made before this time. */
  readonly to?: Date | null
  readonly status?: readonly DeliveryStatus[]
  readonly events?: readonly string[]
  readonly ids?: readonly string[]
  /** Tests are left out unless this says otherwise. */
  readonly withTests?: boolean
}

/** Why nothing is sent again: `inactive`: the subscription is off or gone; `shut`: nothing leaves in the name of its tenant. */
export type ReplayObstacle = 'inactive' | 'shut'

/**
 * What can be sent again: what has ended, and what waits for its next attempt. What waits for its first, or is being tried at this moment,
 * is on its way already.
 */
const isReplayable = (now: Date) => sql<SqlBool>`(not ${isOpen} or
  (status = 'Retrying' and planned_at is null and (lease_until is null or lease_until <= ${now})))`

function conditions(webhookId: string, filter: ReplayFilter, now: Date): RawBuilder<unknown> {
  const list = <T>(all: readonly T[] | undefined, condition: (all: readonly T[]) => RawBuilder<SqlBool>) =>
    all && all.length > 0 ? [condition(all)] : []
  const all = [
    sql<SqlBool>`webhook_id = ${webhookId}`,
    isReplayable(now),
    ...(filter.from ? [sql<SqlBool>`created_at >= ${filter.from}`] : []),
    ...(filter.to ? [sql<SqlBool>`created_at < ${filter.to}`] : []),
    ...list(filter.status, (status) => sql`status = any(${status}::text[])`),
    ...list(filter.events, (events) => sql`event = any(${events}::text[])`),
    ...list(filter.ids, (ids) => sql`id = any(${ids}::uuid[])`),
    ...(filter.withTests ? [] : [sql<SqlBool>`not is_test`]),
  ]
  return sql.join(all, sql` and `)
}

/** How many deliveries `replayDeliveries` would send again, as many as it does at most. */
export async function countReplayable(ctx: PublicContext, webhookId: string, filter: ReplayFilter): Promise<number> {
  const { replayMost } = webhookNumbers(ctx.service)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (
      select from webhook_deliveries where ${conditions(webhookId, filter, ctx.now)} limit ${replayMost}
    ) found`.execute(ctx.db)
  return rows[0]!.n
}

/** Locks the subscription. @returns what forbids to send anything of it again: it would be held, and failed a second time */
// unscoped: of one subscription, which the caller has found in its scope
export async function findReplayObstacle(ctx: PublicContext, webhookId: string): Promise<ReplayObstacle | null> {
  const { rows } = await sql<{ isActive: boolean; maySend: boolean }>`
    select w.is_active, ${tenantMaySend} as may_send from webhooks w where w.id = ${webhookId} and w.deleted_at is null
    for no key update of w`.execute(ctx.db)
  if (!rows[0]?.isActive) return 'inactive'
  return rows[0].maySend ? null : 'shut'
}

/**
 * Has deliveries sent again, the oldest first, in the transaction of `ctx`. One that had ended gets one attempt; one that waits for its next
 * gets one beside its plan. The subscription is locked and judged here.
 * @returns how many, or why none
 */
export async function replayDeliveries(
  ctx: PublicContext,
  webhookId: string,
  filter: ReplayFilter,
): Promise<{ readonly affected: number } | ReplayObstacle> {
  if (!ctx.inTransaction) throw new Error('deliveries are sent again in the transaction of its event')
  const obstacle = await findReplayObstacle(ctx, webhookId)
  if (obstacle !== null) return obstacle
  const { replayMost } = webhookNumbers(ctx.service)
  const { numAffectedRows } = await sql`
    with found as materialized (
      select id, created_at from webhook_deliveries where ${conditions(webhookId, filter, ctx.now)}
      order by created_at, id limit ${replayMost} for update
    ), line as (select id, row_number() over (order by created_at desc, id desc) as place from found)
    update webhook_deliveries d set
      trigger = 'manual',
      status = case when status = 'Retrying' then 'Retrying' else 'Pending' end,
      planned_at = case when status = 'Retrying' then next_attempt_at end,
      max_attempts = case when status = 'Retrying' then max_attempts else attempt_number + 1 end,
      -- a microsecond apart and all due, so that they leave at once and in the order they came
      next_attempt_at = ${ctx.now}::timestamptz - line.place * interval '1 microsecond',
      -- one that waits stays suspect; who sends an ended one again wants it tried
      losses = case when status = 'Retrying' then losses + (lease_until is not null)::integer else 0 end,
      lease_until = null, fence = fence + 1,
      error = case when status = 'Retrying' then error end,
      delivered_at = null
    from line where d.id = line.id`.execute(ctx.db)
  const affected = Number(numAffectedRows ?? 0n)
  if (affected > 0) ctx.wakes.add(deliveriesChannel)
  return { affected }
}
