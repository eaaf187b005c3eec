import { forbidden, notFound } from '#core/errors.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors } from '#db/rows/owned.ts'
import { refuseExcess, requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { requireNotSuperior, requireNotSuperiorHolders } from '#rights/rank.ts'
import type { BinEntry } from './bin-entries.ts'
import { finishPurge, markPurged } from './mark-purged.ts'
import { requireDeletedGroupWithin } from './restore-group.ts'
import { beyondByDeletedRole } from './restore-role.ts'

/**
 * Erases a deleted account for ever: nobody above the caller, nobody who is protected.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess`, `admin_protected`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function purgeAccount(ctx: Context, kind: AccountKind, entry: BinEntry): Promise<void> {
  const { id, tenantId } = entry
  const grantor = await lockGrantor(ctx, { grantsOf: [tenantId], changedAccountIds: [id] })
  requirePermission(grantor, `${accountDoors[kind]}.delete`)
  const account = await ctx.db
    .selectFrom('accounts')
    .select('isProtected')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound()
  if (kind === 'admin') await requireNotSuperior(ctx, grantor, [id])
  if (account.isProtected) throw forbidden('admin_protected')
  await purge(ctx, 'accounts', { ...entry, name: null })
}

/**
 * Erases a deleted role for ever.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when it gives more than the caller holds, or somebody who would have
 * it back stands above
 */
export async function purgeRole(ctx: Context, entry: BinEntry): Promise<void> {
  const grantor = await lockGrantor(ctx, { grantsOf: [entry.tenantId], changedRoleIds: [entry.id] })
  requirePermission(grantor, 'roles.manage')
  refuseExcess(await beyondByDeletedRole(ctx, grantor, entry))
  await requireNotSuperiorHolders(ctx, grantor, entry.id)
  await purge(ctx, 'roles', entry)
}

/** Erases a deleted group for ever, which counts as ending it. Throws 404 when it was restored or erased meanwhile, 403 with `excess`. */
export async function purgeGroup(ctx: Context, entry: BinEntry): Promise<void> {
  const grantor = await requireDeletedGroupWithin(ctx, entry)
  requirePermission(grantor, 'groups.delete')
  await purge(ctx, 'user_groups', entry)
}

/** Erases a deleted webhook for ever, with all that it was sent. Throws 404 when it was restored or erased meanwhile. */
export async function purgeWebhook(ctx: Context, entry: BinEntry): Promise<void> {
  requirePermission(await lockGrantor(ctx, { grantsOf: [entry.tenantId] }), 'webhooks.delete')
  await purge(ctx, 'webhooks', entry)
}

/** Erases a deleted template for ever. Throws 404 when it was restored or erased meanwhile. */
export async function purgeTemplate(ctx: Context, entry: BinEntry): Promise<void> {
  requirePermission(await lockGrantor(ctx, { grantsOf: [entry.tenantId] }), 'templates.delete')
  await purge(ctx, 'message_templates', entry)
}

async function purge(
  ctx: Context,
  table: 'accounts' | 'roles' | 'user_groups' | 'webhooks' | 'message_templates',
  entry: Omit<BinEntry, 'name'> & { name: string | null },
): Promise<void> {
  const marked = await markPurged(ctx, table, [entry.id])
  if (marked.length === 0) throw notFound()
  await finishPurge(ctx, [entry])
}
