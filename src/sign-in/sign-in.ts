import { AppError } from '#core/errors.ts'
import { loginKey } from '#core/text/login-name.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import type { TokenResponse } from '#sessions/access-token.ts'
import { completeSignIn, proofOfPassword } from './complete-sign-in.ts'
import { type Attempt, countBeside, refuse, type Tried, tryPassword, turnAway } from './password-attempts.ts'
import { checkPassword, waitForHashes } from './password-check.ts'
import { accountById, accountIn, accountsAnywhere, mostMatches, type SignInAccount } from './sign-in-accounts.ts'
import { namedTenant, type SignInTarget, signInTarget } from './sign-in-target.ts'
import type { TwoFactorPending } from './two-factor-challenge.ts'
import { showWorkspaces, type Workspace } from './workspaces.ts'

export interface Credentials {
  readonly identifier: string
  readonly password: string
  /** Plain or opaque. */
  readonly tenantId?: string | null | undefined
  readonly isPlatformAdmin?: boolean | undefined
  readonly deviceInfo?: string | null | undefined
  /** That the request was sent to: where no tenant is named, the one that has proved it is meant. */
  readonly host?: string | null | undefined
}

export interface WorkspaceSelection {
  readonly requiresWorkspaceSelection: true
  readonly workspaces: Workspace[]
}

/**
 * Password sign-in in the order password, count, state, expiry, tokens. Not inside a transaction. Without a tenant the answer depends on
 * nothing but the accounts that the password opens: one is signed in to, of several the list is shown. Throws 400 for a bad `tenantId`;
 * returns 401, 403 or 423, with the count and the event they leave behind committed.
 */
export async function signIn(
  ctx: PublicContext,
  kind: AccountKind,
  credentials: Credentials,
): Promise<TokenResponse | TwoFactorPending | WorkspaceSelection | AppError> {
  await knowTenants(ctx.service, [namedTenant(ctx, credentials.tenantId)])
  const attempt = attemptOf(kind, credentials, signInTarget(ctx, credentials))
  return await answered(ctx, attempt, async (tried) => {
    // where a tenant is named, who has the password is told why an account is closed
    const [only, ...others] = attempt.target.scope === 'anywhere' ? tried.open : [...tried.open, ...tried.closed]
    if (!only) return await refuse(ctx, attempt, tried)
    if (others.length > 0) return { requiresWorkspaceSelection: true, workspaces: await showWorkspaces(ctx, attempt, tried) }
    return await enter(ctx, attempt, only, tried, credentials.deviceInfo ?? null)
  })
}

/**
 * The workspaces that an address and a password open, at the host of a tenant that one alone; counts as a sign-in attempt in every way, but
 * issues nothing.
 */
export async function discoverWorkspaces(
  ctx: PublicContext,
  kind: AccountKind,
  credentials: Pick<Credentials, 'identifier' | 'password' | 'host'>,
): Promise<{ workspaces: Workspace[] } | AppError> {
  const attempt = attemptOf(kind, credentials, signInTarget(ctx, { host: credentials.host }))
  return await answered(ctx, attempt, async (tried) =>
    tried.open.length === 0 ? await refuse(ctx, attempt, tried) : { workspaces: await showWorkspaces(ctx, attempt, tried) },
  )
}

const attemptOf = (
  kind: AccountKind,
  { identifier, password }: { identifier: string; password: string },
  target: SignInTarget,
): Attempt => ({ kind, target, key: loginKey(identifier), password })

/** Without a tenant a refusal takes as long for nobody, for one account and for eight: it must not tell how many there are. */
async function answered<T>(ctx: PublicContext, attempt: Attempt, answer: (tried: Tried) => Promise<T | AppError>): Promise<T | AppError> {
  const tried = await tryPassword(ctx, attempt, await matchesOf(ctx, attempt))
  const isUndecided = tried.open.length === 0 && tried.turnedAway.length > 0
  const result = isUndecided ? await turnAway(ctx, attempt, tried) : await answer(tried)
  if (attempt.target.scope === 'anywhere' && result instanceof AppError) await waitForHashes(ctx, tried.begunMs, mostMatches)
  return result
}

async function matchesOf(ctx: PublicContext, { kind, target, key }: Attempt): Promise<SignInAccount[]> {
  const { db, service } = ctx
  if (target.scope === 'anywhere') {
    const accounts = await accountsAnywhere(db, kind, key)
    await knowTenants(
      service,
      accounts.map(({ tenantId }) => tenantId),
    )
    return accounts.filter(({ tenantId }) => service.tenants.state(tenantId) !== 'tenant_deleted')
  }
  if (target.scope === 'tenant' && !target.isKnown) return []
  const account = await accountIn(db, kind, key, target.scope === 'tenant' ? target.tenantId : null)
  return account ? [account] : []
}

/** Signs in to one account; what has changed while the password was hashed is refused as if it had been so from the beginning. */
async function enter(
  ctx: PublicContext,
  attempt: Attempt,
  account: SignInAccount,
  tried: Tried,
  deviceInfo: string | null,
): Promise<TokenResponse | TwoFactorPending | AppError> {
  const secret = account.passwordSecret as string
  const { passwords } = ctx.service
  const isOld = passwords.needsRehash(secret)
  const renewedSecret = isOld ? await passwords.hash(attempt.password) : undefined
  await countBeside(ctx, attempt, { ...tried, closed: tried.closed.filter((other) => other !== account) })
  const shown = { accountId: account.id, method: 'password', isTwoFactorProved: false, deviceInfo } as const
  const proof = { ...shown, passwordProof: proofOfPassword(secret) }
  let answer = await completeSignIn(ctx, attempt.kind, renewedSecret === undefined ? proof : { ...proof, renewedSecret })
  const present = isOld && answer instanceof AppError && answer.status === 401 ? await renewedBeside(ctx, attempt, account) : null
  if (present !== null) answer = await completeSignIn(ctx, attempt.kind, { ...shown, passwordProof: proofOfPassword(present) })
  if (!(answer instanceof AppError)) return answer
  // an address that is still to be proved is told anywhere: without it nobody would find the way on
  if (answer.status === 403 && (attempt.target.scope !== 'anywhere' || answer.code === 'email_not_verified')) return answer
  const locked = answer.status === 423 ? [...tried.locked, account] : tried.locked
  return await refuse(ctx, attempt, { ...tried, open: [account], closed: [], wrong: [], locked })
}

/**
 * The hash that took the place of an old one while this sign-in was on its way, if it is of the same password: another sign-in at the
 * same instant renewed it, and whoever has the password must not be refused for that.
 */
async function renewedBeside(
  ctx: PublicContext,
  { kind, password }: Attempt,
  { id, passwordSecret }: SignInAccount,
): Promise<string | null> {
  const present = (await accountById(ctx.db, kind, id))?.passwordSecret ?? null
  if (present === null || present === passwordSecret) return null
  return (await checkPassword(ctx, password, present)) ? present : null
}
