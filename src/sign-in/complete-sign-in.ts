import { sql } from 'kysely'
import { accountLock, causeOfRefusal, type LockedAccount, refusalOf } from '#accounts/locked-account.ts'
import { type AppError, forbidden, locked, unauthenticated } from '#core/errors.ts'
import { hashToken } from '#core/secrets/one-time-code.ts'
import type { TenantState } from '#db/live/tenant-tree.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import type { HotStatement } from '#db/rows/hot-query.ts'
import { runTogether } from '#db/rows/run-together.ts'
import { transact } from '#db/rows/transact.ts'
import { emission, emit } from '#events/emit.ts'
import { entityTypeOf, fullName } from '#events/people.ts'
import { lockedTenants, tenantLocks } from '#rights/locked-tenants.ts'
import { areProvidersOn } from '#rights/open-doors.ts'
import { holdingIn, permissionSourcesOf } from '#rights/permission-sources.ts'
import type { TokenResponse } from '#sessions/access-token.ts'
import { endSurplus, sessionStart } from '#sessions/new-session.ts'
import { tokensOf } from '#sessions/session-tokens.ts'
import { aboutFailed } from './failures.ts'
import { isLocked } from './lockout.ts'
import { proveByMailedPassword, provesMailbox } from './mailbox-proof.ts'
import { clearanceOf } from './name-failures.ts'
import { issueTwoFactorChallenge, type TwoFactorChallengeData, type TwoFactorPending, type UsedLink } from './two-factor-challenge.ts'

/** How somebody has shown who they are. */
export interface SignInProof {
  readonly accountId: string
  readonly method: 'password' | 'external' | 'two_factor' | 'backup_code'
  /** `proofOfPassword` of the hash that the password was checked against; null where it was no password. */
  readonly passwordProof: string | null
  /** The password of this sign-in hashed anew, where the stored hash is of a lower work factor. */
  readonly renewedSecret?: string
  /** The second factor is shown too (or the account's provider stands for it). */
  readonly isTwoFactorProved: boolean
  readonly deviceInfo: string | null
  /** The link to a provider that vouched for them; it must still be theirs. */
  readonly external?: UsedLink
}

/** Stands for a stored hash between its check and the sign-in, so that a password changed meanwhile is seen; tells nothing of it. */
export const proofOfPassword = (secret: string): string => hashToken(secret).toString('base64url')

/**
 * Turns a proof into a session, in one transaction: everything the proof relied on is looked at again under locks (tenants, account,
 * lock, password), so that nobody gets in who was shut out while a password was hashed. With two-factor on and not yet proved, it
 * issues the pending challenge instead. Returned errors are to be answered, with the event that was written about them:
 * 401 `invalid_credentials`, 403 `account_*`, `tenant_*` or `email_not_verified`, 423 `account_locked`.
 */
export async function completeSignIn(
  ctx: PublicContext,
  kind: AccountKind,
  proof: SignInProof,
): Promise<TokenResponse | TwoFactorPending | AppError> {
  return await transact(ctx, async (ctx) => {
    const [, above, [account], [secrets]] = await runTogether(ctx, [
      ...tenantLocks(ctx, proof.accountId),
      accountLock(kind, proof.accountId),
      secretsOf(proof.accountId, proof.external),
    ])
    const tenants = lockedTenants(above)
    if (!account || !secrets || !isStillProved(ctx, account, secrets, proof)) return unauthenticated('invalid_credentials')
    if (isLocked(secrets.lockedUntil, ctx.now)) return locked(secrets.lockedUntil, ctx.now)
    const refusal = refusalToEnter(ctx, account, tenants.state, proof.passwordProof)
    if (refusal) {
      // no failure to count, but its owner's log should show it
      await emit(ctx, 'auth.login.failed', { ...aboutFailed(ctx, kind, account), data: { reason: causeOfRefusal(refusal) } })
      return refusal
    }
    const passwordProof = await renewSecret(ctx, account.id, proof)
    if (account.twoFactorEnabled && !proof.isTwoFactorProved) {
      return await issueTwoFactorChallenge(ctx, account.id, pendingOf(proof, passwordProof), tenants.validAfter)
    }
    return await openSession(ctx, account, proof, tenants.validAfter)
  })
}

/** What the second step must hold the sign-in against. */
const pendingOf = ({ deviceInfo, external }: SignInProof, passwordProof: string | null): TwoFactorChallengeData => ({
  deviceInfo,
  passwordProof,
  ...(external && { external }),
})

/**
 * `refusalOf`, and the address that an end user is still to prove where the tenant wants it; an admin was invited by mail, and so was who
 * shows the password of such a mail.
 */
