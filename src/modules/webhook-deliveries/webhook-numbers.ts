import type { Service } from '#db/rows/context.ts'

export type RetryPolicy = 'persistent' | 'exponential'

/** Every number by which webhooks are delivered: the one place to change them. */
export interface WebhookNumbers {
  /** Seconds before each attempt, from the failure of the one before; as many attempts as numbers. */
  readonly schedules: Readonly<Record<RetryPolicy, readonly number[]>>
  /** By how much, at most, such a wait is longer by chance. */
  readonly jitterPercent: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  /** Of a body: so much is read. */
  readonly mostBodyBytes: number
  /** So much of it is kept. */
  readonly keptCharacters: number
  /** A subscription is switched off when it has failed for so long, and so often without a success between. */
  readonly disableAfterHours: number
  readonly disableAfterFailures: number
  /** Its people are warned when it has failed for so long. */
  readonly warnAfterHours: number
  /** A delivery that could not leave because its subscription was off is given up at this age. */
  readonly heldHours: number
  readonly retentionDays: number
  /** Attempts at once of one process, of them for one tenant (the platform counts as one), and for all subscriptions that are slow. */
  readonly places: number
  readonly placesPerTenant: number
  readonly placesOfSlow: number
  /** Attempts at once at one subscription, over all processes. */
  readonly placesPerWebhook: number
  /** A subscription is slow when its last attempt took longer. */
  readonly slowMs: number
  /** Whoever claimed a delivery and says nothing for so long has lost it. */
  readonly leaseSeconds: number
  /** A delivery that was lost so often in a row is tried with no other such at its side: one of them may be what ends the process. */
  readonly suspectLosses: number
  /** And after so many it is given up. Only a process that dies loses one, so it has nothing to do with attempts. */
  readonly mostLosses: number
  /** Nobody is told more often than this that deliveries of a subscription fail for good. */
  readonly failureToldMinutes: number
  readonly testsPerMinute: number
  readonly replayMostDays: number
  readonly replayMost: number
}

/** The numbers that hold for this service now. */
export const webhookNumbers = ({ options: { webhooks } }: Pick<Service, 'options'>): WebhookNumbers => ({
  schedules: { persistent: webhooks.retrySchedule, exponential: [0, 30, 60, 120] },
  jitterPercent: webhooks.jitterPercent,
  headersTimeoutMs: webhooks.timeoutMs,
  bodyTimeoutMs: 2000,
  mostBodyBytes: 4096,
  keptCharacters: 500,
  disableAfterHours: webhooks.autoDisableAfterHours,
  disableAfterFailures: webhooks.autoDisableMinFailures,
  warnAfterHours: webhooks.warnAfterHours,
  heldHours: 72,
  retentionDays: webhooks.logRetentionDays,
  places: webhooks.concurrency,
  placesPerTenant: 10,
  placesOfSlow: 10,
  placesPerWebhook: 5,
  slowMs: 5000,
  leaseSeconds: 60,
  suspectLosses: 2,
  mostLosses: 10,
  failureToldMinutes: 60,
  testsPerMinute: webhooks.testsPerMinute,
  replayMostDays: webhooks.replayMaxDays,
  replayMost: webhooks.replayMaxDeliveries,
})

/** How many attempts a new delivery has, by the policy of its subscription. */
export const mostAttempts = (service: Pick<Service, 'options'>, policy: RetryPolicy): number =>
  webhookNumbers(service).schedules[policy].length
