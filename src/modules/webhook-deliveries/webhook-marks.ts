import { sql } from 'kysely'
import { before, minutesMs } from '#core/clock.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { runHot } from '#db/rows/hot-query.ts'
import { emitAll } from '#events/emit.ts'
import type { Mark } from './mark.ts'
import { isSuccess } from './outcome.ts'
import { webhookNumbers } from './webhook-numbers.ts'
import { hostOf } from './webhook-target.ts'

const hourMs = minutesMs(60)

/** A subscription after its counters were written. */
interface MarkedWebhook {
  readonly id: string
  readonly tenantId: string | null
  readonly url: string
  readonly isActive: boolean
  readonly deletedAt: Date | null
  readonly consecutiveFailures: number
  readonly failingSince: Date | null
  readonly warnedAt: Date | null
  readonly failureToldAt: Date | null
}

/**
 * What attempts mean to their subscriptions, whose rows are locked: failures counted or forgotten, hours, and, past the bounds, the
 * subscription switched off and its people told. Tests mean nothing to it.
 */
export async function markWebhooks(ctx: PublicContext, all: readonly Mark[]): Promise<void> {
  const marks = all.filter(({ delivery }) => !delivery.isTest)
  if (marks.length === 0) return
  const byWebhook = Map.groupBy(marks, ({ delivery }) => delivery.webhookId)
  await countHours(ctx, marks)
  const webhooks = await countFailures(ctx, byWebhook)
  await tellAndDisable(ctx, webhooks, byWebhook)
}

