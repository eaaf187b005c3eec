import bidiFactory, { type Bidi } from 'bidi-js'

const bidi = (bidiFactory as unknown as () => Bidi)()

/** Letters of one direction that stand together, in the order in which they are read. */
export interface Run {
  readonly text: string
  readonly isRightToLeft: boolean
}

/** One line of a text: its runs from left to right. */
export interface Line {
  readonly runs: readonly Run[]
  /** Of the paragraph: its lines begin at the right. */
  readonly isRightToLeft: boolean
}

/** Which of both directions a text has by its first strong letter (UAX #9, rules P2 and P3). */
export const isRightToLeft = (text: string): boolean => bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1

/**
 * What nobody is to put into somebody else's paper: control characters, and those that turn the text that follows around (UAX #9,
 * section 2), which could make a name look like another.
 */
export const plain = (text: string): string =>
  text.replace(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

/**
 * A text in lines no wider than `width`, each in the order in which it is shown (UAX #9): broken between words, and inside those that are
 * wider than a line. Of a text that is longer than its lines no more is looked at than they can show.
 * @param measure how wide a text is, in the unit of `width`
 * @param most lines; of a longer text the last ends with an ellipsis
 */
export function linesOf(text: string, width: number, measure: (text: string) => number, most: number): Line[] {
  const longestLine = Math.ceil(width / measure('i'))
  // twice what can be seen: there are spaces between lines, and letters of no width
  const part = text.slice(0, 2 * most * longestLine)
  const all = broken(part, { width, longestLine, measure, most })
  const isWhole = all.length <= most && part.length === text.length
  const shown = isWhole ? all : withEllipsis(all.slice(0, most))
  const direction = isRightToLeft(part) ? 'rtl' : 'ltr'
  return shown.map((line) => ({ runs: runsOf(line, direction), isRightToLeft: direction === 'rtl' }))
}

const withEllipsis = (lines: string[]): string[] => [...lines.slice(0, -1), `${[...lines.at(-1)!].slice(0, -2).join('')}…`]

interface Space {
  readonly width: number
  /** No line has more letters that can be seen. */
  readonly longestLine: number
  readonly measure: (text: string) => number
  readonly most: number
}

/** The lines of a text up to the first that there is no place for. */
function broken(text: string, space: Space): string[] {
  const { width, measure, most } = space
  const lines: string[] = []
  const gap = measure(' ')
  let [line, used] = ['', 0]
  for (const word of wordsOf(text, space)) {
    const needed = measure(word)
    if (line !== '' && used + gap + needed > width) {
      lines.push(line)
      if (lines.length > most) return lines
      ;[line, used] = ['', 0]
    }
    used += line === '' ? needed : gap + needed
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function* wordsOf(text: string, space: Space): Generator<string> {
  for (const word of text.split(' ')) yield* pieces(word, space)
}

/** A word that is wider than a line, in parts that are not: ids, agents, JSON. */
function* pieces(word: string, space: Space): Generator<string> {
  if (word.length < 4 || (word.length <= space.longestLine && space.measure(word) <= space.width)) return yield word
  const letters = [...word]
  const half = Math.ceil(letters.length / 2)
  yield* pieces(letters.slice(0, half).join(''), space)
  yield* pieces(letters.slice(half).join(''), space)
}

/** The runs of one line, from left to right; brackets in those that are read from the right are mirrored (rule L4). */
function runsOf(line: string, direction: 'ltr' | 'rtl'): Run[] {
  const found = bidi.getEmbeddingLevels(line, direction)
  const runs: Run[] = []
  let isRight = false
  let indices: number[] = []
  const close = () => {
    if (indices.length === 0) return
    const letters = indices.sort((a, b) => a - b).map((at) => (isRight ? (bidi.getMirroredCharacter(line[at]!) ?? line[at]!) : line[at]!))
    runs.push({ text: letters.join(''), isRightToLeft: isRight })
    indices = []
  }
  let last = -1
  for (const at of bidi.getReorderedIndices(line, found)) {
    const isOdd = (found.levels[at]! & 1) === 1
    // a run is of one level, and its letters stand together
    if (isOdd !== isRight || at !== last + (isRight ? -1 : 1)) close()
    isRight = isOdd
    last = at
    indices.push(at)
  }
  close()
  return runs
}
