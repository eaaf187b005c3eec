import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { pause } from '#db/backoff.ts'

/** Between two looks; each is a connection of its own. */
const everyMs = 500

interface Options {
  log: Pick<Logger, 'info' | 'warn'>
  /** Whether a session that is opened now may write. What it throws counts as no. */
  look(): Promise<boolean>
  /** Has every connection that is open now thrown away. */
  retire(): void
}

/**
 * Knows whether the database takes writes. A connection keeps the mode it was opened in (`default_transaction_read_only`), and after a
 * fail-over may still talk to the standby: so once one was refused a write, none of those that were open then is used again, and none of
 * those opened before a new one may write.
 */
export class WriteState {
  readonly #options: Options
  readonly #closed = new AbortController()
  #looking: Promise<void> | null = null
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  /** False from the first refused write until a new connection may write. */
  get takesWrites(): boolean {
    return this.#looking === null
  }

  /** A connection was refused a write, or was opened and may not write. */
  refused(): void {
    if (this.#closed.signal.aborted) return
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
  }

  close(): void {
    this.#closed.abort()
  }

  async #look(): Promise<void> {
    const { log, look, retire } = this.#options
    const { signal } = this.#closed
    retire()
    for (let looks = 0; !signal.aborted; looks++) {
      await pause(Math.max(0, this.#lookedAt + everyMs - performance.now()), signal)
      this.#lookedAt = performance.now()
      if (await look().catch(() => false)) {
        retire()
        if (looks > 0) log.info('the database takes writes again')
        return
      }
      if (looks === 0) log.warn('the database takes no writes: it is read-only, or a standby')
    }
  }
}
