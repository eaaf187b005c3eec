import { performance } from 'node:perf_hooks'
import type { Measures } from '#core/measures.ts'
import { failureName, traced } from '#core/tracing.ts'
import { within } from '#core/within.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import type { Service } from '#db/rows/context.ts'
import { type ClaimedJob, claimJobs, giveBackJobs, releasedAtOnce, releaseLapsed, renewLeases } from './claims.ts'
import type { JobKind, JobLog } from './job.ts'
import { JobEnds } from './job-ends.ts'
import { jobsChannel } from './queue.ts'

const pollMs = 250
/** Of a queue that gave nothing for a while. Whoever puts a job into it wakes the workers: so what waits longer is due later, or was lost. */
const quietPollMs = 1000
const quietAfterMs = 5000
const sweepMs = 1000
/** While the ends of so many can't be recorded, nothing more is claimed. */
const mostUnrecorded = 100

interface Running {
  readonly job: ClaimedJob
  readonly kind: JobKind
  readonly abort: AbortController
  readonly startedAt: number
  renewedAt: number
  /** It has left its place; its end is being recorded. */
  isOver: boolean
  done: Promise<void>
}

/** Does queued jobs, in as many places per kind as the kind allows. Several processes may each have one on one database. */
export class Worker {
  readonly #service: Service
  readonly #kinds: readonly JobKind[]
  readonly #log: JobLog
  readonly #running = new Map<string, Running>()
  readonly #closing = new AbortController()
  readonly #ends: JobEnds
  #loop: Promise<void> | null = null
  #sleep = new AbortController()
  #sweptAt = Number.NEGATIVE_INFINITY
  /** When it last began, was woken or found something. */
  #livelyAt = 0
  #unlisten: Promise<() => Promise<void>> | null = null

  constructor(service: Service, kinds: readonly JobKind[], log: JobLog) {
    this.#service = service
    this.#kinds = kinds
    this.#log = log
    this.#ends = new JobEnds(service, kinds, log)
  }

