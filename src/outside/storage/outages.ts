import { AppError, unavailable } from '#core/errors.ts'
import type { ObjectStore } from '#core/object-store.ts'

/**
 * The same store, whose failures are 503 for whoever waits for it: a disk that is full, a service that is away. What a caller's own stream
 * throws stays what it is. The health check, whose reader is the operator, tells them as they are.
 */
export function toldOutages(store: ObjectStore): ObjectStore {
  return {
    name: store.name,
    put: (...given) => told(store.put(...given)),
    get: (key) => told(store.get(key)),
    read: (...given) => told(store.read(...given)),
    facts: (key) => told(store.facts(key)),
    list: (folder) => store.list(folder),
    delete: (key) => told(store.delete(key)),
    deleteUnfinished: (before) => store.deleteUnfinished(before),
    check: () => store.check(),
  }
}

/** What an operator is told of an error: of a fault of a store what it was, and not the `unavailable` that callers get. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof AppError && error.cause instanceof Error ? error.cause.message : error.message
}

async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError) throw error
    // a key that we made wrong is no outage
    if (error instanceof Error && error.message === 'malformed storage key') throw error
    throw unavailable(5, error instanceof Error ? error : undefined)
  }
}
