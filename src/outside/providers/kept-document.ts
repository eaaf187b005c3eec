import { after, minutesMs } from '#core/clock.ts'

const freshMinutes = 60
/** While the provider is away, what it said last is believed for this long. */
const staleMinutes = 24 * 60
const refetchMinutes = 1

interface Kept<T> {
  readonly value: T
  readonly freshUntil: Date
  readonly staleUntil: Date
}

/** A document of a provider, kept in memory: fetched by one caller for all, and again once a minute at most. */
export class KeptDocument<T> {
  readonly #fetch: (now: Date) => Promise<T>
  #kept: Kept<T> | null = null
  #next: Date | null = null
  #running: Promise<T> | null = null

  constructor(fetch: (now: Date) => Promise<T>) {
    this.#fetch = fetch
  }

  /** The document as it is known, fetched where it is not, or no longer fresh. Throws what the fetch throws. */
  async read(now: Date): Promise<T> {
    if (this.#kept && (now < this.#kept.freshUntil || this.#isEarly(now)) && now < this.#kept.staleUntil) return this.#kept.value
    try {
      return await this.#load(now)
    } catch (error) {
      if (this.#kept && now < this.#kept.staleUntil) return this.#kept.value
      throw error
    }
  }

  /** The document anew, where something is missing in it; null within the minute after the last look. */
  async again(now: Date): Promise<T | null> {
    if (this.#running !== null) return await this.#running
    return this.#isEarly(now) ? null : await this.#load(now)
  }

  #isEarly(now: Date): boolean {
    return this.#next !== null && now < this.#next
  }

  #load(now: Date): Promise<T> {
    this.#running ??= this.#fetchOnce(now).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #fetchOnce(now: Date): Promise<T> {
    if (this.#kept) this.#next = after(now, minutesMs(refetchMinutes))
    const value = await this.#fetch(now)
    this.#kept = { value, freshUntil: after(now, minutesMs(freshMinutes)), staleUntil: after(now, minutesMs(staleMinutes)) }
    this.#next = after(now, minutesMs(refetchMinutes))
    return value
  }
}
