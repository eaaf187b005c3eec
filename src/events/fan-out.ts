import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { crashPoint } from '#core/crash-points.ts'
import { within } from '#core/within.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import { isPassing } from '#db/database-errors.ts'
import type { Service } from '#db/rows/context.ts'
import { sendWakes } from '#db/rows/wakes.ts'
import type { Tables } from '#db/tables.ts'
import { eventCounts } from './event-counts.ts'
import { failedAddresses } from './failed-addresses.ts'
import { type FannedEvent, type FanOutTarget, fannedColumns } from './fan-out-target.ts'
import { securityLog } from './security-log.ts'

/** Everything that is made of events, in the order in which it is written. A later part adds its own here. */
export const fanOutTargets: readonly FanOutTarget[] = [securityLog, eventCounts, failedAddresses]

export interface FanOutOptions {
  targets?: readonly FanOutTarget[]
  /** Events per transaction; small enough that the embedded database's one connection is soon free again. */
  batchSize?: number
  pollMs?: number
}

/** Carries the ids of the batch that failed out of its rolled-back transaction. */
class BatchFailed extends Error {
  readonly ids: readonly string[]

  constructor(ids: readonly string[], cause: unknown) {
    super('a batch of events could not be fanned out', { cause })
    this.ids = ids
  }
}

/** How long a batch may keep the connection that all share on the embedded database, in milliseconds. */
const longestMs = 50
const smallestBatch = 5

/**
 * Turns events into what is told of them. A batch is deleted from the outbox and everything made of it written in one
 * transaction: exactly once, whenever the process dies, over any number of processes. An event that fails by itself is set aside.
 */
// unscoped: a worker over all tenants
export class FanOut {
  readonly #service: Service
  readonly #log: Pick<Logger, 'warn' | 'error'>
  readonly #targets: readonly FanOutTarget[]
  readonly #batchSize: number
  readonly #pollMs: number
  readonly #closing = new AbortController()
  /** How many events the next batch may have. */
  #size: number
  #loop: Promise<void> | null = null

  constructor(
    service: Service,
    log: Pick<Logger, 'warn' | 'error'>,
    { targets = fanOutTargets, batchSize = 200, pollMs = 200 }: FanOutOptions = {},
  ) {
    this.#service = service
    this.#log = log
    this.#targets = targets
    this.#batchSize = batchSize
    this.#size = batchSize
    this.#pollMs = pollMs
  }

  start(): void {
    this.#loop ??= this.#work()
  }

  /** Ends after the transaction that is open, waiting for it no longer than `deadlineMs`. */
  async stop(deadlineMs: number): Promise<void> {
    this.#closing.abort()
    if (this.#loop !== null) await within(deadlineMs, this.#loop)
  }

  /** Empties the outbox as far as it is free, for tests and commands. @throws what the database throws when it cannot be used. */
  async drain(): Promise<number> {
    let total = 0
    for (;;) {
      const done = await this.#batch()
      if (done === 0) return total
      total += done
    }
  }

  async #work(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; ) {
      try {
        const size = this.#size
        const done = await this.#batch()
        failures = 0
        if (done < size) await pause(this.#pollMs, this.#closing.signal)
      } catch (err) {
        if (failures === 0) this.#log.warn({ err }, 'events cannot be fanned out now')
        await pause(backoffMs(failures++, this.#pollMs, 5000), this.#closing.signal)
      }
    }
  }

  /** @returns how many events left the outbox */
  async #batch(): Promise<number> {
    const { database } = this.#service
    const waiting = await database.reader.selectFrom('outbox').select('eventId').limit(1).executeTakeFirst()
    if (!waiting) return 0
    try {
      return await this.#inTransaction(null)
    } catch (error) {
      if (!(error instanceof BatchFailed)) throw error
      if (error.ids.length > 1) this.#log.warn({ err: error.cause }, 'a batch of events failed and is fanned out one by one')
      return await this.#singly(error.ids)
    }
  }

  async #singly(ids: readonly string[]): Promise<number> {
    for (const id of ids) {
      try {
        await this.#inTransaction(id)
      } catch (error) {
        if (!(error instanceof BatchFailed)) throw error
        await this.#setAside(id, error.cause)
      }
    }
    return ids.length
  }

  async #inTransaction(only: string | null): Promise<number> {
    const { database } = this.#service
    const wakes = new Set<string>()
    let begun = 0
    const done = await database.transaction((tx) => {
      // a retry begins anew
      wakes.clear()
      begun = performance.now()
      return this.#fanOut(tx, only, wakes)
    })
    if (only === null && database.kind === 'embedded') this.#fit(performance.now() - begun)
    crashPoint('fan-out.after-commit')
    sendWakes(database, wakes)
    return done
  }

  /**
   * Everybody shares one connection with a batch. Where much is made of an event the next batch has fewer of them, and where little is, more
   * again.
   * @param tookMs what the transaction took, without the wait for its turn
   */
  #fit(tookMs: number): void {
    const fitting = tookMs > longestMs ? Math.floor((this.#size * longestMs) / tookMs) : this.#size * 2
    this.#size = Math.min(this.#batchSize, Math.max(fitting, smallestBatch))
  }

  /** Claims a batch, or the one event `only`, and writes what is made of it. Events that others are at are skipped. */
  async #fanOut(tx: Transaction<Tables>, only: string | null, wakes: Set<string>): Promise<number> {
    const claim = only === null ? sql`select event_id from outbox` : sql`select event_id from outbox where event_id = ${only}`
    const { rows } = await sql<{ eventId: string }>`
      delete from outbox where event_id = any(array(${claim} order by event_id limit ${this.#size} for update skip locked))
      returning event_id`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ eventId }) => eventId).sort()
    try {
      // planned each time: the plan of a month that was still empty would read it whole
      const events = (await tx
        .selectFrom('events')
        .select(fannedColumns)
        .where(sql<boolean>`id = any(${ids}::uuid[])`)
        .orderBy('id')
        .execute()) satisfies FannedEvent[]
      // one that is not told of must never leave the outbox: it is tried again by itself, and set aside in the end
      if (events.length < ids.length) throw new Error('an event of the outbox is not among the events')
      for (const target of this.#targets) await target.write(tx, events, wakes)
    } catch (error) {
      throw isPassing(error) ? error : new BatchFailed(ids, error)
    }
    crashPoint('fan-out.before-commit')
    return ids.length
  }

  async #setAside(id: string, cause: unknown): Promise<void> {
    const { database, clock } = this.#service
    this.#log.error({ err: cause, event: id }, 'an event could not be fanned out and is set aside')
    const error = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500)
    await sql`
      with removed as (delete from outbox where event_id = ${id} returning event_id)
      insert into poisoned_events (event_id, error, failed_at) select event_id, ${error}, ${clock.now()} from removed
      on conflict (event_id) do update set error = excluded.error, failed_at = excluded.failed_at`.execute(database.kysely)
  }
}
