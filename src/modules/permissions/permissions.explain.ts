import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { seesGroupsOf } from '#modules/user-groups/group-members.ts'
import { requirePermission } from '#rights/delegation.ts'
import { explain } from './explanation.ts'
import type { ExplainQuery, Explanation } from './permissions.schema.ts'

/**
 * Why an admin may do something or not; the caller where no other is named. Who may not see groups is told that it is a group.
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
  const seesGroups = seesGroupsOf(ctx, id)
  const shown = (group: { id: string; name: string }) =>
    seesGroups ? { id: opaqueIds.encode('group', group.id), name: group.name } : { id: null, name: null }
  return {
    allowed: explanation.allowed,
    restrictedFields: [...explanation.restrictedFields],
    chain: explanation.chain.map((step) => ({
      ...step,
      ...(step.source === 'group' && step.id !== null && step.name !== null && shown({ id: step.id, name: step.name })),
      via: step.via && shown(step.via),
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
