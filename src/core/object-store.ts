import type { Readable } from 'node:stream'

/** A part of an object, in bytes from 0; both ends belong to it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** An object as a list tells of it. */
export interface ListedObject {
  readonly key: string
  readonly bytes: number
  readonly modifiedAt: Date
}

/** What is known of an object without reading it. */
export interface ObjectFacts {
  readonly bytes: number
  readonly contentType: string
}

/** Where uploaded bytes are kept: a folder here, a bucket elsewhere. Whoever stores and is told of no error can read the very bytes again. Keys are made by us, never taken from a request. */
export interface ObjectStore {
  /** What the health answer calls it, `file`, `s3`, `azure` or `gcs`. */
  readonly name: string
  /**
   * Stores or replaces; a reader sees the old object or the new one, never a part of it. Of a stream no more is held than passes,
   * some megabytes at most; what it throws is thrown, and nothing is stored then. What is held counts as the holder's, who may hold no more than is left for others:
   * 503 then.
   * @param holder who sends the stream; left out where the service itself does
   */
  put(key: string, body: Buffer | AsyncIterable<Buffer>, contentType: string, holder?: string): Promise<void>
  /** The whole of it, for what is small; null where nothing lies under that key. */
  get(key: string): Promise<{ body: Buffer; contentType: string } | null>
  /** A stream of it, or of a part that lies inside of it; null where nothing lies under that key. Whoever does not read it to its end destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable | null>
  /** Null where nothing lies under that key. */
  facts(key: string): Promise<ObjectFacts | null>
  /** Whatever lies below a folder, or below all where it is empty text, in no order, up to a thousand at a time; what comes or goes meanwhile may be among them or not. */
  list(folder: string): AsyncIterable<readonly ListedObject[]>
  /** A key that does not exist is no error. */
  delete(key: string): Promise<void>
  /** Takes away what is left of writes that ended in the middle and began before then. */
  deleteUnfinished(before: Date): Promise<void>
  /** Health: throws when objects could not be written now. */
  check(): Promise<void>
}
