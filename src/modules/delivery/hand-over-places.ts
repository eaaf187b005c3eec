import { performance } from 'node:perf_hooks'

/** Behind messages that take longer to hand over, others would only wait. */
const quickMs = 250
/** Nobody waits longer for a place; and for so long it is held to go on quickly. */
const waitMs = 1000

/** What may be under way beside the messages that are being handed over, while that goes quickly. */
export interface Flow {
  /** So many messages are made ready before there is a place for them. */
  readonly ahead: number
  /** So many may be handed over whose records are not written yet: as many more may come twice when the process is killed. */
  readonly unrecorded: number
}

/**
 * So many messages are handed over at the same time. While that goes quickly others are made ready before there is a place for them, and those
 * that were handed over leave their places before they are recorded; else no more are ever handed over and not recorded than there are places.
 */
export class HandOverPlaces {
  readonly #places: number
  readonly #flow: Flow
  #handing = 0
  #unrecorded = 0
  readonly #waiting: ((isMine: boolean) => void)[] = []
  #quickAt = Number.NEGATIVE_INFINITY

  constructor(places: number, flow: Flow) {
    this.#places = places
    this.#flow = flow
  }

  /** How many more messages than there are places may be taken on now. */
  get ahead(): number {
    return this.#isQuick ? this.#flow.ahead : 0
  }

  /** Whether so many records are worth a statement now: no more are allowed to wait, or nobody else is about to come. */
  isEnough(records: number): boolean {
    return !this.#isQuick || records >= this.#flow.unrecorded || this.#handing === 0
  }

  /** Waits for a place in turn, a second at most. Whoever gets one must call `leave` and then `recorded`. @returns whether there is one */
  async take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false
    if (this.#hasRoom) {
      this.#enter()
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const giveUp = () => {
      const at = this.#waiting.indexOf(resolve)
      // a place that was given meanwhile is kept
      if (at !== -1) this.#waiting.splice(at, 1)
      if (at !== -1) resolve(false)
    }
    this.#waiting.push(resolve)
    const timer = setTimeout(giveUp, waitMs)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
  }

  /** It was handed over, or not. @param tookMs how long that took */
  leave(tookMs: number): void {
    this.#quickAt = tookMs < quickMs ? performance.now() : Number.NEGATIVE_INFINITY
    this.#handing--
    this.#fill()
  }

  /** What became of one that has left its place is written, or will not be by whoever took it. */
  recorded(): void {
    this.#unrecorded--
    this.#fill()
  }

  get #isQuick(): boolean {
    return performance.now() - this.#quickAt < waitMs
  }

  /** Counted with those that are being handed over: each of them may be taken by the relay already. */
  get #hasRoom(): boolean {
    return this.#handing < this.#places && this.#unrecorded < this.#places + (this.#isQuick ? this.#flow.unrecorded : 0)
  }

  #enter(): void {
    this.#handing++
    this.#unrecorded++
  }

  #fill(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      this.#enter()
      this.#waiting.shift()!(true)
    }
  }
}