/** Of the attempts at one subscription, in the order in which they ended. */
function failuresOf(id: string, marks: readonly Mark[], slowMs: number) {
  const tried = marks.filter(({ result }) => result !== null).sort((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
  const lastSuccess = tried.findLastIndex(({ result }) => isSuccess(result!))
  const failures = tried.slice(lastSuccess + 1)
  const last = tried.at(-1)
  return {
    id,
    succeeded: lastSuccess >= 0,
    failures: failures.length,
    first_failure_at: failures[0]?.endedAt ?? null,
    last_at: last?.result?.startedAt ?? null,
    last_status: last?.outcome.status ?? null,
    is_slow: last ? last.result!.durationMs > slowMs : null,
  }
}

// unscoped: a worker over all tenants
async function countFailures(ctx: PublicContext, byWebhook: ReadonlyMap<string, readonly Mark[]>): Promise<MarkedWebhook[]> {
  const { slowMs } = webhookNumbers(ctx.service)
  const counts = [...byWebhook].map(([id, marks]) => failuresOf(id, marks, slowMs))
  const { rows } = await runHot(
    ctx.db,
    sql<MarkedWebhook>`
    update webhooks w set
      consecutive_failures = m.failures + case when m.succeeded then 0 else w.consecutive_failures end,
      failing_since = case when m.succeeded then m.first_failure_at else coalesce(w.failing_since, m.first_failure_at) end,
      warned_at = case when m.succeeded then null else w.warned_at end,
      is_slow = coalesce(m.is_slow, w.is_slow), last_delivery_at = greatest(w.last_delivery_at, m.last_at),
      last_status = coalesce(m.last_status, w.last_status)
    from json_to_recordset(${JSON.stringify(counts)}::json) as m (id uuid, succeeded boolean, failures integer, first_failure_at timestamptz,
      last_at timestamptz, last_status text, is_slow boolean)
    where w.id = any(${counts.map(({ id }) => id)}::uuid[]) and w.id = m.id
    returning w.id, w.tenant_id, w.url, w.is_active, w.deleted_at, w.consecutive_failures, w.failing_since, w.warned_at, w.failure_told_at
  `,
  )
  return rows
}

/** How deliveries ended, by the hour of their end in UTC. */
async function countHours(ctx: PublicContext, marks: readonly Mark[]): Promise<void> {
  const ended = marks.filter(({ outcome }) => outcome.nextAttemptAt === null)
  if (ended.length === 0) return
  const rows = ended.map(({ delivery, outcome, endedAt }) => ({
    webhook_id: delivery.webhookId,
    hour: new Date(Math.floor(endedAt.getTime() / hourMs) * hourMs),
    is_delivered: outcome.status === 'Delivered',
  }))
  await runHot(
    ctx.db,
    sql`
    insert into webhook_hours (webhook_id, hour, delivered, failed)
    select webhook_id, hour, count(*) filter (where is_delivered), count(*) filter (where not is_delivered)
    from json_to_recordset(${JSON.stringify(rows)}::json) as e (webhook_id uuid, hour timestamptz, is_delivered boolean)
    group by 1, 2 order by 1, 2
    on conflict (webhook_id, hour) do update set
      delivered = webhook_hours.delivered + excluded.delivered, failed = webhook_hours.failed + excluded.failed`,
  )
}

async function tellAndDisable(
  ctx: PublicContext,
  webhooks: readonly MarkedWebhook[],
  byWebhook: ReadonlyMap<string, readonly Mark[]>,
): Promise<void> {
  const numbers = webhookNumbers(ctx.service)
  const failsFor = ({ failingSince }: MarkedWebhook, hours: number) =>
    failingSince !== null && failingSince <= before(ctx.now, hours * hourMs)
  const reasonOf = (webhook: MarkedWebhook) => {
    if (!webhook.isActive || webhook.deletedAt !== null) return null
    if (byWebhook.get(webhook.id)!.some(({ outcome }) => outcome.isGone)) return 'gone'
    const isOver = failsFor(webhook, numbers.disableAfterHours) && webhook.consecutiveFailures >= numbers.disableAfterFailures
    return isOver ? 'consecutive_failures' : null
  }
  const living = webhooks.filter(({ deletedAt }) => deletedAt === null).sort((a, b) => (a.id < b.id ? -1 : 1))
  const disabled = living.flatMap((webhook) => {
    const reason = reasonOf(webhook)
    return reason === null ? [] : [{ ...webhook, reason }]
  })
  const off = new Set(disabled.map(({ id }) => id))
  const failing = living.filter(
    (webhook) => webhook.isActive && !off.has(webhook.id) && webhook.warnedAt === null && failsFor(webhook, numbers.warnAfterHours),
  )
  const failed = living.flatMap((webhook) => {
    const given = givenUp(byWebhook.get(webhook.id)!)
    const isToldLately = webhook.failureToldAt !== null && webhook.failureToldAt > before(ctx.now, minutesMs(numbers.failureToldMinutes))
    return given === null || isToldLately ? [] : [{ ...webhook, given }]
  })
  await noteTold(ctx, { disabled, failing, failed })
  const facts = ({ id, tenantId, url }: MarkedWebhook) => ({ tenantId, entityId: id, entityName: hostOf(url) })
  await emitAll(
    ctx,
    'webhook.disabled',
    disabled.map((webhook) => ({
      ...facts(webhook),
      data: { reason: webhook.reason, host: hostOf(webhook.url) },
      changes: { isActive: { before: true, after: false } },
    })),
  )
  await emitAll(
    ctx,
    'webhook.failing',
    failing.map((webhook) => ({
      ...facts(webhook),
      data: { host: hostOf(webhook.url), failingSince: webhook.failingSince!.toISOString() },
    })),
  )
  await emitAll(
    ctx,
    'webhook.delivery_failed',
    failed.map(({ given: { reason, first, deliveries }, ...webhook }) => ({
      ...facts(webhook),
      data: { reason, host: hostOf(webhook.url), deliveryId: first.id, event: first.event, deliveries },
    })),
  )
}

/**
 * What is told of the deliveries of one subscription that have failed, by one cause: that of the first, with how many it was the cause of.
 * `attempts_failed`, or why they were given up unsent. A 410 is not among them: what it ended is told with the subscription that is off.
 */
function givenUp(marks: readonly Mark[]) {
  const reasonOf = ({ result, error }: Mark) => (result === null && error !== null ? error : 'attempts_failed')
  const ended = marks.filter(({ outcome }) => outcome.status === 'Failed' && !outcome.isGone)
  const [first] = ended
  if (!first) return null
  const reason = reasonOf(first)
  return { reason, first: first.delivery, deliveries: ended.filter((mark) => reasonOf(mark) === reason).length }
}

type Of<T = object> = readonly (MarkedWebhook & T)[]

// unscoped: a worker over all tenants
async function noteTold(
  ctx: PublicContext,
  { disabled, failing, failed }: { disabled: Of<{ reason: string }>; failing: Of; failed: Of },
): Promise<void> {
  if (disabled.length + failing.length + failed.length === 0) return
  const ids = [...new Set([...disabled, ...failing, ...failed].map(({ id }) => id))]
  const idsOf = (all: Of) => all.map(({ id }) => id)
  await sql`
    update webhooks w set
      is_active = is_active and off.id is null,
      disabled_at = case when off.id is null then disabled_at else ${ctx.now} end,
      disabled_reason = coalesce(off.reason, disabled_reason),
      version = case when off.id is null then version else version + 1 end,
      updated_at = case when off.id is null then updated_at else ${ctx.now} end,
      warned_at = case when w.id = any(${idsOf(failing)}::uuid[]) then ${ctx.now} else warned_at end,
      failure_told_at = case when w.id = any(${idsOf(failed)}::uuid[]) then ${ctx.now} else failure_told_at end
    from unnest(${ids}::uuid[]) as told (id) left join unnest(${idsOf(disabled)}::uuid[], ${disabled.map(({ reason }) => reason)}::text[])
      as off (id, reason) on off.id = told.id
    where w.id = told.id`.execute(ctx.db)
}
