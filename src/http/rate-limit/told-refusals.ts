import type { RateCounter } from '#core/rate-limits.ts'
import { within } from '#core/within.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'

const everyMs = 1000
/** So many clients a second are told of; of a flood of others the counter of refusals tells. */
const mostPending = 500

interface Refused {
  readonly counter: RateCounter
  readonly address: string
}

/**
 * Writes into the platform's log which clients were refused for too many requests: beside the requests, those of a second in one statement. What
 * cannot be written is forgotten; the counters of `/metrics` know all.
 */
export class ToldRefusals {
  readonly #service: Service
  readonly #log: { warn(fields: object, sentence: string): void }
  #pending: Refused[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(service: Service, log: { warn(fields: object, sentence: string): void }) {
    this.#service = service
    this.#log = log
  }

  /** Takes note of a client's first refusal in a window; costs no more than that. */
  note(counter: RateCounter, address: string): void {
    if (this.#pending.length >= mostPending) return
    this.#pending.push({ counter, address })
    this.#timer ??= setTimeout(() => void this.flush(), everyMs).unref()
  }

  /** Writes what was noted; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write()).catch((err) => this.#log.warn({ err }, 'refusals by rate are not in the log'))
    return this.#writing
  }

  /** Writes what is left, waiting for it no longer than `deadlineMs`. */
  async stop(deadlineMs: number): Promise<void> {
    await within(deadlineMs, this.flush())
  }

  async #write(): Promise<void> {
    const refused = this.#pending
    this.#pending = []
    if (refused.length === 0) return
    await transact(systemContext(this.#service), (ctx) =>
      emitAll(
        ctx,
        'access.rate_limited',
        refused.map(({ counter, address }) => ({ tenantId: null, ipAddress: address, data: { reason: counter } })),
      ),
    )
  }
}
