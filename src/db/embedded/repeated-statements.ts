/** Texts that are remembered to have come once; what a caller builds anew each time fills no memory. */
const mostSeen = 2000

/**
 * Names for the statements that come again. A statement that is prepared by its name is parsed and planned once and not at every run,
 * which on the embedded database is a third of its work.
 */
export class RepeatedStatements {
  readonly #most: number
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()

  /** `most`: how many get a name; each is kept by the database for as long as the session lives. */
  constructor(most: number) {
    this.#most = most
  }

  /** @returns the name of the statement from its second time on; undefined before, and for what comes when all names are given */
  nameOf(sql: string): string | undefined {
    const name = this.#names.get(sql)
    if (name !== undefined || this.#names.size >= this.#most) return name
    if (!this.#seen.delete(sql)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear()
      this.#seen.add(sql)
      return undefined
    }
    const given = `repeated_${this.#names.size}`
    this.#names.set(sql, given)
    return given
  }
}
