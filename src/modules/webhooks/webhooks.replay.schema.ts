import { z } from 'zod'
import { Id, named } from '#http/shapes.ts'
import { deliveryStatuses } from './webhooks.log.schema.ts'

const Moment = z.iso.datetime({ offset: true })

export const WebhookTest = named(
  'WebhookTest',
  z.strictObject({
    event: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: 'Whose example is sent, with `test: true` in its data; `webhook.test` when left out' }),
  }),
  { event: 'admin.created' },
)

export const WebhookTestResult = named(
  'WebhookTestResult',
  z.object({
    success: z.boolean(),
    eventId: Id.meta({ description: 'Of the delivery in the log' }),
    status: z.enum(['Delivered', 'Failed']),
    httpStatus: z.int().nullable(),
    duration: z.int().meta({ description: 'Milliseconds' }),
    responseBody: z.string().nullable().meta({ description: 'The first 500 characters' }),
    error: z.string().nullable(),
  }),
)

export const WebhookReplay = named(
  'WebhookReplay',
  z.strictObject({
    from: Moment.optional().meta({
      description:
        'Made at this time or later. As many days lie between it and `to` as the setting `webhooks.replayMaxDays` says, at most, and when left out',
    }),
    to: Moment.nullable().optional().meta({ description: 'Made before this time; null: until now' }),
    status: z
      .array(z.enum(deliveryStatuses))
      .min(1)
      .max(deliveryStatuses.length)
      .optional()
      .meta({ description: 'In one of these states; `Failed` when left out' }),
    events: z.array(z.string().max(100)).max(50).optional().meta({ description: 'Of one of these events; of all when empty' }),
    eventIds: z.array(Id).max(1000).optional().meta({ description: 'These deliveries alone; all when empty' }),
    dryRun: z.boolean().optional().meta({ description: 'Only says how many it would be' }),
  }),
  { from: '2026-11-22T00:00:00.000Z', to: null, status: ['Failed'], dryRun: true },
)

export const ReplayResult = named(
  'WebhookReplayResult',
  z.object({
    affected: z.int().meta({ description: 'As many as the setting `webhooks.replayMaxDeliveries` says, at most' }),
    message: z.string().optional().meta({ description: 'Left out by a dry run' }),
  }),
)
