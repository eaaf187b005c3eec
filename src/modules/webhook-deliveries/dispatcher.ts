import { performance } from 'node:perf_hooks'
import { after, secondsMs } from '#core/clock.ts'
import { crashPoint } from '#core/crash-points.ts'
import { Counter, gauge, type Measures } from '#core/measures.ts'
import { failureName, traced } from '#core/tracing.ts'
import { within } from '#core/within.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import { isPassing } from '#db/database-errors.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import type { JobLog } from '#jobs/job.ts'
import { type ClaimedDelivery, claimDue, deliveriesChannel, giveBack, type LockedTarget, lockTargets, releaseAll } from './claims.ts'
import { deliver } from './delivered.ts'
import type { Mark } from './mark.ts'
import { writeMarks } from './marks.ts'
import { Places } from './places.ts'
import { Rounds } from './rounds.ts'
import { webhookNumbers } from './webhook-numbers.ts'

const pollMs = 1000
/** Ends that come together are written together, and claims for places that become free together are one. */
const gatherMs = 4

const outcomes = ['Delivered', 'Retrying', 'Failed'] as const

interface Running {
  readonly delivery: ClaimedDelivery
  readonly abort: AbortController
  done: Promise<void>
}

/**
 * Sends what is owed to subscribers. Deliveries are claimed in small batches, tried outside every transaction and marked in batches; at least
 * once each, for a process may end between the two. Several processes may each have one on one database.
 */
