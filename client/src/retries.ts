/** What may be repeated, and when. */
import { Misanswered, Refused, Unreachable } from './errors.ts'
import type { Outgoing } from './request.ts'

export interface RetryPolicy {
  readonly retries: number
  readonly longestWaitMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * After which failures a request may be sent again. `any`: a second time does what the first one did. `undone`: only where the service says
 * that it did nothing (429), because a second answer would tell of what the first one did: 404 of a deletion, 409 of a change with its
 * version, a part of the batches as if it were all. `none`: any other POST.
 */
export type Repeatable = 'any' | 'undone' | 'none'

export function repeatable({ address, method, headers, body, isOnce }: Outgoing): Repeatable {
  if (isOnce) return 'none'
  switch (method) {
    case 'GET':
      return 'any'
    case 'PUT':
      // RFC 9110, section 9.2.2
      return typeof body === 'string' && /"version":/.test(body) ? 'undone' : 'any'
    case 'DELETE':
      return 'undone'
    default:
      if (address.inBatches) return 'undone'
      return 'idempotency-key' in headers ? 'any' : 'none'
  }
}

/**
 * Does `work`, again after a pause where that is safe and may help. Pauses grow, and no two clients make the same ones.
 *
 * @throws what the last attempt failed with; the reason of the signal
 */
export async function withRetries<T>(
  what: Repeatable,
  { retries, longestWaitMs, signal }: RetryPolicy,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const waitMs = attempt < retries && mayHelp(what, error) ? pauseMs(error, attempt) : Number.POSITIVE_INFINITY
      if (waitMs > longestWaitMs) throw error
      await pause(waitMs, signal)
    }
  }
}

function mayHelp(what: Repeatable, error: unknown): boolean {
  if (what === 'none') return false
  if (error instanceof Refused && error.status === 429) return true
  if (what === 'undone') return false
  if (error instanceof Unreachable) return true
  return (error instanceof Refused || error instanceof Misanswered) && [502, 503, 504].includes(error.status)
}

/** As the service says, else 0.3 s, 0.6 s …; up to a quarter of it more, by chance. */
function pauseMs(error: unknown, attempt: number): number {
  const told = error instanceof Refused ? error.retryAfterSeconds : null
  const ms = told === null ? 300 * 2 ** attempt : told * 1000
  return ms * (1 + Math.random() / 4)
}

/** The longest time of a timer, some 25 days: of more platforms make the shortest (HTML Living Standard, section 8.7: a 32-bit integer). */
export const longestTimerMs = 2 ** 31 - 1

/** Whoever would wait for longer than `longestTimerMs` waits for that long. @throws the reason of the signal, as soon as it is aborted */
export function pause(ms: number, signal?: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, longestTimerMs),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
}
