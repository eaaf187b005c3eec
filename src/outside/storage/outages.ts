import type { Readable } from 'node:stream'
import { AppError, unavailable } from '#core/errors.ts'
import { Counter } from '#core/measures.ts'
import type { ObjectStore } from '#core/object-store.ts'
import { StorageFault } from './remote/storage-fault.ts'

const kinds = ['put', 'read', 'list', 'remove'] as const
type Kind = (typeof kinds)[number]

/** Failed operations of a store by kind. */
export type StorageErrors = Counter<{ kind: Kind }>

export const newStorageErrors = (): StorageErrors =>
  new Counter<{ kind: Kind }>('Operations of the storage that failed, by kind; what a caller did wrong is not among them', { kind: kinds })

/**
 * A store whose failures are counted, and are 503 for whoever waits for it: a disk that is full, a service that is away. What a caller's own
 * stream throws stays what it is and is not counted. The health check, whose reader is the operator, tells them as they are; it is not counted
 * either, for whoever asks for the health more often would make more of one outage.
 */
export function toldOutages(store: ObjectStore, errors: StorageErrors): ObjectStore {
  const note = (kind: Kind, error: unknown) => {
    if (!(error instanceof AppError) && !isMalformed(error)) errors.add({ kind })
  }
  const counted = async <T>(kind: Kind, asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      note(kind, error)
      throw error
    }
  }
  return {
    name: store.name,
    async put(key, body, ...more) {
      const given = new Watched(body)
      try {
        await store.put(key, given.body, ...more)
      } catch (error) {
        if (error !== given.thrown) note('put', error)
        throw outage(error)
      }
    },
    get: (key) => told(counted('read', store.get(key))),
    async read(...given) {
      const stream = await told(counted('read', store.read(...given)))
      return stream && noteBreak(stream, (error) => note('read', error))
    },
    facts: (key) => told(counted('read', store.facts(key))),
    async *list(folder) {
      try {
        yield* store.list(folder)
      } catch (error) {
        note('list', error)
        throw error
      }
    },
    delete: (key) => told(counted('remove', store.delete(key))),
    deleteUnfinished: (before) => counted('remove', store.deleteUnfinished(before)),
    check: () => store.check(),
  }
}

/** What an operator is told of an error: of a fault of a store what it was, and not the `unavailable` that callers get. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof AppError && error.cause instanceof Error ? error.cause.message : error.message
}

/** What a caller gives to be stored, and what that threw itself. */
class Watched {
  readonly body: Buffer | AsyncIterable<Buffer>
  thrown: unknown = null

  constructor(body: Buffer | AsyncIterable<Buffer>) {
    this.body = Buffer.isBuffer(body) ? body : this.#passing(body)
  }

  async *#passing(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) yield chunk
    } catch (error) {
      this.thrown = error
      throw error
    }
  }
}

/** A reader who hangs up ends a stream with an error too, which says nothing of the store. */
function noteBreak(stream: Readable, note: (error: Error) => void): Readable {
  return stream.once('error', (error: NodeJS.ErrnoException) => {
    if (error instanceof StorageFault || ['EIO', 'ESTALE'].includes(error.code ?? '')) note(error)
  })
}

/** A key that we made wrong. */
const isMalformed = (error: unknown): boolean => error instanceof Error && error.message === 'malformed storage key'

async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    throw outage(error)
  }
}

function outage(error: unknown): unknown {
  // what we made wrong is no outage
  if (error instanceof AppError || isMalformed(error)) return error
  return unavailable(5, error instanceof Error ? error : undefined)
}
