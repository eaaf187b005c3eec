import { z } from 'zod'
import { type JobKind, JobRefused } from '#jobs/job.ts'
import { resetJobKind, sendReset } from '#sign-in/password-reset-send.ts'

const payload = z.object({ order: z.string() })

/** Sends what a forgotten password asks for: whose the address is is looked up here, where nobody can measure it. */
export const resetJob: JobKind = {
  kind: resetJobKind,
  concurrency: 4,
  // somebody waits for it: one whose process died is taken over soon
  leaseSeconds: 10,
  maxSeconds: 60,
  async run(job, service) {
    const { data } = payload.safeParse(job.payload)
    if (!data) throw new JobRefused('the payload is no order of a reset')
    await sendReset(service, job.id, data.order)
  },
}
