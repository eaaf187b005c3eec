import { performance } from 'node:perf_hooks'
import { unavailable } from '#core/errors.ts'
import { Histogram } from '#core/measures.ts'

/** Lets `width` pieces of work run at a time and `queueLimit` wait, in order; what comes beyond is turned away, not kept. */
export class Semaphore {
  readonly #width: number
  readonly #queueLimit: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #turnedAway = 0
  readonly waits: Histogram

  /** @param help what waits here, as `/metrics` says it of `waits` */
  constructor(width: number, queueLimit: number, help = 'Time that work waited for its turn') {
    this.#width = width
    this.#queueLimit = queueLimit
    this.waits = new Histogram(help)
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether whoever came now would be turned away. */
  get isFull(): boolean {
    return this.#running >= this.#width && this.#waiting.length >= this.#queueLimit
  }

  /** How many found the queue full. */
  get turnedAway(): number {
    return this.#turnedAway
  }

  /** The result of `work`, when its turn has come. Throws 503 `unavailable` when the queue is full. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width) {
      this.#running++
      this.waits.observe(0)
    } else {
      if (this.#waiting.length >= this.#queueLimit) {
        this.#turnedAway++
        throw unavailable(1)
      }
      const startMs = performance.now()
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
      this.waits.observe((performance.now() - startMs) / 1000)
    }
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
