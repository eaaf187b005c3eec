import { z } from 'zod'
import { type JobKind, JobRefused } from '#jobs/job.ts'
import { resetJobKind, sendReset } from '#sign-in/password-reset-send.ts'
import { sendVerification, verificationJobKind } from '#sign-in/verification/email-verification-send.ts'
import { phoneJobKind, sendPhoneCodes } from '#sign-in/verification/phone-verification-send.ts'

const payload = z.object({ order: z.string() })

/** Sends what somebody asked for who is not signed in: whose the address or number is is looked up here, where nobody can measure it. */
const orderJob = (kind: string, send: typeof sendReset): JobKind => ({
  kind,
  concurrency: 4,
  // somebody waits for it: one whose process died is taken over soon
  leaseSeconds: 10,
  maxSeconds: 60,
  async run(job, service) {
    const { data } = payload.safeParse(job.payload)
    if (!data) throw new JobRefused('the payload is no order of a code')
    await send(service, job.id, data.order)
  },
})

export const codeJobs: readonly JobKind[] = [
  orderJob(resetJobKind, sendReset),
  orderJob(verificationJobKind, sendVerification),
  orderJob(phoneJobKind, sendPhoneCodes),
]
