import { rateKey } from '#core/client-key.ts'
import { Counter, gauge, type Measures } from '#core/measures.ts'
import { cooledCounters, type RateBudget, type RateCounter, type RateLimits, rateCounters } from '#core/rate-limits.ts'
import type { RedisWindows } from './rate-redis.ts'
import { MemoryWindows, type WindowState } from './rate-windows.ts'

export type { RateCounter, RateGroup } from '#core/rate-limits.ts'

/** `ratelimit-limit`, `-remaining` and `-reset` in whole seconds (draft-ietf-httpapi-ratelimit-headers-06), on refusals `retry-after` too. */
export type RateHeaders = Record<string, string>
export type RateDecision = { allowed: true; headers: RateHeaders } | { allowed: false; retryAfterSeconds: number; headers: RateHeaders }

export interface RateLimiter {
  /**
   * Counts one request of the client at `address`, or of the session where one is named; answers without a promise wherever memory is
   * asked. Never throws or rejects.
   */
  consume(counter: RateCounter, address: string, sessionId?: string | null): RateDecision | Promise<RateDecision>
  /** Takes one of a client's budget for what another operation does besides, without the cooldown between two; false when there is none left. */
  takeBeside(counter: RateCounter, address: string): Promise<boolean>
  /** Other budgets from now on. One that stays keeps its counts; one that changes begins anew. */
  configure(limits: Pick<RateLimiterOptions, 'enabled' | 'groups' | 'cooldownSeconds'>): void
  /** Where requests are counted now: `fallback` is memory because Redis is away, when each process has a budget of its own. */
  state(): 'memory' | 'redis' | 'fallback'
  measures(): Measures
  /** Resolves when the first attempt to reach Redis has ended, well or badly; at once without Redis. */
  ready(): Promise<void>
  close(): void
}

export interface RateLimiterOptions extends Pick<RateLimits, 'enabled' | 'groups'> {
  /** Seconds between two sends, for the counters that send something; 0 for none. */
  cooldownSeconds: number
  redisUrl: string | null
  log: { warn(fields: object, sentence: string): void; info(fields: object, sentence: string): void }
  /** Told once for each client and window: of the first request that was too much. Must be quick, and must not throw. */
  onRefusal?: (counter: RateCounter, address: string) => void
  /** Milliseconds; the windows in Redis follow the clock of Redis instead. */
  now: () => number
}

/** One budget of one counter: `auth`, or `otp-send/cooldown` before `otp-send`. */
interface Step {
  name: string
  budget: RateBudget
  memory: MemoryWindows
}

const free: RateDecision = { allowed: true, headers: {} }

