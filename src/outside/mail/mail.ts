import type { DeliveryOutcome, Transport } from '#outside/delivery.ts'

/** One finished mail to one recipient. */
export interface OutgoingMail {
  /** Unique and kept over retries, without `<>` (RFC 5322, section 3.6.4), so that a receiver can tell a repeated mail. */
  messageId: string
  /** When it was written out, by the clock of the service (RFC 5322, section 3.6.1): that of the machine may be another. */
  date: Date
  /** One addr-spec, never a list or a group. */
  to: string
  toName?: string | null
  /** An addr-spec or `Name <addr-spec>`. */
  from: string
  subject: string
  text: string
  html: string
}

/** What became of one attempt at a mail. */
export type MailOutcome = DeliveryOutcome

/**
 * A way out for mail: the outbox folder (`outbox`) or a relay (`smtp`), where an attempt may take as long as RFC 5321, section 4.5.3.2, has
 * it take.
 */
export type MailTransport = Transport<OutgoingMail>
