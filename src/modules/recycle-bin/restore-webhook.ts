import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { lockWebhooksOf } from '#modules/webhooks/webhooks.limit.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { BinEntry } from './bin-entries.ts'
import { refuseObstacle, webhookObstacles } from './restore-obstacles.ts'

/**
 * Brings a deleted webhook back, switched off: its receiver may be gone by now.
 * @throws AppError 404 restored or erased meanwhile, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreWebhook(ctx: Context, { id, tenantId, name }: BinEntry): Promise<void> {
  await lockWebhooksOf(ctx, tenantId)
  requirePermission(await lockGrantor(ctx, { changedTenantIds: [tenantId] }), 'webhooks.update')
  const deleted = await ctx.db
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where('deletedWith', 'is', null)
    .where('purgedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!deleted) throw notFound()
  refuseObstacle((await webhookObstacles(ctx, [id])).get(id))
  await ctx.db
    .updateTable('webhooks')
    .set(({ eb }) => ({
      deletedAt: null,
      deletedBy: null,
      isActive: false,
      disabledAt: ctx.now,
      disabledReason: 'manual',
      version: eb('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('id', '=', id)
    .execute()
  const facts = { tenantId, entityType: 'Webhook', entityId: id, entityName: name, data: { entityType: 'Webhook' } }
  await emit(ctx, 'entity.restored', facts)
}
