/** One finished mail to one recipient. */
export interface OutgoingMail {
  /** Unique and kept over retries, without `<>` (RFC 5322, section 3.6.4), so that a receiver can tell a repeated mail. */
  messageId: string
  /** One addr-spec, never a list or a group. */
  to: string
  toName?: string | null
  /** An addr-spec or `Name <addr-spec>`. */
  from: string
  subject: string
  text: string
  html: string
}

/** What became of one attempt: `temporary` may be tried again, `permanent` must not be. `atRecipient`: the address was refused. */
export type MailOutcome =
  | { kind: 'sent'; providerMessageId: string }
  | { kind: 'temporary'; error: string }
  | { kind: 'permanent'; error: string; atRecipient: boolean }

/** A way out for mail: the outbox folder or a relay. */
export interface MailTransport {
  /** What the health answer calls it: `outbox` or `smtp`. */
  readonly name: string
  /** Never throws: whatever went wrong is an outcome. */
  send(mail: OutgoingMail): Promise<MailOutcome>
  /** Health: throws when a mail could not be handed over now. */
  check(): Promise<void>
  close(): Promise<void>
}
