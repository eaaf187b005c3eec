import { createHash } from 'node:crypto'
import type { ObjectStore } from '#core/object-store.ts'

export interface CopyCounts {
  /** Looked at so far. */
  objects: number
  copied: number
  /** Were there already, byte for byte. */
  equal: number
  /** Were deleted while it went on. */
  gone: number
  failed: number
  bytesCopied: number
}

export interface CopyTelling {
  /** After each object. */
  readonly progress: (counts: Readonly<CopyCounts>) => void
  /** Is told of each object that is not in the other store as it is in this one. */
  readonly failure: (key: string, error: unknown) => void
}

const atOnce = 4
/** A store that is away would be asked for each of a million objects. */
const mostFailures = 20

/**
 * Copies every object of a store into another, which may hold some of them by now: those are compared byte for byte and left where they are
 * equal. What is copied is read again and must have the SHA-256 of what was read. Objects that only the other store has stay there. Ends early
 * after twenty failures.
 */
export async function copyObjects(from: ObjectStore, to: ObjectStore, telling: CopyTelling): Promise<CopyCounts> {
  const counts: CopyCounts = { objects: 0, copied: 0, equal: 0, gone: 0, failed: 0, bytesCopied: 0 }
  for await (const page of from.list('')) {
    const waiting = page.map(({ key }) => key)
    const work = async () => {
      for (let key = waiting.shift(); key !== undefined && counts.failed < mostFailures; key = waiting.shift()) {
        const outcome = await copyOne(from, to, key).catch((error) => {
          telling.failure(key!, error)
          return { became: 'failed' as const, bytes: 0 }
        })
        counts.objects++
        counts[outcome.became]++
        counts.bytesCopied += outcome.bytes
        telling.progress(counts)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (counts.failed >= mostFailures) break
  }
  return counts
}

async function copyOne(from: ObjectStore, to: ObjectStore, key: string): Promise<{ became: 'copied' | 'equal' | 'gone'; bytes: number }> {
  const [own, other] = [await from.facts(key), await to.facts(key)]
  if (!own) return { became: 'gone', bytes: 0 }
  if (other?.bytes === own.bytes && other.contentType === own.contentType) {
    const [here, there] = [await digestOf(from, key), await digestOf(to, key)]
    if (here === null) return { became: 'gone', bytes: 0 }
    if (here === there) return { became: 'equal', bytes: 0 }
  }
  const stream = await from.read(key)
  if (!stream) return { became: 'gone', bytes: 0 }
  const hash = createHash('sha256')
  let bytes = 0
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    if (bytes !== own!.bytes) throw new Error(`${bytes} bytes came of ${own!.bytes}`)
  }
  try {
    await to.put(key, passing(), own.contentType)
  } finally {
    stream.destroy()
  }
  if ((await digestOf(to, key)) !== hash.digest('hex')) throw new Error('the copy has another checksum')
  return { became: 'copied', bytes }
}

/** SHA-256 in hexadecimal digits; null where there is none. */
async function digestOf(store: ObjectStore, key: string): Promise<string | null> {
  const stream = await store.read(key)
  if (!stream) return null
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
