import { z } from 'zod'
import { named, Timestamp } from '#http/shapes.ts'

export const statisticsRanges = ['24h', '7d', '30d'] as const

export const StatisticsQuery = z.strictObject({
  range: z.enum(statisticsRanges).default('24h').meta({ description: 'How far back' }),
})

const counts = { delivered: z.int(), failed: z.int() }

export const WebhookStatistics = named(
  'WebhookStatistics',
  z.object({
    range: z.enum(statisticsRanges),
    from: Timestamp,
    to: Timestamp,
    total: z.int().meta({ description: 'Deliveries that ended' }),
    ...counts,
    successRate: z.number().nullable().meta({ description: 'Percent of those that ended; null where none did' }),
    series: z
      .array(z.object({ at: Timestamp, ...counts }).meta({ id: 'WebhookStatisticsStep' }))
      .meta({ description: 'By the hour for 24 hours, else by the day (UTC)' }),
  }),
)
