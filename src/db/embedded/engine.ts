import { performance } from 'node:perf_hooks'
import type { PGlite } from '@electric-sql/pglite'

/** PostgreSQL inside this process has ended, as a server would by a crash; `code` is the one a client of a server would see. */
export class EngineEnded extends Error {
  readonly code = '57P02'
  constructor(cause?: unknown) {
    super('the embedded database has ended and will be opened again', { cause })
    this.name = 'EngineEnded'
  }
}

/** A query runs on this thread, so while a timer can fire none is running: what has not answered by then never will. */
const answerTimeoutMs = 10_000
/** Between two tries to open it again; each holds the thread, for all requests. */
const pauseMs = 2000

/**
 * The running PGlite, and the next one once it has ended. After a PANIC (a full disk, for one) PGlite never answers again, not
 * even with an error; opening its directory anew recovers it as after a crash.
 */
export class EmbeddedEngine {
  #pglite: PGlite
  readonly #reopen: (() => Promise<PGlite>) | null
  #ended: boolean = false
  #opening: Promise<void> | null = null
  #notBefore = 0

  /** `reopen` null: nothing is left of a database in memory once it has ended. */
  constructor(pglite: PGlite, reopen: (() => Promise<PGlite>) | null) {
    this.#pglite = pglite
    this.#reopen = reopen
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Resolves when queries can be sent; opens the database again if it has ended. @throws EngineEnded when that fails (still). */
  async ready(): Promise<void> {
    if (!this.#ended) return
    if (!this.#reopen || performance.now() < this.#notBefore) throw new EngineEnded()
    this.#opening ??= this.#open(this.#reopen)
    await this.#opening
  }

  async #open(reopen: () => Promise<PGlite>): Promise<void> {
    try {
      this.#pglite = await reopen()
      this.#ended = false
    } catch (error) {
      this.#notBefore = performance.now() + pauseMs
      throw new EngineEnded(error)
    } finally {
      this.#opening = null
    }
  }

  /**
   * Has PostgreSQL do what messages of its protocol ask for, one after the other.
   *
   * @param said is called with each piece of what it answers
   * @throws EngineEnded
   */
  async execute(messages: Uint8Array, said: (bytes: Buffer) => void): Promise<void> {
    if (this.#ended) throw new EngineEnded()
    const { promise: never, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new EngineEnded()), answerTimeoutMs)
    try {
      // what it gives is a part of its memory, which it writes over
      const done = this.#pglite.execProtocolRawStream(messages, { onRawData: (bytes) => said(Buffer.from(bytes)) })
      await Promise.race([done, never])
    } catch (error) {
      this.#ended = true
      throw error instanceof EngineEnded ? error : new EngineEnded(error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Nothing is sent to it any more before it was opened anew. */
  end(): void {
    this.#ended = true
  }

  dump(): Promise<Blob> {
    return this.#pglite.dumpDataDir('none')
  }

  /** An ended one can't be closed; what it left on the disk is complete. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#pglite.close()
  }
}
