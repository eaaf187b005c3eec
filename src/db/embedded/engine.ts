import { performance } from 'node:perf_hooks'
import type { PGlite } from '@electric-sql/pglite'
import { PglitePgConnection } from '@electric-sql/pglite/node-postgres'

/** PostgreSQL inside this process has ended, as a server would by a crash; `code` is the one a client of a server would see. */
class EngineEnded extends Error {
  readonly code = '57P02'
  constructor(cause?: unknown) {
    super('the embedded database has ended and will be opened again', { cause })
    this.name = 'EngineEnded'
  }
}

type Execute = PGlite['execProtocolStream']

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

  /** Sends one message of the protocol and gives the answers. @throws EngineEnded */
  async execute(...parameters: Parameters<Execute>): Promise<Awaited<ReturnType<Execute>>> {
    if (this.#ended) throw new EngineEnded()
    const { promise: never, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new EngineEnded()), answerTimeoutMs)
    try {
      const answers = await Promise.race([this.#pglite.execProtocolStream(...parameters), never])
      if (answers.some((answer) => answer.name === 'error' && endsEngine(answer))) this.#ended = true
      return answers
    } catch (error) {
      this.#ended = true
      throw error instanceof EngineEnded ? error : new EngineEnded(error)
    } finally {
      clearTimeout(timer)
    }
  }

  dump(): Promise<Blob> {
    return this.#pglite.dumpDataDir('none')
  }

  /** An ended one can't be closed; what it left on the disk is complete. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#pglite.close()
  }
}

const endsEngine = (answer: object) => 'severity' in answer && (answer.severity === 'PANIC' || answer.severity === 'FATAL')

/** What a `pg.Client` takes for its connection to a server. Each client has its own: on a shared one it would hear the end of the one before. */
export class EngineConnection extends PglitePgConnection {
  readonly #engine: EmbeddedEngine

  constructor(engine: EmbeddedEngine) {
    const execute: Execute = async (...parameters) => {
      const answers = await engine.execute(...parameters)
      // a server would close the connection after its last words
      if (engine.hasEnded) setImmediate(() => this.emit('error', new EngineEnded()))
      return answers
    }
    super({ pglite: { waitReady: Promise.resolve(), execProtocolStream: execute } as unknown as PGlite })
    this.#engine = engine
  }

  override async connect(port: number, host: string): Promise<void> {
    try {
      await this.#engine.ready()
      await super.connect(port, host)
    } catch (error) {
      this.emit('error', error)
    }
  }

  /** Takes away all listeners; an error that comes after them must not end the process. */
  override end(): void {
    super.end()
    this.on('error', () => {})
  }
}
