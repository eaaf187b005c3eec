/** The fewest letters to put in, take out, change or swap with the next one to make one word of the other (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= one.length; row++) {
    const [above = [], before] = [rows.at(-1), rows.at(-2)]
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const steps = [above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1)]
      const isSwap = before && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line.push(Math.min(...steps, isSwap ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY))
    }
    rows.push(line)
  }
  return rows.at(-1)!.at(-1)!
}

/** In a short name every second letter makes another word. */
const mostWrong = (name: string) => (name.length < 8 ? 1 : 2)

/**
 * One sentence for each name that is not in `known` and looks like a slip of one that is; a setting that is not read is otherwise
 * noticed only when it is missed.
 */
export function misspeltVariables(names: readonly string[], known: readonly string[]): string[] {
  const ours = new Set(known)
  return names.flatMap((name) => {
    if (ours.has(name)) return []
    const upper = name.toUpperCase()
    const meant = known.find((ours) => Math.abs(ours.length - name.length) <= 2 && distance(upper, ours) <= mostWrong(ours))
    return meant === undefined ? [] : [`${name} is not known and not read: is ${meant} meant?`]
  })
}
