/** `node make-database.js <directory>`: makes a PostgreSQL data directory there, and ends. See `makeDatabase`. */
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { DurableFS } from './files.ts'

/** PGlite lets PostgreSQL's initdb write into its file system at once only where that is one of its own; into others it copies. */
class InPlaceFS extends MemoryFS {
  readonly #directory: string

  constructor(directory: string) {
    super(directory)
    this.#directory = directory
  }

  override init(...parameters: Parameters<MemoryFS['init']>): ReturnType<MemoryFS['init']> {
    return new DurableFS(this.#directory).init(...parameters)
  }

  /** Called when initdb is through. PGlite would go on and open the database, which is of no use here. */
  override async syncToFs(): Promise<void> {
    await flush(this.#directory)
    process.exit(0)
  }
}

const flushedAtOnce = 100

/**
 * What is there must outlast a power cut: PostgreSQL itself flushes only what it changes later. Many at once are one write of the
 * disk's journal; one after the other they take seconds.
 */
async function flush(directory: string): Promise<void> {
  const paths = ['.', ...(await readdir(directory, { recursive: true }))].map((name) => join(directory, name))
  for (let first = 0; first < paths.length; first += flushedAtOnce)
    await Promise.all(
      paths.slice(first, first + flushedAtOnce).map(async (path) => {
        await using file = await open(path)
        await file.sync()
      }),
    )
}

const wholeMemory = 128 * 1024 * 1024
const zeros = Buffer.alloc(64 * 1024)

/** The memory in parts, the last one first. A part that was never written takes no memory, and reading it takes none either. */
function* partsFromEnd(memory: Uint8Array): Iterable<{ start: number; part: Buffer; isZero: boolean }> {
  for (let start = memory.byteLength - zeros.length; start >= 0; start -= zeros.length) {
    const part = Buffer.from(memory.buffer, memory.byteOffset + start, zeros.length)
    yield { start, part, isZero: part.equals(zeros) }
  }
}

/**
 * Between two programs that initdb runs, PGlite puts the whole memory back as it was at first, from a copy of 128 MB that is all but
 * empty. Here the copy ends with its last part that is not zero, and what lies behind it is put back as zeros.
 */
function shortenCopies(): void {
  const { slice, set } = Uint8Array.prototype
  const shortened = new WeakSet<object>()
  Uint8Array.prototype.slice = function (...range) {
    if (range.length > 0 || this.byteLength !== wholeMemory) return slice.apply(this, range)
    let end = 0
    for (const { start, isZero } of partsFromEnd(this)) {
      if (isZero) continue
      end = start + zeros.length
      break
    }
    const copy = slice.call(this, 0, end)
    shortened.add(copy)
    return copy
  }
  Uint8Array.prototype.set = function (from, at) {
    set.call(this, from, at)
    if (!shortened.has(from)) return
    for (const { start, part, isZero } of partsFromEnd(this)) {
      if (start < from.length) break
      if (!isZero) part.fill(0)
    }
  }
}

// never an empty event loop: see the flags in initial-database.ts
setInterval(() => {}, 60_000)
shortenCopies()
try {
  await PGlite.create({ fs: new InPlaceFS(process.argv[2] as string) })
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
