import type { z } from 'zod'
import { before, daysMs } from '#core/clock.ts'
import { notFound, stateConflict, validationFailed } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import {
  countReplayable,
  findReplayObstacle,
  type ReplayFilter,
  type ReplayObstacle,
  replayDeliveries,
} from '#modules/webhook-deliveries/replay.ts'
import { webhookNumbers } from '#modules/webhook-deliveries/webhook-numbers.ts'
import { factsOf } from './webhooks.actions.ts'
import { lockWebhook, type WebhookRow } from './webhooks.queries.ts'
import type { ReplayResult, WebhookReplay } from './webhooks.replay.schema.ts'

type Answer = z.input<typeof ReplayResult>

/**
 * Has one delivery sent again: one that ended gets one attempt, one that waits for its next gets one beside its plan.
 * @throws AppError 404 for the subscription or the delivery, 409 `webhook_inactive`, 409 `state_conflict` for one that is on its way, or
 * where nothing leaves in the name of its tenant
 */
export async function replayOne(ctx: Context, id: string, deliveryId: string): Promise<Answer> {
  const { webhook } = await lockWebhook(ctx, id)
  const known = await ctx.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('id', '=', deliveryId)
    .where('webhookId', '=', webhook.id)
    .executeTakeFirst()
  if (!known) throw notFound()
  const answer = await replay(ctx, webhook, { ids: [deliveryId], withTests: true }, { deliveryId })
  if (answer.affected === 0) throw stateConflict()
  return answer
}

/**
 * Has many deliveries sent again, those that failed if nothing else is said, the oldest first; `dryRun` only counts. Settings bound how many
 * there are and of how many days.
 * @throws AppError 400 naming `from`, 404 unknown or foreign, 409 `webhook_inactive`, 409 `state_conflict` where
 * nothing leaves in the name of its tenant
 */
export async function replayMany(ctx: Context, id: string, wanted: z.output<typeof WebhookReplay>): Promise<Answer> {
  const { webhook } = await lockWebhook(ctx, id)
  const filter = filterOf(ctx, wanted)
  if (!wanted.dryRun) {
    const { events = [], eventIds = [] } = wanted
    const { from, status } = filter
    return await replay(ctx, webhook, filter, { from: from.toISOString(), status, events, deliveries: eventIds.length })
  }
  const obstacle = await findReplayObstacle(ctx, webhook.id)
  if (obstacle !== null) throw conflictOf(obstacle)
  return { affected: await countReplayable(ctx, webhook.id, filter) }
}

function filterOf(ctx: Context, { from, to, status = ['Failed'], events = [], eventIds = [] }: z.output<typeof WebhookReplay>) {
  const end = to == null ? ctx.now : new Date(to)
  const earliest = before(end, daysMs(webhookNumbers(ctx.service).replayMostDays))
  const start = from === undefined ? earliest : new Date(from)
  if (start > end) throw validationFailed([{ field: 'from', code: 'too_big' }])
  if (start < earliest) throw validationFailed([{ field: 'from', code: 'too_small' }])
  return { from: start, to: to == null ? null : end, status, events, ids: eventIds }
}

const conflictOf = (obstacle: ReplayObstacle) => (obstacle === 'inactive' ? stateConflict('webhook_inactive') : stateConflict())

async function replay(ctx: Context, webhook: WebhookRow, filter: ReplayFilter, data: Parameters<typeof emit>[2]['data']): Promise<Answer> {
  const replayed = await replayDeliveries(ctx, webhook.id, filter)
  if (typeof replayed === 'string') throw conflictOf(replayed)
  const { affected } = replayed
  if (affected > 0) await emit(ctx, 'webhook.replayed', { ...factsOf(webhook), data: { ...data, affected } })
  return { affected, message: message('deliveries_replayed', ctx.language, { count: affected }) }
}
