import { z } from 'zod'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { createWebhook, deleteWebhook } from './webhooks.actions.ts'
import { eventTypesIn } from './webhooks.event-types.ts'
import { ownWebhooks, webhookList } from './webhooks.list.ts'
import { getWebhook } from './webhooks.queries.ts'
import {
  CreatedWebhook,
  NewWebhook,
  RotatedSecret,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookEventType,
  WebhookSecret,
} from './webhooks.schema.ts'
import { revealSecret, rotateSecret } from './webhooks.secret.actions.ts'
import { webhookStatistics } from './webhooks.statistics.queries.ts'
import { StatisticsQuery, WebhookStatistics } from './webhooks.statistics.schema.ts'
import { updateWebhook } from './webhooks.update.actions.ts'

export const webhookRoutes: Routes = {
  'GET /': route({
    operationId: 'listWebhooks',
    summary: 'Page of the subscriptions of the own tenant; for the platform of its own',
    description: 'With `within` those of that tenant and of all below it.',
    access: can('webhooks.view'),
    query: webhookList.querySchema,
    reply: webhookList.pageSchema,
    run: (ctx, { query }) => webhookList.read(ctx, query, ownWebhooks(ctx, query)),
  }),

  'POST /': route({
    operationId: 'createWebhook',
    summary: 'Subscribe to events; twenty subscriptions a tenant at most',
    description:
      'They are told no field that whoever created or last changed them may not read. The secret is shown in this answer, and later to who may change the subscription.',
    access: can('webhooks.create'),
    body: NewWebhook,
    reply: CreatedWebhook,
    status: 201,
    errors: [409],
    location: ({ id }) => `/api/v1/webhooks/${id}`,
    emits: ['webhook.created'],
    transaction: 'own',
    run: (ctx, { body }) => createWebhook(ctx, body),
  }),

  'GET /event-types': route({
    operationId: 'listWebhookEventTypes',
    summary: 'Everything that can be subscribed to, each with the schema of its body and an example',
    description: 'Titles and descriptions are in the language of the caller (`Accept-Language`: English or Arabic).',
    access: can('webhooks.view'),
    reply: z.array(WebhookEventType),
    run: async ({ language }) => eventTypesIn(language),
  }),

  'GET /:id': route({
    operationId: 'getWebhook',
    summary: 'One subscription',
    access: can('webhooks.view'),
    params: ById,
    reply: Webhook,
    run: (ctx, { params }) => getWebhook(ctx, params.id),
  }),

  'PUT /:id': route({
    operationId: 'updateWebhook',
    summary: 'Change what is sent of a subscription',
    description:
      'What is still to be delivered goes to the address that it has then. A secret that is sent takes the place of the present one at once.',
    access: can('webhooks.update'),
    params: ById,
    body: WebhookChange,
    reply: Webhook,
    errors: [409],
    emits: ['webhook.updated', 'webhook.secret_rotated'],
    transaction: 'own',
    run: (ctx, { params, body: { version, ...wanted }, exchange }) => updateWebhook(ctx, params.id, wanted, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteWebhook',
    summary: 'Delete a subscription; restored from the recycle bin it is switched off',
    access: can('webhooks.delete'),
    params: ById,
    status: 204,
    emits: ['webhook.deleted'],
    run: async (ctx, { params }) => {
      await deleteWebhook(ctx, params.id)
      return undefined
    },
  }),

  'GET /:id/secret': route({
    operationId: 'getWebhookSecret',
    summary: 'The secret of a subscription in clear; the log says who looked',
    access: can('webhooks.update'),
    params: ById,
    reply: WebhookSecret,
    emits: ['webhook.secret_viewed'],
    run: async (ctx, { params }) => ({ secret: await revealSecret(ctx, params.id) }),
  }),

  'POST /:id/rotate-secret': route({
    operationId: 'rotateWebhookSecret',
    summary: 'Give a subscription another secret; the present one signs along for a while',
    access: can('webhooks.update'),
    params: ById,
    body: SecretRotation,
    reply: RotatedSecret,
    emits: ['webhook.secret_rotated'],
    run: (ctx, { params, body }) => rotateSecret(ctx, params.id, body),
  }),

  'GET /:id/stats': route({
    operationId: 'getWebhookStatistics',
    summary: 'How the deliveries of a subscription ended',
    access: can('webhooks.view'),
    params: ById,
    query: StatisticsQuery,
    reply: WebhookStatistics,
    run: (ctx, { params, query }) => webhookStatistics(ctx, params.id, query.range),
  }),
}
