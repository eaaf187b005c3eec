import type { Actor } from '#db/rows/context.ts'
import { type BatchOutcome, BulkTotal } from '#http/bulk/bulk-total.ts'
import type { Addressee } from './addressees.ts'
import { hiddenOfMail } from './recipient-mask.ts'

export type SkipReason = 'duplicate' | 'invalid_address' | 'suppressed' | 'not_allowed'

/** One who gets no mail: by the address as the caller wrote it, or the account that a filter found. */
export interface LeftOut {
  readonly who: string | Addressee
  readonly reason: SkipReason
}

/** One who gets no mail, as an answer tells it. */
export interface Skipped {
  readonly to: string
  readonly reason: SkipReason
}

/** So many are named; there may be thousands. */
const mostNamed = 1000

/** As this caller may know of them: an account whose address they may not see is named by its id. */
export const namedFor = (actor: Pick<Actor, 'permissions' | 'masks'>, all: readonly LeftOut[]): Skipped[] =>
  all.slice(0, mostNamed).map(({ who, reason }) => {
    if (typeof who === 'string') return { to: who, reason }
    const isHidden = hiddenOfMail({ recipientType: who.type }, actor).length > 0
    return { to: isHidden ? (who.id as string) : who.address, reason }
  })

export interface MailOutcome extends BatchOutcome {
  readonly leftOut: readonly LeftOut[]
  /** Whether the caller may send nothing any more, in this batch and all that follow. */
  readonly isOver: boolean
}

/** What the batches of bulk mail came to, with those who were left out before the first. */
export class MailTotal extends BulkTotal<MailOutcome> {
  readonly leftOut: LeftOut[]

  constructor(leftOut: readonly LeftOut[]) {
    super()
    this.leftOut = leftOut.slice(0, mostNamed)
  }

  override add(outcome: MailOutcome): void {
    super.add(outcome)
    this.leftOut.push(...outcome.leftOut.slice(0, mostNamed - this.leftOut.length))
  }

  override get isFull(): boolean {
    return this.leftOut.length >= mostNamed
  }
}
