/**
 * The fewest letters to put in, take out, change or swap with the next one to make one word of the other (optimal string alignment).
 *
 * @param most two words further apart than this need no exact number: it ends as soon as that is certain, with any number above it
 */
export function wordDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
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
    if (Math.min(...line) > most) return most + 1
    rows.push(line)
  }
  return rows.at(-1)!.at(-1)!
}
