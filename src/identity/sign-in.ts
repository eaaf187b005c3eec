import { AppError, locked, unauthenticated } from '#core/errors.ts'
import { loginKey } from '#core/login-name.ts'
import type { AccountKind, PublicContext } from '#db/context.ts'
import { knowTenants } from '#db/known-tenants.ts'
import type { TokenResponse } from './access-token.ts'
import { isLocked } from './lockout.ts'
import { startOfAnswer, waitForHashes } from './password-check.ts'
import { completeSignIn, proofOfPassword } from './sessions.ts'
import { accountIn, accountsAnywhere, mostMatches, type SignInAccount } from './sign-in-accounts.ts'
import { type Attempt, isRightPassword, refuseUnknown, refuseWrong } from './sign-in-attempts.ts'
import { namedTenant, type SignInTarget, signInTarget } from './sign-in-target.ts'
import type { TwoFactorPending } from './two-factor-challenge.ts'
import { openWorkspaces, type Workspace } from './workspaces.ts'

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
 * Password sign-in in the order lock, password, count, state, expiry, tokens. Not inside a transaction. Throws 400
 * for a bad `tenantId`; returns 401, 403 or 423, with the count and the event they leave behind committed.
 */
export async function signIn(
  ctx: PublicContext,
  kind: AccountKind,
  credentials: Credentials,
): Promise<TokenResponse | TwoFactorPending | WorkspaceSelection | AppError> {
  await knowTenants(ctx.service, [namedTenant(ctx, credentials.tenantId)])
  const attempt = attemptOf(kind, credentials, signInTarget(ctx, credentials))
  return await answered(ctx, attempt, async () => {
    const accounts = await matchesOf(ctx, attempt)
    const [only, ...others] = accounts
    if (!only) return await refuseUnknown(ctx, attempt)
    if (others.length === 0) return await signInTo(ctx, attempt, only, credentials.deviceInfo ?? null)
    const workspaces = await openWorkspaces(ctx, attempt, accounts)
    return workspaces instanceof AppError ? workspaces : { requiresWorkspaceSelection: true, workspaces }
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
  return await answered(ctx, attempt, async () => {
    const accounts = await matchesOf(ctx, attempt)
    if (accounts.length === 0) return await refuseUnknown(ctx, attempt)
    const workspaces = await openWorkspaces(ctx, attempt, accounts)
    return workspaces instanceof AppError ? workspaces : { workspaces }
  })
}

const attemptOf = (
  kind: AccountKind,
  { identifier, password }: { identifier: string; password: string },
  target: SignInTarget,
): Attempt => ({ kind, target, key: loginKey(identifier), password })

/** Without a tenant a wrong password takes as long for nobody, for one account and for eight: it must not tell how many there are. */
async function answered<T>(ctx: PublicContext, attempt: Attempt, answer: () => Promise<T | AppError>): Promise<T | AppError> {
  const start = startOfAnswer()
  const result = await answer()
  if (attempt.target.scope === 'anywhere' && result instanceof AppError && result.status === 401)
    await waitForHashes(ctx, start, mostMatches)
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

async function signInTo(
  ctx: PublicContext,
  attempt: Attempt,
  account: SignInAccount,
  deviceInfo: string | null,
): Promise<TokenResponse | TwoFactorPending | AppError> {
  if (isLocked(account.lockedUntil, ctx.now)) return locked(account.lockedUntil, ctx.now)
  if (!(await isRightPassword(ctx, account, attempt.password))) return await refuseWrong(ctx, attempt, [account])
  const secret = account.passwordSecret
  if (secret === null) return unauthenticated('invalid_credentials')
  const { passwords } = ctx.service
  const isOld = passwords.needsRehash(secret)
  return await completeSignIn(ctx, attempt.kind, {
    accountId: account.id,
    method: 'password',
    passwordProof: proofOfPassword(secret),
    ...(isOld && { renewedSecret: await passwords.hash(attempt.password) }),
    isTwoFactorProved: false,
    deviceInfo,
  })
}
