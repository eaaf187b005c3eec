/** One line of a body: its number, counted from 1, and its bytes without the end; null for one that is too long to be looked at. */
export interface RawLine {
  readonly line: number
  readonly bytes: Buffer | null
}

const newline = 0x0a
const blanks = new Set([0x20, 0x09, 0x0d])

/** Takes a body apart at its newlines, whatever pieces it comes in, and keeps no more of it than one line may have. */
export class LineSplitter {
  readonly #mostBytes: number
  #pieces: Buffer[] = []
  #length = 0
  #line = 1

  /** @param mostBytes of a line; of a longer one nothing is kept */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** The lines that end in this piece. Those with nothing in them but blanks are counted and passed over. */
  *push(chunk: Buffer): Generator<RawLine> {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, at))
      from = at + 1
      yield* this.#take()
    }
    this.#keep(chunk.subarray(from))
  }

  /** The last line, where no newline ends it. */
  *end(): Generator<RawLine> {
    yield* this.#take()
  }

  #keep(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length > this.#mostBytes) this.#pieces = []
    // a copy: a short line must not hold the whole piece that it came in
    else if (piece.length > 0) this.#pieces.push(Buffer.from(piece))
  }

  *#take(): Generator<RawLine> {
    const bytes = this.#length > this.#mostBytes ? null : Buffer.concat(this.#pieces)
    const line = this.#line++
    this.#pieces = []
    this.#length = 0
    if (bytes === null || bytes.some((byte) => !blanks.has(byte))) yield { line, bytes }
  }
}
