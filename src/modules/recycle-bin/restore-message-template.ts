import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { lockTemplatesOf } from '#modules/message-templates/template-room.ts'
import { requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { BinEntry } from './bin-entries.ts'
import { refuseObstacle, refuseTakenName, templateObstacles } from './restore-obstacles.ts'

/**
 * Brings a deleted template back as it was.
 * @throws AppError 404 restored or erased meanwhile, 409 `cannot_restore` with the reason, `quota_exceeded`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreMessageTemplate(ctx: Context, { id, tenantId, name }: BinEntry): Promise<void> {
  await lockTemplatesOf(ctx, tenantId)
  const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId] })
  requirePermission(grantor, 'templates.update')
  refuseObstacle((await templateObstacles(ctx, [id])).get(id))
  const { numUpdatedRows } = await ctx.db
    .updateTable('messageTemplates')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where('deletedWith', 'is', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
    .catch(refuseTakenName)
  if (numUpdatedRows === 0n) throw notFound()
  const facts = { tenantId, entityType: 'MessageTemplate', entityId: id, entityName: name, data: { entityType: 'MessageTemplate' } }
  await emit(ctx, 'entity.restored', facts)
}
