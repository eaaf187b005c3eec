import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { runHot } from '#db/rows/hot-query.ts'
import type { ClaimedDelivery, LockedTarget } from './claims.ts'
import type { Mark } from './mark.ts'
import { failureOutcomeOf } from './outcome.ts'
import { markWebhooks } from './webhook-marks.ts'
import { webhookNumbers } from './webhook-numbers.ts'

/**
 * Writes what became of deliveries, with what follows for their subscriptions, in the transaction of `ctx`. What was taken over by somebody
 * else meanwhile is theirs: of it nothing is written. That a receiver is gone is judged anew under the lock of its subscription.
 * @returns those that were written, with what became of them
 */
// unscoped: a worker over all tenants
export async function writeMarks(ctx: PublicContext, marks: readonly Mark[]): Promise<Mark[]> {
  // subscriptions before deliveries, by id, as everywhere
  const webhookIds = [...new Set(marks.map(({ delivery }) => delivery.webhookId))].sort()
  const { rows: webhooks } = await runHot(
    ctx.db,
    sql<PresentTarget>`select id, url, retry_policy from webhooks where id = any(${webhookIds}::uuid[]) order by id for no key update`,
  )
  const judged = judgedNow(ctx, marks, webhooks)
  const rows = judged.map(deliveryRow)
  const { rows: written } = await sql<{ id: string }>`
    -- another number, so that the same end is not written again where the answer to a commit was lost
    update webhook_deliveries d set fence = d.fence + 1, status = m.status, trigger = m.trigger, attempt_number = m.attempt_number, max_attempts = m.max_attempts,
      next_attempt_at = m.next_attempt_at, planned_at = null, lease_until = null, losses = 0, error = m.error,
      http_status = case when m.was_sent then m.http_status else d.http_status end,
      duration_ms = case when m.was_sent then m.duration_ms else d.duration_ms end,
      response_body = case when m.was_sent then m.response_body else d.response_body end,
      last_attempt_at = coalesce(m.last_attempt_at, d.last_attempt_at), delivered_at = m.delivered_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as m (id uuid, fence integer, status text, trigger text, attempt_number integer,
      max_attempts integer, next_attempt_at timestamptz, was_sent boolean, http_status integer, duration_ms integer, response_body text,
      error text, last_attempt_at timestamptz, delivered_at timestamptz)
    where d.id = any(${rows.map(({ id }) => id)}::uuid[]) and d.id = m.id and d.fence = m.fence and d.status in ('Pending', 'Retrying')
    returning d.id`.execute(ctx.db)
  const ids = new Set(written.map(({ id }) => id))
  const ours = judged.filter(({ delivery }) => ids.has(delivery.id))
  await writeAttempts(ctx, ours)
  await markWebhooks(ctx, ours)
  return ours
}

/** A subscription, as it is when attempts at it are written. */
type PresentTarget = Pick<LockedTarget, 'id' | 'url' | 'retryPolicy'>

/** Who was asked may be gone, but speaks for nobody else: where the address was changed since, what waits goes to the new one. */
function judgedNow({ service }: PublicContext, marks: readonly Mark[], webhooks: readonly PresentTarget[]): Mark[] {
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]))
  const numbers = webhookNumbers(service)
  return marks.map((mark) => {
    const { delivery, url, result, outcome, endedAt } = mark
    const webhook = byId.get(delivery.webhookId)
    if (!outcome.isGone || result === null || !webhook || webhook.url === url) return mark
    return { ...mark, outcome: failureOutcomeOf(delivery, result, { policy: webhook.retryPolicy, numbers, failedAt: endedAt }) }
  })
}

/** What the log says of an attempt. */
type MadeAttempt = Pick<Mark, 'url' | 'result'> & { readonly delivery: Pick<ClaimedDelivery, 'id' | 'attemptNumber' | 'trigger'> }

const deliveryRow = ({ delivery, result, error, outcome, endedAt }: Mark) => ({
  id: delivery.id,
  fence: delivery.fence,
  status: outcome.status,
  trigger: outcome.trigger,
  attempt_number: delivery.attemptNumber + (result === null ? 0 : 1),
  max_attempts: outcome.maxAttempts,
  next_attempt_at: outcome.nextAttemptAt,
  was_sent: result !== null,
  http_status: result?.httpStatus,
  duration_ms: result?.durationMs,
  response_body: result?.responseBody,
  error: result === null ? error : result.error,
  last_attempt_at: result?.startedAt,
  delivered_at: outcome.status === 'Delivered' ? endedAt : null,
})

/** The log of attempts, an entry for each that was made. */
export async function writeAttempts(ctx: PublicContext, marks: readonly MadeAttempt[]): Promise<void> {
  const rows = marks.flatMap(({ delivery, url, result }) =>
    result === null
      ? []
      : [
          {
            delivery_id: delivery.id,
            number: delivery.attemptNumber + 1,
            trigger: delivery.trigger,
            started_at: result.startedAt,
            duration_ms: result.durationMs,
            url,
            request_headers: result.requestHeaders,
            http_status: result.httpStatus,
            response_headers: result.responseHeaders,
            response_body: result.responseBody,
            error: result.error,
          },
        ],
  )
  if (rows.length === 0) return
  await runHot(
    ctx.db,
    sql`
    insert into webhook_attempts (delivery_id, number, trigger, started_at, duration_ms, url, request_headers, http_status, response_headers,
      response_body, error)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as a (delivery_id uuid, number integer, trigger text, started_at timestamptz,
      duration_ms integer, url text, request_headers jsonb, http_status integer, response_headers jsonb, response_body text, error text)
    order by delivery_id`,
  )
}
