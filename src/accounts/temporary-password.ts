import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { aboutAccount } from './account-events.ts'
import type { LockedAccount } from './locked-account.ts'
import { takeMailRoom } from './mail-caps.ts'
import { storeNewPassword } from './new-password.ts'

/**
 * Takes an account's password and mails a temporary one; it stands nowhere else. Whether the account is active, blocked or locked stays
 * as it is. Not in a transaction, because it hashes.
 * @param tenantId whose rules the password is made by
 * @param lock locks the account for edit, and refuses whom the caller may not do this to
 * @throws AppError what `lock` throws, 429 `rate_limited` when the mailbox was sent too many
 */
export async function mailTemporaryPassword(
  ctx: Context,
  tenantId: string | null,
  lock: (ctx: Context) => Promise<LockedAccount>,
): Promise<void> {
  const temporary = temporaryPassword(ctx.service.settings.of(tenantId).passwordMinLength)
  const hash = await ctx.service.passwords.hash(temporary)
  await transact(ctx, async (ctx) => {
    const account = await lock(ctx)
    await takeMailRoom(ctx, [account.email])
    await storeNewPassword(ctx, account, { hash, keptSession: null, because: 'password_reset', temporary })
    await emit(ctx, `${account.kind}.password_reset`, aboutAccount(account))
  })
}
