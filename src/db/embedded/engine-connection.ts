import { EventEmitter } from 'node:events'
import pg from 'pg'
import { type EmbeddedEngine, EngineEnded } from './engine.ts'

/**
 * Stands where a `pg.Connection` has its socket. What is written between `cork` and `uncork`, which is all that one query asks for, goes
 * to PostgreSQL in one piece: to go there and back costs more than most statements.
 */
class EngineSocket extends EventEmitter {
  /** Asked by `pg` before it sends anything. */
  writable: boolean = true
  readonly #engine: EmbeddedEngine
  #written: Uint8Array[] = []
  #isCorked: boolean = false
  /** Ends when all is answered that was written. */
  #answered: Promise<void> = Promise.resolve()

  constructor(engine: EmbeddedEngine) {
    super()
    this.#engine = engine
  }

  /** Opens the database again if it has ended. */
  connect(): void {
    this.#engine.ready().then(
      () => this.emit('connect'),
      (error) => this.emit('error', error),
    )
  }

  write(bytes: Uint8Array): boolean {
    this.#written.push(bytes)
    if (!this.#isCorked) this.#send()
    return true
  }

  cork(): void {
    this.#isCorked = true
  }

  uncork(): void {
    this.#isCorked = false
    if (this.#written.length > 0) this.#send()
  }

  /** What was written is answered before. What the client had waiting behind that must never run: it is told that it did not. */
  destroy(): this {
    this.writable = false
    this.#answered = this.#answered.then(() => void this.emit('close'))
    return this
  }

  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  #send(): void {
    const messages = this.#written.length === 1 ? this.#written[0]! : Buffer.concat(this.#written)
    this.#written = []
    this.#answered = this.#answered.then(() => this.#execute(messages))
  }

  async #execute(messages: Uint8Array): Promise<void> {
    const answers: Buffer[] = []
    try {
      await this.#engine.execute(messages, (bytes) => answers.push(bytes))
      for (const bytes of answers) this.emit('data', bytes)
    } catch (error) {
      this.emit('error', error)
    }
  }
}

/** What a `pg.Client` takes for its connection to a server. Each client has its own: on a shared one it would hear the end of the one before. */
export class EngineConnection extends pg.Connection {
  constructor(engine: EmbeddedEngine) {
    super({ stream: new EngineSocket(engine) } as object)
    this.on('errorMessage', ({ severity }: pg.DatabaseError) => {
      if (severity !== 'PANIC' && severity !== 'FATAL') return
      engine.end()
      // a server would close the connection after its last words
      setImmediate(() => this.stream.emit('error', new EngineEnded()))
    })
  }

  /** Nobody asks who is there: the database is a part of this process. */
  startup(): void {
    this.emit('readyForQuery')
  }

  /** `pg` takes a statement back when a value of it can't be sent, and goes on holding it for prepared: so it stays. */
  override close(): void {}

  override end(): void {
    this.stream.destroy()
  }
}
