import type { z } from 'zod'
import { setBlocked } from '#accounts/account-block.ts'
import { loadChangeable } from '#accounts/account-change.ts'
import { lockForEdit } from '#accounts/account-edit.ts'
import { type AccountTransition, moveAccount } from '#accounts/account-lifecycle.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { refuseSuperAdmin } from '#accounts/superadmin.ts'
import { mailTemporaryPassword } from '#accounts/temporary-password.ts'
import { denied, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { requireVersion } from '#http/version.ts'
import { resetTwoFactor } from '#sign-in/two-factor-switch.ts'
import { unlockAccount } from '#sign-in/unlock.ts'
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
  await lockForEdit(ctx, 'admin', id)
  await moveAccount(ctx, { kind: 'admin', move }, id)
}

/** The admin; throws 403 for the caller's own id, before anything is locked. */
async function refuseOneself(ctx: Context, id: string): Promise<Admin> {
  const admin = await getAdmin(ctx, id)
  if (id === ctx.actor.id) throw denied({ reason: 'own_account' })
  return admin
}

/**
 * Blocks an admin at once: no sign-in, no live session. Blocking twice changes nothing.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign, 403 oneself or one who stands above the caller, 409 the SuperAdmin, another version
 */
export async function blockAdmin(ctx: Context, id: string, reason: string | undefined, version: number | undefined): Promise<Admin> {
  await refuseOneself(ctx, id)
  const { account } = await lockForEdit(ctx, 'admin', id)
  if (account.isSuperAdmin) throw stateConflict()
  requireVersion(await loadChangeable(ctx, 'admin', id), version)
  await setBlocked(ctx, account, true, reason)
  return await getAdmin(ctx, id)
}

/**
 * Lifts a block; whether the account is active stays as it is.
 * @throws AppError 404 unknown or foreign, 403 oneself, or one who stands above the caller
 */
export async function unblockAdmin(ctx: Context, id: string): Promise<Admin> {
  await setBlocked(ctx, await lockOther(ctx, id), false)
  return await getAdmin(ctx, id)
}

/**
 * Ends a lock after too many failures and forgets them; not for oneself: a stolen session could guess the password without end.
 * @throws AppError 404 unknown or foreign, 403 oneself, or one who stands above the caller
 */
export async function unlockAdmin(ctx: Context, id: string): Promise<Admin> {
  await unlockAccount(ctx, await lockOther(ctx, id))
  return await getAdmin(ctx, id)
}

/**
 * Takes an admin's second factor away, who lost it, with every session; not one's own: that takes a code. Nothing happens where none is on.
 * @throws AppError 404 unknown or foreign, 403 oneself, the SuperAdmin, or with `excess` one who stands above the caller, 429
 * `rate_limited` when the mailbox was sent too many
 */
export async function resetAdminTwoFactor(ctx: Context, id: string): Promise<Admin> {
  await resetTwoFactor(ctx, await lockOther(ctx, id))
  return await getAdmin(ctx, id)
}

/**
 * Takes an admin's password and mails a temporary one. Not in a transaction, because it hashes.
 * @throws AppError 404 unknown or foreign, 403 oneself, the SuperAdmin, or with `excess` one who stands above the caller,
 * 429 `rate_limited` when the mailbox was sent too many
 */
export async function resetAdminPassword(ctx: Context, id: string): Promise<void> {
  const { tenantId } = await refuseOneself(ctx, id)
  await mailTemporaryPassword(ctx, tenantId, (ctx) => lockOther(ctx, id))
}

/** Locks an admin for what nobody may do to themselves, nor anybody to the SuperAdmin. */
async function lockOther(ctx: Context, id: string): Promise<LockedAccount> {
  await refuseOneself(ctx, id)
  const { account } = await lockForEdit(ctx, 'admin', id)
  refuseSuperAdmin(ctx, account)
  return account
}
