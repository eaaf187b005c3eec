import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import {
  type ArchiveRecord,
  archiveFormat,
  archiveKey,
  archiveMac,
  endShape,
  type Header,
  headBytes,
  headerShape,
  kinds,
  linesIn,
  longestOf,
  magic,
  secretProof,
} from './archive-format.ts'

/** A file that nothing is restored from; `message` says why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

const cut = 'the file is cut: it ends in the middle'
export const changed = 'the file was changed since it was made, or is damaged'
const foreign = 'the file is no backup of this service'

/**
 * Every record of an archive, the header first; when the last has come, the file is whole and as it was made by who had one of these secrets.
 * Until then nothing of it is proved. Of the file no more is held than a record.
 * @throws BackupRefused for one that is cut, changed, of a newer version, or made under another secret; and what the file system throws
 */
export async function* readArchive(path: string, masterSecrets: readonly string[]): AsyncGenerator<ArchiveRecord> {
  const source = new ByteSource(decompressed(path))
  const hash = createHash('sha256')
  if (!(await source.take(magic.length, foreign)).equals(magic)) throw new BackupRefused(foreign)
  hash.update(magic)
  const counts = { rows: 0, objects: 0 }
  let key: Buffer | null = null
  for (;;) {
    const head = await source.take(headBytes, cut)
    const kind = kinds[String.fromCharCode(head[0]!) as keyof typeof kinds]
    const length = head.readUInt32BE(1)
    if (kind === undefined || length > longestOf(kind) || (key === null && kind !== 'header')) throw new BackupRefused(changed)
    const payload = await source.take(length, cut)
    const record = { kind, payload }
    if (kind === 'end') {
      await requireProof(record, { key: key!, sha256: hash.digest('hex'), counts, source })
      yield record
      return
    }
    hash.update(head).update(payload)
    if (kind === 'header') key = keyOf(record, masterSecrets)
    if (kind === 'rows') counts.rows += linesIn(payload)
    if (kind === 'objectEnd') counts.objects++
    yield record
  }
}

/** The payload of a record as what it must be. @throws BackupRefused for anything else */
export function parsed<T>(shape: z.ZodType<T>, { payload }: ArchiveRecord): T {
  const read = shape.safeParse(jsonOf(payload))
  if (!read.success) throw new BackupRefused(changed)
  return read.data
}

function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}

function keyOf(record: ArchiveRecord, masterSecrets: readonly string[]): Buffer {
  // first of all: of a newer one nothing else is known
  const { format, version } = Object(jsonOf(record.payload)) as Partial<Header>
  if (typeof format === 'number' && format > archiveFormat)
    throw new BackupRefused(`the file was made by a newer version (${version}), and this one does not know its format: use that version`)
  const { secret } = parsed(headerShape, record)
  const key = masterSecrets.map(archiveKey).find((key) => isSame(secretProof(key, secret.nonce).proof, secret.proof))
  if (!key) throw new BackupRefused('the file was made under another master secret: set MASTER_SECRET to that one')
  return key
}

interface Course {
  key: Buffer
  sha256: string
  counts: { rows: number; objects: number }
  source: ByteSource
}

async function requireProof(record: ArchiveRecord, { key, sha256, counts, source }: Course): Promise<void> {
  const end = parsed(endShape, record)
  const isWhole = end.sha256 === sha256 && isSame(end.mac, archiveMac(key, sha256))
  if (!isWhole || end.rows !== counts.rows || end.objects !== counts.objects) throw new BackupRefused(changed)
  if (!(await source.isAtEnd())) throw new BackupRefused(changed)
}

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function* decompressed(path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  const zstd = createZstdDecompress()
  const file = createReadStream(path, { highWaterMark: 256 * 1024 })
  pipeline(file, zstd, () => undefined)
  try {
    yield* zstd
    // what stands behind the compressed end is passed over in silence
    if (zstd.bytesWritten !== size) throw new BackupRefused(changed)
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'Z_BUF_ERROR') throw new BackupRefused(cut)
    if (code.startsWith('ZSTD_error_prefix')) throw new BackupRefused(foreign)
    if (code.startsWith('ZSTD_')) throw new BackupRefused(changed)
    throw error
  } finally {
    file.destroy()
  }
}

/** Bytes in the portions in which they are asked for. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** @throws BackupRefused with `otherwise` where there are fewer */
  async take(bytes: number, otherwise: string): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more())) throw new BackupRefused(otherwise)
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more())
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next()
    if (next.done) return false
    this.#rest = next.value
    return true
  }
}