export class Dispatcher {
  readonly #service: Service
  readonly #log: JobLog
  readonly #places: Places
  readonly #rounds: Rounds
  readonly #running = new Map<string, Running>()
  readonly #closing = new AbortController()
  readonly #ends = new Counter<{ status: (typeof outcomes)[number] }>('Attempts at webhook deliveries by the status they led to', {
    status: outcomes,
  })
  #ended: Mark[] = []
  #sleep = new AbortController()
  #gathering: NodeJS.Timeout | null = null
  #loop: Promise<void> | null = null
  #unlisten: Promise<() => Promise<void>> | null = null

  constructor(service: Service, log: JobLog) {
    this.#service = service
    this.#log = log
    this.#places = new Places(() => webhookNumbers(service))
    this.#rounds = new Rounds(this.#places)
    service.serviceSettings.follow(() => this.wake())
  }

  measures(): Measures {
    return {
      tenantry_webhook_attempts_total: this.#ends,
      tenantry_webhook_attempts_open: gauge('Attempts at webhook deliveries that this process is at', () => this.#places.taken),
    }
  }

  start(): void {
    if (this.#loop !== null) return
    this.#loop = this.#work()
    this.#unlisten = this.#service.database.listen(deliveriesChannel, () => this.wake())
    this.#unlisten.catch((err) => this.#log.warn({ err }, 'webhook deliveries are polled only'))
  }

  /** Looks for due deliveries now instead of at the next poll. */
  wake(): void {
    this.#sleep.abort()
  }

  /**
   * Claims no more, lets attempts end for half of `deadlineMs`, then breaks them off, writes what is known and gives the rest back. What was
   * broken off may have arrived: it is sent again.
   */
  async stop(deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs
    this.#closing.abort()
    this.wake()
    const unlistened = this.#unlisten?.then((unlisten) => unlisten()).catch(() => {})
    const running = () => Promise.all([this.#loop, ...[...this.#running.values()].map(({ done }) => done)])
    await within(deadlineMs / 2, running())
    for (const { abort } of this.#running.values()) abort.abort()
    await within((end - performance.now()) / 2, running())
    if (this.#gathering) clearTimeout(this.#gathering)
    const held = [...this.#running.values()].map(({ delivery }) => delivery)
    this.#running.clear()
    const last = (async () => {
      await this.#mark()
      if (held.length > 0) await giveBack(this.#service.database.kysely, held)
      await unlistened
    })()
    await within(
      end - performance.now(),
      last.catch((err) => this.#log.warn({ err }, 'webhook deliveries keep their leases until they run out')),
    )
  }

  async #work(): Promise<void> {
    const { database } = this.#service
    for (let failures = 0, isFirst = true; !this.#closing.signal.aborted; ) {
      try {
        this.#sleep = new AbortController()
        // nobody else can have the embedded database, so at the start every lease is a dead process's
        if (isFirst && database.kind === 'embedded') await releaseAll(database.kysely, webhookNumbers(this.#service).suspectLosses)
        isFirst = false
        await this.#mark()
        const waitMs = await this.#claim()
        failures = 0
        if (waitMs > 0) await pause(waitMs, waitMs === pollMs ? this.#sleep.signal : this.#closing.signal)
      } catch (err) {
        if (failures === 0) this.#log.warn({ err }, 'webhook deliveries cannot be claimed or written now')
        await pause(backoffMs(failures++, 250, 5000), this.#closing.signal)
      }
    }
  }

  /**
   * @returns for how long to wait before the next look, in milliseconds: until somebody wakes it when all was looked at or there is no place,
   * and a moment when there are few places, for a claim costs as much for a few deliveries as for many.
   */
  async #claim(): Promise<number> {
    const { database, clock } = this.#service
    if (this.#isHeld || this.#places.free === 0 || this.#closing.signal.aborted) return pollMs
    const turn = await this.#rounds.next(database.reader, clock.now())
    const claimed = turn.chosen.length > 0 ? await this.#take(turn.chosen.map(({ id }) => id)) : 0
    if (this.#rounds.isOver(turn, claimed)) return pollMs
    return claimed === 0 || this.#places.free < this.#places.all / 2 ? gatherMs : 0
  }

  /** Switched off for the whole service: whatever is due waits. */
  get #isHeld(): boolean {
    return !this.#service.serviceSettings.values.features.webhooks
  }

  /** @returns how many it claimed */
  async #take(ids: string[]): Promise<number> {
    const { database, clock } = this.#service
    const { leaseSeconds } = webhookNumbers(this.#service)
    const { locked, claimed } = await database.transaction(async (tx) => {
      const locked = await lockTargets(tx, ids)
      const now = clock.now()
      const leaseUntil = after(now, secondsMs(leaseSeconds))
      return { locked, claimed: locked.length === 0 ? [] : await claimDue(tx, locked, this.#places.room(), now, leaseUntil) }
    })
    if (claimed.length === 0) return 0
    crashPoint('webhook.before-send')
    const byId = new Map(locked.map((webhook) => [webhook.id, webhook]))
    for (const delivery of claimed) this.#begin(byId.get(delivery.webhookId)!, delivery)
    return claimed.length
  }

  #begin(webhook: LockedTarget, delivery: ClaimedDelivery): void {
    const entry: Running = { delivery, abort: new AbortController(), done: Promise.resolve() }
    this.#running.set(delivery.id, entry)
    this.#places.take(webhook, delivery)
    entry.done = this.#attempt(webhook, entry)
  }

  async #attempt(webhook: LockedTarget, entry: Running): Promise<void> {
    const { delivery, abort } = entry
    let mark: Mark | null = null
    try {
      mark = await traced(
        { name: 'webhook attempt', kind: 'internal' },
        () => deliver(this.#service, webhook, delivery, abort.signal),
        failureName,
      )
      crashPoint('webhook.after-send')
    } catch (err) {
      // a fault of ours, such as a secret whose key this process does not know: its lease keeps it from being tried at once again
      this.#log.error({ err, webhook: webhook.id, delivery: delivery.id }, 'a webhook delivery could not be tried')
    }
    this.#places.leave(webhook, delivery)
    // one that was broken off stays, to be given back
    if (mark === null && abort.signal.aborted) return
    this.#running.delete(delivery.id)
    if (mark !== null) this.#ended.push(mark)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null
      this.wake()
    }, gatherMs)
  }

  /** Writes what has ended. What can't be written by itself is let go of, so that it holds up nobody: its lease runs out. */
  async #mark(): Promise<void> {
    const marks = this.#ended.slice()
    if (marks.length === 0) return
    try {
      await this.#write(marks)
    } catch (error) {
      if (isPassing(error)) throw error
      this.#log.warn({ err: error }, 'ends of webhook deliveries could not be written together and are written one by one')
      for (const mark of marks) {
        await this.#write([mark]).catch((err) => {
          if (isPassing(err)) throw err
          this.#log.error({ err, delivery: mark.delivery.id }, 'the end of a webhook delivery could not be written')
          this.#forget([mark])
        })
      }
    }
  }

  async #write(marks: readonly Mark[]): Promise<void> {
    const written = await transact(systemContext(this.#service), (ctx) => writeMarks(ctx, marks))
    this.#forget(marks)
    for (const { outcome } of written) if (outcome.status !== 'Pending') this.#ends.add({ status: outcome.status })
  }

  #forget(marks: readonly Mark[]): void {
    const gone = new Set(marks)
    this.#ended = this.#ended.filter((mark) => !gone.has(mark))
  }
}
