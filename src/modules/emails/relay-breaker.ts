const threshold = 5
const openMs = 60_000

/**
 * Keeps mails from a relay that is away: after five mails in a row that could not be handed to anybody, none is tried for a
 * minute, then one at a time until one gets through.
 */
export class RelayBreaker {
  #failures = 0
  #closedUntil = 0
  #probing: boolean = false

  /** Whether a mail may be tried now; if not, for how many milliseconds it should wait. Whoever may must call `report`. */
  ask(now: Date): { waitMs: number } | 'try' {
    if (this.#failures < threshold) return 'try'
    const waitMs = this.#closedUntil - now.getTime()
    if (waitMs > 0) return { waitMs: Math.min(waitMs, openMs) }
    if (this.#probing) return { waitMs: 1000 }
    this.#probing = true
    return 'try'
  }

  /** @param reached whether a relay answered, whatever it said of the mail; null when none was asked, which says nothing of it */
  report(reached: boolean | null, now: Date): void {
    this.#probing = false
    if (reached === null) return
    this.#failures = reached ? 0 : this.#failures + 1
    if (this.#failures >= threshold) this.#closedUntil = now.getTime() + openMs
  }
}
