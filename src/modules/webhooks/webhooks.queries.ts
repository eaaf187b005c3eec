import { type Selectable, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { notFound } from '#core/errors.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { Tables } from '#db/tables.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import type { Webhook } from './webhooks.schema.ts'
import { recentStatistics } from './webhooks.statistics.ts'

export type WebhookRow = Selectable<Tables['webhooks']>
export type ShownWebhook = z.input<typeof Webhook>

/** The subscriptions of these ids that are in scope, as they are shown: two statements beside their own, however many they are. */
export async function loadWebhooks(ctx: Context, ids: readonly string[]): Promise<ShownWebhook[]> {
  const rows = await select(ctx, 'webhooks').selectAll('webhooks').where(sql<SqlBool>`webhooks.id = any(${ids}::uuid[])`).execute()
  return await shownWebhooks(ctx, rows)
}

/** As they are shown: never a secret. */
async function shownWebhooks(ctx: Context, rows: readonly WebhookRow[]): Promise<ShownWebhook[]> {
  const statistics = await recentStatistics(
    ctx,
    rows.map(({ id }) => id),
  )
  const known = await peopleInScope(
    ctx,
    rows.map(({ createdBy }) => createdBy),
  )
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.map((row) => {
    const hasPreviousSecret = row.previousSecret !== null && row.previousSecretExpiresAt !== null && row.previousSecretExpiresAt > ctx.now
    return {
      id: row.id,
      tenantId: row.tenantId,
      tenantName: nameOf(row.tenantId),
      url: row.url,
      events: row.events,
      isActive: row.isActive,
      description: row.description,
      secretHint: row.secretHint,
      hasPreviousSecret,
      previousSecretExpiresAt: hasPreviousSecret ? row.previousSecretExpiresAt : null,
      retryPolicy: row.retryPolicy as ShownWebhook['retryPolicy'],
      includeDescendants: row.includeDescendants,
      disabledAt: row.disabledAt,
      disabledReason: row.disabledReason as ShownWebhook['disabledReason'],
      consecutiveFailures: row.consecutiveFailures,
      failingSince: row.failingSince,
      lastDeliveryAt: row.lastDeliveryAt,
      lastStatus: row.lastStatus,
      stats24h: statistics(row.id),
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      createdBy: row.createdBy !== null && known.has(row.createdBy) ? row.createdBy : null,
      createdByName: known.get(row.createdBy ?? '') ?? null,
      version: row.version,
    }
  })
}

/** One subscription; 404 for an unknown, deleted or foreign one alike. */
export async function getWebhook(ctx: Context, id: string): Promise<ShownWebhook> {
  const [webhook] = await loadWebhooks(ctx, [id])
  if (!webhook) throw notFound()
  return webhook
}

/** Its row; 404 likewise. */
export async function findWebhook(ctx: Context, id: string): Promise<WebhookRow> {
  const row = await select(ctx, 'webhooks').selectAll('webhooks').where('webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * The row of a webhook, held for a change until the transaction ends, with the caller and the tenant it belongs to.
 * @throws AppError 404, and whatever `lockGrantor` throws
 */
export async function lockWebhook(ctx: Context, id: string): Promise<{ webhook: WebhookRow; grantor: Grantor }> {
  const { tenantId } = await findWebhook(ctx, id)
  const grantor = await lockGrantor(ctx, { grantsOf: [tenantId] })
  const row = await select(ctx, 'webhooks').selectAll('webhooks').where('webhooks.id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return { webhook: row, grantor }
}
