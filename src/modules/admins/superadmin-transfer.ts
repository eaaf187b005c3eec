import { type SqlBool, sql } from 'kysely'
import { shiftCounts } from '#accounts/account-counts.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { mailAccount } from '#accounts/account-mail.ts'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { moveLoginNamesToPlatform } from '#accounts/login-names.ts'
import { revokePendingProofs } from '#accounts/pending-proofs.ts'
import { endSessionsShutOut } from '#accounts/session-end.ts'
import { requireStillSuperAdmin } from '#accounts/superadmin.ts'
import { crashPoint } from '#core/crash-points.ts'
import { notFound, stateConflict, unauthenticated } from '#core/errors.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import { revokeMany } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { endImpersonationsBy } from '#sessions/impersonation.ts'
import { type Reauthenticated, requireStillProved } from '#sign-in/reauthentication.ts'

/**
 * Hands the one SuperAdmin role over, in one transaction: an admin of a tenant becomes one of the platform by it, the caller keeps
 * seeing everything and changes nothing any more. Live tokens of both follow; impersonations by the caller end; both are told.
 * @throws AppError 404 unknown; 409 `state_conflict` for oneself, a user, or one who is deleted, blocked, not active or of a deleted tenant, `conflict` where
 * the platform has the login names already; 403 when the caller handed it over meanwhile, 401 when their password is another by now
 */
// unscoped: the caller is the SuperAdmin, whose scope is everything
export async function transferSuperAdmin(ctx: Context, targetId: string, proof: Reauthenticated): Promise<void> {
  const tenantId = await transferableTenant(ctx, targetId)
  await lockGrantor(ctx, { grantsOf: [tenantId], roleIds: [superAdminRoleId, platformViewerRoleId], changedAccountIds: [targetId] })
  await requireStillSuperAdmin(ctx)
  const caller = await lockAccount(ctx, 'admin', ctx.actor.id)
  const target = await lockAccount(ctx, 'admin', targetId)
  if (!caller) throw unauthenticated('invalid_credentials')
  await requireStillProved(ctx, proof)
  if (!target?.isActive || target.isBlocked || target.tenantId !== tenantId) throw stateConflict()
  // the accounts of a large tenant are switched off after its deletion, in batches
  await refuseDeletedTenant(ctx, tenantId)
  const before = await placeOf(ctx, target.id)
  if (tenantId !== null) await moveToPlatform(ctx, target)
  // whoever holds everything needs no group, and must not be restricted by one; whoever gives it up keeps nothing by one
  await ctx.db.deleteFrom('userGroupMembers').where('accountId', 'in', [caller.id, target.id]).execute()
  await giveRole(ctx, caller.id, platformViewerRoleId)
  crashPoint('transfer.without-superadmin')
  await giveRole(ctx, target.id, superAdminRoleId)
  await endImpersonationsBy(ctx, caller.id)
  await revokeMany(ctx, 'account', [caller.id, target.id])
  const formerly = { roleId: superAdminRoleId }
  await emit(ctx, 'admin.updated', { ...aboutAccount(caller), changes: changesBetween(formerly, { roleId: platformViewerRoleId }) })
  await emit(ctx, 'admin.superadmin_transferred', {
    ...aboutAccount({ ...target, tenantId: null }),
    data: { formerId: caller.id, formerTenantId: tenantId },
    changes: changesBetween<Place>(before, { tenantId: null, roleId: superAdminRoleId }),
  })
  for (const account of [caller, { ...target, tenantId: null }]) await mailAccount(ctx, account, 'superadmin_transferred')
  crashPoint('transfer.before-commit')
}

/** The tenant of an account that the role may be handed to, null for the platform. Throws 409 for any other account, 404 for none. */
// unscoped: the caller is the SuperAdmin, whose scope is everything
export async function transferableTenant(ctx: Context, id: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['kind', 'tenantId', 'isActive', 'isBlocked', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const isOpen = row.kind === 'admin' && row.deletedAt === null && row.isActive && !row.isBlocked
  if (!isOpen || id === ctx.actor.id) throw stateConflict()
  return row.tenantId
}

/** Under the lock of the tenant. */
// unscoped: the caller is the SuperAdmin, whose scope is everything
async function refuseDeletedTenant(ctx: Context, tenantId: string | null): Promise<void> {
  if (tenantId === null) return
  const deleted = await ctx.db
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .where(sql<SqlBool>`(deleted_at is not null or ${isShut(sql`tenants.id`)})`)
    .executeTakeFirst()
  if (deleted) throw stateConflict()
}

interface Place extends Record<string, unknown> {
  readonly tenantId: string | null
  readonly roleId: string | null
}

// unscoped: the caller is the SuperAdmin, whose scope is everything
const placeOf = (ctx: Context, id: string): Promise<Place> =>
  ctx.db.selectFrom('accounts').select(['tenantId', 'roleId']).where('id', '=', id).executeTakeFirstOrThrow()

// unscoped: the caller is the SuperAdmin, whose scope is everything
const giveRole = (ctx: Context, id: string, roleId: string) =>
  ctx.db
    .updateTable('accounts')
    .set(({ eb }) => ({ roleId, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()

/** Codes and links that were sent in the tenant's name are of no use on the platform. */
// unscoped: the caller is the SuperAdmin, whose scope is everything
async function moveToPlatform(ctx: Context, target: LockedAccount): Promise<void> {
  const { id, tenantId, isActive, isBlocked } = target
  const { username } = await ctx.db.selectFrom('accounts').select('username').where('id', '=', id).executeTakeFirstOrThrow()
  await moveLoginNamesToPlatform(ctx, { ...target, username })
  await endSessionsShutOut(ctx, id)
  await ctx.db.updateTable('accounts').set({ tenantId: null }).where('id', '=', id).execute()
  await sql`update sessions set tenant_id = null where account_id = ${id}`.execute(ctx.db)
  await revokePendingProofs(ctx, id)
  const state = { isActive, isBlocked }
  await shiftCounts(ctx, 'admin', [
    { tenantId, from: state, to: null },
    { tenantId: null, from: null, to: state },
  ])
}