  measures(): Measures {
    return { tenantry_job_runs_total: this.#ends.counts }
  }

  /** Begins to claim. The database need not be there yet. */
  start(): void {
    if (this.#loop !== null) return
    this.#livelyAt = performance.now()
    this.#loop = this.#work()
    this.#unlisten = this.#service.database.listen(jobsChannel, () => this.wake())
    this.#unlisten.catch((err) => this.#log.warn({ err }, 'jobs are polled only'))
  }

  /** Looks for due jobs now instead of at the next poll. */
  wake(): void {
    this.#livelyAt = performance.now()
    // with a reason of its own: the usual one is an error, with a stack
    this.#sleep.abort('woken')
  }

  /** How many jobs of each kind this process is at. */
  state(): { running: Record<string, number>; stopping: boolean } {
    const running: Record<string, number> = {}
    for (const { kind, isOver } of this.#running.values()) if (!isOver) running[kind.kind] = (running[kind.kind] ?? 0) + 1
    return { running, stopping: this.#closing.signal.aborted }
  }

  /**
   * Claims no more, lets what runs finish for half of `deadlineMs`, then aborts it, and gives back to the queue whatever is not
   * done shortly before the deadline, without counting the attempt.
   */
  async stop(deadlineMs: number): Promise<void> {
    this.#closing.abort()
    this.wake()
    const unlistened = this.#unlisten?.then((unlisten) => unlisten()).catch(() => {})
    const end = performance.now() + deadlineMs
    const ended = async (ms: number) => {
      const all = Promise.all([this.#loop, ...[...this.#running.values()].map(({ done }) => done)])
      await within(ms, all)
    }
    await ended(deadlineMs / 2)
    for (const { abort } of this.#running.values()) abort.abort(new Error('the service is stopping'))
    await ended((end - performance.now()) / 2)
    const held = [...this.#running.values()].map(({ job }) => job)
    this.#running.clear()
    const giveBack = held.length > 0 ? giveBackJobs(this.#service.database.kysely, held) : Promise.resolve()
    const whole = Promise.all([giveBack, unlistened]).catch((err) =>
      this.#log.warn({ err }, 'jobs could not be given back; their leases run out'),
    )
    await within(end - performance.now(), whole)
  }

  async #work(): Promise<void> {
    for (let failures = 0; !this.#closing.signal.aborted; ) {
      try {
        this.#sleep = new AbortController()
        await this.#renew()
        await this.#sweep()
        await this.#claim()
        failures = 0
        await pause(this.#isQuiet() ? quietPollMs : pollMs, this.#sleep.signal)
      } catch (err) {
        if (failures === 0) this.#log.warn({ err }, 'no jobs can be claimed')
        await pause(backoffMs(failures++, pollMs, 5000), this.#closing.signal)
      }
    }
  }

  #isQuiet(): boolean {
    return this.#running.size === 0 && performance.now() - this.#livelyAt > quietAfterMs
  }

  /** Places of a kind that nobody has now. */
  #free({ kind, concurrency, ahead }: JobKind): number {
    let taken = 0
    for (const entry of this.#running.values()) if (entry.kind.kind === kind && !entry.isOver) taken++
    return concurrency + (ahead?.() ?? 0) - taken
  }

  async #claim(): Promise<void> {
    const vacancies = this.#kinds.map((kind) => ({ ...kind, free: this.#free(kind) })).filter(({ free }) => free > 0)
    if (vacancies.length === 0 || this.#running.size >= mostUnrecorded || this.#closing.signal.aborted) return
    const { database, clock } = this.#service
    const claimed = await claimJobs(database.kysely, vacancies, clock.now())
    if (claimed.length > 0) this.#livelyAt = performance.now()
    if (this.#closing.signal.aborted && claimed.length > 0) return await giveBackJobs(database.kysely, claimed)
    for (const job of claimed) {
      const kind = this.#kinds.find((known) => known.kind === job.kind)!
      const now = performance.now()
      const entry: Running = {
        ...{ job, kind, abort: new AbortController(), startedAt: now, renewedAt: now, isOver: false, done: Promise.resolve() },
      }
      this.#running.set(job.id, entry)
      entry.done = this.#run(entry)
    }
  }

  async #run(entry: Running): Promise<void> {
    const { job, kind, abort } = entry
    const { id, payload, attempts: attempt, maxAttempts, fence } = job
    let failure: unknown = null
    try {
      const run = { id, payload, attempt, maxAttempts, fence, signal: abort.signal }
      const span = { name: `job ${kind.kind}`, kind: 'internal', attributes: { 'tenantry.job.attempt': attempt } } as const
      await traced(span, () => kind.run(run, this.#service), failureName)
    } catch (error) {
      failure = error
    }
    entry.isOver = true
    // while others of its kind are made ready already, several places are filled by one statement
    const free = this.#free(kind)
    if (free >= kind.concurrency || free > (kind.ahead?.() ?? 0)) this.wake()
    // whoever lost its lease, or was given back, has nothing to say any more
    if (this.#running.get(id) !== entry) return
    const wasStopped = abort.signal.aborted && this.#closing.signal.aborted
    if (await this.#ends.record({ job, failure, wasStopped })) this.wake()
    if (this.#running.get(id) === entry) this.#running.delete(id)
  }

  /** Prolongs the leases of what runs, and lets go of what hung or what another process took over. */
  async #renew(): Promise<void> {
    const now = performance.now()
    const due: Running[] = []
    for (const entry of this.#running.values()) {
      if (now - entry.startedAt > (entry.kind.maxSeconds ?? 600) * 1000) this.#letGo(entry, 'a job hung')
      else if (now - entry.renewedAt > (entry.kind.leaseSeconds * 1000) / 3) due.push(entry)
    }
    if (due.length === 0) return
    const leases = due.map(({ job, kind }) => ({ ...job, leaseSeconds: kind.leaseSeconds }))
    const held = await renewLeases(this.#service.database.kysely, leases, this.#service.clock.now())
    for (const entry of due) {
      if (held.has(entry.job.id)) entry.renewedAt = now
      else if (this.#running.get(entry.job.id) === entry) this.#letGo(entry, 'a job was taken over by another process')
    }
  }

  #letGo(entry: Running, message: string): void {
    this.#log.warn({ job: entry.job.id, kind: entry.kind.kind }, message)
    this.#running.delete(entry.job.id)
    entry.abort.abort(new Error(message))
  }

  async #sweep(): Promise<void> {
    const { clock, database } = this.#service
    const first = this.#sweptAt === Number.NEGATIVE_INFINITY
    if (performance.now() - this.#sweptAt < sweepMs) return
    const now = clock.now()
    // nobody else can have the embedded database, so at the start every lease is a dead process's
    const lapsedBefore = first && database.kind === 'embedded' ? new Date(8.64e15) : now
    let released: Awaited<ReturnType<typeof releaseLapsed>>
    do {
      released = await releaseLapsed(database.kysely, now, lapsedBefore)
      for (const job of released) this.#log.warn(job, 'a job lost its process')
      // all of them before the first claim: afterwards those that this process holds would be among them
    } while (first && released.length === releasedAtOnce)
    if (released.length < releasedAtOnce) this.#sweptAt = performance.now()
  }
}
