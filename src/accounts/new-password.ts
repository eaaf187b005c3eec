import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { mailAccount } from './account-mail.ts'
import { temporaryColumns, temporaryMinutes } from './invitation.ts'
import type { LockedAccount } from './locked-account.ts'
import { revokePendingProofs } from './pending-proofs.ts'
import { endSessionsOf } from './session-end.ts'

export interface NewPassword {
  /** As `PasswordHasher.hash` made it, before the transaction. */
  readonly hash: string
  /** The hash that must still be the present one; undefined where it does not matter. */
  readonly replaces?: string
  /** The session that did it and goes on; null ends them all. */
  readonly keptSession: string | null
  readonly because: 'password_changed' | 'password_reset'
  /** In clear, for the mail alone: one that was made for the owner, who has to change it at the one sign-in it is good for. */
  readonly temporary?: string
}

/**
 * Gives an account the password its owner chose, or a temporary one, with everything that follows: the old one is remembered as far as the
 * tenant says, other sessions, codes, links and challenges end, a duty to change it is fulfilled (or begins), the owner is told by mail.
 * Under the account's lock only. Returns false, and changes nothing, when the present password is no longer the one it should replace.
 */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function storeNewPassword(ctx: PublicContext, account: LockedAccount, password: NewPassword): Promise<boolean> {
  const present = await ctx.db
    .selectFrom('credentials')
    .select(['id', 'secret', 'createdAt'])
    .where('accountId', '=', account.id)
    .where('kind', '=', 'password')
    .forUpdate()
    .executeTakeFirst()
  if (password.replaces !== undefined && present?.secret !== password.replaces) return false
  // a row of its own each time: the old one becomes the memory of itself
  if (present) await ctx.db.updateTable('credentials').set({ kind: 'former_password' }).where('id', '=', present.id).execute()
  await ctx.db
    .insertInto('credentials')
    .values({ id: uuidv7(ctx.now), accountId: account.id, kind: 'password', secret: password.hash, createdAt: ctx.now })
    .execute()
  await forgetOldest(ctx, account)
  await ctx.db
    .updateTable('accounts')
    .set({ ...temporaryColumns(password.temporary, ctx.now), passwordChangedAt: ctx.now })
    .where('id', '=', account.id)
    .execute()
  await revokePendingProofs(ctx, account.id)
  await endSessionsOf(ctx, account.id, password.because, password.keptSession)
  await revoke(ctx, 'account', account.id)
  if (password.temporary === undefined) await mailAccount(ctx, account, 'password_changed')
  else await mailAccount(ctx, account, 'admin_temp_password', { password: password.temporary, expiresInMinutes: temporaryMinutes })
  return true
}

// unscoped: by the id of an account that is locked, and was judged under the lock
async function forgetOldest(ctx: PublicContext, account: LockedAccount): Promise<void> {
  const kept = Math.max(0, ctx.service.settings.of(account.tenantId).passwordHistoryCount - 1)
  await sql`
    delete from credentials where account_id = ${account.id} and kind = 'former_password' and id not in (
      select id from credentials where account_id = ${account.id} and kind = 'former_password'
      order by created_at desc, id desc limit ${kept})`.execute(ctx.db)
}
