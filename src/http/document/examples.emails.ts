import { exampleIds } from '#http/example-values.ts'
import { exampleMail } from './examples.templates.ts'

/** Of what is answered about mails that were just sent. */
export const emailExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AcceptedEmail: exampleMail,
  AcceptedEmails: { batchId: exampleIds.emailBatch },
  CancelledEmailBatch: { affected: 12 },
  SampleEmailRecipient: { to: 'lina@acme.example', recipientType: 'user', recipientId: exampleIds.user },
  SkippedEmailRecipient: { to: 'lina@acme.example', reason: 'duplicate' },
}
