import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { writeAtomically } from '#outside/atomic-file.ts'
import { type ArchiveRecord, archiveMac, encoded, jsonRecord, linesIn, magic } from './archive-format.ts'

/** What an archive that was written holds. */
export interface WrittenArchive {
  rows: number
  objects: number
  /** Of the compressed file. */
  bytes: number
  /** SHA-256 of the compressed file, in hexadecimal digits. */
  sha256: string
}

/**
 * Writes an archive of these records, compressed, with its proof at the end. The file has its name, and its bytes are on the disk, when the
 * promise resolves; before that there is only a hidden one beside it, which goes when anything fails. Throws what the records and the file
 * system throw.
 */
export async function writeArchive(path: string, key: Buffer, records: AsyncIterable<ArchiveRecord>): Promise<WrittenArchive> {
  const counts = { rows: 0, objects: 0 }
  const file = createHash('sha256')
  let bytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of compressed(proved(records, key, counts))) {
      file.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await writeAtomically(path, counted())
  return { ...counts, bytes, sha256: file.digest('hex') }
}

function compressed(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }
  const zstd = createZstdCompress({ params })
  // whoever reads the compressed end is told of a failure; here nobody waits
  feed(chunks, zstd).catch((error) => zstd.destroy(error))
  return zstd
}

/** One chunk after the other, the end apart from the last: given together, Node closes the compressed frame twice, and an empty one is left behind. */
async function feed(chunks: AsyncIterable<Buffer>, zstd: Writable): Promise<void> {
  for await (const chunk of chunks) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    zstd.write(chunk, (error) => (error ? reject(error) : resolve()))
    await promise
  }
  zstd.end()
}

async function* proved(
  records: AsyncIterable<ArchiveRecord>,
  key: Buffer,
  counts: { rows: number; objects: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(magic)
  yield magic
  for await (const record of records) {
    if (record.kind === 'rows') counts.rows += linesIn(record.payload)
    if (record.kind === 'objectEnd') counts.objects++
    const chunk = encoded(record)
    hash.update(chunk)
    yield chunk
  }
  const sha256 = hash.digest('hex')
  yield encoded(jsonRecord('end', { ...counts, sha256, mac: archiveMac(key, sha256) }))
}
