import { aboutAccount } from '#accounts/account-events.ts'
import { lockAccount } from '#accounts/locked-account.ts'
import { storeNewPassword } from '#accounts/new-password.ts'
import { AppError, notFound, unauthenticated } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { refuseReusedPassword, refuseWeakPassword, rememberedSecrets } from './password-rules.ts'
import { reauthenticate } from './reauthentication.ts'

/**
 * The caller's own change of password; not in a transaction, because it hashes. Throws 404 for another's id, whoever asks; 400
 * `password_policy` and `password_reused`. Returns what `reauthenticate` refuses. Of two changes at once one wins, and the other
 * finds its present password to be wrong.
 */
export async function changePassword(
  ctx: Context,
  accountId: string,
  given: { currentPassword: string; newPassword: string },
): Promise<AppError | null> {
  if (accountId.toLowerCase() !== ctx.actor.id) throw notFound()
  const remembered = await presentAndFormer(ctx)
  const refusal = await reauthenticate(ctx, given.currentPassword)
  if (refusal instanceof AppError) return refusal
  refuseWeakPassword(ctx, given.newPassword, remembered.owner, 'newPassword')
  await refuseReusedPassword(ctx, given.newPassword, remembered.secrets, 'newPassword')
  const hash = await ctx.service.passwords.hash(given.newPassword)
  return await transact(ctx, async (ctx) => {
    const account = await lockAccount(ctx, ctx.actor.kind, ctx.actor.id)
    const [replaces] = remembered.secrets
    const isStored =
      account &&
      replaces !== undefined &&
      (await storeNewPassword(ctx, account, { hash, replaces, keptSession: ctx.actor.sessionId, because: 'password_changed' }))
    if (!isStored) throw unauthenticated('invalid_credentials')
    await emit(ctx, 'auth.password.changed', aboutAccount(account))
    return null
  })
}

/** Read before the present password is checked: a change in between is noticed when the new one is stored. */
// unscoped: the caller's own account
async function presentAndFormer(ctx: Context) {
  const owner = await ctx.db
    .selectFrom('accounts')
    .select(['tenantId', 'email', 'username'])
    .where('id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!owner) throw notFound()
  return { owner, secrets: await rememberedSecrets(ctx, ctx.actor.id, owner.tenantId) }
}
