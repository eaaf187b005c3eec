import { lockAccount } from '#accounts/locked-account.ts'
import { type AppError, locked, unauthenticated } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { proofOfPassword } from './complete-sign-in.ts'
import { failProof } from './failures.ts'
import { isLocked, lockOf } from './lockout.ts'
import { checkPassword } from './password-check.ts'
import { accountById } from './sign-in-accounts.ts'

/** That the caller knows the password now; a change made in the same request can be bound to it. */
export interface Reauthenticated {
  readonly passwordProof: string
}

/**
 * Judges a proof again in the transaction of what it allows.
 * @throws AppError 401 when the password is another by now
 */
// unscoped: the caller's own password
export async function requireStillProved(ctx: Context, { passwordProof }: Reauthenticated): Promise<void> {
  const row = await ctx.db
    .selectFrom('credentials')
    .select('secret')
    .where('accountId', '=', ctx.actor.id)
    .where('kind', '=', 'password')
    .executeTakeFirst()
  if (row === undefined || proofOfPassword(row.secret) !== passwordProof) throw unauthenticated('invalid_credentials')
}

/**
 * Has a signed-in caller prove the password once more, before what a stolen session must not be enough for. Not inside a
 * transaction. Returns 423 `account_locked` while a lock holds (even for the right password), and 401 `invalid_credentials` for a
 * wrong one, which counts towards the lockout like one at the door. The session itself stays as it is.
 */
export async function reauthenticate(ctx: Context, password: string): Promise<Reauthenticated | AppError> {
  const { id, kind } = ctx.actor
  const account = await accountById(ctx.db, kind, id)
  if (!account) return unauthenticated('session_revoked', true)
  if (isLocked(account.lockedUntil, ctx.now)) return locked(account.lockedUntil, ctx.now)
  const isRight = await checkPassword(ctx, password, account.passwordSecret)
  if (isRight && account.passwordSecret !== null) {
    // others may have locked it while this one was hashed: of parallel guesses no more are told than the lock allows
    const lockEnd = await lockOf(ctx, id)
    return lockEnd ? locked(lockEnd, ctx.now) : { passwordProof: proofOfPassword(account.passwordSecret) }
  }
  return await transact(ctx, async (ctx) => {
    // tenants, account, then what is counted of it, as at a sign-in: the caller is judged at the end, when it would be the other way round
    await lockTenantsOf(ctx, id)
    if (!(await lockAccount(ctx, kind, id))) return unauthenticated('session_revoked', true)
    const outcome = await failProof(ctx, { ...account, kind }, 'auth.reauthentication.failed', 'wrong_password')
    if (outcome?.wasLocked && isLocked(outcome.lockedUntil, ctx.now)) return locked(outcome.lockedUntil, ctx.now)
    return unauthenticated('invalid_credentials')
  })
}