/**
 * Counts requests by client address (IPv6 by /64) in one fixed window per counter. Never lets more than the limit through, however
 * many come at once. Without Redis, or while it is away, each process counts in its own memory.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  let { enabled } = options
  let steps = stepsOf(options, null)
  let redis: RedisWindows | null = null
  let announced = false
  let closed = false
  let connecting: Promise<void> | null = null
  const usesRedis = () => enabled && options.redisUrl !== null
  /** Once it is needed; it stays for when it is needed again. */
  const connectIfNeeded = () => {
    if (usesRedis()) connecting ??= connect(options.redisUrl as string)
  }
  connectIfNeeded()

  /** The client is loaded only where there is a Redis: it costs every other process 8 MB and a tenth of its start. */
  async function connect(url: string): Promise<void> {
    const { RedisWindows } = await import('./rate-redis.ts')
    if (closed) return
    redis = new RedisWindows(url, announce)
    await redis.connected
  }

  function announce(available: boolean, reason: string): void {
    if (!available) options.log.warn({ reason }, 'rate limiter: Redis is away, each process counts in its own memory')
    else if (announced) options.log.info({}, 'rate limiter: Redis is back, all processes share their counts')
    announced = true
  }

  const refused = new Counter<{ counter: RateCounter }>('Requests that were refused because their client had too many', {
    counter: rateCounters,
  })
  const told = (counter: RateCounter, decision: RateDecision): RateDecision => {
    if (!decision.allowed) refused.add({ counter })
    return decision
  }
  const state = () => (!usesRedis() ? 'memory' : redis?.counting ? 'redis' : 'fallback')

  function consumeInMemory(steps: readonly Step[], key: string, onFirst?: () => void): RateDecision {
    const nowMs = options.now()
    let decision = free
    for (const step of steps) {
      decision = decide(step, step.memory.count(key, nowMs), onFirst)
      if (!decision.allowed) break
    }
    return decision
  }

  async function consumeInRedis(windows: RedisWindows, steps: readonly Step[], key: string, onFirst?: () => void): Promise<RateDecision> {
    try {
      let decision = free
      for (const step of steps) {
        decision = decide(step, await windows.count(step.name, step.budget, key), onFirst)
        if (!decision.allowed) break
      }
      return decision
    } catch {
      return consumeInMemory(steps, key, onFirst)
    }
  }

  return {
    consume(counter, address, sessionId = null) {
      if (!enabled) return free
      const key = sessionId ?? rateKey(address)
      const onFirst = () => options.onRefusal?.(counter, address)
      if (!redis?.available) return told(counter, consumeInMemory(steps[counter], key, onFirst))
      return consumeInRedis(redis, steps[counter], key, onFirst).then((decision) => told(counter, decision))
    },
    async takeBeside(counter, address) {
      if (!enabled) return true
      // the budget itself comes last
      const budget = steps[counter].slice(-1)
      const key = rateKey(address)
      return (redis?.available ? await consumeInRedis(redis, budget, key) : consumeInMemory(budget, key)).allowed
    },
    state,
    measures: () => ({
      tenantry_rate_limited_total: refused,
      tenantry_rate_limiter_fallback: gauge('1 while Redis is away and each process counts in its own memory', () =>
        state() === 'fallback' ? 1 : 0,
      ),
    }),
    configure(limits) {
      enabled = limits.enabled
      steps = stepsOf(limits, steps)
      connectIfNeeded()
    },
    ready: () => connecting ?? Promise.resolve(),
    close() {
      closed = true
      redis?.close()
    },
  }
}

/** The budgets of each counter in the order they are asked: a send that the cooldown refuses does not use up the hour. */
function stepsOf(
  options: Pick<RateLimiterOptions, 'groups' | 'cooldownSeconds'>,
  known: Record<RateCounter, Step[]> | null,
): Record<RateCounter, Step[]> {
  const step = (name: string, budget: RateBudget): Step => {
    const same = Object.values(known ?? {})
      .flat()
      .find((one) => one.name === name && one.budget.limit === budget.limit && one.budget.windowSeconds === budget.windowSeconds)
    return same ?? { name, budget, memory: new MemoryWindows(budget) }
  }
  const entries = Object.entries(options.groups).map(([counter, budget]) => {
    const cooled = options.cooldownSeconds > 0 && cooledCounters.has(counter as RateCounter)
    const cooldown = cooled ? [step(`${counter}/cooldown`, { limit: 1, windowSeconds: options.cooldownSeconds })] : []
    return [counter, [...cooldown, step(counter, budget)]]
  })
  return Object.fromEntries(entries) as Record<RateCounter, Step[]>
}

/** @param onFirst called for the first request of a window that is too much */
function decide({ budget }: Step, window: WindowState, onFirst?: () => void): RateDecision {
  const resetSeconds = Math.min(budget.windowSeconds, Math.max(1, Math.ceil(window.remainingMs / 1000)))
  const headers: RateHeaders = {
    'ratelimit-limit': String(budget.limit),
    'ratelimit-remaining': String(Math.max(0, budget.limit - window.count)),
    'ratelimit-reset': String(resetSeconds),
  }
  if (window.count <= budget.limit) return { allowed: true, headers }
  if (window.count === budget.limit + 1) onFirst?.()
  return { allowed: false, retryAfterSeconds: resetSeconds, headers: { ...headers, 'retry-after': String(resetSeconds) } }
}
