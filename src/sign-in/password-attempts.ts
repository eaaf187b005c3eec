import { causeOfRefusal, refusalOf } from '#accounts/locked-account.ts'
import { type AppError, locked, unauthenticated, unavailable } from '#core/errors.ts'
import { isEmail } from '#core/text/login-name.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { entityTypeOf } from '#events/people.ts'
import { isPasswordUsable } from './complete-sign-in.ts'
import { aboutFailed, failAccounts } from './failures.ts'
import { isLocked, lockoutPolicy } from './lockout.ts'
import { failName } from './name-failures.ts'
import { checkPasswords } from './password-check.ts'
import type { SignInAccount } from './sign-in-accounts.ts'
import { type SignInTarget, tenantOfTarget } from './sign-in-target.ts'

/** One try of one password, before it is known whose. */
export interface Attempt {
  readonly kind: AccountKind
  readonly target: SignInTarget
  /** `loginKey` of the identifier. */
  readonly key: string
  readonly password: string
}

/** What a password did at each account that the name means; every account is in one of them. */
export interface Tried {
  /** It is theirs, and they may sign in. */
  readonly open: readonly SignInAccount[]
  /** It is theirs, and they are blocked, inactive or suspended. */
  readonly closed: readonly SignInAccount[]
  readonly wrong: readonly SignInAccount[]
  /** Not looked at. */
  readonly locked: readonly SignInAccount[]
  /** Not looked at either, because too many wait for hashes as dear as theirs. */
  readonly turnedAway: readonly SignInAccount[]
  /** See `waitForHashes`. */
  readonly begunMs: number
}

/**
 * Tries the password at each of the accounts, but for those that are locked. Takes one hash for each, locked or not, and one for nobody at
 * all. Throws 503 when too many wait already for any to be looked at.
 */
export async function tryPassword(ctx: PublicContext, attempt: Attempt, accounts: readonly SignInAccount[]): Promise<Tried> {
  const isFree = (account: SignInAccount) => !isLocked(account.lockedUntil, ctx.now)
  const secrets = accounts.map((account) => (isFree(account) ? account.passwordSecret : null))
  const { isRight, isTurnedAway, begunMs } = await checkPasswords(ctx, attempt.password, secrets)
  const right = accounts.filter(
    (account, n) => isRight[n] && isPasswordUsable(account.temporaryPasswordUntil, account.passwordUsedAt, ctx.now),
  )
  return {
    open: right.filter((account) => !refusalIn(ctx, account)),
    closed: right.filter((account) => refusalIn(ctx, account)),
    wrong: accounts.filter((account, n) => isFree(account) && !isTurnedAway[n] && !right.includes(account)),
    locked: accounts.filter((account) => !isFree(account)),
    turnedAway: accounts.filter((_account, n) => isTurnedAway[n]),
    begunMs,
  }
}

const refusalIn = (ctx: PublicContext, account: SignInAccount) => refusalOf(account, ctx.service.tenants.state(account.tenantId))

/**
 * The answer to a password that opened nothing, with everything it leaves behind. Neither status nor body nor work may tell what it was
 * tried at: the record of the name alone decides between 401 and 423, which is counted alike for nobody's name, a wrong password, an
 * account that is locked and one that is closed.
 */
export async function refuse(ctx: PublicContext, attempt: Attempt, tried: Tried): Promise<AppError> {
  return await transact(ctx, async (ctx) => {
    const unseen = [...tried.locked, ...(await failWrong(ctx, attempt, tried.wrong))]
    const lockedBefore = await failName(ctx, attempt.kind, attempt.key, lockoutPolicy(ctx, tenantOfTarget(attempt.target)))
    const told = closedFacts(ctx, attempt, tried.closed)
    if (!lockedBefore) {
      for (const account of unseen) told.push({ ...aboutFailed(ctx, attempt.kind, account), data: { reason: 'locked' } })
      if (isNobody(tried)) told.push(aboutNobody(attempt))
    }
    await emitAll(ctx, 'auth.login.failed', told)
    return lockedBefore ? locked(lockedBefore, ctx.now) : unauthenticated('invalid_credentials')
  })
}

/**
 * Counts a password on every account that it is not of, where it opened another: else an account of one's own with the same address, in
 * another tenant, would let one guess without being counted.
 */
export async function countBeside(ctx: PublicContext, attempt: Attempt, tried: Tried): Promise<void> {
  if (tried.wrong.length + tried.closed.length === 0) return
  await transact(ctx, async (ctx) => {
    await failWrong(ctx, attempt, tried.wrong)
    await emitAll(ctx, 'auth.login.failed', closedFacts(ctx, attempt, tried.closed))
  })
}

/** @returns those that others have locked since they were looked at: of parallel guesses no more are judged than the lock allows */
async function failWrong(ctx: PublicContext, attempt: Attempt, accounts: readonly SignInAccount[]): Promise<SignInAccount[]> {
  const policy = lockoutPolicy(ctx, tenantOfTarget(attempt.target))
  const reasonOf = ({ passwordSecret }: SignInAccount) => (passwordSecret === null ? 'no_password' : 'wrong_password')
  const outcomes = await failAccounts(ctx, attempt.kind, accounts, policy, 'auth.login.failed', reasonOf)
  return accounts.filter(({ id }) => outcomes.get(id)?.wasLocked)
}

/** Their owner's log should show that somebody has the password of an account that may not sign in. */
const closedFacts = (ctx: PublicContext, attempt: Attempt, accounts: readonly SignInAccount[]): EventFacts[] =>
  accounts.flatMap((account) => {
    const refusal = refusalIn(ctx, account)
    return refusal ? [{ ...aboutFailed(ctx, attempt.kind, account), data: { reason: causeOfRefusal(refusal) } }] : []
  })

/** A password that opened nothing, and was not looked at everywhere, is counted where it was: it may be of one of the others. */
export async function turnAway(ctx: PublicContext, attempt: Attempt, tried: Tried): Promise<AppError> {
  await countBeside(ctx, attempt, tried)
  return unavailable(1)
}

const isNobody = ({ open, closed, wrong, locked }: Tried) => open.length + closed.length + wrong.length + locked.length === 0

const aboutNobody = ({ kind, key, target }: Attempt): EventFacts => ({
  tenantId: tenantOfTarget(target),
  actor: { id: null, kind, name: null },
  entityType: entityTypeOf(kind),
  data: { reason: 'unknown_name' },
  // what is no address may be a password typed into the wrong field
  personData: { email: isEmail(key) ? key : null },
})
