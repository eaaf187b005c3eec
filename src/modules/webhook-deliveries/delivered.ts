import type { Service } from '#db/rows/context.ts'
import { hidesAll } from './area-masks.ts'
import { makeAttempt } from './attempt.ts'
import type { ClaimedDelivery, LockedTarget } from './claims.ts'
import type { Mark } from './mark.ts'
import { openSecrets } from './opened-secrets.ts'
import { type DeliveryError, outcomeOf } from './outcome.ts'
import { type WebhookNumbers, webhookNumbers } from './webhook-numbers.ts'

type Parts = Pick<Service, 'http' | 'options' | 'domains' | 'clock' | 'keys'>

/**
 * Tries one claimed delivery at its subscription as it is now: address, secrets and restrictions are those of this moment, whatever they
 * were when the delivery was made. A changed address gets what is still owed, for it is the same subscriber's wish.
 * @returns what is to be written of it; null when it was broken off
 */
export async function deliver(service: Parts, webhook: LockedTarget, delivery: ClaimedDelivery, signal: AbortSignal): Promise<Mark | null> {
  const { id, event, body, attemptNumber, trigger, maxAttempts } = delivery
  const numbers = webhookNumbers(service)
  const error = obstacleOf(webhook, delivery, numbers)
  if (error !== null) {
    const outcome = { status: 'Failed', trigger, maxAttempts, nextAttemptAt: null, isGone: false } as const
    return { delivery, url: webhook.url, result: null, error, outcome, endedAt: service.clock.now() }
  }
  const keys = openSecrets(service.keys, webhook, service.clock.now())
  const result = await makeAttempt(service, {
    url: webhook.url,
    keys,
    delivery: { id, event, body, number: attemptNumber + 1 },
    signal,
  })
  if (signal.aborted && result.httpStatus === null) return null
  const endedAt = service.clock.now()
  const outcome = outcomeOf(delivery, result, { policy: webhook.retryPolicy, numbers, failedAt: endedAt })
  return { delivery, url: webhook.url, result, error: null, outcome, endedAt }
}

/** Why a delivery is given up untried; null for one that may leave. A test tells of nobody, so that nothing in it is restricted. */
function obstacleOf(
  webhook: LockedTarget,
  { losses, masks, isTest }: ClaimedDelivery,
  { mostLosses }: WebhookNumbers,
): DeliveryError | null {
  if (losses >= mostLosses) return 'attempt_lost'
  return isTest || hidesAll(masks, webhook.hidden) ? null : 'fields_restricted'
}
