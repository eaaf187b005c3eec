import type { z } from 'zod'
import { setBlocked } from '#accounts/account-block.ts'
import { loadChangeable } from '#accounts/account-change.ts'
import { lockForEdit } from '#accounts/account-edit.ts'
import { moveAccount } from '#accounts/account-lifecycle.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { mailTemporaryPassword } from '#accounts/temporary-password.ts'
import type { Context } from '#db/rows/context.ts'
import { requireVersion } from '#http/version.ts'
import { resetTwoFactor } from '#sign-in/two-factor-switch.ts'
import { unlockAccount } from '#sign-in/unlock.ts'
import { getUser } from './users.queries.ts'
import type { BlockUser, UserDetail } from './users.schema.ts'

type User = z.input<typeof UserDetail>

const locked = async (ctx: Context, id: string): Promise<LockedAccount> => (await lockForEdit(ctx, 'user', id)).account

/** Deletes a user: into the recycle bin, out of every session; the login names are free at once. Throws 404 unknown or foreign. */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await locked(ctx, id)
  await moveAccount(ctx, { kind: 'user', move: 'delete' }, id)
}

/**
 * Blocks a user, or lifts the block; what is so already is no change.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign, 409 another version
 */
export async function blockUser(
  ctx: Context,
  id: string,
  { isBlocked, reason }: z.output<typeof BlockUser>,
  version: number | undefined,
): Promise<User> {
  const account = await locked(ctx, id)
  requireVersion(await loadChangeable(ctx, 'user', id), version)
  await setBlocked(ctx, account, isBlocked, reason)
  return await getUser(ctx, id)
}

/** Ends a lock after too many failures and forgets them. Throws 404 unknown or foreign. */
export async function unlockUser(ctx: Context, id: string): Promise<User> {
  await unlockAccount(ctx, await locked(ctx, id))
  return await getUser(ctx, id)
}

/** Takes the second factor of a user who lost it away. Throws 404 unknown or foreign, 429 `rate_limited` for a full mailbox. */
export async function resetUserTwoFactor(ctx: Context, id: string): Promise<User> {
  await resetTwoFactor(ctx, await locked(ctx, id))
  return await getUser(ctx, id)
}

/**
 * Takes a user's password and mails a temporary one. Not in a transaction, because it hashes.
 * @throws AppError 404 unknown or foreign, 429 `rate_limited` when the mailbox was sent too many
 */
export async function resetUserPassword(ctx: Context, id: string): Promise<void> {
  const { tenantId } = await getUser(ctx, id)
  await mailTemporaryPassword(ctx, tenantId, (ctx) => locked(ctx, id))
}
