import type { Histogram } from '#core/measures.ts'
import { Semaphore } from '#core/turns/semaphore.ts'

/** One dear hash runs at a time, and so many requests wait: at three seconds each, the last for the better part of a minute. */
const mostWaiting = 16
/** Of these so many are about the same hash: whoever guesses at one address must not fill the line for all the others. */
const mostOfOne = 2

const waitsHelp = 'Time that a password waited for its turn at an imported hash that is dearer than ours'

/** Where dear hashes (`dear-hash.ts`) wait for each other, one at a time, and hold up nobody else. */
export class DearGate {
  readonly #line = new Semaphore(1, mostWaiting, waitsHelp)
  /** How many have or wait for a turn, by stored value. */
  readonly #places = new Map<string, number>()
  #turnedAway = 0

  get waits(): Histogram {
    return this.#line.waits
  }

  /** How many requests were turned away. */
  get turnedAway(): number {
    return this.#turnedAway
  }

  get waiting(): number {
    return this.#line.waiting
  }

  /**
   * The result of `work` on these stored values, when its turn has come. Null, and nothing is done, when too many wait already, be it for
   * all or for one of these.
   */
  async pass<T>(stored: readonly string[], work: () => Promise<T>): Promise<T | null> {
    if (this.#line.isFull || stored.some((value) => this.#placesOf(value) >= mostOfOne)) {
      this.#turnedAway++
      return null
    }
    for (const value of stored) this.#places.set(value, this.#placesOf(value) + 1)
    try {
      return await this.#line.pass(work)
    } finally {
      for (const value of stored) this.#leave(value)
    }
  }

  #placesOf(value: string): number {
    return this.#places.get(value) ?? 0
  }

  #leave(value: string): void {
    const left = this.#placesOf(value) - 1
    if (left > 0) this.#places.set(value, left)
    else this.#places.delete(value)
  }
}
