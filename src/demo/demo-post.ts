import type { Logger } from 'pino'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { claimJobs } from '#jobs/claims.ts'
import type { JobKind } from '#jobs/job.ts'
import { JobEnds } from '#jobs/job-ends.ts'
import { noteBounce } from '#modules/emails/bounces.ts'
import { mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import type { MailOutcome, MailTransport, OutgoingMail } from '#outside/mail/mail.ts'

/** Takes every mail as a relay does, and throws it away: nobody of the demo is anybody. Refuses the mailboxes that it was told not to know. */
class DemoRelay implements MailTransport {
  readonly name = 'demo'
  readonly unknown = new Set<string>()

  async send({ to, messageId }: OutgoingMail): Promise<MailOutcome> {
    if (!this.unknown.has(to)) return { kind: 'sent', providerMessageId: messageId }
    const error = "Can't send mail - all recipients were rejected: 550 5.1.1 User unknown"
    return { kind: 'permanent', error, reason: 'it answered 550 to RCPT TO', atRecipient: true }
  }

  async check(): Promise<void> {}
  async close(): Promise<void> {}
}

/** As many as one process sends at a time. */
const atOnce = 5

/** The way of the demo's mails: the service's own jobs write and send them, to a relay that lies within this process. */
export class DemoPost {
  readonly #service: Service
  readonly #relay = new DemoRelay()
  readonly #job: JobKind
  readonly #ends: JobEnds

  constructor(service: Service, log: Logger) {
    this.#service = service
    this.#job = mailJob(this.#relay, new MailState(log))
    this.#ends = new JobEnds(service, [this.#job], log)
  }

  /** An address that nobody has: whatever is sent to it is refused. */
  refuse(address: string): void {
    this.#relay.unknown.add(address)
  }

  /** Sends all that waits, at the moment of the demo's clock. */
  async send(): Promise<void> {
    const { database, clock } = this.#service
    const { kind, leaseSeconds } = this.#job
    for (;;) {
      const claimed = await claimJobs(database.kysely, [{ kind, free: atOnce, leaseSeconds }], clock.now())
      if (claimed.length === 0) return
      for (const job of claimed) {
        const run = { ...job, attempt: job.attempts, signal: new AbortController().signal }
        const failure = await this.#job.run(run, this.#service).then(
          () => null,
          (error: unknown) => error,
        )
        await this.#ends.record({ job, failure, wasStopped: false })
      }
    }
  }

  /** The newest mail to an address comes back, for its mailbox is full. */
  async sendBack(to: string): Promise<void> {
    await transact(systemContext(this.#service), (ctx) => noteBounce(ctx, { to, type: 'soft', diagnostic: '452 4.2.2 Mailbox full' }))
  }
}
