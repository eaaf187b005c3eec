import type { z } from 'zod'
import { AppError, notFound, rateLimited, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { testWebhook } from '#modules/webhook-deliveries/trial-attempt.ts'
import { webhookEventNamed } from '#modules/webhook-events/catalogue.ts'
import { unknownEvents } from '#modules/webhook-events/matching.ts'
import { factsOf } from './webhooks.actions.ts'
import { findWebhook, lockWebhook } from './webhooks.queries.ts'
import type { WebhookTestResult } from './webhooks.replay.schema.ts'

const usualEvent = 'webhook.test'
const windowSeconds = 60

/**
 * Sends the example of an event to a subscription, at once and once, whether it is on or off. Not in a transaction: the caller is judged
 * before it leaves, and what was sent is in the log whatever becomes of them meanwhile.
 * @throws AppError 400 `webhook_event_unknown`, 404 unknown or foreign, 409 while nothing leaves in the name of its tenant or webhooks are switched off,
 * 429 after ten in a minute
 */
export async function sendTest(ctx: Context, id: string, event = usualEvent): Promise<z.input<typeof WebhookTestResult>> {
  const known = webhookEventNamed(event)
  if (!known) {
    const { unknown = [event], near = [] } = unknownEvents([event]) ?? {}
    throw new AppError(400, 'webhook_event_unknown', {
      fields: [{ field: 'event', code: 'webhook_event_unknown' }],
      extra: { unknown, near },
    })
  }
  const { webhook } = await transact(ctx, (ctx) => lockWebhook(ctx, id))
  const body = JSON.stringify({
    event,
    timestamp: ctx.now.toISOString(),
    tenantId: webhook.tenantId,
    data: { ...known.example.data, test: true },
  })
  const { standing, admit, ...judged } = ctx
  const result = await testWebhook(judged, id, {
    event,
    body,
    alongside: async (ctx, deliveryId) => {
      await emit(ctx, 'webhook.tested', { ...factsOf(webhook), data: { deliveryId, event } })
    },
  })
  if (result === 'unknown') throw notFound()
  if (result === 'shut') throw stateConflict()
  if (result === 'too_many') throw rateLimited({ retryAfterSeconds: await secondsToWait(ctx, id) })
  const { eventId, status, httpStatus, durationMs: duration, responseBody, error } = result
  return { success: status === 'Delivered', eventId, status, httpStatus, duration, responseBody, error }
}

async function secondsToWait(ctx: Context, id: string): Promise<number> {
  const { testsSince } = await findWebhook(ctx, id)
  const passed = testsSince === null ? 0 : (ctx.now.getTime() - testsSince.getTime()) / 1000
  return Math.max(1, Math.ceil(windowSeconds - passed))
}
