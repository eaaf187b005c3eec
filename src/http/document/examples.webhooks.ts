import { exampleIds, exampleMoment } from '#http/example-values.ts'

const webhook = {
  id: exampleIds.webhook,
  url: 'https://hooks.acme.example/in',
  events: ['admin.created', 'tenant.*'],
  description: 'Our directory',
  secretHint: '…k3Jx',
  createdBy: exampleIds.admin,
  createdByName: 'Sara Haddad',
  lastStatus: 'Delivered',
}
const webhookEventType = {
  name: 'admin.created',
  title: 'Admin created',
  description: 'An admin was created.',
  category: 'admin',
  schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
  example: {
    event: 'admin.created',
    timestamp: exampleMoment,
    tenantId: exampleIds.tenant,
    data: { adminId: exampleIds.otherAdmin, email: 'omar@acme.example', role: 'Helpdesk', tenantId: exampleIds.tenant },
  },
}
const webhookSecret = 'whsec_dGVzdC1zZWNyZXQtMzItYnl0ZXMtbG9uZy0xMjM0NTY='
const attempt = { attemptNumber: 1, startedAt: exampleMoment, duration: 41, httpStatus: 200, responseBody: 'ok', error: null }
const delivery = {
  eventId: exampleIds.delivery,
  event: 'admin.created',
  status: 'Delivered',
  ...{ attemptNumber: 1, maxAttempts: 6, duration: 41, httpStatus: 200, responseBody: 'ok', error: null },
  lastAttemptAt: exampleMoment,
  deliveredAt: exampleMoment,
}

/** What answers of the area of webhooks show, by the name of a schema. */
export const webhookExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  CreatedWebhook: { ...webhook, secret: webhookSecret },
  RotatedWebhookSecret: { secret: webhookSecret, previousSecretExpiresAt: exampleMoment },
  Webhook: webhook,
  WebhookEventType: webhookEventType,
  WebhookAttempt: attempt,
  WebhookDelivery: delivery,
  WebhookDeliveryDetail: delivery,
  WebhookRequest: {
    url: webhook.url,
    headers: { 'x-webhook-id': exampleIds.delivery, 'x-webhook-event': 'admin.created', 'x-webhook-attempt': '1' },
    body: JSON.stringify(webhookEventType.example),
  },
  WebhookReplayResult: { affected: 12 },
  WebhookSecret: { secret: webhookSecret },
  WebhookTestResult: { ...delivery, success: true },
  WebhookStatistics: { from: exampleMoment, to: exampleMoment },
  WebhookStatisticsStep: { at: exampleMoment },
}
