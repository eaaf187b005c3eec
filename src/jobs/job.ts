import type { Logger } from 'pino'
import type { Service } from '#db/rows/context.ts'

export type JobLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** One attempt at one job. */
export interface JobRun {
  readonly id: string
  /** As it was queued, maybe by another version of the service: check it before use. */
  readonly payload: unknown
  /** From 1; counted when claimed, so that an attempt that ends the process counts too. */
  readonly attempt: number
  readonly maxAttempts: number
  /** Grows with every claim; what an older holder of the job writes with its own number must do nothing. */
  readonly fence: number
  /** Aborted when the process stops or the lease was lost: what is done afterwards may be done twice. */
  readonly signal: AbortSignal
}

/** What the worker does about one kind of job. Done at least once: a crash may come between the work and its record. */
export interface JobKind {
  readonly kind: string
  /** How many of them one process does at the same time. */
  readonly concurrency: number
  /** How many more at this moment, of which it makes sure itself that they wait for each other where they must; none unless given. */
  readonly ahead?: () => number
  /** After how long without a sign of life another process takes the job over; renewed while it runs, up to `maxSeconds`. */
  readonly leaseSeconds: number
  /** A run that is longer counts as hung; ten minutes unless given. */
  readonly maxSeconds?: number
  run(job: JobRun, service: Service): Promise<void>
}

/** Thrown by a job that is to be tried again at a time of its own choosing instead of the usual back-off. */
export class JobPostponed extends Error {
  readonly delayMs: number
  /** False: nothing was tried, so the attempt is given back. */
  readonly countsAttempt: boolean

  constructor(reason: string, delayMs: number, countsAttempt: boolean) {
    super(reason)
    this.name = 'JobPostponed'
    this.delayMs = delayMs
    this.countsAttempt = countsAttempt
  }
}

/** Thrown by a job that no further attempt can save (a payload nobody can read): it is dead at once. */
export class JobRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'JobRefused'
  }
}
