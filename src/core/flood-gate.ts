/**
 * Lets one entry through at once, and then one for each stretch of time in which others came: the last of them, with the number of those that
 * were left out before it.
 */
export class FloodGate {
  readonly #everyMs: number
  #last: ((leftOut: number) => void) | null = null
  #waiting = 0
  #isOpen: boolean = true

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Calls `write` now, or at the end of the present stretch, or never: then the one that is called is told of it. */
  pass(write: (leftOut: number) => void): void {
    if (this.#isOpen) {
      write(0)
      this.#close()
      return
    }
    this.#last = write
    this.#waiting++
  }

  #close(): void {
    this.#isOpen = false
    setTimeout(() => this.#end(), this.#everyMs).unref()
  }

  #end(): void {
    const [write, waiting] = [this.#last, this.#waiting]
    this.#last = null
    this.#waiting = 0
    if (write === null) {
      this.#isOpen = true
      return
    }
    write(waiting - 1)
    this.#close()
  }
}
