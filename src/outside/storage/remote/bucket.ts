import type { Readable } from 'node:stream'
import type { ByteRange, ListedObject, ObjectFacts } from '#core/object-store.ts'

/**
 * What a store of a vendor has to do; names are whole, with their prefix. Whatever takes a signal ends soon after that is aborted. What a
 * vendor throws is made safe to be shown by `RemoteStore`.
 */
export interface Bucket {
  /** Bytes of each part of a stream, but for the last. */
  readonly partBytes: number
  /** Stores all of it, and throws `WrongChecksum` where the vendor tells of other bytes. */
  putWhole(name: string, body: Buffer, contentType: string, signal: AbortSignal): Promise<Proof>
  /** Begins an object that nobody sees before it is completed. */
  beginParts(name: string, contentType: string, signal: AbortSignal): Promise<PartedWrite>
  /** Null where there is none. */
  facts(name: string, signal: AbortSignal): Promise<ObjectFacts | null>
  /** Null where there is none. The signal holds until it is answered; what comes then is the caller's to watch. */
  open(name: string, range: ByteRange | undefined, signal: AbortSignal): Promise<OpenedObject | null>
  /** So many as were asked for at most, and where the next begin; null at the end. */
  page(prefix: string, after: string | undefined, signal: AbortSignal): Promise<{ objects: ListedObject[]; next: string | undefined }>
  /** A name that there is not is no error. */
  delete(name: string, signal: AbortSignal): Promise<void>
  /** Takes away parts of objects that were begun before then and never completed, where the vendor does not do so by itself. */
  deleteUnfinished(prefix: string, before: Date, signal: AbortSignal): Promise<void>
}

export interface BucketManner {
  /** How long one operation may take. */
  readonly patienceMs: number
  /** Objects in a page of a list. */
  readonly pageLength: number
}

/** Whether the vendor told the checksum of what it stored: what it did not tell of is read again. */
export type Proof = 'proved' | 'told nothing'

export interface PartedWrite {
  /** In their order, one at a time. Throws `WrongChecksum`. */
  part(bytes: Buffer, signal: AbortSignal): Promise<void>
  complete(signal: AbortSignal): Promise<Proof>
  /** Takes away what was sent. */
  abort(signal: AbortSignal): Promise<void>
}

export interface OpenedObject {
  readonly stream: Readable
  readonly contentType: string
  /** Of the whole, where all of it comes and nobody checks it yet. */
  readonly md5: Buffer | null
}

/** The vendor holds other bytes than it was sent. */
export class WrongChecksum extends Error {
  override readonly name = 'WrongChecksum'

  constructor() {
    super('the storage has other bytes than it was sent')
  }
}
