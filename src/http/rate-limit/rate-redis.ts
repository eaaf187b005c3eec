import { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateBudget } from '#core/rate-limits.ts'
import type { WindowState } from './rate-windows.ts'

/** A request must not wait longer than this for Redis, in milliseconds, before it is counted in memory. */
const patienceMs = 250

/** After a failure Redis is left alone for this long, in milliseconds, so that a hanging one does not slow every request. */
const restMs = 1000

/**
 * Windows that all processes share. `available` says whether Redis is to be asked at the moment; a failed `count` throws and the
 * caller counts in memory instead. `onChange` is told once when Redis goes away and once when it has counted again.
 */
export class RedisWindows {
  readonly #redis: Redis
  readonly #limiters = new Map<string, RateLimiterRedis>()
  readonly #onChange: (available: boolean, reason: string) => void
  #state: 'connecting' | 'available' | 'away' = 'connecting'
  #resting: NodeJS.Timeout | undefined
  #settled: (() => void) | undefined
  /** Resolves when the first attempt to connect has ended, well or badly; never rejects. */
  readonly connected: Promise<void>

  constructor(url: string, onChange: (available: boolean, reason: string) => void) {
    this.#onChange = onChange
    this.connected = new Promise((resolve) => {
      this.#settled = resolve
    })
    this.#redis = new Redis(url, {
      connectTimeout: 2000,
      commandTimeout: patienceMs,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    })
    this.#redis.on('ready', () => this.#become('available', ''))
    this.#redis.on('error', (error: Error) => this.#become('away', error.message))
    this.#redis.on('close', () => this.#become('away', 'connection closed'))
  }

  /** False while there is no connection, and for a moment after each failure. */
  get available(): boolean {
    return this.#redis.status === 'ready' && this.#resting === undefined
  }

  /** Whether the last that was heard of Redis is that it counts. */
  get counting(): boolean {
    return this.#state === 'available'
  }

  /** Counts a request of `key` under `name` in one atomic step. Throws when Redis cannot be asked. */
  async count(name: string, budget: RateBudget, key: string): Promise<WindowState> {
    try {
      const result = await this.#limiter(name, budget).consume(key)
      if (!this.#resting) this.#become('available', '')
      return { count: result.consumedPoints, remainingMs: result.msBeforeNext }
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return { count: refusal.consumedPoints, remainingMs: refusal.msBeforeNext }
      this.#become('away', refusal instanceof Error ? refusal.message : 'no answer')
      this.#rest()
      throw refusal
    }
  }

  /** Ends the connection; nothing is announced any more. */
  close(): void {
    clearTimeout(this.#resting)
    this.#state = 'connecting'
    this.#redis.removeAllListeners()
    this.#redis.on('error', () => undefined)
    this.#redis.disconnect()
  }

  #limiter(name: string, budget: RateBudget): RateLimiterRedis {
    let limiter = this.#limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterRedis({
        storeClient: this.#redis,
        rejectIfRedisNotReady: true,
        keyPrefix: `tenantry:rate:${name}:${budget.limit}/${budget.windowSeconds}`,
        points: budget.limit,
        duration: budget.windowSeconds,
      })
      this.#limiters.set(name, limiter)
    }
    return limiter
  }

  #become(state: 'available' | 'away', reason: string): void {
    this.#settled?.()
    if (this.#state === state) return
    this.#state = state
    this.#onChange(state === 'available', reason)
  }

  #rest(): void {
    if (this.#resting) return
    this.#resting = setTimeout(() => {
      this.#resting = undefined
    }, restMs)
    this.#resting.unref()
  }
}
