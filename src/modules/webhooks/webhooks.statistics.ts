import { sql } from 'kysely'
import type { z } from 'zod'
import { before, daysMs } from '#core/clock.ts'
import type { Context } from '#db/rows/context.ts'
import type { Webhook } from './webhooks.schema.ts'

type Recent = z.input<typeof Webhook>['stats24h']

export interface Counts {
  readonly delivered: number
  readonly failed: number
}

/** With how many of those that ended were delivered, in percent to two places. */
export function together({ delivered, failed }: Counts): Recent {
  const total = delivered + failed
  return { total, delivered, failed, successRate: total === 0 ? null : Math.round((delivered / total) * 10_000) / 100 }
}

/** The deliveries that ended in the last 24 hours, by the hour: of these subscriptions in one statement. */
export async function recentStatistics(ctx: Context, ids: readonly string[]): Promise<(id: string) => Recent> {
  const found = new Map<string, Counts>()
  if (ids.length > 0) {
    const { rows } = await sql<Counts & { webhookId: string }>`
      select webhook_id, sum(delivered)::integer as delivered, sum(failed)::integer as failed from webhook_hours
      where webhook_id = any(${ids}::uuid[]) and hour > ${before(ctx.now, daysMs(1))} group by webhook_id`.execute(ctx.db)
    for (const { webhookId, ...counts } of rows) found.set(webhookId, counts)
  }
  return (id) => together(found.get(id) ?? { delivered: 0, failed: 0 })
}
