import { AppError, invalid } from '#core/errors.ts'
import { passwordProblems } from '#core/secrets/password-policy.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** Whose password it is to be. */
export interface PasswordOwner {
  readonly tenantId: string | null
  readonly email: string
  readonly username: string | null
  /** Of a tenant that is only being made; else those of `tenantId`. */
  readonly settings?: Settings
}

/**
 * Holds a new password to the policy of its owner's tenant. Throws 400 `password_policy` with every reason under the field that the
 * password stood in; the password itself is never repeated.
 */
export function refuseWeakPassword(ctx: PublicContext, password: string, owner: PasswordOwner, field: string): void {
  const settings = owner.settings ?? ctx.service.settings.of(owner.tenantId)
  const rules = {
    minLength: settings.passwordMinLength,
    requireUppercase: settings.passwordRequireUppercase,
    requireNumber: settings.passwordRequireNumber,
    requireSpecial: settings.passwordRequireSpecial,
  }
  const problems = passwordProblems(password, rules, owner)
  if (problems.length === 0) return
  const fields = [{ code: 'password_policy' as const }, ...problems].map((problem) => ({ field, ...problem }))
  throw new AppError(400, 'password_policy', { fields })
}

/**
 * The stored hashes a new password must differ from: the present one, first, then
 * as many before it as the tenant remembers in all.
 */
// unscoped: by the caller's own account, or the one that a reset proved
export async function rememberedSecrets(ctx: PublicContext, accountId: string, tenantId: string | null): Promise<string[]> {
  const former = Math.max(0, ctx.service.settings.of(tenantId).passwordHistoryCount - 1)
  const rows = await ctx.db
    .selectFrom('credentials')
    .select('secret')
    .where('accountId', '=', accountId)
    .where('kind', 'in', ['password', 'former_password'])
    // the present one first: 'password' comes after 'former_password'
    .orderBy('kind', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(former + 1)
    .execute()
  return rows.map(({ secret }) => secret)
}

/**
 * Throws 400 `password_reused` for a password that is the present one or a remembered one. One hash's work for each: outside any
 * transaction only.
 */
export async function refuseReusedPassword(
  ctx: PublicContext,
  password: string,
  remembered: readonly string[],
  field: string,
): Promise<void> {
  if (ctx.inTransaction) throw new Error('a password must not be hashed inside a transaction')
  for (const secret of remembered) {
    if (await ctx.service.passwords.verify(password, secret)) throw invalid(field, 'password_reused')
  }
}
