/** The file to which every process of a run adds what it was answered: a line for each operation and status, and for each answer that is wrong. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** The variable that names it. */
export const answersFile = 'TEST_ANSWERS'

const wrongMark = '! '
const longestNote = 3000
const noted = new Set<string>()

/** @param pair as `GET /health/live 200` */
export const noteSeen = (pair: string): void => note(pair)

/** Of an answer that is not as the document says. */
export const noteWrong = (problem: string): void => note(`${wrongMark}${problem.replaceAll('\n', ' ').slice(0, longestNote)}`)

/** A line is written once by each process and in one piece, so that they do not write into each other's; without a file nothing is. */
function note(line: string): void {
  const file = process.env[answersFile]
  if (file === undefined || noted.has(line)) return
  noted.add(line)
  appendFileSync(file, `${line}\n`)
}

export interface Noted {
  readonly seen: ReadonlySet<string>
  readonly wrong: readonly string[]
}

/** What all processes noted. A test file that failed and ran again adds to it and takes nothing away. */
export function notedIn(file: string): Noted {
  const lines = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  const wrong = [...lines].filter((line) => line.startsWith(wrongMark))
  for (const line of wrong) lines.delete(line)
  return { seen: lines, wrong: wrong.map((line) => line.slice(wrongMark.length)) }
}
