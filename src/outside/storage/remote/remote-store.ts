import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { ByteRange, ListedObject, ObjectFacts, ObjectStore } from '#core/object-store.ts'
import { checkedStream } from '#outside/storage/checked-stream.ts'
import { HeldBytes } from '#outside/storage/held-bytes.ts'
import { isKey, requireKey } from '#outside/storage/keys.ts'
import { type Bucket, type PartedWrite, type Proof, WrongChecksum } from './bucket.ts'
import { storageFault } from './storage-fault.ts'

/** Parts of uploads that are on their way to a store, of the whole process. */
const parts = new HeldBytes(256 * 1024 * 1024)
/** No key, so it is in no list. */
const probe = '.probe'
const writtenEveryMs = 15 * 60_000

interface RemoteManner {
  readonly name: string
  readonly prefix: string
  readonly patienceMs: number
  readonly held?: HeldBytes | undefined
}

/**
 * Objects in a bucket of a vendor. Every operation ends, sooner or later, with the store away or not; what a vendor's library throws is told
 * in a few words of it. The library is loaded by the first operation.
 */
export class RemoteStore implements ObjectStore {
  readonly name: string
  readonly #prefix: string
  readonly #patienceMs: number
  readonly #held: HeldBytes
  readonly #load: () => Promise<Bucket>
  #bucket: Promise<Bucket> | null = null
  #writtenAt = Number.NEGATIVE_INFINITY

  /**
   * @param patienceMs of one operation, and of the wait for the next bytes of a stream
   * @param held counts the parts of uploads on their way
   * @param load makes the bucket; asks nothing of it
   */
  constructor({ name, prefix, patienceMs, held = parts }: RemoteManner, load: () => Promise<Bucket>) {
    this.name = name
    this.#prefix = prefix
    this.#patienceMs = patienceMs
    this.#held = held
    this.#load = load
  }

