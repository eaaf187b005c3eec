import { z } from 'zod'
import { Id, named, Timestamp } from '#http/shapes.ts'

export const deliveryStatuses = ['Pending', 'Retrying', 'Delivered', 'Failed'] as const
const triggers = ['automatic', 'manual'] as const
const withheld = 'null also where it may hold what the reader must not see'

const outcome = {
  httpStatus: z.int().nullable().meta({ description: 'null when no answer came' }),
  duration: z.int().nullable().meta({ description: 'Milliseconds' }),
  responseBody: z
    .string()
    .nullable()
    .meta({ description: `The first 500 characters; ${withheld}` }),
  error: z.string().nullable().meta({ description: 'Why no answer came, or why it was given up' }),
}

const entry = {
  eventId: Id.meta({ description: 'Of the delivery, the same on every attempt: `X-Webhook-Id`' }),
  event: z.string(),
  status: z.enum(deliveryStatuses),
  ...outcome,
  attemptNumber: z.int(),
  maxAttempts: z.int(),
  nextAttemptAt: Timestamp.nullable(),
  trigger: z.enum(triggers).meta({ description: 'Whether it was sent by itself, or again by somebody' }),
  isTest: z.boolean(),
  createdAt: Timestamp,
  lastAttemptAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
}

export const WebhookDelivery = named('WebhookDelivery', z.object(entry))

const Attempt = named(
  'WebhookAttempt',
  z.object({
    attemptNumber: z.int(),
    trigger: z.enum(triggers),
    startedAt: Timestamp,
    ...outcome,
    responseHeaders: z
      .looseObject({})
      .nullable()
      .meta({ description: `As they came; ${withheld}` }),
  }),
)

const Sent = named(
  'WebhookRequest',
  z.object({
    url: z.string(),
    headers: z
      .looseObject({})
      .nullable()
      .meta({ description: `Of the latest attempt, its signature among them; ${withheld}, and before the first` }),
    body: z
      .string()
      .nullable()
      .meta({ description: `The very text that is signed and sent; ${withheld}` }),
  }),
)

/** So many attempts, the latest, are shown of one delivery. */
export const mostAttemptsShown = 100

export const WebhookDeliveryDetail = named(
  'WebhookDeliveryDetail',
  z.object({
    ...entry,
    request: Sent,
    attempts: z.array(Attempt).meta({ description: `In order; of more than ${mostAttemptsShown} the latest` }),
  }),
)

export const ByDelivery = z.object({ id: Id, eventId: Id })
