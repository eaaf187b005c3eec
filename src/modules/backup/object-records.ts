import { createHash } from 'node:crypto'
import { before, minutesMs } from '#core/clock.ts'
import type { ListedObject, ObjectStore } from '#core/object-store.ts'
import { type ArchiveRecord, jsonRecord } from './archive-format.ts'

/** Pictures are small, and have a type that only the whole of one tells; files have none but this. */
const folders = [
  { name: 'files', isSmall: false },
  { name: 'avatars', isSmall: true },
  { name: 'logos', isSmall: true },
]
const plainType = 'application/octet-stream'

/** What was written so long before the beginning of a list may be missing in it: clocks of file servers differ. */
const marginMs = minutesMs(60)

/**
 * The objects of a store, in two walks: all that there are; and later those that have come since. Objects never change, so that of the last
 * hour alone is remembered which were in the first. One that is deleted meanwhile is left out.
 */
export class ObjectWalks {
  readonly #store: ObjectStore
  readonly #since: Date
  readonly #recent = new Set<string>()

  /** @param now when the first walk begins */
  constructor(store: ObjectStore, now: Date) {
    this.#store = store
    this.#since = before(now, marginMs)
  }

  all(): AsyncGenerator<ArchiveRecord> {
    return this.#walk(() => true)
  }

  since(): AsyncGenerator<ArchiveRecord> {
    return this.#walk((listed) => this.#isRecent(listed) && !this.#recent.has(listed.key))
  }

  readonly #isRecent = ({ modifiedAt }: ListedObject): boolean => modifiedAt >= this.#since

  async *#walk(isWanted: (listed: ListedObject) => boolean): AsyncGenerator<ArchiveRecord> {
    for (const { name, isSmall } of folders) {
      for await (const page of this.#store.list(name)) {
        for (const listed of page.filter(isWanted)) {
          yield* recordsOf(this.#store, listed, isSmall)
          if (this.#isRecent(listed)) this.#recent.add(listed.key)
        }
      }
    }
  }
}

async function* recordsOf(store: ObjectStore, { key }: ListedObject, isSmall: boolean): AsyncGenerator<ArchiveRecord> {
  const found = isSmall ? await whole(store, key) : await streamed(store, key)
  if (found === null) return
  yield jsonRecord('object', { key, contentType: found.contentType })
  const hash = createHash('sha256')
  let bytes = 0
  for await (const payload of found.chunks) {
    hash.update(payload)
    bytes += payload.length
    yield { kind: 'bytes', payload }
  }
  yield jsonRecord('objectEnd', { bytes, sha256: hash.digest('hex') })
}

async function whole(store: ObjectStore, key: string) {
  const found = await store.get(key)
  return found && { contentType: found.contentType, chunks: [found.body] as Iterable<Buffer> | AsyncIterable<Buffer> }
}

async function streamed(store: ObjectStore, key: string) {
  const chunks = await store.read(key)
  return chunks && { contentType: plainType, chunks: chunks as AsyncIterable<Buffer> }
}
