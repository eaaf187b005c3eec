import type { Context } from '#db/rows/context.ts'
import { mailAccount } from './account-mail.ts'
import type { LockedAccount } from './locked-account.ts'
import { changeLoginAddress } from './login-names.ts'
import { takeMailRoom } from './mail-caps.ts'
import { revokePendingProofs } from './pending-proofs.ts'
import { endSessionsOf } from './session-end.ts'

/** Not now: to a sign-in that is on its way, or to a process whose clock is late, that is still to come. */
const longAgo = new Date(0)

/**
 * Ends what an address opened, when an administrator gives the account another one: its sign-ins, sessions, codes, links and waiting
 * second factors, and a temporary password that was sent to it and not changed yet, for who reads the old mailbox knows it. Two-factor
 * stays. Both addresses are told, or nothing changes. The address itself is for the caller to store, under the account's lock.
 * @throws AppError 409 `conflict` naming `email`, 429 `rate_limited` when one of the mailboxes was sent too many
 */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function endFormerAddress(
  ctx: Context,
  account: LockedAccount,
  { username, newEmail }: { readonly username: string | null; readonly newEmail: string },
): Promise<void> {
  await takeMailRoom(ctx, [account.email, newEmail])
  await changeLoginAddress(ctx, { ...account, username }, newEmail)
  await ctx.db
    .updateTable('accounts')
    .set({ emailVerifiedAt: null, ...(account.temporaryPasswordUntil !== null && { temporaryPasswordUntil: longAgo }) })
    .where('id', '=', account.id)
    .execute()
  await revokePendingProofs(ctx, account.id)
  await endSessionsOf(ctx, account.id, 'email_changed')
  for (const email of [account.email, newEmail]) await mailAccount(ctx, { ...account, email }, 'email_changed')
}
