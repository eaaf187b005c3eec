import { unavailable } from './errors.ts'

/** Lets `width` pieces of work run at a time and `queueLimit` wait, in order; what comes beyond is turned away, not kept. */
export class Semaphore {
  readonly #width: number
  readonly #queueLimit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(width: number, queueLimit: number) {
    this.#width = width
    this.#queueLimit = queueLimit
  }

  /** The result of `work`, when its turn has come. Throws 503 `unavailable` when the queue is full. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#width) this.#running++
    else {
      if (this.#waiting.length >= this.#queueLimit) throw unavailable(1)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
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
