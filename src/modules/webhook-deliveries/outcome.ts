import type { AttemptError, AttemptResult } from './attempt.ts'
import type { ClaimedDelivery } from './claims.ts'
import { retryAt } from './retry-time.ts'
import type { RetryPolicy, WebhookNumbers } from './webhook-numbers.ts'

export type DeliveryStatus = 'Pending' | 'Retrying' | 'Delivered' | 'Failed'

/**
 * What may stand as the error of a delivery. `fields_restricted`: its subscription must not tell all that its body holds any more.
 * `attempt_lost`: whoever tried it was lost each time, so that it is held to be the cause.
 */
export const deliveryErrors = [
  'timeout',
  'dns_error',
  'connection_refused',
  'connection_reset',
  'tls_error',
  'blocked_address',
  'response_error',
  'subscription_inactive',
  'subscription_deleted',
  'fields_restricted',
  'attempt_lost',
] as const satisfies readonly (AttemptError | 'subscription_inactive' | 'subscription_deleted' | 'fields_restricted' | 'attempt_lost')[]
export type DeliveryError = (typeof deliveryErrors)[number]

/** What becomes of a delivery by an attempt. */
export interface Outcome {
  readonly status: DeliveryStatus
  readonly trigger: 'automatic' | 'manual'
  readonly maxAttempts: number
  /** Null when it has ended. */
  readonly nextAttemptAt: Date | null
  /** The receiver says that it is gone for good. */
  readonly isGone: boolean
}

export const isSuccess = ({ httpStatus }: Pick<AttemptResult, 'httpStatus'>) => httpStatus !== null && httpStatus >= 200 && httpStatus < 300

/** By what the time of the next attempt is planned. */
interface Plan {
  readonly policy: RetryPolicy
  readonly numbers: WebhookNumbers
  readonly failedAt: Date
}

type Attempted = Pick<ClaimedDelivery, 'status' | 'trigger' | 'attemptNumber' | 'maxAttempts' | 'plannedAt'>

/**
 * What follows from an attempt at a delivery.
 *
 * Every status but 2xx is a failure that is tried again, redirects and 4xx too; 410 alone ends it (RFC 9110, section 15.5.11: the receiver
 * is gone for good), unless the subscription has another address by then. One that was sent again by hand has one attempt; one that was still
 * being tried goes on as it had been planned.
 */
export function outcomeOf(delivery: Attempted, result: Pick<AttemptResult, 'httpStatus' | 'retryAfter'>, plan: Plan): Outcome {
  const { trigger, maxAttempts } = delivery
  const isGone = result.httpStatus === 410
  if (!isSuccess(result) && !isGone) return failureOutcomeOf(delivery, result, plan)
  return { status: isGone ? 'Failed' : 'Delivered', trigger, maxAttempts, nextAttemptAt: null, isGone }
}

/** What follows from an ordinary failure, whatever its status: of an address that the subscription no longer has, 410 is one, too. */
export function failureOutcomeOf(
  delivery: Attempted,
  { retryAfter }: Pick<AttemptResult, 'retryAfter'>,
  { policy, numbers, failedAt }: Plan,
): Outcome {
  const { trigger, maxAttempts } = delivery
  if (delivery.plannedAt !== null)
    return { status: 'Retrying', trigger: 'automatic', maxAttempts: maxAttempts + 1, nextAttemptAt: delivery.plannedAt, isGone: false }
  const remaining = maxAttempts - delivery.attemptNumber - 1
  if (trigger === 'manual' || remaining <= 0) return { status: 'Failed', trigger, maxAttempts, nextAttemptAt: null, isGone: false }
  const { schedules, jitterPercent } = numbers
  const nextAttemptAt = retryAt({ schedule: schedules[policy], remaining, jitterPercent, retryAfter, failedAt })
  return { status: 'Retrying', trigger, maxAttempts, nextAttemptAt, isGone: false }
}
