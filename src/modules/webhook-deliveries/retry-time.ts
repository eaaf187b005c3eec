import { after, secondsMs } from '#core/clock.ts'

/** An HTTP date in the form that senders must use (RFC 9110, section 5.6.7). */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** How long a receiver asks to be left alone, in milliseconds (RFC 9110, section 10.2.3); null when it does not, or not in that form. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return secondsMs(Number(value))
  const at = httpDate.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

export interface RetryPlan {
  /** Seconds before each attempt, from the failure of the one before. */
  readonly schedule: readonly number[]
  /** How many attempts are left, the next one included. */
  readonly remaining: number
  readonly jitterPercent: number
  readonly retryAfter: string | null
  readonly failedAt: Date
}

/**
 * When a failed delivery is tried again: never before its plan, a little later by chance so that many do not come at once, and where the
 * receiver asks for a time of its own, at most twice as late.
 * @param random from 0 to 1
 */
export function retryAt({ schedule, remaining, jitterPercent, retryAfter, failedAt }: RetryPlan, random: number = Math.random()): Date {
  // counted from the end, so that extra attempts change nothing; a schedule may have been changed since the delivery was made
  const last = schedule.length - 1
  const at = Math.min(Math.max(schedule.length - remaining, 1), last)
  const plannedMs = secondsMs(schedule[at]!)
  const askedMs = Math.min(retryAfterMs(retryAfter, failedAt) ?? 0, 2 * plannedMs)
  return after(failedAt, Math.max(askedMs, Math.round(plannedMs * (1 + (jitterPercent / 100) * random))))
}
