import type { z } from 'zod'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
import type { WebhookEventType } from './webhooks.schema.ts'

/** Everything that webhooks tell of, as receivers are shown it; what can only be sent by a test is in it, too. */
export const eventTypes: z.input<typeof WebhookEventType>[] = webhookEvents.map(
  ({ name, title, description, category, inWildcard, pairOf, deprecated, schemaVersion, schema, example }) => ({
    ...{ name, title, description, category, inWildcard, pairOf, deprecated, schemaVersion },
    schema,
    example: { ...example },
  }),
)
