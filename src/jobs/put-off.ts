import { isPassing } from '#db/database-errors.ts'
import { JobPostponed, type JobRun } from './job.ts'

/** At least, and up to twice: what was put off together does not come back together. */
const pauseMs = 2000

/**
 * Does the work of a job that ends by itself in time (what it sends expires): while the database does not answer it is put off, and no attempt
 * is counted. Attempts are for what can't be done; a disturbance of seconds must never use them up, or what was accepted would be lost.
 * @throws JobPostponed; what else `work` throws
 */
export async function putOffWhileAway(job: JobRun, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (job.signal.aborted || !isPassing(error)) throw error
    throw new JobPostponed('the database does not answer', pauseMs * (1 + Math.random()), false)
  }
}
