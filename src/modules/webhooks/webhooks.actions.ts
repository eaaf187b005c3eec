import type { z } from 'zod'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, requireStillLiving, update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { hostOf } from '#modules/webhook-deliveries/webhook-target.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { lockWebhooksOf, requireWebhookRoom } from './webhooks.limit.ts'
import { masksOf } from './webhooks.masks.ts'
import { getWebhook, lockWebhook, type WebhookRow } from './webhooks.queries.ts'
import type { CreatedWebhook, NewWebhook } from './webhooks.schema.ts'
import { hintOf, secretOf } from './webhooks.secret.ts'
import { requireKnownEvents } from './webhooks.subscribed.ts'
import { requireTarget } from './webhooks.target.ts'

/**
 * Subscribes the caller's tenant, or the platform, to events; twenty subscriptions each at most. It never tells what the caller may not
 * read. Not in a transaction: the address is looked up first.
 * @throws AppError 400 `webhook_url_invalid`, `webhook_url_not_allowed`, `webhook_event_unknown`, `webhook_secret_invalid`; 409
 * `webhook_limit_reached`
 */
export async function createWebhook(ctx: Context, wanted: z.output<typeof NewWebhook>): Promise<z.input<typeof CreatedWebhook>> {
  requireKnownEvents(wanted.events)
  const secret = secretOf(wanted.secret)
  await requireTarget(ctx.service, wanted.url)
  return await transact(ctx, async (ctx) => {
    const { tenantId } = ctx.actor
    await lockWebhooksOf(ctx, tenantId)
    const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId] })
    await requireStillLiving(ctx, tenantId, 'tenantId')
    await requireWebhookRoom(ctx, tenantId)
    const id = uuidv7(ctx.now)
    const columns = {
      url: wanted.url,
      events: wanted.events,
      isActive: wanted.isActive ?? true,
      description: wanted.description ?? '',
      retryPolicy: wanted.retryPolicy ?? ('persistent' as const),
      includeDescendants: wanted.includeDescendants ?? false,
    }
    const row = await insert(ctx, 'webhooks', {
      id,
      tenantId,
      ...columns,
      ...(!columns.isActive && switchedOff(ctx)),
      secret: sealWebhookSecret(ctx.service.keys, id, secret),
      secretHint: hintOf(secret),
      masks: masksOf(grantor),
      createdBy: ctx.actor.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    const facts = factsOf(row)
    await emit(ctx, 'webhook.created', { ...facts, changes: changesBetween({}, { ...columns, url: hostOf(row.url) }) })
    return { ...(await getWebhook(ctx, id)), secret }
  })
}

/** By somebody, who knows why. */
export const switchedOff = (ctx: Context) => ({ disabledAt: ctx.now, disabledReason: 'manual' as const })

/**
 * Deletes a subscription: it is told nothing any more, and what it is still owed is given up. It lies in the recycle bin.
 * @throws AppError 404 unknown or foreign
 */
export async function deleteWebhook(ctx: Context, id: string): Promise<void> {
  const { webhook } = await lockWebhook(ctx, id)
  await update(ctx, 'webhooks')
    .set(({ eb }) => ({ deletedAt: ctx.now, deletedBy: ctx.actor.id, version: eb('version', '+', 1) }))
    .where('webhooks.id', '=', webhook.id)
    .execute()
  await emit(ctx, 'webhook.deleted', factsOf(webhook))
}

/** The log names it by its host: what else stands in the address may be a secret of the receiver's. */
export const factsOf = ({ id, tenantId, url }: Pick<WebhookRow, 'id' | 'tenantId' | 'url'>): EventFacts => ({
  tenantId,
  entityId: id,
  entityName: hostOf(url),
})
