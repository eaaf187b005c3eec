import type { LockedAccount } from '#accounts/locked-account.ts'
import { writeProved } from '#accounts/proved-address.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { dropLinks } from './providers/external-links.ts'

type ToProve = Pick<LockedAccount, 'kind' | 'emailVerifiedAt' | 'temporaryPasswordUntil'>

/**
 * Whether a password that is right shows that its owner reads the mailbox: it is a temporary one, which stood in a mail to the present
 * address and nowhere else (another address makes it worthless), and the address of an end user is still to be proved. One that an
 * administrator chose shows nothing.
 */
export const provesMailbox = (account: ToProve, passwordProof: string | null): boolean =>
  account.kind === 'user' && account.emailVerifiedAt === null && account.temporaryPasswordUntil !== null && passwordProof !== null

/**
 * Takes the address as proved by a mailed password, when a session is about to begin with it. Whoever registered the address may be a
 * stranger: their links, and the sessions that were begun through them meanwhile, end. A second factor stays: it was shown just now.
 * Under the account's lock.
 */
export async function proveByMailedPassword(ctx: PublicContext, { id }: LockedAccount): Promise<void> {
  await dropLinks(ctx, id)
  await endSessionsOf(ctx, id, 'password_reset')
  await writeProved(ctx, id)
}
