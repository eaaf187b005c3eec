import { sql } from 'kysely'
import type { z } from 'zod'
import { before, daysMs } from '#core/clock.ts'
import type { Context } from '#db/rows/context.ts'
import { findWebhook } from './webhooks.queries.ts'
import type { statisticsRanges, WebhookStatistics } from './webhooks.statistics.schema.ts'
import { type Counts, together } from './webhooks.statistics.ts'

type Answer = z.input<typeof WebhookStatistics>

const ranges = {
  '24h': { days: 1, unit: 'hour' },
  '7d': { days: 7, unit: 'day' },
  '30d': { days: 30, unit: 'day' },
} as const satisfies Record<(typeof statisticsRanges)[number], { days: number; unit: 'hour' | 'day' }>

/** How the deliveries of a subscription ended, by the hour for a day, else by the day (UTC); 404 for one that is unknown or foreign. */
export async function webhookStatistics(ctx: Context, id: string, range: keyof typeof ranges): Promise<Answer> {
  const { id: webhookId } = await findWebhook(ctx, id)
  const { days, unit } = ranges[range]
  const step = sql.lit(unit)
  const since = before(ctx.now, daysMs(days))
  // whole ones, so that the sum is what the parts add up to
  const { rows } = await sql<Counts & { at: Date }>`
    with steps as (
      select generate_series(date_trunc(${step}, ${since}::timestamptz, 'UTC') + ${sql.lit(`1 ${unit}`)}::interval,
        date_trunc(${step}, ${ctx.now}::timestamptz, 'UTC'), ${sql.lit(`1 ${unit}`)}::interval) as at
    ), ended as (
      select date_trunc(${step}, hour, 'UTC') as at, sum(delivered)::integer as delivered, sum(failed)::integer as failed
      from webhook_hours where webhook_id = ${webhookId} and hour > ${since} group by 1
    )
    select steps.at, coalesce(delivered, 0) as delivered, coalesce(failed, 0) as failed
    from steps left join ended on ended.at = steps.at order by 1`.execute(ctx.db)
  const sum = (name: keyof Counts) => rows.reduce((total, row) => total + row[name], 0)
  return { range, from: rows[0]!.at, to: ctx.now, ...together({ delivered: sum('delivered'), failed: sum('failed') }), series: rows }
}
