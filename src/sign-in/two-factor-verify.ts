import { aboutAccount, byItself } from '#accounts/account-events.ts'
import { causeOfRefusal, type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import type { AppError } from '#core/errors.ts'
import { hashToken } from '#core/secrets/one-time-code.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import type { TokenResponse } from '#sessions/access-token.ts'
import { completeSignIn, refusalToEnter } from './complete-sign-in.ts'
import type { TwoFactorChallengeData } from './two-factor-challenge.ts'
import { proveTwoFactorCode, twoFactorInvalid } from './two-factor-code.ts'

/** Wrong codes after which a pending sign-in must begin again at the password. */
const mostFailures = 5

/**
 * The second step of a sign-in: the token of the first and a code make the session. Returned errors are to be answered, their
 * counts committed: one 401 `two_factor_invalid` for a wrong code and for an unknown, used, expired or foreign token, 423 while the
 * account is locked, and the refusals of `completeSignIn`.
 */
// unscoped: by a token that the password gave; before it nobody has a scope
export async function verifyTwoFactor(
  ctx: PublicContext,
  kind: AccountKind,
  given: { twoFactorToken: string; code: string },
): Promise<TokenResponse | AppError> {
  const hash = hashToken(given.twoFactorToken)
  return await transact(ctx, async (ctx) => {
    const accountId = await accountOf(ctx, hash)
    if (accountId === null) return twoFactorInvalid()
    const tenants = await lockTenantsOf(ctx, accountId)
    const account = await lockAccount(ctx, kind, accountId)
    const data = account && (await liveChallenge(ctx, hash, tenants.validAfter))
    if (!account?.twoFactorEnabled || !data) return twoFactorInvalid()
    const use = await proveTwoFactorCode(ctx, account, given.code)
    if (use !== 'totp' && use !== 'backup_code') {
      if (use.status === 401) await countWrong(ctx, hash)
      return use
    }
    await ctx.db.updateTable('challenges').set({ usedAt: ctx.now }).where('hash', '=', hash).execute()
    const refusal = refusalToEnter(ctx, account, tenants.state, data.passwordProof)
    if (refusal) {
      // shut out since the password was given: the owner's log should show who came this far
      await emit(ctx, 'auth.two_factor.failed', {
        ...aboutAccount(account),
        ...byItself(account),
        data: { reason: causeOfRefusal(refusal) },
      })
      return refusal.status === 401 ? twoFactorInvalid() : refusal
    }
    return await finish(ctx, account, data, use)
  })
}

/** Read without a lock: tenants and account are locked first, in the order that everything locks in. */
// unscoped: by a token that the password gave; before it nobody has a scope
async function accountOf(ctx: PublicContext, hash: Buffer): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('challenges')
    .select('accountId')
    .where('hash', '=', hash)
    .where('purpose', '=', 'two_factor')
    .executeTakeFirst()
  return row?.accountId ?? null
}

/**
 * Judged now, under the account's lock, which all steps of its sign-ins pass one after the other. Like a session it is dead for ever when its
 * tenant, or one above, was shut since it was made.
 */
// unscoped: by a token that the password gave; before it nobody has a scope
async function liveChallenge(ctx: PublicContext, hash: Buffer, validAfter: Date | null): Promise<TwoFactorChallengeData | undefined> {
  const row = await ctx.db
    .selectFrom('challenges')
    .select('data')
    .where('hash', '=', hash)
    .$if(validAfter !== null, (query) => query.where('createdAt', '>', validAfter))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .where('failures', '<', mostFailures)
    .executeTakeFirst()
  return row?.data
}

// unscoped: by a token that the password gave; before it nobody has a scope
const countWrong = (ctx: PublicContext, hash: Buffer) =>
  ctx.db
    .updateTable('challenges')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('hash', '=', hash)
    .execute()

async function finish(
  ctx: PublicContext,
  account: LockedAccount,
  data: TwoFactorChallengeData,
  use: 'totp' | 'backup_code',
): Promise<TokenResponse | AppError> {
  if (use === 'backup_code') await emit(ctx, 'auth.two_factor.backup_code_used', { ...aboutAccount(account), ...byItself(account) })
  const result = await completeSignIn(ctx, account.kind, {
    accountId: account.id,
    method: use === 'totp' ? 'two_factor' : 'backup_code',
    passwordProof: data.passwordProof,
    isTwoFactorProved: true,
    deviceInfo: data.deviceInfo,
    ...(data.external && { external: data.external }),
  })
  if ('requiresTwoFactor' in result && result.requiresTwoFactor) throw new Error('a proved second factor was asked for again')
  return 'code' in result && result.code === 'invalid_credentials' ? twoFactorInvalid() : result
}
