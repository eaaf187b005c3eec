import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/context.ts'
import { select } from '#db/owned.ts'
import { requirePermission } from '#identity/delegation.ts'
import { explain } from '#identity/explanation.ts'
import type { ExplainQuery, Explanation } from './permissions.schema.ts'

/**
 * Why an admin may do something or not; the caller where no other is named.
 * @throws AppError 403 for another admin without `admins.view`, 404 an unknown or foreign one
 */
export async function explainPermission(
  ctx: Context,
  { adminId, permission }: z.output<typeof ExplainQuery>,
): Promise<z.input<typeof Explanation>> {
  const id = adminId === undefined ? ctx.actor.id : await requireAdmin(ctx, adminId.toLowerCase())
  const explanation = await explain(ctx, id, permission)
  if (!explanation) throw notFound('adminId')
  const { opaqueIds } = ctx.service.keys
  const shown = (groupId: string) => opaqueIds.encode('group', groupId)
  return {
    allowed: explanation.allowed,
    restrictedFields: [...explanation.restrictedFields],
    chain: explanation.chain.map((step) => ({
      ...step,
      id: step.source === 'group' && step.id !== null ? shown(step.id) : step.id,
      via: step.via && { ...step.via, id: shown(step.via.id) },
      restrictedFields: [...step.restrictedFields],
    })),
  }
}

async function requireAdmin(ctx: Context, id: string): Promise<string> {
  if (id === ctx.actor.id) return id
  requirePermission(ctx.actor, 'admins.view')
  const isThere = isUuid(id) && (await select(ctx, 'admins').select('accounts.id').where('accounts.id', '=', id).executeTakeFirst())
  if (!isThere) throw notFound('adminId')
  return id
}
