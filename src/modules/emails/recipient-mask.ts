import { minutesMs } from '#core/clock.ts'
import type { Actor } from '#db/rows/context.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'

/** Whom a mail goes to: an account of a kind, or an address of nobody that is known. */
export type RecipientType = 'admin' | 'user' | 'external'
const minuteMs = minutesMs(1)
type Masks = Pick<Actor, 'permissions' | 'masks'>

const isShown = (actor: Masks, area: 'admins' | 'users') => !readingMask(actor, viewOf(area)).includes('email')

/**
 * Of which kinds of recipients this caller may see the address: as the mask of that kind of account says. An address that somebody typed may
 * be anybody's: it is seen by who sees all.
 */
export function shownRecipients(actor: Masks): readonly RecipientType[] {
  const [admins, users] = [isShown(actor, 'admins'), isShown(actor, 'users')]
  return [
    ...(admins ? (['admin'] as const) : []),
    ...(users ? (['user'] as const) : []),
    ...(admins && users ? (['external'] as const) : []),
  ]
}

const ofAddress = ['to', 'error', 'html', 'text', 'detail', 'bounceType', 'bouncedAt']

/**
 * What of a mail, or of what happened to it, this caller may not see: all that says the address, a reply of the relay and the text included; and
 * whether it came back, for what leaves to such an address later is left out of bulk, which must look like any refusal.
 */
export function hiddenOfMail(record: Record<string, unknown>, actor: Masks): readonly string[] {
  if (shownRecipients(actor).includes(record.recipientType as RecipientType)) return []
  return record.tellsRecipient === true ? [...ofAddress, 'subject'] : ofAddress
}

interface Ended {
  readonly createdAt: Date
  readonly queuedAt: Date | null
}

/**
 * When a mail failed, as it is told to whom its recipient is hidden: to the minute, though not before it was queued. One that was left out of bulk
 * fails in milliseconds, one that a relay is asked about takes longer.
 */
export function failureMoment({ createdAt, queuedAt }: Ended, at: Date): Date {
  const since = queuedAt !== null && queuedAt <= at ? queuedAt : createdAt
  return new Date(Math.max(Math.floor(at.getTime() / minuteMs) * minuteMs, since.getTime()))
}