export function refusalToEnter(
  ctx: PublicContext,
  account: LockedAccount,
  tenant: TenantState | null,
  passwordProof: string | null = null,
): AppError | null {
  const { kind, tenantId, emailVerifiedAt } = account
  const mustProve = kind === 'user' && emailVerifiedAt === null && ctx.service.settings.of(tenantId).requireEmailVerification
  const isUnproved = mustProve && !provesMailbox(account, passwordProof)
  return refusalOf(account, tenant) ?? (isUnproved ? forbidden('email_not_verified') : null)
}

interface Secrets {
  readonly secret: string | null
  readonly usedAt: Date | null
  readonly lockedUntil: Date | null
  readonly isLinked: boolean
}

/** To be run after the account is locked: in the same statement a change that was just committed would not be seen. */
// unscoped: by the account that is signing in; before that nobody has a scope
function secretsOf(accountId: string, external?: UsedLink): HotStatement<Secrets> {
  const isLinked = external
    ? sql`exists (select from external_logins l where l.id = ${external.linkId}::uuid and l.account_id = a.id
      and not exists (select from identity_providers i
        where i.id = case when l.provider ~ '^[0-9a-f]{8}-' then l.provider::uuid end and not i.is_active))`
    : sql`false`
  return sql<Secrets>`
    select p.secret, p.used_at, v.locked_until, ${isLinked} as is_linked
    from (select ${accountId}::uuid as id) a
      left join credentials p on p.account_id = a.id and p.kind = 'password'
      left join account_activity v on v.account_id = a.id`
}

function isStillProved(ctx: PublicContext, account: LockedAccount, secrets: Secrets, proof: SignInProof): boolean {
  // the second factor may come minutes after the provider: what is switched off by then opens nobody
  if (proof.external) return secrets.isLinked && areProvidersOn(ctx, account.tenantId)
  if (proof.passwordProof === null) return true
  if (secrets.secret === null || proofOfPassword(secrets.secret) !== proof.passwordProof) return false
  return isPasswordUsable(account.temporaryPasswordUntil, secrets.usedAt, ctx.now)
}

/** A temporary password is good for 24 hours and one sign-in; one that its owner chose always is. */
export const isPasswordUsable = (temporaryUntil: Date | null, usedAt: Date | null, now: Date): boolean =>
  temporaryUntil === null || (temporaryUntil > now && usedAt === null)

// unscoped: by the account that is signing in; before that nobody has a scope
async function openSession(
  ctx: PublicContext,
  account: LockedAccount,
  proof: SignInProof,
  validAfter: Date | null,
): Promise<TokenResponse> {
  const { id, kind, tenantId } = account
  const addressProved = provesMailbox(account, proof.passwordProof)
  if (addressProved) await proveByMailedPassword(ctx, account)
  if (proof.passwordProof !== null && account.temporaryPasswordUntil !== null) await setSecret(ctx, id, { usedAt: ctx.now })
  const { statement, started } = sessionStart(ctx, { accountId: id, kind, tenantId, deviceInfo: proof.deviceInfo, validAfter })
  const activity = sql`
    insert into account_activity (account_id, failures, last_login_at, first_login_at) values (${id}, 0, ${ctx.now}, ${ctx.now})
    on conflict (account_id) do update set failures = 0, locked_until = null, last_login_at = excluded.last_login_at,
      first_login_at = coalesce(account_activity.first_login_at, account_activity.last_login_at, excluded.last_login_at)`
  const succeeded = emission(ctx, 'auth.login.succeeded', {
    tenantId,
    actor: { id, kind, name: fullName(account) },
    entityType: entityTypeOf(kind),
    entityId: id,
    personName: fullName(account),
    sessionId: started.id,
    data: {
      method: proof.method,
      sessionId: started.id,
      ...(proof.external && { provider: proof.external.provider }),
      ...(addressProved && { addressProved }),
    },
    personData: { email: account.email, deviceInfo: proof.deviceInfo },
  })
  const link = proof.external && ctx.db.updateTable('externalLogins').set({ lastUsedAt: ctx.now }).where('id', '=', proof.external.linkId)
  const [surplus, [holding]] = await runTogether(ctx, [
    statement,
    permissionSourcesOf([id]),
    activity,
    clearanceOf(ctx, account, 'own'),
    link ?? null,
    succeeded,
  ])
  await endSurplus(ctx, surplus)
  return tokensOf(ctx, account, { ...started, impersonatorId: null }, holding && holdingIn(holding))
}

/** Stores the password under the present work factor, and gives the proof that a pending second factor will be held against. */
async function renewSecret(ctx: PublicContext, accountId: string, proof: SignInProof): Promise<string | null> {
  if (!proof.renewedSecret) return proof.passwordProof
  await setSecret(ctx, accountId, { secret: proof.renewedSecret })
  return proofOfPassword(proof.renewedSecret)
}

// unscoped: by the account that is signing in; before that nobody has a scope
const setSecret = (ctx: PublicContext, accountId: string, set: { secret: string } | { usedAt: Date }) =>
  ctx.db.updateTable('credentials').set(set).where('accountId', '=', accountId).where('kind', '=', 'password').execute()
