/** One line of the result: a ratio or a value of this run against what was promised. */
export interface Result {
  what: string
  ours?: string
  bare?: string
  /** What is judged. */
  value: string
  /** What was promised; none for a line that only informs. */
  target?: string
  passes?: boolean
}

/** Prints the lines under each other, with the verdict where something was promised. */
export function printTable(results: readonly Result[]): void {
  const rows = results.map(({ what, ours, bare, value, target, passes }) => [
    what,
    ours ?? '',
    bare ?? '',
    value,
    target ?? '',
    passes === undefined ? '' : passes ? 'pass' : 'FAIL',
  ])
  const table = [['', 'ours', 'bare', 'ratio or value', 'target', ''], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
  }
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const ratio = (value: number) => value.toFixed(2)
