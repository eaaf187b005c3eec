import { unavailable } from '#core/errors.ts'

const soonSeconds = 5

/**
 * Bytes that are in memory until their turn comes: of everybody's together, so that many uploads at once can't use it up. Nobody may hold more
 * than is left for all others, as switches share the memory of their queues (Choudhury and Hahne, Dynamic Queue Length Thresholds, 1998): however
 * slowly one, or some, send what they hold, whoever comes finds room.
 */
export class HeldBytes {
  readonly #most: number
  readonly #of = new Map<string, number>()
  #held: number = 0

  /** @param most bytes of several together; one alone is as long as its caller lets it be */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts some more of an upload that has `mine` already.
   * @param holder whose it is: all of theirs together are no more than what is free
   * @throws AppError 503 where there is no room for them by now
   */
  take(holder: string, more: number, mine: number): void {
    const others = this.#held - mine
    const theirs = this.#of.get(holder) ?? 0
    if (others > 0 && theirs + more > this.#most - this.#held) throw unavailable(soonSeconds)
    this.#of.set(holder, theirs + more)
    this.#held += more
  }

  /** Counts some no more. */
  give(holder: string, bytes: number): void {
    const left = (this.#of.get(holder) ?? 0) - bytes
    if (left > 0) this.#of.set(holder, left)
    else this.#of.delete(holder)
    this.#held -= bytes
  }

  /** All of `chunks`, for as long as `work` takes. @throws AppError 503 where there is no room for them by now */
  async whole<T>(holder: string, chunks: AsyncIterable<Buffer>, work: (bytes: Buffer) => Promise<T>): Promise<T> {
    const all: Buffer[] = []
    let mine = 0
    try {
      for await (const chunk of chunks) {
        this.take(holder, chunk.length, mine)
        mine += chunk.length
        all.push(chunk)
      }
      return await work(Buffer.concat(all.splice(0)))
    } finally {
      this.give(holder, mine)
    }
  }
}
