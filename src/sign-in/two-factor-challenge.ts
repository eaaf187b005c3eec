import { after, minutesMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** A pending second factor is good for this long. */
const challengeMinutes = 5

/** What a client gets who has shown the password, or come from a provider, and must still show the second factor. */
export interface TwoFactorPending {
  readonly requiresTwoFactor: true
  readonly twoFactorToken: string
  readonly expiresIn: number
  readonly MustChangePassword: false
}

/** The link of an account to a provider, by which somebody came in. */
export interface UsedLink {
  readonly linkId: string
  readonly provider: string
}

/** What a pending second factor remembers of the step before it; `data` of the row of `challenges` with purpose `two_factor`. */
export interface TwoFactorChallengeData {
  readonly deviceInfo: string | null
  /** For `completeSignIn`: it fails when the password was changed since. */
  readonly passwordProof: string | null
  /** Where a provider vouched for them in place of a password. */
  readonly external?: UsedLink
}

/**
 * Issues the token that stands between password and second factor: single-use, five minutes, only its SHA-256 is stored. It opens
 * nothing but `2fa/verify`, and does not touch the count of failures: that is cleared by a complete sign-in only. It dies with whatever
 * ends every session of the account.
 *
 * @param validAfter see `LockedTenants`
 */
// unscoped: a new row, of the account whose password was proved
export async function issueTwoFactorChallenge(
  ctx: PublicContext,
  accountId: string,
  data: TwoFactorChallengeData,
  validAfter: Date | null,
): Promise<TwoFactorPending> {
  const token = newToken()
  // made at the very moment of a suspension it would be dead from the start
  const createdAt = validAfter && validAfter >= ctx.now ? after(validAfter, 1) : ctx.now
  await ctx.db
    .insertInto('challenges')
    .values({
      hash: hashToken(token),
      accountId,
      purpose: 'two_factor',
      data: { ...data, ...(data.external && { external: { ...data.external } }) },
      createdAt,
      expiresAt: after(ctx.now, minutesMs(challengeMinutes)),
    })
    .execute()
  return { requiresTwoFactor: true, twoFactorToken: token, expiresIn: challengeMinutes * 60, MustChangePassword: false }
}
