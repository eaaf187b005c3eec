import { sql } from 'kysely'
import { shiftCounts } from '#accounts/account-counts.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { claimLoginNames } from '#accounts/new-account.ts'
import { revokePendingProofs } from '#accounts/pending-proofs.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { notFound, stateConflict } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { refuseExcess, requirePermission } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { loadWholeSources } from '#rights/permission-sources.ts'
import { excessOver } from '#rights/permissions-beyond.ts'
import type { BinEntry } from './bin-entries.ts'
import { accountObstacles, cannotRestore, refuseObstacle } from './restore-obstacles.ts'

/**
 * Brings a deleted admin back as they were: blocked or inactive if they were, with their role and their groups. While the role is deleted
 * the admin stays deleted. Their login names are claimed again; every session, code, link and challenge from before stays dead.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when they would hold more than the caller, 409 `cannot_restore`
 * with the reason, `quota_exceeded`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreAdmin(ctx: Context, { id, tenantId }: BinEntry): Promise<void> {
  const { rows: given } = await sql<{ roleId: string }>`
    select role_id from accounts where id = ${id} and role_id is not null`.execute(ctx.db)
  const grantor = await lockGrantor(ctx, {
    changedTenantIds: [tenantId],
    roleIds: given.map(({ roleId }) => roleId),
    changedAccountIds: [id],
  })
  requirePermission(grantor, 'admins.update')
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'kind', 'tenantId', 'username', 'email', 'firstName', 'lastName', 'isActive', 'isBlocked', 'roleId'])
    .where('id', '=', id)
    .where('kind', '=', 'admin')
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound()
  // being SuperAdmin passes by transfer alone
  if (account.roleId === superAdminRoleId) throw stateConflict()
  refuseObstacle((await accountObstacles(ctx, [id])).get(id))
  const holding = (await loadWholeSources(ctx.db, [id])).get(id)
  if (holding) refuseExcess(excessOver(grantor, holding, 'gift'))
  await ctx.db
    .updateTable('accounts')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()
  await claimNames(ctx, { ...account, kind: 'admin' })
  const { isActive, isBlocked } = account
  await shiftCounts(ctx, 'admin', [{ tenantId, from: null, to: { isActive, isBlocked } }])
  await endSessionsOf(ctx, id, 'deleted')
  await revokePendingProofs(ctx, id)
  await revoke(ctx, 'account', id)
  await emit(ctx, 'entity.restored', { ...aboutAccount({ ...account, kind: 'admin' }), data: { entityType: 'Admin' } })
}

/** Names can be taken between the look and the claim: the platform has no row to lock, and people change their own addresses. */
async function claimNames(ctx: Context, account: Parameters<typeof claimLoginNames>[1]): Promise<void> {
  try {
    await claimLoginNames(ctx, account)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'conflict') throw cannotRestore('name_taken')
    throw error
  }
}
