/** Chance that falls the same way every time (mulberry32), so that every demo has the same people and the same month. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to but without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** @throws RangeError when there is nothing to pick */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('nothing to pick from')
    return from[this.between(0, from.length - 1)] as T
  }

  /** So many different ones; all of them when there are fewer. */
  some<T>(from: readonly T[], count: number): T[] {
    const left = [...from]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.between(0, left.length - 1), 1)[0] as T)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }
}
