import { z } from 'zod'
import { daysMs, minutesMs } from '#core/clock.ts'
import { crashPoint } from '#core/crash-points.ts'
import type { Service } from '#db/rows/context.ts'
import { type JobKind, JobPostponed, JobRefused, type JobRun } from '#jobs/job.ts'
import { mailJobKind } from '#jobs/mail.ts'
import { beginAttempt, markFailed, markSent, noteError, type QueuedMail } from '#jobs/mail-records.ts'
import type { MailOutcome, MailTransport, OutgoingMail } from '#outside/mail/transport.ts'
import { composeMail, UnwritableMail } from './compose-mail.ts'
import { RelayBreaker } from './relay-breaker.ts'

const payload = z.object({ emailId: z.uuid() })

/** A relay that stays away longer than this does not get the mail any more: what it says has long become untrue. */
const givenUpAfterMs = daysMs(1)
const firstRetryMs = minutesMs(1)

/**
 * Sends queued mails, outside any transaction. At least once: a crash between handing over and recording sends the mail again
 * under the same Message-ID. Waiting for a relay that is away costs no attempt.
 */
export function mailJob(transport: MailTransport): JobKind {
  const breaker = new RelayBreaker()
  return {
    kind: mailJobKind,
    concurrency: 5,
    // renewed while a slow relay is spoken to; a code of a process that died must not wait for long
    leaseSeconds: 10,
    async run(job, service) {
      const { data } = payload.safeParse(job.payload)
      if (!data) throw new JobRefused('the payload names no mail')
      const turn = breaker.ask(service.clock.now())
      if (turn !== 'try') throw new JobPostponed('the mail relay is away', turn.waitMs, false)
      let reached: boolean | null = null
      try {
        const mail = await beginAttempt(service.database.kysely, data.emailId, job.attempt)
        if (mail) reached = await send(service, transport, mail, job)
      } finally {
        breaker.report(reached, service.clock.now())
      }
      if (reached === false) throw new JobPostponed('the mail relay is away', firstRetryMs, false)
    },
  }
}

/** @returns false when there was no relay to take it, null when none was asked */
async function send(service: Service, transport: MailTransport, mail: QueuedMail, job: JobRun): Promise<boolean | null> {
  const db = service.database.kysely
  const composed = write(service, mail, job)
  if (composed instanceof Error) {
    await markFailed(db, mail.id, composed.message, service.clock.now())
    return null
  }
  crashPoint('mail.before-send')
  const outcome = await transport.send(composed)
  crashPoint('mail.after-send')
  const now = service.clock.now()
  if (outcome.kind === 'sent') await markSent(db, mail.id, outcome.providerMessageId, composed.subject, now)
  else if (outcome.kind === 'permanent') await markFailed(db, mail.id, outcome.error, now)
  else return await retry(service, transport, mail, job, outcome)
  return true
}

/** @returns the error where nothing is to be gained by another attempt */
function write(service: Service, mail: QueuedMail, job: JobRun): OutgoingMail | Error {
  try {
    return composeMail(service, mail)
  } catch (error) {
    if (error instanceof UnwritableMail || job.attempt >= job.maxAttempts) return error as Error
    throw error
  }
}

async function retry(
  service: Service,
  transport: MailTransport,
  mail: QueuedMail,
  job: JobRun,
  { error }: MailOutcome & { kind: 'temporary' },
): Promise<boolean> {
  const db = service.database.kysely
  const now = service.clock.now()
  const away = !(await transport.check().then(
    () => true,
    () => false,
  ))
  const giveUp = away ? now.getTime() - mail.createdAt.getTime() > givenUpAfterMs : job.attempt >= job.maxAttempts
  if (giveUp) {
    await markFailed(db, mail.id, error, now)
    return !away
  }
  await noteError(db, mail.id, error)
  if (away) return false
  // 1 minute, 2 minutes, and up to a fifth more, so that what failed together does not come back together
  throw new JobPostponed(error, firstRetryMs * 2 ** (job.attempt - 1) * (1 + Math.random() / 5), true)
}
