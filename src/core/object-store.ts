/** Where uploaded bytes are kept: a folder here, a bucket elsewhere. Keys are made by us, never taken from a request. */
export interface ObjectStore {
  /** What the health answer calls it, e.g. `file`. */
  readonly name: string
  /** Stores or replaces; a reader sees the old object or the new one, never a part of it. */
  put(key: string, body: Buffer, contentType: string): Promise<void>
  /** Null where nothing lies under that key. */
  get(key: string): Promise<{ body: Buffer; contentType: string } | null>
  /** A key that does not exist is no error. */
  delete(key: string): Promise<void>
  /** Health: throws when objects could not be written now. */
  check(): Promise<void>
}
