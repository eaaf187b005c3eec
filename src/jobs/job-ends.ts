import { after } from '#core/clock.ts'
import { Counter } from '#core/measures.ts'
import { backoffMs, pause } from '#db/backoff.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { gathered } from '#db/gathered.ts'
import type { Service } from '#db/rows/context.ts'
import { buryJob, type ClaimedJob, finishJobs, giveBackJobs, retryJob } from './claims.ts'
import { type JobKind, type JobLog, JobPostponed, JobRefused } from './job.ts'

const longestErrorText = 500
/** Nobody waits for a job to be gone: its place is free already. */
const gatherMs = 10

const outcomes = ['done', 'postponed', 'retried', 'dead', 'given_back'] as const
type Outcome = (typeof outcomes)[number]

/** How a run of a job ended. */
export interface RunEnd {
  readonly job: ClaimedJob
  /** What it threw; null when the job is done. */
  readonly failure: unknown
  /** The process stops and broke it off. */
  readonly wasStopped: boolean
}

/** Writes what became of jobs, and counts it. */
export class JobEnds {
  readonly counts: Counter<{ kind: string; outcome: Outcome }>
  readonly #service: Service
  readonly #log: JobLog
  readonly #finish: (job: ClaimedJob) => Promise<boolean>

  constructor(service: Service, kinds: readonly JobKind[], log: JobLog) {
    this.#service = service
    this.#log = log
    this.#finish = gathered((jobs: readonly ClaimedJob[]) => finishJobs(service.database.kysely, jobs), { waitMs: gatherMs })
    this.counts = new Counter('Runs of jobs by kind and by what became of them', { kind: kinds.map(({ kind }) => kind), outcome: outcomes })
  }

  /** Tries four times; afterwards the lease runs out. @returns whether the job may be due again now */
  async record(end: RunEnd): Promise<boolean> {
    const { id, kind } = end.job
    for (let attempt = 0; attempt < 4; attempt++) {
      try {
        const { outcome, isWaiting } = await this.#settle(end)
        this.counts.add({ kind, outcome })
        return isWaiting
      } catch (err) {
        this.#log.warn({ err, job: id, kind }, 'the end of a job could not be recorded')
        await pause(backoffMs(attempt, 200, 2000))
      }
    }
    return false
  }

  async #settle({ job, failure, wasStopped }: RunEnd): Promise<{ outcome: Outcome; isWaiting: boolean }> {
    const db = this.#service.database.kysely
    if (failure === null) return { outcome: 'done', isWaiting: await this.#finish(job) }
    if (wasStopped) {
      await giveBackJobs(db, [job])
      return { outcome: 'given_back', isWaiting: true }
    }
    const now = this.#service.clock.now()
    const error = (failure instanceof Error ? failure.message : String(failure)).slice(0, longestErrorText)
    const refund = failure instanceof JobPostponed && !failure.countsAttempt
    if (failure instanceof JobRefused || (job.attempts >= job.maxAttempts && !refund)) {
      this.#log.error({ err: failure, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job is dead')
      await buryJob(db, job, error)
      return { outcome: 'dead', isWaiting: true }
    }
    if (!(failure instanceof JobPostponed) && !isUnavailable(failure)) {
      this.#log.warn({ err: failure, job: job.id, kind: job.kind, attempt: job.attempts }, 'a job failed and will be tried again')
    }
    const delayMs = failure instanceof JobPostponed ? failure.delayMs : backoffMs(job.attempts, 1000, 600_000)
    await retryJob(db, job, after(now, delayMs), error, refund)
    return { outcome: failure instanceof JobPostponed ? 'postponed' : 'retried', isWaiting: true }
  }
}
