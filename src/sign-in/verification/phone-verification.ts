import { aboutAccount, byItself } from '#accounts/account-events.ts'
import { lockAccount, refusalOf } from '#accounts/locked-account.ts'
import { AppError, validationFailed } from '#core/errors.ts'
import { isTextable } from '#core/text/phone-number.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit, emitAll } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { type CodesRequested, requestCodes } from '#sign-in/code-orders.ts'
import { addressSubject, type RightCode, tryCode, useCode } from '#sign-in/one-time-codes.ts'
import { tenantOf } from '#sign-in/reset-accounts.ts'
import { unprovedAccounts } from './phone-accounts.ts'
import { phoneJobKind } from './phone-verification-send.ts'

const purpose = 'phone_verification'
const kind = 'user'

/** Whose number: in one tenant, that of the host, or (without either) wherever it is found. */
export interface PhoneTarget {
  readonly phoneNumber: string
  readonly tenantId?: string | null | undefined
  readonly host?: string | null | undefined
}

/**
 * Has a code texted to every end user of a number who has not proved it yet. Answers, and throws, as `requestCodes` does.
 * @throws AppError 400 naming `phoneNumber`, whoever has it, for one that no text is sent to: a premium or short number, another country's
 */
export async function requestPhoneVerification(ctx: PublicContext, target: PhoneTarget): Promise<CodesRequested> {
  const { phoneNumber, tenantId, host } = target
  if (!isTextable(phoneNumber, ctx.service.options.textCountries))
    throw validationFailed([{ field: 'phoneNumber', code: 'not_allowed_value' }])
  const wanted = { purpose, kind, jobKind: phoneJobKind, more: {}, hasCode: true } as const
  return await requestCodes(ctx, { ...wanted, target: { email: phoneNumber, tenantId, host } })
}

/**
 * Takes a number as proved by the code that was texted to it. Of any number of callers with one code one wins; a number that is proved
 * already answers like a wrong code.
 * @returns 400 `otp_*` to be answered, with the attempt it takes committed; null when the number is proved
 */
export async function verifyPhone(ctx: PublicContext, given: PhoneTarget & { code: string }): Promise<AppError | null> {
  // in two transactions: whoever ends all codes of an account locks that first and its codes then
  const right = await transact(ctx, (ctx) => tryPhoneCode(ctx, given))
  if (right instanceof AppError) return right
  return await transact(ctx, async (ctx) => {
    const tenants = await lockTenantsOf(ctx, right.accountId)
    const account = await lockAccount(ctx, kind, right.accountId)
    const isOpen = account && refusalOf(account, tenants.state) === null
    if (!isOpen || !(await useCode(ctx, purpose, right)) || !(await markProved(ctx, account.id, given.phoneNumber)))
      return new AppError(400, 'otp_invalid', { extra: { attemptsRemaining: 0 } })
    await emit(ctx, 'user.verified', { ...aboutAccount(account), ...byItself(account), data: { verificationType: 'phone' } })
    return null
  })
}

async function tryPhoneCode(ctx: PublicContext, given: PhoneTarget & { code: string }): Promise<RightCode | AppError> {
  const { phoneNumber, code } = given
  const tenant = tenantOf(ctx, { ...given, email: phoneNumber })
  const accounts = await unprovedAccounts(ctx, phoneNumber, tenant)
  const any = addressSubject(ctx, kind, 'any', phoneNumber)
  const result = await tryCode(ctx, purpose, {
    code,
    accountIds: accounts.map(({ id }) => id),
    addresses: tenant === 'any' ? [any] : [any, addressSubject(ctx, kind, tenant, phoneNumber)],
    sentTo: phoneNumber,
  })
  if (!(result instanceof AppError)) return result
  const facts = { actor: { id: null, kind }, data: { purpose } } as const
  const failed = accounts.map((account) => ({ ...aboutAccount(account), ...facts }))
  await emitAll(ctx, 'auth.otp.failed', failed.length > 0 ? failed : [{ tenantId: null, ...facts }])
  return result
}

/** Writes that the owner of the phone is there; false where the account has another number by now, or this one was proved. */
// unscoped: by the account that a code proved, and that is locked
async function markProved(ctx: PublicContext, accountId: string, number: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('accounts')
    .set((eb) => ({ phoneVerifiedAt: ctx.now, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', accountId)
    .where('phoneNumber', '=', number)
    .where('phoneVerifiedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
