import type { z } from 'zod'
import { setBlocked } from '#accounts/account-block.ts'
import { lockForEdit } from '#accounts/account-edit.ts'
import { moveAccount } from '#accounts/account-lifecycle.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { mailTemporaryPassword } from '#accounts/temporary-password.ts'
import type { Context } from '#db/rows/context.ts'
import { resetTwoFactor } from '#sign-in/two-factor-switch.ts'
import { unlockAccount } from '#sign-in/unlock.ts'
import { getUser } from './users.queries.ts'
import type { UserDetail } from './users.schema.ts'

type User = z.input<typeof UserDetail>

const locked = async (ctx: Context, id: string): Promise<LockedAccount> => (await lockForEdit(ctx, 'user', id)).account

/** Deletes a user: into the recycle bin, out of every session; the login names are free at once. Throws 404 unknown or foreign. */
export async function deleteUser(ctx: Context, id: string): Promise<void> {
  await locked(ctx, id)
  await moveAccount(ctx, { kind: 'user', move: 'delete' }, id)
}

/** Blocks a user, or lifts the block; what is so already is no change. Throws 404 unknown or foreign. */
export async function blockUser(ctx: Context, id: string, isBlocked: boolean, reason: string | undefined): Promise<User> {
  await setBlocked(ctx, await locked(ctx, id), isBlocked, reason)
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
