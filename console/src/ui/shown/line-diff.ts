/** What lines two texts have in common, and which only one of them has: the longest common subsequence, as far as that is worth its memory. */

export interface DiffLine {
  readonly mark: 'same' | 'taken' | 'added'
  readonly text: string
}

/** So many pairs of lines are compared; texts that differ in more are shown as taken and added whole. */
const mostPairs = 2_000_000
/** A line that nobody takes in at a glance, as mails in one line have. */
const longestLine = 200

/** Lines of a text. What was written in one long line is parted behind its tags. */
export const linesOf = (text: string): string[] =>
  text === '' ? [] : text.split(/\r\n?|\n/).flatMap((line) => (line.length > longestLine ? line.split(/(?<=>)/) : [line]))

/** The lines of `after`, with those of `before` that are not in it where they stood. */
export function diffOf(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++
  const same = (lines: string[]) => lines.map((text): DiffLine => ({ mark: 'same', text }))
  const middle = between(old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  return [...same(now.slice(0, head)), ...middle, ...same(now.slice(now.length - tail))]
}

function between(old: readonly string[], now: readonly string[]): DiffLine[] {
  const wide = now.length + 1
  const isCompared = old.length * now.length <= mostPairs
  /** How many lines the rests of both have in common, from each pair of places on. */
  const common = new Uint32Array(isCompared ? (old.length + 1) * wide : 0)
  const at = (one: number, other: number) => common[one * wide + other] ?? 0
  if (isCompared)
    for (let one = old.length - 1; one >= 0; one--)
      for (let other = now.length - 1; other >= 0; other--)
        common[one * wide + other] = old[one] === now[other] ? at(one + 1, other + 1) + 1 : Math.max(at(one + 1, other), at(one, other + 1))
  const lines: DiffLine[] = []
  let [one, other] = [0, 0]
  while (one < old.length || other < now.length) {
    const [taken, added] = [old[one], now[other]]
    if (isCompared && taken !== undefined && taken === added) {
      lines.push({ mark: 'same', text: taken })
      one++
      other++
    } else if (taken !== undefined && (added === undefined || at(one + 1, other) >= at(one, other + 1))) {
      lines.push({ mark: 'taken', text: taken })
      one++
    } else {
      lines.push({ mark: 'added', text: added ?? '' })
      other++
    }
  }
  return lines
}

/** Lines that are shown together, and how many that both have are left out before them. */
export interface Hunk {
  readonly skipped: number
  readonly lines: readonly DiffLine[]
}

/**
 * What differs, with a few lines around it.
 *
 * @param most lines in all
 * @returns `left`: how many lines more differ, and are not shown
 */
export function hunksOf(lines: readonly DiffLine[], around = 2, most = 300): { hunks: Hunk[]; skipped: number; left: number } {
  const hunks: { skipped: number; lines: DiffLine[] }[] = []
  let [skipped, shown, left] = [0, 0, 0]
  let isOpen = false
  for (const [place, line] of lines.entries()) {
    const isNear = lines.slice(Math.max(0, place - around), place + around + 1).some(({ mark }) => mark !== 'same')
    if (!isNear || shown >= most) {
      isOpen = false
      if (line.mark === 'same') skipped++
      else left++
      continue
    }
    if (!isOpen) hunks.push({ skipped, lines: [] })
    if (!isOpen) skipped = 0
    isOpen = true
    hunks.at(-1)?.lines.push(line)
    shown++
  }
  return { hunks, skipped, left }
}

/**
 * A text that somebody else saved first: what is typed against what is stored now. Whichever is kept, a text that was not typed into is
 * theirs: what they changed of it is shown.
 *
 * @returns null where no line differs: the texts are the same, or differ in the ends of their lines alone
 */
export function conflictOf({ base, mine, theirs }: { readonly base: string; readonly mine: string; readonly theirs: string }) {
  const isMine = mine !== base
  const shown = hunksOf(isMine ? diffOf(theirs, mine) : diffOf(base, theirs))
  return shown.hunks.length > 0 ? { ...shown, isMine } : null
}
