/** Below it a table is read whole as quickly as by an index. */
const fewRows = 500

/**
 * Says when the plans of prepared statements are to be made anew. A plan that was made for an empty table reads the whole of it, and stays
 * when there are a hundred thousand rows: a server's autovacuum would end it, and the embedded database has none.
 */
export class PlanRenewal {
  readonly #inserted = new Map<string, { rows: number; next: number }>()

  /**
   * To be told of every insertion by a statement that is kept prepared; those are few.
   * @param statement its text, which stands for its table
   * @returns whether it has put in twice as many rows as when it last was due, and as its first 500
   */
  isDue(statement: string, rows: number): boolean {
    const known = this.#inserted.get(statement) ?? { rows: 0, next: fewRows }
    this.#inserted.set(statement, known)
    known.rows += rows
    if (known.rows < known.next) return false
    known.next = known.rows * 2
    return true
  }
}
