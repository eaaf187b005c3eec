import { sql } from 'kysely'
import { shiftCounts } from '#accounts/account-counts.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { claimLoginNames } from '#accounts/claimed-names.ts'
import { revokePendingProofs } from '#accounts/pending-proofs.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { notFound, stateConflict } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { revoke } from '#db/live/revocations.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { entityTypeOf } from '#events/people.ts'
import { refuseExcess, requirePermission } from '#rights/delegation.ts'
import { type GrantLocks, lockGrantor } from '#rights/grantor.ts'
import { loadWholeSources } from '#rights/permission-sources.ts'
import { excessOver } from '#rights/permissions-beyond.ts'
import type { BinEntry } from './bin-entries.ts'
import { accountObstacles, cannotRestore, refuseObstacle } from './restore-obstacles.ts'

/**
 * Brings a deleted account back as it was: blocked or inactive if it was, an admin with their role and their groups. While the role is
 * deleted the admin stays deleted. Login names are claimed again; every session, code, link and challenge from before stays dead.
 * @throws AppError 404 restored or erased meanwhile, 403 with `excess` when they would hold more than the caller, 409 `cannot_restore`
 * with the reason, `quota_exceeded`
 */
// unscoped: by an entry in scope, judged again under the locks
export async function restoreAccount(ctx: Context, kind: AccountKind, { id, tenantId }: BinEntry): Promise<void> {
  const grantor = await lockGrantor(ctx, { ...(await locksOf(ctx, kind, id, tenantId)), changedAccountIds: [id] })
  requirePermission(grantor, `${accountDoors[kind]}.update`)
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'tenantId', 'username', 'email', 'firstName', 'lastName', 'isActive', 'isBlocked', 'roleId'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('deletedAt', 'is not', null)
    .where('purgedAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw notFound()
  // being SuperAdmin passes by transfer alone
  if (account.roleId === superAdminRoleId) throw stateConflict()
  refuseObstacle((await accountObstacles(ctx, [id])).get(id))
  const holding = kind === 'admin' ? (await loadWholeSources(ctx.db, [id])).get(id) : undefined
  if (holding) refuseExcess(excessOver(grantor, holding, 'gift'))
  await ctx.db
    .updateTable('accounts')
    .set(({ eb }) => ({ deletedAt: null, deletedBy: null, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()
  await claimNames(ctx, { ...account, kind })
  const { isActive, isBlocked } = account
  await shiftCounts(ctx, kind, [{ tenantId, from: null, to: { isActive, isBlocked } }])
  await endSessionsOf(ctx, id, 'deleted')
  await revokePendingProofs(ctx, id)
  await revoke(ctx, 'account', id)
  await emit(ctx, 'entity.restored', { ...aboutAccount({ ...account, kind }), data: { entityType: entityTypeOf(kind) } })
}

/** Admins are counted against the quota of their tenant, and what they come back with is given to them; of users neither. */
// unscoped: the role of an entry in scope
async function locksOf(ctx: Context, kind: AccountKind, id: string, tenantId: string | null): Promise<GrantLocks> {
  if (kind === 'user') return { grantsOf: [tenantId] }
  const { rows } = await sql<{ roleId: string }>`
    select role_id from accounts where id = ${id} and role_id is not null`.execute(ctx.db)
  return { changedTenantIds: [tenantId], roleIds: rows.map(({ roleId }) => roleId) }
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
