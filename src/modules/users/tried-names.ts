/** So many names are remembered, in some 30 MB at most; beyond them a dry run forgets the oldest. */
const mostNames = 200_000

/** The names of the lines that a dry run let pass: nothing is written that would say that a later line has the same. */
export class TriedNames {
  readonly names = new Set<string>()

  /** Lets go of the oldest beyond the bound. */
  trim(): void {
    for (const name of this.names) {
      if (this.names.size <= mostNames) return
      this.names.delete(name)
    }
  }
}
