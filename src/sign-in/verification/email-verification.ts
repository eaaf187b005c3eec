import { aboutAccount, byItself } from '#accounts/account-events.ts'
import { lockAccount, refusalOf } from '#accounts/locked-account.ts'
import { writeProved } from '#accounts/proved-address.ts'
import { AppError } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit, emitAll } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { type CodesRequested, requestCodes } from '#sign-in/code-orders.ts'
import { addressSubject, type RightCode, tryCode, useCode } from '#sign-in/one-time-codes.ts'
import { accountsOf, type ResetTarget, tenantOf } from '#sign-in/reset-accounts.ts'
import { mayVerify, verificationJobKind } from './email-verification-send.ts'

const purpose = 'email_verification'
const kind = 'user'

/** Has a code sent to every end user of an address who has not proved it yet. Answers, and throws, as `requestCodes` does. */
export const requestEmailVerification = (ctx: PublicContext, target: ResetTarget): Promise<CodesRequested> =>
  requestCodes(ctx, { purpose, kind, target, jobKind: verificationJobKind, more: {}, hasCode: true })

/**
 * Takes an address as proved by the code that was mailed to it. Of any number of callers with one code one wins; an address that is proved
 * already answers like a wrong code.
 * @returns 400 `otp_*` to be answered, with the attempt it takes committed; null when the address is proved
 */
export async function verifyEmail(ctx: PublicContext, given: ResetTarget & { code: string }): Promise<AppError | null> {
  // in two transactions: whoever ends all codes of an account locks that first and its codes then
  const right = await transact(ctx, (ctx) => tryVerificationCode(ctx, given))
  if (right instanceof AppError) return right
  return await transact(ctx, async (ctx) => {
    const tenants = await lockTenantsOf(ctx, right.accountId)
    const account = await lockAccount(ctx, kind, right.accountId)
    const isOpen = account && account.emailVerifiedAt === null && refusalOf(account, tenants.state) === null
    if (!isOpen || !(await useCode(ctx, purpose, right))) return new AppError(400, 'otp_invalid', { extra: { attemptsRemaining: 0 } })
    await writeProved(ctx, account.id)
    await emit(ctx, 'user.verified', { ...aboutAccount(account), ...byItself(account), data: { verificationType: 'email' } })
    return null
  })
}

async function tryVerificationCode(ctx: PublicContext, given: ResetTarget & { code: string }): Promise<RightCode | AppError> {
  const tenant = tenantOf(ctx, given)
  const accounts = await accountsOf(ctx, kind, given.email, tenant)
  const any = addressSubject(ctx, kind, 'any', given.email)
  const result = await tryCode(ctx, purpose, {
    code: given.code,
    accountIds: accounts.filter((account) => mayVerify(ctx, account)).map(({ id }) => id),
    addresses: tenant === 'any' ? [any] : [any, addressSubject(ctx, kind, tenant, given.email)],
  })
  if (!(result instanceof AppError)) return result
  const facts = { actor: { id: null, kind }, data: { purpose } } as const
  const failed = accounts.map((account) => ({ ...aboutAccount(account), ...facts }))
  await emitAll(ctx, 'auth.otp.failed', failed.length > 0 ? failed : [{ tenantId: null, ...facts }])
  return result
}
