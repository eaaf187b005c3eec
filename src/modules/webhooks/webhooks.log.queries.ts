import { type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { type AreaMasks, hidesAll } from '#modules/webhook-deliveries/area-masks.ts'
import { mostAttemptsShown, type WebhookDelivery, type WebhookDeliveryDetail } from './webhooks.log.schema.ts'
import { masksOf } from './webhooks.masks.ts'
import { findWebhook } from './webhooks.queries.ts'

export type ShownDelivery = z.input<typeof WebhookDelivery>
type Detail = z.input<typeof WebhookDeliveryDetail>
type DeliveryRow = Omit<Selectable<Tables['webhookDeliveries']>, 'body'>

const columns = [
  'id',
  'event',
  'masks',
  'isTest',
  'status',
  'trigger',
  'attemptNumber',
  'maxAttempts',
  'nextAttemptAt',
  'httpStatus',
  'durationMs',
  'responseBody',
  'error',
  'createdAt',
  'lastAttemptAt',
  'deliveredAt',
] as const

/**
 * Whether a body, and what its receiver made of it, may be shown to somebody: everything that is hidden from them was left out when it was
 * made. A test tells of nobody.
 */
const mayBeShown = ({ isTest, masks }: Pick<DeliveryRow, 'isTest' | 'masks'>, hidden: AreaMasks) => isTest || hidesAll(masks, hidden)

/** The deliveries of these ids, of a subscription that was found in scope, in their order. */
export async function loadDeliveries(ctx: Context, ids: readonly string[]): Promise<ShownDelivery[]> {
  const rows = await ctx.db.selectFrom('webhookDeliveries').select(columns).where(sql<SqlBool>`id = any(${ids}::uuid[])`).execute()
  const hidden = masksOf(ctx.actor)
  const shown = new Map(rows.map((row) => [row.id, shownOf(row, mayBeShown(row, hidden))]))
  return ids.flatMap((id) => shown.get(id) ?? [])
}

function shownOf(row: Pick<DeliveryRow, (typeof columns)[number]>, isOpen: boolean): ShownDelivery {
  return {
    eventId: row.id,
    event: row.event,
    status: row.status as ShownDelivery['status'],
    httpStatus: row.httpStatus,
    duration: row.durationMs,
    attemptNumber: row.attemptNumber,
    maxAttempts: row.maxAttempts,
    responseBody: isOpen ? row.responseBody : null,
    error: row.error,
    nextAttemptAt: row.nextAttemptAt,
    trigger: row.trigger as ShownDelivery['trigger'],
    isTest: row.isTest,
    createdAt: row.createdAt,
    lastAttemptAt: row.lastAttemptAt,
    deliveredAt: row.deliveredAt,
  }
}

/**
 * One delivery with what was sent and every attempt. Body, headers (a signature is made of the body) and what the receiver answered are left
 * out for a reader who must not see something that the body may hold.
 * @throws AppError 404 for the subscription or the delivery, unknown and foreign alike
 */
export async function getDelivery(ctx: Context, id: string, deliveryId: string): Promise<Detail> {
  const { id: webhookId, url } = await findWebhook(ctx, id)
  const row = await ctx.db
    .selectFrom('webhookDeliveries')
    .select([...columns, 'body'])
    .where('id', '=', deliveryId)
    .where('webhookId', '=', webhookId)
    .executeTakeFirst()
  if (!row) throw notFound()
  const latestFirst = await ctx.db
    .selectFrom('webhookAttempts')
    .selectAll()
    .where('deliveryId', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(mostAttemptsShown)
    .execute()
  const isOpen = mayBeShown(row, masksOf(ctx.actor))
  const [latest] = latestFirst
  return {
    ...shownOf(row, isOpen),
    request: { url: latest?.url ?? url, headers: isOpen ? (latest?.requestHeaders ?? null) : null, body: isOpen ? row.body : null },
    attempts: latestFirst.reverse().map((attempt) => ({
      attemptNumber: attempt.number,
      trigger: attempt.trigger as ShownDelivery['trigger'],
      startedAt: attempt.startedAt,
      duration: attempt.durationMs,
      httpStatus: attempt.httpStatus,
      responseBody: isOpen ? attempt.responseBody : null,
      responseHeaders: isOpen ? attempt.responseHeaders : null,
      error: attempt.error,
    })),
  }
}
