/**
 * Has `width` pieces of work done at a time, but one of each holder: holders come one after the other, and the pieces of one in their order. So
 * whose work is slow keeps one place and makes nobody else wait, as long as not `width` of them are. How many may wait is bounded by what they hold.
 */
export class HolderTurns {
  readonly #width: number
  readonly #busy = new Set<string>()
  /** Those who wait, whoever comes next first. */
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(width: number) {
    this.#width = width
  }

  /** What `work` comes to, when its turn has come. @throws what `work` throws */
  async pass<T>(holder: string, work: () => Promise<T>): Promise<T> {
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

/**
 * Pictures that are decoded or cleaned, of the whole process. Two at a time: a decoded one takes up to 64 MiB, whatever the size of its file, and
 * one alone would make everybody wait for whoever sends slow ones.
 */
export const pictureTurns = new HolderTurns(2)
