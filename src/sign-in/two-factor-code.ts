import { aboutAccount, byItself } from '#accounts/account-events.ts'
import type { LockedAccount } from '#accounts/locked-account.ts'
import { type AppError, locked, unauthenticated } from '#core/errors.ts'
import { normalizeBackupCode } from '#core/secrets/one-time-code.ts'
import { totpStep } from '#core/secrets/totp.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'
import { useBackupCode } from './backup-codes.ts'
import { failProof } from './failures.ts'
import { lockOf } from './lockout.ts'

/** 401 for every code that does not count, and for every challenge that is none: the answer never says which. */
export const twoFactorInvalid = (): AppError => unauthenticated('two_factor_invalid')

/** Where a secret is sealed for: moved to another account it never opens. */
export const totpContext = (accountId: string) => `credentials.totp:${accountId}`

/** `replayed`: a right code whose step was used before. It proves nothing, but nobody guessed, so it does not count as a guess. */
export type CodeUse = 'totp' | 'backup_code' | 'replayed' | 'wrong'

/**
 * Uses up a code of an account with two-factor on: six digits are an authenticator's, eight a backup code; both are one
 * conditional statement, so that of any number of callers at once one is told yes.
 */
// unscoped: by the account that is signing in, or the caller's own
async function useTwoFactorCode(ctx: PublicContext, accountId: string, code: string): Promise<CodeUse> {
  const backup = normalizeBackupCode(code)
  if (backup !== null) return (await useBackupCode(ctx, accountId, backup)) ? 'backup_code' : 'wrong'
  const row = await ctx.db
    .selectFrom('credentials')
    .select('secret')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'totp')
    .executeTakeFirst()
  const step = row ? totpStep(ctx.service.keys.openSecret(row.secret, totpContext(accountId)), code, ctx.now) : null
  if (step === null) return 'wrong'
  const { numUpdatedRows } = await ctx.db
    .updateTable('credentials')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('kind', '=', 'totp')
    // strictly rising: neither this code nor an older one may ever be accepted again (RFC 6238, section 5.2)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'totp' : 'replayed'
}

/**
 * Proves a code of the second factor, with what a wrong one brings about: 423 while the account is locked, even for the right code; else 401
 * `two_factor_invalid`, which counts towards the lockout. The refusal is returned, to be returned on: the count must be committed.
 */
export async function proveTwoFactorCode(
  ctx: PublicContext,
  account: LockedAccount,
  code: string,
): Promise<'totp' | 'backup_code' | AppError> {
  const lockedUntil = await lockOf(ctx, account.id)
  if (lockedUntil) return locked(lockedUntil, ctx.now)
  const use = await useTwoFactorCode(ctx, account.id, code)
  if (use === 'totp' || use === 'backup_code') return use
  if (use === 'wrong') {
    await failProof(ctx, account, 'auth.two_factor.failed', 'wrong_code')
  } else {
    await emit(ctx, 'auth.two_factor.failed', {
      ...aboutAccount(account),
      ...(!ctx.actor && byItself(account)),
      data: { reason: 'replayed' },
    })
  }
  return twoFactorInvalid()
}
