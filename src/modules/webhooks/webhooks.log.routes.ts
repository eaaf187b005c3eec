import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { LogPage, LogQuery, readLog } from './webhooks.log.list.ts'
import { getDelivery } from './webhooks.log.queries.ts'
import { ByDelivery, WebhookDeliveryDetail } from './webhooks.log.schema.ts'

export const webhookLogRoutes: Routes = {
  'GET /:id/logs': route({
    operationId: 'listWebhookDeliveries',
    summary: 'Page of what was sent to a subscription and is still to be, newest first',
    description: 'Each with its latest attempt. A search finds the delivery of that `eventId`.',
    access: can('webhooks.view'),
    params: ById,
    query: LogQuery,
    reply: LogPage,
    run: (ctx, { params, query }) => readLog(ctx, params.id, query),
  }),

  'GET /:id/logs/:eventId': route({
    operationId: 'getWebhookDelivery',
    summary: 'One delivery with what was sent and every attempt',
    access: can('webhooks.view'),
    params: ByDelivery,
    reply: WebhookDeliveryDetail,
    run: (ctx, { params }) => getDelivery(ctx, params.id, params.eventId),
  }),
}
