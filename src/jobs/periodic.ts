import { performance } from 'node:perf_hooks'
import { after, secondsMs } from '#core/clock.ts'
import { failureName, traced } from '#core/tracing.ts'
import { within } from '#core/within.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import type { Service } from '#db/rows/context.ts'
import type { JobLog } from './job.ts'
import { claimTicks, endTick, registerPeriods, releaseAllTicks, releaseTicks, renewTick, type Tick } from './periodic-claims.ts'

/** What is done again and again, by one process at a time, whatever their number. A tick that fails comes again within a minute. */
export interface PeriodicJob {
  /** Names the job over all processes and versions. */
  readonly name: string
  readonly everySeconds: number
  /** Short transactions only; ends soon after `signal` is aborted. */
  run(service: Service, now: Date, signal: AbortSignal): Promise<void>
}

const pollMs = 1000
const leaseSeconds = 60
const retrySeconds = 60
const longestErrorText = 500

interface Running {
  readonly tick: Tick
  readonly abort: AbortController
  renewedAt: number
  done: Promise<void>
}

/** Runs the periodic jobs. Ticks that were missed while nobody ran are one tick. */
export class Periodic {
  readonly #service: Service
  readonly #jobs: readonly PeriodicJob[]
  readonly #log: JobLog
  readonly #running = new Map<string, Running>()
  readonly #closing = new AbortController()
  #loop: Promise<void> | null = null

  constructor(service: Service, jobs: readonly PeriodicJob[], log: JobLog) {
    this.#service = service
    this.#jobs = jobs
    this.#log = log
  }

  start(): void {
    this.#loop ??= this.#work()
  }

  /** Claims no more, aborts what runs and lets go of its ticks, within `deadlineMs`. */
  async stop(deadlineMs: number): Promise<void> {
    const end = performance.now() + deadlineMs
    this.#closing.abort()
    for (const { abort } of this.#running.values()) abort.abort(new Error('the service is stopping'))
    await within(deadlineMs * 0.75, Promise.all([this.#loop, ...[...this.#running.values()].map(({ done }) => done)]))
    const held = [...this.#running.values()].map(({ tick }) => tick)
    this.#running.clear()
    if (held.length === 0) return
    const released = releaseTicks(this.#service.database.kysely, held)
    await within(end - performance.now(), released).catch((err) =>
      this.#log.warn({ err }, 'periodic jobs keep their leases until they run out'),
    )
  }

  /** Names of the jobs that this process is at. */
  state(): { running: string[] } {
    return { running: [...this.#running.keys()].sort() }
  }

  async #work(): Promise<void> {
    const { database, clock } = this.#service
    for (let failures = 0, registered = false; !this.#closing.signal.aborted; ) {
      try {
        if (!registered) {
          if (database.kind === 'embedded') await releaseAllTicks(database.kysely)
          await registerPeriods(database.kysely, this.#jobs, clock.now())
          registered = true
        }
        await this.#renew()
        await this.#claim()
        failures = 0
        await pause(pollMs, this.#closing.signal)
      } catch (err) {
        if (failures === 0) this.#log.warn({ err }, 'no periodic jobs can be claimed')
        await pause(backoffMs(failures++, pollMs, 10_000), this.#closing.signal)
      }
    }
  }

  async #claim(): Promise<void> {
    const { database, clock } = this.#service
    const free = this.#jobs.filter(({ name }) => !this.#running.has(name))
    if (free.length === 0) return
    const ticks = await claimTicks(database.kysely, free, leaseSeconds, clock.now())
    if (this.#closing.signal.aborted && ticks.length > 0) return await releaseTicks(database.kysely, ticks)
    for (const tick of ticks) {
      const job = free.find(({ name }) => name === tick.name)!
      const entry: Running = { tick, abort: new AbortController(), renewedAt: performance.now(), done: Promise.resolve() }
      this.#running.set(tick.name, entry)
      entry.done = this.#run(job, entry)
    }
  }

  async #run(job: PeriodicJob, entry: Running): Promise<void> {
    const { clock, database } = this.#service
    const startedAt = clock.now()
    let failure: unknown = null
    try {
      const span = { name: `job ${job.name}`, kind: 'internal' } as const
      await traced(span, () => job.run(this.#service, startedAt, entry.abort.signal), failureName)
    } catch (err) {
      failure = err
      if (!entry.abort.signal.aborted) this.#log.warn({ err, job: job.name }, 'a periodic job failed')
    }
    if (this.#running.get(job.name) !== entry) return
    const error = failure === null ? null : (failure instanceof Error ? failure.message : String(failure)).slice(0, longestErrorText)
    try {
      if (entry.abort.signal.aborted) await releaseTicks(database.kysely, [entry.tick])
      else {
        const waitSeconds = error === null ? job.everySeconds : Math.min(retrySeconds, job.everySeconds)
        await endTick(database.kysely, entry.tick, clock.now(), after(startedAt, secondsMs(waitSeconds)), error)
      }
    } catch (err) {
      this.#log.warn({ err, job: job.name }, 'the end of a periodic job could not be recorded; it comes again')
    }
    if (this.#running.get(job.name) === entry) this.#running.delete(job.name)
  }

  async #renew(): Promise<void> {
    for (const [name, entry] of this.#running) {
      if (performance.now() - entry.renewedAt < secondsMs(leaseSeconds) / 3) continue
      const { database, clock } = this.#service
      if (await renewTick(database.kysely, entry.tick, after(clock.now(), secondsMs(leaseSeconds)))) entry.renewedAt = performance.now()
      else if (this.#running.get(name) === entry) {
        this.#running.delete(name)
        entry.abort.abort(new Error('another process took the tick over'))
      }
    }
  }
}
