import { sql } from 'kysely'
import type { z } from 'zod'
import { shiftCounts } from '#accounts/account-counts.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { lockAdmin, refuseSuperAdmin } from '#accounts/admin-edit.ts'
import { type AccountTransition, moveAdmin } from '#accounts/admin-lifecycle.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { denied, stateConflict } from '#core/errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { clearNamesOf } from '#sign-in/name-failures.ts'
import { getAdmin } from './admins.queries.ts'
import type { AdminDetail } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>

/**
 * Activates, deactivates or deletes one admin; to be in that state already is no error, and no event.
 * @throws AppError 404 unknown or foreign, 403 oneself, `admin_protected`, or with `excess` one who stands above the caller, 409 the
 * SuperAdmin, or one to be activated whose tenant was deleted
 */
export async function moveOne(ctx: Context, move: AccountTransition, id: string): Promise<void> {
  await refuseOneself(ctx, id)
  await lockAdmin(ctx, id)
  await moveAdmin(ctx, move, id)
}

/** Throws 403 for the caller's own id, before anything is locked. */
export async function refuseOneself(ctx: Context, id: string): Promise<void> {
  await getAdmin(ctx, id)
  if (id === ctx.actor.id) throw denied({ reason: 'own_account' })
}

/**
 * Blocks an admin at once: no sign-in, no live session. Blocking twice changes nothing.
 * @throws AppError 404 unknown or foreign, 403 oneself or one who stands above the caller, 409 the SuperAdmin
 */
export async function blockAdmin(ctx: Context, id: string, reason: string | undefined): Promise<Admin> {
  await refuseOneself(ctx, id)
  const { admin } = await lockAdmin(ctx, id)
  if (admin.isSuperAdmin) throw stateConflict()
  if (!admin.isBlocked) await setBlocked(ctx, admin, true, reason)
  return await getAdmin(ctx, id)
}

/**
 * Lifts a block; whether the account is active stays as it is.
 * @throws AppError 404 unknown or foreign, 403 oneself, or one who stands above the caller
 */
export async function unblockAdmin(ctx: Context, id: string): Promise<Admin> {
  await refuseOneself(ctx, id)
  const { admin } = await lockAdmin(ctx, id)
  refuseSuperAdmin(ctx, admin)
  if (admin.isBlocked) await setBlocked(ctx, admin, false)
  return await getAdmin(ctx, id)
}

async function setBlocked(ctx: Context, admin: LockedAccount, isBlocked: boolean, reason?: string): Promise<void> {
  const { id, tenantId, isActive } = admin
  const block = isBlocked
    ? { blockedAt: ctx.now, blockedBy: ctx.actor.impersonatorId ?? ctx.actor.id, blockReason: reason || null }
    : { blockedAt: null, blockedBy: null, blockReason: null }
  await update(ctx, 'admins')
    .set(({ eb }) => ({ isBlocked, ...block, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()
  await shiftCounts(ctx, 'admin', [{ tenantId, from: { isActive, isBlocked: !isBlocked }, to: { isActive, isBlocked } }])
  if (isBlocked) await endSessionsOf(ctx, id, 'blocked')
  await revoke(ctx, 'account', id)
  await emit(ctx, isBlocked ? 'admin.blocked' : 'admin.unblocked', {
    ...aboutAccount(admin),
    // free text may name somebody
    ...(reason && { personData: { reason } }),
    changes: { isBlocked: { before: !isBlocked, after: isBlocked } },
  })
}

/**
 * Ends a lock after too many failures and forgets them; not for oneself: a stolen session could guess the password without end.
 * @throws AppError 404 unknown or foreign, 403 oneself, or one who stands above the caller
 */
// unscoped: by the id of an admin whom `lockAdmin` judged under the lock
export async function unlockAdmin(ctx: Context, id: string): Promise<Admin> {
  await refuseOneself(ctx, id)
  const { admin } = await lockAdmin(ctx, id)
  refuseSuperAdmin(ctx, admin)
  const { rows } = await sql<{ failures: number; lockedUntil: Date | null }>`
    with former as (
      select failures, locked_until from account_activity
      where account_id = ${id} and (failures > 0 or locked_until is not null) for no key update
    )
    update account_activity v set failures = 0, locked_until = null from former where v.account_id = ${id}
    returning former.failures, former.locked_until`.execute(ctx.db)
  await clearNamesOf(ctx, admin, 'all')
  const [former] = rows
  if (former) {
    const lockoutEnd = former.lockedUntil?.toISOString() ?? null
    await emit(ctx, 'admin.unlocked', { ...aboutAccount(admin), data: { failures: former.failures, lockoutEnd } })
  }
  return await getAdmin(ctx, id)
}
