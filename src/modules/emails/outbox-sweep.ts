import { isUuid } from '#core/uuid.ts'
import { within } from '#core/within.ts'
import { pause } from '#db/backoff.ts'
import type { Service } from '#db/rows/context.ts'
import type { JobLog } from '#jobs/job.ts'
import { keptRows, type OutgoingTable } from '#jobs/outgoing-records.ts'
import { sweepOutbox } from '#outside/mail/outbox.ts'
import { textFileEnding } from '#outside/sms/log.ts'

const everyMs = 3_600_000

/**
 * Keeps the outbox folder of this process as its mails and texts are kept: a file goes once its row is gone, by age or with the person.
 * Each process sees to its own folder, and does so every hour, also where mail goes to a relay by now.
 */
export class OutboxSweep {
  readonly #service: Service
  readonly #directory: string
  readonly #log: JobLog
  readonly #closing = new AbortController()
  #loop: Promise<void> | null = null

  constructor(service: Service, directory: string, log: JobLog) {
    this.#service = service
    this.#directory = directory
    this.#log = log
  }

  start(): void {
    this.#loop ??= this.#work()
  }

  /** Ends after the files that are at hand, waiting for it no longer than `deadlineMs`. */
  async stop(deadlineMs: number): Promise<void> {
    this.#closing.abort()
    if (this.#loop !== null) await within(deadlineMs, this.#loop)
  }

  /** Throws what the database or the disk throws. */
  async sweep(): Promise<void> {
    const nowMs = this.#service.clock.now().getTime()
    await sweepOutbox(this.#directory, (messageIds) => this.#kept('emails', messageIds), nowMs)
    await sweepOutbox(this.#directory, (ids) => this.#kept('texts', ids), nowMs, textFileEnding)
  }

  async #work(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.sweep().catch((err) => {
        if (!this.#closing.signal.aborted) this.#log.warn({ err }, 'old mails and texts of the outbox could not be deleted')
      })
      await pause(everyMs, this.#closing.signal)
    }
  }

  /** A Message-ID of ours begins with the id of its mail, and a text has its id alone. Another is none of ours, and kept. */
  async #kept(table: OutgoingTable, messageIds: readonly string[]): Promise<ReadonlySet<string>> {
    const idOf = (messageId: string) => messageId.split('@', 1)[0]!
    const ours = messageIds.filter((messageId) => isUuid(idOf(messageId)))
    const known = await keptRows(this.#service.database.kysely, table, ours.map(idOf))
    return new Set(messageIds.filter((messageId) => !isUuid(idOf(messageId)) || known.has(idOf(messageId))))
  }
}
