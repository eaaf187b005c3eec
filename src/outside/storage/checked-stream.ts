import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

export interface StreamChecks {
  /** What the whole has to be; its last bytes are not passed on before that is sure. */
  readonly digest?: { readonly algorithm: 'md5' | 'sha256'; readonly expected: Buffer } | null
  /** How many bytes have to come. */
  readonly bytes?: number | undefined
  /** How long the next may be waited for, while somebody wants it. */
  readonly patienceMs?: number
  /** Makes another error of one that ends it. */
  readonly told?: (error: unknown) => Error
}

/**
 * Passes a stream on that ends with an error where other bytes come than should, or none for too long: whoever counts them, as a client
 * does by the length that it was told, never takes that for the whole.
 */
export function checkedStream(source: Readable, { digest, bytes, patienceMs, told }: StreamChecks): Readable {
  // an error before the first byte is asked for is met then
  source.on('error', () => undefined)
  const hash = digest ? createHash(digest.algorithm) : null
  async function* passing(): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]()
    let count = 0
    let held: Buffer | null = null
    for (;;) {
      const { value, done } = await inTime(chunks, source, patienceMs)
      if (done) break
      hash?.update(value)
      count += value.length
      if (held) yield held
      held = value
    }
    if (bytes !== undefined && count !== bytes) throw new Error(`${count} bytes came of ${bytes}`)
    if (hash && !hash.digest().equals(digest!.expected)) throw new Error('the bytes that came have another checksum')
    if (held) yield held
  }
  async function* retold(): AsyncGenerator<Buffer> {
    try {
      yield* passing()
    } catch (error) {
      throw told ? told(error) : error
    }
  }
  const checked = Readable.from(retold(), { objectMode: false, highWaterMark: 256 * 1024 })
  checked.once('close', () => source.destroy())
  return checked
}

async function inTime(chunks: AsyncIterator<Buffer>, source: Readable, patienceMs = 0): Promise<IteratorResult<Buffer, undefined>> {
  if (patienceMs === 0) return await chunks.next()
  const timer = setTimeout(() => source.destroy(new Error('no bytes came')), patienceMs)
  try {
    return await chunks.next()
  } finally {
    clearTimeout(timer)
  }
}
