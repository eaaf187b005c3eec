import { aboutAccount, byItself } from '#accounts/account-events.ts'
import { lockAccount } from '#accounts/locked-account.ts'
import { after, minutesMs } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { type EventFacts, emit, emitAll } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { addressSubject, type RightCode, tryCode, useCode } from './one-time-codes.ts'
import { accountsOf, mayReset, type ResetAccount, type ResetTarget, tenantOf } from './reset-accounts.ts'

const challengeMinutes = 10

export interface ResetChallenge {
  readonly challengeToken: string
  readonly expiresIn: number
}

/** 400 for whatever is no code, link or challenge (any more). */
export const otpInvalid = (): AppError => new AppError(400, 'otp_invalid', { extra: { attemptsRemaining: 0 } })

/**
 * Tries a code that was mailed for a reset, on every account it could be meant for: a wrong one counts on all. Inside a transaction
 * that is committed, for the attempt it takes. Returns what `tryCode` refuses, and for an account that may not be reset any more.
 */
export async function tryResetCode(
  ctx: PublicContext,
  kind: AccountKind,
  given: ResetTarget & { code: string },
): Promise<(RightCode & { account: ResetAccount }) | AppError> {
  const tenant = tenantOf(ctx, given)
  const accounts = await accountsOf(ctx, kind, given.email, tenant)
  const any = addressSubject(ctx, kind, 'any', given.email)
  const result = await tryCode(ctx, 'password_reset', {
    code: given.code,
    accountIds: accounts.filter((account) => mayReset(ctx, account)).map(({ id }) => id),
    addresses: tenant === 'any' ? [any] : [any, addressSubject(ctx, kind, tenant, given.email)],
  })
  if (result instanceof AppError) {
    await emitAll(ctx, 'auth.otp.failed', failureFacts(kind, accounts))
    return result
  }
  const account = accounts.find(({ id }) => id === result.accountId) as ResetAccount
  return { ...result, account }
}

const failureFacts = (kind: AccountKind, accounts: readonly ResetAccount[]): EventFacts[] => {
  const facts = { actor: { id: null, kind }, data: { purpose: 'password_reset' } }
  return accounts.length > 0 ? accounts.map((account) => ({ ...aboutAccount(account), ...facts })) : [{ tenantId: null, ...facts }]
}

/**
 * Turns a right code, or the token of a link, into the challenge that the reset is finished with: single-use, ten minutes.
 * Returns 400 `otp_invalid`, `otp_expired`, `otp_exhausted` with `attemptsRemaining`, the attempt committed.
 */
export async function verifyResetProof(
  ctx: PublicContext,
  kind: AccountKind,
  given: (ResetTarget & { code: string }) | { token: string },
): Promise<ResetChallenge | AppError> {
  return await transact(ctx, async (ctx) => {
    if ('token' in given) return await verifyLink(ctx, kind, given.token)
    const right = await tryResetCode(ctx, kind, given)
    if (right instanceof AppError) return right
    if (!(await useCode(ctx, 'password_reset', right))) return otpInvalid()
    return await issueResetChallenge(ctx, right.account, 'otp')
  })
}

// unscoped: by a link that proves the account; before it nobody has a scope
async function verifyLink(ctx: PublicContext, kind: AccountKind, token: string): Promise<ResetChallenge | AppError> {
  const hash = hashToken(token)
  const link = await ctx.db
    .selectFrom('challenges')
    .select('accountId')
    .where('hash', '=', hash)
    .where('purpose', '=', 'magic_link')
    .executeTakeFirst()
  // the account first: a reset that is just being completed must be seen here, or see the challenge made here
  if (link) await lockTenantsOf(ctx, link.accountId)
  const account = link && (await lockAccount(ctx, kind, link.accountId))
  if (!account || !mayReset(ctx, account)) return otpInvalid()
  return (await useChallenge(ctx, 'magic_link', hash)) ? await issueResetChallenge(ctx, account, 'magic-link') : otpInvalid()
}

// unscoped: a new row, of the account that a code or link proved
async function issueResetChallenge(
  ctx: PublicContext,
  account: Parameters<typeof aboutAccount>[0],
  method: 'otp' | 'magic-link',
): Promise<ResetChallenge> {
  const token = newToken()
  const expiresAt = after(ctx.now, minutesMs(challengeMinutes))
  await ctx.db
    .insertInto('challenges')
    .values({ hash: hashToken(token), accountId: account.id, purpose: 'password_reset', createdAt: ctx.now, expiresAt })
    .execute()
  await emit(ctx, 'auth.password_reset.verified', { ...aboutAccount(account), ...byItself(account), data: { method } })
  return { challengeToken: token, expiresIn: challengeMinutes * 60 }
}

/** Uses a link or challenge up; false when it is unknown, expired or was used. One statement: of any number of callers one wins. */
// unscoped: by a link or challenge that proves the account
export async function useChallenge(ctx: PublicContext, purpose: 'magic_link' | 'password_reset', hash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('challenges')
    .set({ usedAt: ctx.now })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
