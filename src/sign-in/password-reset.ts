import { aboutAccount, byItself } from '#accounts/account-events.ts'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { storeNewPassword } from '#accounts/new-password.ts'
import { writeProved } from '#accounts/proved-address.ts'
import { AppError } from '#core/errors.ts'
import { hashToken } from '#core/secrets/one-time-code.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { clearFailures } from './failures.ts'
import { useCode } from './one-time-codes.ts'
import { otpInvalid, tryResetCode, useChallenge } from './password-reset-proof.ts'
import { refuseReusedPassword, refuseWeakPassword, rememberedSecrets } from './password-rules.ts'
import { dropLinks } from './providers/external-links.ts'
import { mayReset, type ResetTarget } from './reset-accounts.ts'
import { deleteSecondFactor, storeSwitch } from './two-factor-switch.ts'

/** Who may choose the new password: whoever holds a challenge, or the code itself. */
export type ResetProof = { readonly challengeToken: string } | (ResetTarget & { readonly code: string })

/** A proof that was looked at and holds; it is used up together with the reset, so that a refused password does not cost it. */
interface Proved {
  readonly accountId: string
  readonly use: (ctx: PublicContext) => Promise<boolean>
}

/**
 * Gives the account of a proof its new password; not in a transaction, because it hashes. Ends all its sessions, the lockout and every
 * other code, link and challenge; two-factor stays (but see `takeAsProved`), and an account that was shut out stays so. Throws 400 `password_policy` and
 * `password_reused`; returns 400 `otp_*` for a proof that does not hold (any more). Of any number of callers with one proof one wins.
 */
// unscoped: by the account that a code or challenge proved
export async function resetPassword(
  ctx: PublicContext,
  kind: AccountKind,
  proof: ResetProof,
  newPassword: string,
): Promise<AppError | null> {
  const proved = 'challengeToken' in proof ? await lookAtChallenge(ctx, kind, proof.challengeToken) : await lookAtCode(ctx, kind, proof)
  if (proved instanceof AppError) return proved
  const owner = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'tenantId', 'email', 'username', 'isActive', 'isBlocked'])
    .where('id', '=', proved.accountId)
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!owner || !mayReset(ctx, owner)) return otpInvalid()
  refuseWeakPassword(ctx, newPassword, owner, 'newPassword')
  await refuseReusedPassword(ctx, newPassword, await rememberedSecrets(ctx, owner.id, owner.tenantId), 'newPassword')
  const hash = await ctx.service.passwords.hash(newPassword)
  return await transact(ctx, (ctx) => finish(ctx, kind, proved, hash))
}

async function finish(ctx: PublicContext, kind: AccountKind, proof: Proved, hash: string): Promise<AppError | null> {
  const tenants = await lockTenantsOf(ctx, proof.accountId)
  const account = await lockAccount(ctx, kind, proof.accountId)
  const isOpen = account?.isActive && !account.isBlocked && tenants.state === null
  if (!isOpen || !(await proof.use(ctx))) return otpInvalid()
  await storeNewPassword(ctx, account, { hash, keptSession: null, because: 'password_reset' })
  await clearFailures(ctx, account, 'own')
  const proved = kind === 'user' && (await takeAsProved(ctx, account))
  await emit(ctx, 'auth.password_reset.completed', { ...aboutAccount(account), ...byItself(account), data: { addressProved: proved } })
  return null
}

/**
 * A code that came by mail proves the address. Where nobody had proved it before, whoever registered it may be somebody else: of what they
 * left, nothing must open the account of the owner. Where it was proved since, by a code that the owner took for their own, links from before
 * that must not either.
 * @returns whether it was not proved before
 */
async function takeAsProved(ctx: PublicContext, account: LockedAccount): Promise<boolean> {
  if (account.emailVerifiedAt !== null) {
    await dropLinks(ctx, account.id, account.emailVerifiedAt)
    return false
  }
  await deleteSecondFactor(ctx, account.id)
  await dropLinks(ctx, account.id)
  if (account.twoFactorEnabled) await storeSwitch(ctx, account.id, false, null)
  await writeProved(ctx, account.id)
  return true
}

// unscoped: by a challenge that proves the account
async function lookAtChallenge(ctx: PublicContext, kind: AccountKind, token: string): Promise<Proved | AppError> {
  const hash = hashToken(token)
  const row = await ctx.db
    .selectFrom('challenges as c')
    .innerJoin('accounts as a', 'a.id', 'c.accountId')
    .select('c.accountId')
    .where('c.hash', '=', hash)
    .where('c.purpose', '=', 'password_reset')
    .where('c.usedAt', 'is', null)
    .where('c.expiresAt', '>', ctx.now)
    .where('a.kind', '=', kind)
    .executeTakeFirst()
  return row ? { accountId: row.accountId, use: (ctx) => useChallenge(ctx, 'password_reset', hash) } : otpInvalid()
}

async function lookAtCode(ctx: PublicContext, kind: AccountKind, given: ResetTarget & { code: string }): Promise<Proved | AppError> {
  const right = await transact(ctx, (ctx) => tryResetCode(ctx, kind, given))
  return right instanceof AppError ? right : { accountId: right.accountId, use: (ctx) => useCode(ctx, 'password_reset', right) }
}
