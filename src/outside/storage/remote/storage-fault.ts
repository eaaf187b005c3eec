import { WrongChecksum } from './bucket.ts'

/**
 * What a store answered, in the few words of it that are safe in a log: an error of a vendor's library may hold whole requests, with the
 * headers and addresses that open the store.
 */
export class StorageFault extends Error {
  override readonly name = 'StorageFault'
  /** The vendor's own word for it, such as `AccessDenied`, or the system's. */
  readonly code: string
  /** Of HTTP; null where nothing was answered. */
  readonly status: number | null

  constructor(store: string, work: string, code: string, status: number | null) {
    super(`${store} ${work}: ${code}`)
    this.code = code
    this.status = status
  }
}

const word = (value: unknown): string | null => (typeof value === 'string' && /^[\w.-]{1,80}$/.test(value) ? value : null)

/** @param work what was asked of the store, in a word */
export function storageFault(store: string, work: string, error: unknown): StorageFault {
  if (error instanceof StorageFault) return error
  if (error instanceof WrongChecksum) return new StorageFault(store, work, error.message, null)
  const { name, code, statusCode, status, $metadata, cause } = Object(error) as Record<string, unknown>
  const answered = [Object($metadata).httpStatusCode, statusCode, status, code].find((value) => typeof value === 'number') ?? null
  const own = word(code) ?? (name === 'Error' ? null : word(name)) ?? word(Object(cause).code) ?? 'failed'
  return new StorageFault(store, work, answered === null ? own : `${own} (${answered})`, answered)
}
