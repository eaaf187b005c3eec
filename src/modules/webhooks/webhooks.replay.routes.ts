import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { ByDelivery } from './webhooks.log.schema.ts'
import { replayMany, replayOne } from './webhooks.replay.actions.ts'
import { ReplayResult, WebhookReplay, WebhookTest, WebhookTestResult } from './webhooks.replay.schema.ts'
import { sendTest } from './webhooks.trial.actions.ts'

export const webhookReplayRoutes: Routes = {
  'POST /:id/test': route({
    operationId: 'sendWebhookTest',
    summary: 'Send the example of an event to a subscription, at once and once',
    description:
      'Whether it is on or off; as many a minute as the setting `webhooks.testsPerMinute` says. 200 whatever the receiver made of it; 409 while its tenant is shut or is granted nothing of webhooks, or webhooks are switched off for the whole service. It stands in the log and counts for nothing else.',
    access: can('webhooks.update'),
    params: ById,
    body: WebhookTest,
    reply: WebhookTestResult,
    errors: [409],
    emits: ['webhook.tested'],
    transaction: 'own',
    run: (ctx, { params, body }) => sendTest(ctx, params.id, body.event),
  }),

  'POST /:id/logs/:eventId/replay': route({
    operationId: 'replayWebhookDelivery',
    summary: 'Send a delivery again, with the very body and id',
    description:
      'One that ended gets one attempt and no other by itself; one that waits for its next gets one now, beside its plan. 409 while the subscription is off, or its tenant is shut or is granted nothing of webhooks.',
    access: can('webhooks.update'),
    params: ByDelivery,
    reply: ReplayResult,
    status: 202,
    errors: [409],
    emits: ['webhook.replayed'],
    run: (ctx, { params }) => replayOne(ctx, params.id, params.eventId),
  }),

  'POST /:id/replay': route({
    operationId: 'replayWebhookDeliveries',
    summary: 'Send many deliveries of a subscription again, the oldest first',
    description:
      'As many, and of as many days, as the settings `webhooks.replayMaxDeliveries` and `webhooks.replayMaxDays` say, at most; those that failed, if nothing else is said. A dry run is answered 200. 409 as for one delivery.',
    access: can('webhooks.update'),
    params: ById,
    body: WebhookReplay,
    reply: ReplayResult,
    status: 202,
    dryRunStatus: 200,
    errors: [409],
    emits: ['webhook.replayed'],
    run: (ctx, { params, body }) => replayMany(ctx, params.id, body),
  }),
}
