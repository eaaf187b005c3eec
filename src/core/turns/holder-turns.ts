import { unavailable } from '#core/errors.ts'

/**
 * Has `width` pieces of work done at a time, but one of each holder: holders come one after the other, and the pieces of one in their order. So
 * whose work is slow keeps one place and makes nobody else wait, as long as not `width` of them are. How many may wait is bounded by what they hold.
 */
export class HolderTurns {
  readonly #width: number
  readonly #mostWaiting: number
  readonly #mostHolders: number
  readonly #busy = new Set<string>()
  /** Those who wait, whoever comes next first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /**
   * @param width of how many holders work goes on at once
   * @param mostWaiting pieces of work of one holder; what comes beyond is turned away
   * @param mostHolders who wait; whoever comes beyond is turned away
   */
  constructor(width: number, mostWaiting: number = Number.POSITIVE_INFINITY, mostHolders: number = Number.POSITIVE_INFINITY) {
    this.#width = width
    this.#mostWaiting = mostWaiting
    this.#mostHolders = mostHolders
  }

  /** What `work` comes to, when its turn has come. @throws AppError 503 where too many wait; what `work` throws */
  async pass<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const own = this.#waiting.get(holder)?.length ?? 0
    if (own >= this.#mostWaiting || (own === 0 && this.#waiting.size >= this.#mostHolders)) throw unavailable(1)
    await new Promise<void>((resolve) => {
      const queue = this.#waiting.get(holder)
      if (queue) queue.push(resolve)
      else this.#waiting.set(holder, [resolve])
      this.#begin()
    })
    try {
      return await work()
    } finally {
      this.#busy.delete(holder)
      this.#putBehind(holder)
      this.#begin()
    }
  }

  /** What more of it waits comes behind all others who wait. */
  #putBehind(holder: string): void {
    const queue = this.#waiting.get(holder)
    if (!queue) return
    this.#waiting.delete(holder)
    this.#waiting.set(holder, queue)
  }

  #begin(): void {
    for (const [holder, queue] of this.#waiting) {
      if (this.#busy.size >= this.#width) return
      if (this.#busy.has(holder)) continue
      const begin = queue.shift()
      if (queue.length === 0) this.#waiting.delete(holder)
      this.#busy.add(holder)
      begin?.()
    }
  }
}
