import { createHash } from 'node:crypto'
import { AppError } from '#core/errors.ts'
import type { ObjectStore } from '#core/object-store.ts'
import { readDrawing } from '#outside/pictures/drawing.ts'
import { readRaster } from '#outside/pictures/raster.ts'
import { isSvg } from '#outside/pictures/svg-mark.ts'
import { type FileKind, lookOf } from './file-kinds.ts'
import { HeldBytes } from './held-bytes.ts'
import { officeCompound, officeZip } from './office-files.ts'

/** A file as it is kept. */
export interface TakenFile {
  readonly kind: FileKind
  readonly bytes: number
  /** SHA-256 of what is kept, in hexadecimal digits. */
  readonly checksum: string
  /** Pixels; null for what is no picture. */
  readonly width: number | null
  readonly height: number | null
}

/** A file as it comes. */
interface GivenFile {
  readonly chunks: AsyncIterable<Buffer>
  readonly isNamedCsv: boolean
  /** Who sends it: what is held of it in memory counts as theirs, and its picture takes one of their turns. */
  readonly holder: string
}

/** What has to be in memory whole. */
type Whole = 'raster' | 'svg' | 'compound'

/** Of the beginning; an SVG may have a declaration and comments before its first tag. */
const headBytes = 4096
/** Of an archive; the directory of one with twenty thousand entries. */
const tailBytes = 1024 * 1024
/** Pixels, the largest side that an upload may have. */
const largestSide = 4096

/** Bytes of the pictures that come or wait for their turn in this process. */
const mostHeld = 256 * 1024 * 1024
const pictures = new HeldBytes(mostHeld)

const refused = () => new AppError(415, 'unsupported_media_type')

/**
 * Stores a file of a kind that is kept, by what its bytes are: its name counts for CSV alone, which has no bytes of its own. Pictures are
 * drawn anew or cleaned, and whole in memory for that; a PDF, an archive or a text passes through. The object says nothing of its type: who
 * serves it does. Throws 415 for any other kind, 503 where too many pictures wait, what `readRaster` and `readDrawing` throw, and what
 * `chunks` throws; the object is to be deleted then.
 */
export async function takeFile(
  store: ObjectStore,
  key: string,
  { chunks, isNamedCsv, holder }: GivenFile,
  held: HeldBytes = pictures,
): Promise<TakenFile> {
  const { head, rest } = await beginning(chunks)
  const look = lookOf(head, isSvg)
  if (look === 'raster' || look === 'svg' || look === 'compound')
    return await held.whole(holder, rest, (given) => takeWhole(store, key, look, given, holder))
  if (look === 'text' && !isNamedCsv) throw refused()
  const tail = look === 'zip' ? new Tail() : null
  const utf8 = look === 'text' ? new Utf8() : null
  const hash = createHash('sha256')
  let bytes = 0
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const chunk of rest) {
      hash.update(chunk)
      bytes += chunk.length
      tail?.add(chunk)
      utf8?.add(chunk)
      yield chunk
    }
    utf8?.end()
  }
  await store.put(key, passing(), 'application/octet-stream', holder)
  const kind = look === 'zip' ? officeZip(tail!.bytes(), bytes) : look === 'pdf' ? 'pdf' : 'csv'
  if (!kind) throw refused()
  return { kind, bytes, checksum: hash.digest('hex'), width: null, height: null }
}

async function takeWhole(store: ObjectStore, key: string, look: Whole, given: Buffer, holder: string): Promise<TakenFile> {
  const { kind, body, width, height } = await made(look, given, holder)
  await store.put(key, body, 'application/octet-stream')
  return { kind, bytes: body.length, checksum: createHash('sha256').update(body).digest('hex'), width, height }
}

async function made(look: Whole, given: Buffer, holder: string) {
  if (look === 'svg') return { kind: 'svg' as const, ...(await readDrawing(given, holder)) }
  if (look === 'raster') {
    const { extension, ...picture } = await readRaster(given, { holder, side: largestSide, isAnimated: true, seconds: 60 })
    return { kind: extension, ...picture }
  }
  const kind = officeCompound(given)
  if (!kind) throw refused()
  return { kind, body: given, width: null, height: null }
}

/** The first bytes, and all of them again. */
async function beginning(chunks: AsyncIterable<Buffer>): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const read: Buffer[] = []
  for (let length = 0; length < headBytes; ) {
    const { value, done } = await iterator.next()
    if (done) break
    read.push(value)
    length += value.length
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield* read
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  }
  return { head: Buffer.concat(read), rest: rest() }
}

/** The end of what passes. */
class Tail {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length - this.#chunks[0]!.length >= tailBytes) this.#length -= this.#chunks.shift()!.length
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }
}

/** Throws 415 as soon as what passes is not UTF-8 or has a NUL in it. */
class Utf8 {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  add(chunk: Buffer): void {
    if (chunk.includes(0)) throw refused()
    this.#decode(() => this.#decoder.decode(chunk, { stream: true }))
  }

  end(): void {
    this.#decode(() => this.#decoder.decode())
  }

  #decode(work: () => string): void {
    try {
      work()
    } catch {
      throw refused()
    }
  }
}
