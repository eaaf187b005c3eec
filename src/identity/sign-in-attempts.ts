import { type AppError, locked, unauthenticated } from '#core/errors.ts'
import { isEmail } from '#core/login-name.ts'
import type { AccountKind, PublicContext } from '#db/context.ts'
import { transact } from '#db/transact.ts'
import { emit } from '#events/emit.ts'
import { failAccounts } from './failures.ts'
import { entityTypeOf } from './locked-account.ts'
import { isLocked, lockoutPolicy } from './lockout.ts'
import { checkPassword } from './password-check.ts'
import { isPasswordUsable } from './sessions.ts'
import type { SignInAccount } from './sign-in-accounts.ts'
import { type SignInTarget, tenantOfTarget } from './sign-in-target.ts'
import { recordUnknownFailure, unknownLockOf } from './unknown-logins.ts'

/** One try of one password, before it is known whose. */
export interface Attempt {
  readonly kind: AccountKind
  readonly target: SignInTarget
  /** `loginKey` of the identifier. */
  readonly key: string
  readonly password: string
}

/** Whether the password is this account's and still opens it. Takes one hash, whatever the account is. */
export async function isRightPassword(ctx: PublicContext, account: SignInAccount, password: string): Promise<boolean> {
  const isRight = await checkPassword(ctx, password, account.passwordSecret)
  return isRight && isPasswordUsable(account.temporaryPasswordUntil, account.passwordUsedAt, ctx.now)
}

/**
 * The answer to an identifier that names nobody: lock first, then a hash, then the count, as for one that does. Neither status nor
 * body nor work may tell the two apart.
 */
export async function refuseUnknown(ctx: PublicContext, attempt: Attempt): Promise<AppError> {
  const { target } = attempt
  const place = target.scope === 'tenant' ? target.tenantId : target.scope === 'platform' ? 'platform' : null
  const key = unknownKey(ctx, attempt)
  const lockEnd = await unknownLockOf(ctx, key, place)
  if (lockEnd) return locked(lockEnd, ctx.now)
  await checkPassword(ctx, attempt.password, null)
  return await transact(ctx, async (ctx) => {
    const tenantId = tenantOfTarget(target)
    const lockedBefore = await recordUnknownFailure(ctx, key, place, lockoutPolicy(ctx, tenantId))
    if (lockedBefore) return locked(lockedBefore, ctx.now)
    await emit(ctx, 'auth.login.failed', {
      tenantId,
      actor: { id: null, kind: attempt.kind, name: null },
      entityType: entityTypeOf(attempt.kind),
      data: { reason: 'invalid_credentials' },
      // what is no address may be a password typed into the wrong field
      personData: { email: isEmail(attempt.key) ? attempt.key : null },
    })
    return unauthenticated('invalid_credentials')
  })
}

/**
 * What a name that nobody has is counted by: one record over all doors. A username says nothing outside its tenant, whoever has it,
 * so that its failures there must count nowhere else: else they would tell where nobody has it.
 */
function unknownKey(ctx: PublicContext, { kind, key, target }: Attempt): Buffer {
  const isUsernameAnywhere = target.scope === 'anywhere' && !key.includes('@')
  return ctx.service.keys.lookupHash('login', kind, key, ...(isUsernameAnywhere ? ['anywhere'] : []))
}

/**
 * Counts a wrong password on each of these accounts and says what the caller gets: 401, or 423 when every one of them was locked by
 * others while it was hashed (such a failure does not count, nor is its password judged).
 */
export async function refuseWrong(ctx: PublicContext, attempt: Attempt, accounts: readonly SignInAccount[]): Promise<AppError> {
  return await transact(ctx, async (ctx) => {
    const policy = lockoutPolicy(ctx, tenantOfTarget(attempt.target))
    const outcomes = [
      ...(await failAccounts(ctx, attempt.kind, accounts, policy, 'auth.login.failed', { reason: 'invalid_credentials' })).values(),
    ]
    // in tenants where nobody has the address it must be counted as one that nobody has anywhere
    if (attempt.target.scope === 'anywhere') await recordUnknownFailure(ctx, unknownKey(ctx, attempt), null, policy)
    const ends = outcomes.flatMap(({ wasLocked, lockedUntil }) => (wasLocked && isLocked(lockedUntil, ctx.now) ? [lockedUntil] : []))
    return ends.length === accounts.length ? lockedUntilFirst(ends, ctx.now) : unauthenticated('invalid_credentials')
  })
}

/** 423 until the first of several locks ends. */
export const lockedUntilFirst = (ends: readonly Date[], now: Date): AppError =>
  locked(new Date(Math.min(...ends.map((end) => end.getTime()))), now)