  async put(key: string, body: Buffer | AsyncIterable<Buffer>, contentType: string, holder = 'service'): Promise<void> {
    const name = this.#name(key)
    if (Buffer.isBuffer(body)) return await this.#putWhole(name, body, contentType)
    const { partBytes } = await this.#loaded()
    const held: { chunks: Buffer[]; bytes: number } = { chunks: [], bytes: 0 }
    const written: Written = { parts: null, bytes: 0, crc: 0 }
    /** Of all that is held; it counts as held until it is sent. */
    const send = async (work: (part: Buffer) => Promise<void>) => {
      await work(Buffer.concat(held.chunks.splice(0)))
      this.#held.give(holder, held.bytes)
      held.bytes = 0
    }
    const sendPart = () => send((part) => this.#putPart(name, part, contentType, written))
    try {
      for await (const chunk of body) {
        this.#held.take(holder, chunk.length, held.bytes)
        held.chunks.push(chunk)
        held.bytes += chunk.length
        if (held.bytes >= partBytes) await sendPart()
      }
      if (written.parts === null) return await send((whole) => this.#putWhole(name, whole, contentType))
      if (held.bytes > 0) await sendPart()
      await this.#complete(name, written, written.parts)
    } catch (error) {
      const begun = written.parts
      if (begun) await this.#ask('abort', (_, signal) => begun.abort(signal)).catch(() => undefined)
      throw error
    } finally {
      this.#held.give(holder, held.bytes)
    }
  }

  async get(key: string): Promise<{ body: Buffer; contentType: string } | null> {
    const opened = await this.#open(this.#name(key))
    return opened && { body: await buffer(opened.stream), contentType: opened.contentType }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    return (await this.#open(this.#name(key), range))?.stream ?? null
  }

  facts(key: string): Promise<ObjectFacts | null> {
    const name = this.#name(key)
    return this.#ask('facts', (bucket, signal) => bucket.facts(name, signal))
  }

  async *list(folder: string): AsyncGenerator<readonly ListedObject[]> {
    const below = this.#prefix + (folder === '' ? '' : `${requireKey(folder)}/`)
    let after: string | undefined
    do {
      const { objects, next } = await this.#ask('list', (bucket, signal) => bucket.page(below, after, signal))
      const own = objects.flatMap(({ key, ...facts }) => {
        const ownKey = key.slice(this.#prefix.length)
        return isKey(ownKey) ? [{ key: ownKey, ...facts }] : []
      })
      if (own.length > 0) yield own
      after = next
    } while (after !== undefined)
  }

  async delete(key: string): Promise<void> {
    const name = this.#name(key)
    await this.#ask('delete', (bucket, signal) => bucket.delete(name, signal))
  }

  async deleteUnfinished(before: Date): Promise<void> {
    await this.#ask('clean', (bucket, signal) => bucket.deleteUnfinished(this.#prefix, before, signal))
  }

  /** Asks for an object of ours, and writes it now and then: each write has its price, and in a bucket with versions it stays. */
  async check(): Promise<void> {
    const name = this.#prefix + probe
    const isThere = performance.now() - this.#writtenAt < writtenEveryMs
    if (isThere && (await this.#ask('check', (bucket, signal) => bucket.facts(name, signal)))) return
    this.#writtenAt = Number.NEGATIVE_INFINITY
    await this.#putWhole(name, randomBytes(8), 'application/octet-stream')
    this.#writtenAt = performance.now()
  }

  #name(key: string): string {
    return this.#prefix + requireKey(key)
  }

  async #putWhole(name: string, body: Buffer, contentType: string): Promise<void> {
    const proof = await this.#ask('write', async (bucket, signal) => {
      try {
        return await bucket.putWhole(name, body, contentType, signal)
      } catch (error) {
        if (error instanceof WrongChecksum) await bucket.delete(name, AbortSignal.timeout(this.#patienceMs))
        throw error
      }
    })
    await this.#prove(name, proof, { bytes: body.length, crc: crc32(body) })
  }

  async #putPart(name: string, part: Buffer, contentType: string, written: Written): Promise<void> {
    written.parts ??= await this.#ask('write', (bucket, signal) => bucket.beginParts(name, contentType, signal))
    const { parts } = written
    await this.#ask('write', (_, signal) => parts.part(part, signal))
    written.crc = crc32(part, written.crc)
    written.bytes += part.length
  }

  async #complete(name: string, written: Written, parts: PartedWrite): Promise<void> {
    const proof = await this.#ask('write', (_, signal) => parts.complete(signal))
    written.parts = null
    const facts = await this.#ask('facts', (bucket, signal) => bucket.facts(name, signal))
    await this.#prove(name, facts?.bytes === written.bytes ? proof : 'told nothing', written)
  }

  /** Reads again what the store told nothing of; takes away what is not what was sent. */
  async #prove(name: string, proof: Proof, { bytes, crc }: Pick<Written, 'bytes' | 'crc'>): Promise<void> {
    if (proof === 'proved') return
    const opened = await this.#open(name)
    let found = { bytes: 0, crc: 0 }
    if (opened)
      for await (const chunk of opened.stream as AsyncIterable<Buffer>)
        found = { bytes: found.bytes + chunk.length, crc: crc32(chunk, found.crc) }
    if (found.bytes === bytes && found.crc === crc) return
    await this.#ask('delete', (bucket, signal) => bucket.delete(name, signal))
    throw storageFault(this.name, 'write', new WrongChecksum())
  }

  async #open(name: string, range?: ByteRange): Promise<{ stream: Readable; contentType: string } | null> {
    const opened = await this.#ask('read', (bucket, signal) => bucket.open(name, range, signal))
    if (!opened) return null
    const { stream, contentType, md5 } = opened
    const told = (error: unknown) => storageFault(this.name, 'read', error)
    const checks = {
      patienceMs: this.#patienceMs,
      bytes: range && range.end - range.start + 1,
      digest: md5 && { algorithm: 'md5' as const, expected: md5 },
      told,
    }
    return { contentType, stream: checkedStream(stream, checks) }
  }

  /** One operation: it ends in time, whatever the library does, and its failure is told in our words. */
  async #ask<T>(work: string, asked: (bucket: Bucket, signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController()
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.abort()
      reject(Object.assign(new Error('no answer'), { code: 'no_answer' }))
    }, this.#patienceMs)
    try {
      return await Promise.race([this.#loaded().then((bucket) => asked(bucket, late.signal)), promise])
    } catch (error) {
      throw storageFault(this.name, work, error)
    } finally {
      clearTimeout(timer)
    }
  }

  #loaded(): Promise<Bucket> {
    this.#bucket ??= this.#load().catch((error) => {
      this.#bucket = null
      throw storageFault(this.name, 'open', error)
    })
    return this.#bucket
  }
}

/** What of a stream is stored already. */
interface Written {
  parts: PartedWrite | null
  bytes: number
  /** CRC-32 of all of it. */
  crc: number
}
