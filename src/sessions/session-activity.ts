import type { Logger } from 'pino'
import { before, minutesMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'

const writeEveryMs = minutesMs(1)

/**
 * When a session was last used, for its owner's list. Requests only leave their session's id here; once a minute all of them are
 * written in one statement, so that reading costs no write. What a crash takes is a minute of "last active", nothing else.
 */
// unscoped: sessions that were used, by whomever
export class SessionActivity {
  readonly #service: Pick<Service, 'database' | 'clock'>
  readonly #log: Pick<Logger, 'warn'>
  #seen = new Set<string>()
  #timer: NodeJS.Timeout | null = null

  constructor(service: Pick<Service, 'database' | 'clock'>, log: Pick<Logger, 'warn'>) {
    this.#service = service
    this.#log = log
  }

  seen(sessionId: string): void {
    this.#seen.add(sessionId)
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  /** Writes what was seen since the last time; never throws: it is tried again with the next minute's. */
  async write(): Promise<void> {
    if (this.#seen.size === 0) return
    const seen = this.#seen
    this.#seen = new Set()
    const now = this.#service.clock.now()
    try {
      await this.#service.database.kysely
        .updateTable('sessions')
        .set({ lastActiveAt: now })
        .where('id', '=', (eb) => eb.fn.any(eb.val([...seen].sort())))
        .where('lastActiveAt', '<=', before(now, writeEveryMs / 2))
        .where('endedAt', 'is', null)
        .execute()
    } catch (error) {
      for (const id of seen) this.#seen.add(id)
      this.#log.warn({ err: error }, 'session activity was not written')
    }
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.write()
  }
}
