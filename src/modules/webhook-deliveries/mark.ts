import type { AttemptResult } from './attempt.ts'
import type { ClaimedDelivery } from './claims.ts'
import type { DeliveryError, Outcome } from './outcome.ts'

/** What is to be written of a delivery that was tried, or given up untried. */
export interface Mark {
  readonly delivery: ClaimedDelivery
  /** Where it was sent. */
  readonly url: string
  /** Null when nothing was sent. */
  readonly result: AttemptResult | null
  /** Of one that was not sent. */
  readonly error: DeliveryError | null
  readonly outcome: Outcome
  readonly endedAt: Date
}
