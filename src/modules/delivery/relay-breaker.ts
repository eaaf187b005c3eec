const threshold = 5
const openMs = 60_000

/**
 * Keeps messages from a relay or gateway that is away: after five in a row that could not be handed to anybody, none is tried for a
 * minute, then one at a time until one gets through.
 */
export class RelayBreaker {
  #failures = 0
  #closedUntil = 0
  #probing: boolean = false

  /** Whether the relay is held to be away. */
  get isOpen(): boolean {
    return this.#failures >= threshold
  }

  /** Whether a message may be tried now; if not, for how many milliseconds it should wait. Whoever may must call `report`. */
  ask(now: Date): { waitMs: number } | 'try' {
    if (!this.isOpen) return 'try'
    const waitMs = this.#closedUntil - now.getTime()
    if (waitMs > 0) return { waitMs: Math.min(waitMs, openMs) }
    if (this.#probing) return { waitMs: 1000 }
    this.#probing = true
    return 'try'
  }

  /**
   * @param reached whether a relay answered, whatever it said of the message; null when none was asked, which says nothing of it
   * @returns what this changed
   */
  report(reached: boolean | null, now: Date): 'opened' | 'closed' | null {
    const wasOpen = this.isOpen
    this.#probing = false
    if (reached === null) return null
    this.#failures = reached ? 0 : this.#failures + 1
    if (this.isOpen) this.#closedUntil = now.getTime() + openMs
    return this.isOpen === wasOpen ? null : this.isOpen ? 'opened' : 'closed'
  }
}
