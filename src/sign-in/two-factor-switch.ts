import { aboutAccount } from '#accounts/account-events.ts'
import { mailAccount } from '#accounts/account-mail.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { takeMailRoom } from '#accounts/mail-caps.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { deleteBackupCodes } from './backup-codes.ts'

/** Takes secret, pending secret and backup codes of an account away. Under its lock. @returns whether there was a secret of either kind */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function deleteSecondFactor(ctx: PublicContext, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('credentials')
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['totp', 'pending_totp'])
    .executeTakeFirst()
  await deleteBackupCodes(ctx, accountId)
  return numDeletedRows > 0n
}

/**
 * Stores that two-factor is on or off, and ends every session but one: nor must a sign-in that waits for its code, or for none, go on under
 * the other rule. Under the account's lock.
 */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function storeSwitch(
  ctx: PublicContext,
  accountId: string,
  twoFactorEnabled: boolean,
  keptSession: string | null,
): Promise<void> {
  await ctx.db.updateTable('accounts').set({ twoFactorEnabled }).where('id', '=', accountId).execute()
  await endSessionsOf(ctx, accountId, 'two_factor_changed', keptSession)
  await revoke(ctx, 'account', accountId)
}

/**
 * Takes the second factor of somebody who lost it away, also one that is only being set up: every session ends, the owner is told by mail.
 * Nothing happens where there is none. Under `lockForEdit`.
 * @throws AppError 429 `rate_limited` when the mailbox was sent too many
 */
export async function resetTwoFactor(ctx: Context, account: LockedAccount): Promise<void> {
  const had = await deleteSecondFactor(ctx, account.id)
  if (!had && !account.twoFactorEnabled) return
  await takeMailRoom(ctx, [account.email])
  await storeSwitch(ctx, account.id, false, null)
  await emit(ctx, 'auth.two_factor.reset', aboutAccount(account))
  await mailAccount(ctx, account, 'two_factor_changed', { enabled: false })
}
