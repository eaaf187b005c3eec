/** What more there is than this is turned away at once. */
const mostQueued = 1000

interface Waiting {
  readonly key: string
  readonly begin: () => void
}

/**
 * Turns at a narrow place: `width` at a time, and `perKey` of them for the same key, so that no key takes all of it. Who waits comes
 * in order, but for those whose key has its share already: they are passed over.
 */
export class KeyedSemaphore {
  readonly #width: number
  readonly #perKey: number
  readonly #running = new Map<string, number>()
  readonly #queue = new Set<Waiting>()
  #total = 0

  constructor(width: number, perKey: number) {
    this.#width = width
    this.#perKey = perKey
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Runs `work` at once when fewer than `most` have a turn, else null: for those who need no turn but may use a free one. */
  takeFree<T>(key: string, most: number, work: () => Promise<T>): Promise<T> | null {
    if (this.#total >= most) return null
    this.#begin(key)
    return this.#finish(key, work)
  }

  /**
   * Runs `work` when its turn has come.
   *
   * @param waitMs how long to wait for the turn
   * @throws what `late` makes when there was none in time, or too many wait already
   */
  async take<T>(key: string, waitMs: number, work: () => Promise<T>, late: () => unknown): Promise<T> {
    if (this.#hasRoom(key)) this.#begin(key)
    else if (!(await this.#wait(key, waitMs))) throw late()
    return await this.#finish(key, work)
  }

  async #finish<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      this.#end(key)
    }
  }

  async #wait(key: string, waitMs: number): Promise<boolean> {
    if (this.#queue.size >= mostQueued) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting: Waiting = { key, begin: () => resolve(true) }
    this.#queue.add(waiting)
    const timer = setTimeout(() => {
      this.#queue.delete(waiting)
      resolve(false)
    }, waitMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #hasRoom(key: string): boolean {
    return this.#total < this.#width && (this.#running.get(key) ?? 0) < this.#perKey
  }

  #begin(key: string): void {
    this.#total++
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
  }

  #end(key: string): void {
    this.#total--
    const left = this.#running.get(key)! - 1
    if (left > 0) this.#running.set(key, left)
    else this.#running.delete(key)
    for (const waiting of this.#queue) {
      if (this.#total >= this.#width) return
      if (!this.#hasRoom(waiting.key)) continue
      this.#queue.delete(waiting)
      // its turn is taken here already, so that nobody slips in before it wakes
      this.#begin(waiting.key)
      waiting.begin()
    }
  }
}
