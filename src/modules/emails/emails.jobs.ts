import { z } from 'zod'
import { minutesMs } from '#core/clock.ts'
import type { JobKind } from '#jobs/job.ts'
import { bulkMailJobKind, mostTenantMailAttempts } from '#jobs/outgoing-records.ts'
import { type Delivery, deliveryJob } from '#modules/delivery/delivery.jobs.ts'
import type { MailTransport } from '#outside/mail/transport.ts'
import { barredFromBulk } from './barred-mail.ts'
import { type ComposedMail, composeMail } from './compose-mail.ts'
import { holdMail } from './held-mail.ts'
import type { MailState } from './mail-state.ts'
import { suppress } from './suppressions.ts'

const payload = z.object({ emailId: z.uuid() })

const mails: Delivery<'emails', ComposedMail> = {
  table: 'emails',
  name: 'mail',
  idOf: (given) => payload.safeParse(given).data?.emailId ?? null,
  compose: composeMail,
  keptOf: ({ subject, overrideId, tellsRecipient }) => ({ subject, overrideId, tellsRecipient }),
  hold: holdMail,
  refused: async (db, service, { tenantId, recipientAddress }, { atRecipient }) => {
    if (atRecipient) await suppress(db, service, { tenantId, address: recipientAddress }, 'hard')
  },
  mostAttempts: null,
  // `relayTimeouts`
  maxSeconds: 35 * 60,
  // greylisting wants minutes, a full mailbox hours
  pauses: { firstMs: minutesMs(1), longestMs: minutesMs(60), awayMs: minutesMs(1) },
}

/** Sends queued mails of the service itself, at least once and each under one Message-ID; what is not taken is tried for a day at most. */
export const mailJob = (transport: MailTransport, state: MailState): JobKind => deliveryJob<'emails', ComposedMail>(mails, transport, state)

/** Mails that admins send, in places of their own: tried three times, and while there is no relay for a day at most. */
export const bulkMailJob = (transport: MailTransport, state: MailState): JobKind =>
  deliveryJob<'emails', ComposedMail>({ ...mails, barred: barredFromBulk, mostAttempts: mostTenantMailAttempts }, transport, state, {
    kind: bulkMailJobKind,
    concurrency: 5,
    flow: { ahead: 20, unrecorded: 10 },
  })
