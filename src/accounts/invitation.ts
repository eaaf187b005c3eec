import { after, minutesMs } from '#core/clock.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import type { AccountKind, Context, PublicContext } from '#db/rows/context.ts'
import { queueMail } from '#jobs/mail.ts'
import { brandOf } from './account-mail.ts'
import { takeMailRoom } from './mail-caps.ts'

/** A password made for somebody is good for this long, and for one sign-in. */
export const temporaryMinutes = 24 * 60

/** How somebody new will sign in for the first time. */
export interface FirstPassword {
  readonly hash: string
  /** In clear, for the mail alone; null for one that whoever made the account chose and knows. */
  readonly temporary: string | null
}

/** Hashes the password that was given, or one made for the purpose. Slow on purpose: outside any transaction only. */
export async function firstPassword(ctx: PublicContext, given: string | undefined, minLength: number): Promise<FirstPassword> {
  if (ctx.inTransaction) throw new Error('a password must not be hashed inside a transaction')
  const temporary = given === undefined ? temporaryPassword(minLength) : null
  return { hash: await ctx.service.passwords.hash(given ?? temporary ?? ''), temporary }
}

/** The columns of a new account that follow from it. */
export const passwordColumns = ({ hash, temporary }: FirstPassword, now: Date) => ({
  passwordHash: hash,
  ...temporaryColumns(temporary ?? undefined, now),
})

/** What of an account says whether its password is a temporary one. */
export const temporaryColumns = (temporary: string | undefined, now: Date) => ({
  mustChangePassword: temporary !== undefined,
  temporaryPasswordUntil: temporary === undefined ? null : after(now, minutesMs(temporaryMinutes)),
})

export interface Invited {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: 'en' | 'ar'
  /** Of a tenant that is so new that the process does not know it. */
  readonly tenantName?: string
}

/**
 * Queues the welcome mail of a new account, with the temporary password where one was made: it stands nowhere else.
 * @throws AppError 429 `rate_limited` when that mailbox was sent too many
 */
export async function mailInvitation(ctx: Context, invited: Invited, { temporary }: FirstPassword): Promise<void> {
  const { id, kind, tenantId, firstName, lastName, email, language } = invited
  await takeMailRoom(ctx, [email])
  await queueMail(ctx, {
    template: `${kind}_welcome`,
    tenantId,
    recipient: { type: kind, id, address: email, name: `${firstName} ${lastName}`.trim() || null, language },
    variables: {
      recipient: { firstName, lastName, email },
      tenant: { name: invited.tenantName ?? brandOf(ctx, tenantId) },
      time: ctx.now.toISOString(),
      ...(temporary !== null && { password: temporary, expiresInMinutes: temporaryMinutes }),
    },
  })
}
