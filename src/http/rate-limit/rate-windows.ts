import type { RateBudget } from '#core/rate-limits.ts'

/** What is known of a client's window after a request was counted. */
export interface WindowState {
  /** Requests in this window, this one and refused ones included. */
  count: number
  /** Milliseconds until the window ends. */
  remainingMs: number
}

/** Clients per counter that are remembered at most: a flood of addresses cannot fill the memory. */
const largestTable = 100_000

/**
 * Fixed windows of one budget in this process's memory. They are kept in two generations, of which the older is dropped as a
 * whole once a window's length has passed, when all of it has ended, or sooner when the younger fills up: then the clients that
 * came first begin anew. So a count takes constant time, without a timer.
 */
export class MemoryWindows {
  #younger = new Map<string, { count: number; endsAt: number }>()
  #older = new Map<string, { count: number; endsAt: number }>()
  #turnsAt = 0
  readonly #lengthMs: number
  readonly #capacity: number

  constructor(budget: RateBudget, capacity = largestTable) {
    this.#lengthMs = budget.windowSeconds * 1000
    this.#capacity = capacity
  }

  /** Windows that are kept, ended ones included. */
  get size(): number {
    return this.#younger.size + this.#older.size
  }

  /** Counts a request of `key` at `nowMs`; a window begins with the first request and is never lengthened. */
  count(key: string, nowMs: number): WindowState {
    const window = this.#younger.get(key) ?? this.#older.get(key)
    // A window that ends later than a whole length from now was begun before the clock was set back.
    if (window && nowMs < window.endsAt && window.endsAt - nowMs <= this.#lengthMs) {
      window.count++
      return { count: window.count, remainingMs: window.endsAt - nowMs }
    }
    if (nowMs >= this.#turnsAt || this.#turnsAt - nowMs > this.#lengthMs || this.#younger.size >= this.#capacity / 2) this.#turn(nowMs)
    this.#younger.set(key, { count: 1, endsAt: nowMs + this.#lengthMs })
    return { count: 1, remainingMs: this.#lengthMs }
  }

  #turn(nowMs: number): void {
    this.#older = this.#younger
    this.#younger = new Map()
    this.#turnsAt = nowMs + this.#lengthMs
  }
}
