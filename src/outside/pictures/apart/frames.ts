import type { Writable } from 'node:stream'

/** Bytes before each frame: how long its head and its body are, as big-endian numbers. */
const lengthBytes = 8
const mostHead = 64 * 1024

/** Writes what is told, as JSON, and bytes behind it. */
export function writeFrame(to: Writable, told: object, body: Uint8Array = new Uint8Array()): void {
  const head = Buffer.from(JSON.stringify(told))
  const lengths = Buffer.alloc(lengthBytes)
  lengths.writeUInt32BE(head.length, 0)
  lengths.writeUInt32BE(body.length, 4)
  to.write(Buffer.concat([lengths, head]))
  if (body.length > 0) to.write(body)
}

export interface Frame {
  readonly told: unknown
  readonly body: Buffer<ArrayBuffer>
}

/** Puts frames together. Whoever writes them may be in a stranger's hands: what it says of lengths is believed up to a bound. */
export class FrameReader {
  readonly #mostBody: number
  #lengths = new Piece(lengthBytes)
  #head: Piece | null = null
  #body: Piece | null = null

  /** @param mostBody bytes */
  constructor(mostBody: number) {
    this.#mostBody = mostBody
  }

  /** The frames that a chunk completes. @throws Error for one that is too long; SyntaxError for a head that is no JSON */
  read(chunk: Buffer): Frame[] {
    const frames: Frame[] = []
    for (let rest = chunk; rest.length > 0; ) {
      rest = (this.#body && this.#head?.isWhole ? this.#body : (this.#head ?? this.#lengths)).take(rest)
      if (this.#lengths.isWhole && !this.#head) this.#begin(this.#lengths.bytes)
      if (!this.#head?.isWhole || !this.#body?.isWhole) continue
      frames.push({ told: JSON.parse(this.#head.bytes.toString()), body: this.#body.bytes })
      this.#lengths = new Piece(lengthBytes)
      this.#head = null
      this.#body = null
    }
    return frames
  }

  #begin(lengths: Buffer): void {
    const [head, body] = [lengths.readUInt32BE(0), lengths.readUInt32BE(4)]
    if (head === 0 || head > mostHead || body > this.#mostBody) throw new Error(`a frame of ${head} and ${body} bytes`)
    this.#head = new Piece(head)
    this.#body = new Piece(body)
  }
}

/** Bytes that come bit by bit, in a buffer of their own. */
class Piece {
  readonly bytes: Buffer<ArrayBuffer>
  #taken = 0

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafeSlow(length)
  }

  get isWhole(): boolean {
    return this.#taken === this.bytes.length
  }

  /** @returns what is left of it */
  take(chunk: Buffer): Buffer {
    const length = Math.min(chunk.length, this.bytes.length - this.#taken)
    chunk.copy(this.bytes, this.#taken, 0, length)
    this.#taken += length
    return chunk.subarray(length)
  }
}
