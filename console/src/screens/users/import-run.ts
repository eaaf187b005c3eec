/** Takes over users from a file of lines, piece by piece: what was answered is done, and the rest can go on from there. Without a page. */

/** What the service answers to a line, and at the end. */
export interface AnswerLine {
  readonly line?: number | undefined
  readonly code?: string | undefined
  readonly errors?: readonly { readonly field: string; readonly message: string }[] | undefined
  readonly message?: string | undefined
  readonly traceId?: string | undefined
}

/** Why a line was left out. */
export interface LineFault {
  readonly line: number
  readonly code: string
  /** What the service said of its fields, in words. */
  readonly reasons: readonly string[]
}

export interface Progress {
  /** The last line that is done with. */
  readonly line: number
  /** How many users were made, or would be. */
  readonly made: number
  readonly skipped: number
  /** The first of those that were left out. */
  readonly faults: readonly LineFault[]
  /** How much of the file was read, from 0 to 1. */
  readonly share: number
}

export const beginning: Progress = { line: 0, made: 0, skipped: 0, faults: [], share: 0 }

/** How many faults are kept to be shown. */
export const mostFaults = 500
/** What one request takes: few enough that progress is seen and a stop is not waited for. */
const mostLines = 1000
const mostCharacters = 1_000_000

interface Line {
  readonly number: number
  readonly text: string
  /** How much of the file was read by then, from 0 to 1. */
  readonly share: number
}

/** A browser reads no file that was changed or moved since it was chosen. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** The lines of a text file that are not blank, each with its number. Throws Unreadable. */
export async function* linesOf(file: Blob): AsyncGenerator<Line> {
  const reader = file.stream().getReader()
  const decoder = new TextDecoder()
  let [rest, number, read] = ['', 0, 0]
  for (;;) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw new Unreadable('a file could not be read', { cause })
    })
    read += value?.byteLength ?? 0
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
    const parts = rest.split('\n')
    rest = done ? '' : (parts.pop() ?? '')
    for (const text of parts) {
      number += 1
      if (text.trim() !== '') yield { number, text, share: file.size === 0 ? 1 : read / file.size }
    }
    if (done) return
  }
}

/** The last line of an answer, which says why the work ended too early. */
export class Ended extends Error {
  override name = 'Ended'
  readonly code: string
  readonly traceId: string | undefined
  constructor({ code = 'internal_error', message, traceId }: AnswerLine) {
    super(message)
    this.code = code
    this.traceId = traceId
  }
}

interface Run {
  readonly file: Blob
  /** Whether nobody is made: then names that stand twice are looked for in the whole file. */
  readonly isTrial: boolean
  /** Where it stopped before. */
  readonly from: Progress
  /** Sends lines, at least one. */
  send(values: readonly unknown[]): Promise<AsyncIterable<AnswerLine>>
  isStopped(): boolean
  onProgress(progress: Progress): void
}

/**
 * Sends the lines after `from`, until the end of the file or until somebody stops it.
 *
 * @returns whether the end was reached
 * @throws what `send` throws, Ended, Unreadable
 */
export async function runImport({ file, isTrial, from, send, isStopped, onProgress }: Run): Promise<boolean> {
  const names = new Set<string>()
  let now = from
  const add = (line: Line, fault: Omit<LineFault, 'line'> | null) => {
    const faults = fault && now.faults.length < mostFaults ? [...now.faults, { line: line.number, ...fault }] : now.faults
    now = { line: line.number, made: now.made + (fault ? 0 : 1), skipped: now.skipped + (fault ? 1 : 0), faults, share: line.share }
  }
  for await (const piece of piecesOf(file, from.line)) {
    if (isStopped()) return false
    const judged = piece.map((line) => judge(line, isTrial ? names : null))
    const sent = judged.filter(({ code }) => code === undefined)
    const answers = (sent.length > 0 ? await send(sent.map(({ value }) => value)) : noAnswers())[Symbol.asyncIterator]()
    for (const { line, code } of judged) {
      const answer = code === undefined ? await nextOf(answers) : { code, errors: [] }
      add(line, answer.code === undefined ? null : { code: answer.code, reasons: (answer.errors ?? []).map(said) })
      onProgress(now)
    }
    // the last line says nothing new, but that the connection is done with
    for (let last = await answers.next(); !last.done; last = await answers.next()) if (last.value.code) throw new Ended(last.value)
  }
  now = { ...now, share: 1 }
  onProgress(now)
  return true
}

const said = ({ field, message }: { readonly field: string; readonly message: string }) => `${field}: ${message}`

async function* noAnswers(): AsyncGenerator<AnswerLine> {}

async function nextOf(answers: AsyncIterator<AnswerLine>): Promise<AnswerLine> {
  const { value, done } = await answers.next()
  if (done) throw new Ended({})
  if (value.line === undefined) throw new Ended(value)
  return value
}

async function* piecesOf(file: Blob, after: number): AsyncGenerator<Line[]> {
  let [piece, size]: [Line[], number] = [[], 0]
  for await (const line of linesOf(file)) {
    if (line.number <= after) continue
    piece.push(line)
    size += line.text.length
    if (piece.length < mostLines && size < mostCharacters) continue
    yield piece
    ;[piece, size] = [[], 0]
  }
  if (piece.length > 0) yield piece
}

/** What can be told of a line without the service: that it is no JSON, or of somebody who stands further up. */
function judge(
  line: Line,
  names: Set<string> | null,
): { readonly line: Line; readonly value?: unknown; readonly code?: 'malformed_json' | 'conflict' } {
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    return { line, code: 'malformed_json' }
  }
  if (names === null || typeof value !== 'object' || value === null) return { line, value }
  const { email, username } = value as Record<string, unknown>
  const own = [email, username].filter((name) => typeof name === 'string').map((name, at) => `${at} ${name.trim().toLowerCase()}`)
  const isTwice = own.some((name) => names.has(name))
  for (const name of own) names.add(name)
  return isTwice ? { line, code: 'conflict' } : { line, value }
}
