import { sql } from 'kysely'
import { aboutAccount } from '#accounts/account-events.ts'
import { brandOf, mailAccount } from '#accounts/account-mail.ts'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { after, minutesMs } from '#core/clock.ts'
import { AppError, stateConflict, unauthenticated } from '#core/errors.ts'
import { newTotpSecret, qrPng, totpStep, totpUri } from '#core/secrets/totp.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { replaceBackupCodes } from './backup-codes.ts'
import { reauthenticate } from './reauthentication.ts'
import { proveTwoFactorCode, totpContext, twoFactorInvalid } from './two-factor-code.ts'
import { deleteSecondFactor, storeSwitch } from './two-factor-switch.ts'

const pendingMinutes = 10
const pendingGuesses = 5
/** A longer issuer would not fit into a QR code beside a long address. */
const longestIssuer = 50

export interface TwoFactorSetup {
  readonly secret: string
  readonly qrCodeUri: string
  readonly qrCodeBase64: string
}

/**
 * Begins to switch two-factor on for the caller, who proves the password: a secret that is pending for 10 minutes and replaces
 * an earlier pending one. Returns what `reauthenticate` refuses; throws 409 `state_conflict` when two-factor is on already.
 */
export async function startTwoFactorSetup(ctx: Context, password: string): Promise<TwoFactorSetup | AppError> {
  const refusal = await reauthenticate(ctx, password)
  if (refusal instanceof AppError) return refusal
  const secret = newTotpSecret()
  const account = await transact(ctx, async (ctx) => {
    const account = await lockCaller(ctx)
    if (account.twoFactorEnabled) throw stateConflict()
    await storePending(ctx, account.id, secret)
    await emit(ctx, 'auth.two_factor.setup_started', aboutAccount(account))
    return account
  })
  const issuer = [...brandOf(ctx, account.tenantId)].slice(0, longestIssuer).join('')
  const qrCodeUri = totpUri(issuer, account.email, secret)
  return { secret, qrCodeUri, qrCodeBase64: await qrPng(qrCodeUri) }
}

// unscoped: the caller's own account
async function storePending(ctx: Context, accountId: string, secret: string): Promise<void> {
  const sealed = ctx.service.keys.sealSecret(secret, totpContext(accountId))
  const fresh = { secret: sealed, failures: 0, createdAt: ctx.now, expiresAt: after(ctx.now, minutesMs(pendingMinutes)) }
  await ctx.db
    .insertInto('credentials')
    .values({ id: uuidv7(ctx.now), accountId, kind: 'pending_totp', ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'kind']).where(sql<boolean>`kind in ('password', 'totp', 'pending_totp')`).doUpdateSet(fresh),
    )
    .execute()
}

/**
 * Switches two-factor on with the first code of the pending secret: ten backup codes, shown this once. All other sessions of the
 * account end. Throws 409 `state_conflict` where nothing is pending; returns 401 `two_factor_invalid` for a wrong code, of which
 * the fifth discards the pending secret.
 */
// unscoped: the caller's own account
export async function confirmTwoFactor(ctx: Context, code: string): Promise<{ backupCodes: string[] } | AppError> {
  return await transact(ctx, async (ctx) => {
    const account = await lockCaller(ctx)
    const pending = await ctx.db
      .selectFrom('credentials')
      .select(['id', 'secret', 'failures', 'expiresAt'])
      .where('accountId', '=', account.id)
      .where('kind', '=', 'pending_totp')
      .executeTakeFirst()
    if (account.twoFactorEnabled || !pending?.expiresAt || pending.expiresAt <= ctx.now) throw stateConflict()
    const step = totpStep(ctx.service.keys.openSecret(pending.secret, totpContext(account.id)), code, ctx.now)
    if (step === null) return await refusePending(ctx, account, pending)
    await ctx.db.deleteFrom('credentials').where('accountId', '=', account.id).where('kind', '=', 'totp').execute()
    await ctx.db
      .updateTable('credentials')
      .set({ kind: 'totp', lastStep: step, failures: 0, expiresAt: null })
      .where('id', '=', pending.id)
      .execute()
    const backupCodes = await replaceBackupCodes(ctx, account.id)
    await switchTwoFactor(ctx, account, true)
    return { backupCodes }
  })
}

// unscoped: the caller's own account
async function refusePending(ctx: Context, account: LockedAccount, pending: { id: string; failures: number }): Promise<AppError> {
  if (pending.failures + 1 >= pendingGuesses) await ctx.db.deleteFrom('credentials').where('id', '=', pending.id).execute()
  else
    await ctx.db
      .updateTable('credentials')
      .set({ failures: pending.failures + 1 })
      .where('id', '=', pending.id)
      .execute()
  await emit(ctx, 'auth.two_factor.failed', { ...aboutAccount(account), data: { reason: 'setup' } })
  return twoFactorInvalid()
}

/**
 * Switches two-factor off; the caller proves password and code. All other sessions of the account end. Throws 409
 * `state_conflict` when it is off, and for admins where the tenant requires it; returns 401 and 423 refusals of password and code.
 */
export async function disableTwoFactor(ctx: Context, proof: { password: string; code: string }): Promise<AppError | null> {
  const refusal = await reauthenticate(ctx, proof.password)
  if (refusal instanceof AppError) return refusal
  return await transact(ctx, async (ctx) => {
    const account = await lockCaller(ctx)
    const isDuty = account.kind === 'admin' && ctx.service.settings.of(account.tenantId).require2FA
    if (!account.twoFactorEnabled || isDuty) throw stateConflict()
    const use = await proveTwoFactorCode(ctx, account, proof.code)
    if (use instanceof AppError) return use
    await deleteSecondFactor(ctx, account.id)
    await switchTwoFactor(ctx, account, false)
    return null
  })
}

/** Ten new backup codes; the earlier ones are void. Throws 409 `state_conflict` when two-factor is off; returns 401 and 423 refusals. */
export async function regenerateBackupCodes(ctx: Context, code: string): Promise<{ backupCodes: string[] } | AppError> {
  return await transact(ctx, async (ctx) => {
    const account = await lockCaller(ctx)
    if (!account.twoFactorEnabled) throw stateConflict()
    const use = await proveTwoFactorCode(ctx, account, code)
    if (use instanceof AppError) return use
    const backupCodes = await replaceBackupCodes(ctx, account.id)
    await emit(ctx, 'auth.two_factor.backup_codes_regenerated', aboutAccount(account))
    await mailAccount(ctx, account, 'two_factor_changed')
    return { backupCodes }
  })
}

/** What both switches have in common. */
async function switchTwoFactor(ctx: Context, account: LockedAccount, enabled: boolean): Promise<void> {
  await storeSwitch(ctx, account.id, enabled, ctx.actor.sessionId)
  await emit(ctx, enabled ? 'auth.two_factor.enabled' : 'auth.two_factor.disabled', aboutAccount(account))
  await mailAccount(ctx, account, 'two_factor_changed', { enabled })
}

/** The caller's own account, locked. Throws 401 `session_revoked` when it is gone. */
async function lockCaller(ctx: Context): Promise<LockedAccount> {
  const account = await lockAccount(ctx, ctx.actor.kind, ctx.actor.id)
  if (!account) throw unauthenticated('session_revoked', true)
  return account
}
