import type { MailTransport } from './mail.ts'
import { OutboxTransport } from './outbox.ts'
import { SmtpTransport } from './smtp.ts'
import type { RelayTimeouts } from './smtp-session.ts'

export type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'
export { relayReason } from './relay-reason.ts'

export interface MailTransportOptions {
  /** Absolute path; made on first use, readable by this account only. */
  outboxDirectory: string
  /** Certificates as PEM text that are trusted besides the usual ones. */
  ca?: string | null
  /** Other times than RFC 5321 asks for, for tests. */
  timeouts?: Partial<RelayTimeouts>
}

/**
 * Opens the way out that `MAIL_URL` names: `outbox:` or `smtp://user:pass@host:port` (STARTTLS, which only a relay on this machine may do
 * without) or `smtps://` (TLS from the first byte), with `?requireTls=true|false`. Connects to nothing yet. Throws an `Error` that goes on after the setting's name and
 * never repeats the URL, which holds a password.
 */
export function openMailTransport(url: string, options: MailTransportOptions): MailTransport {
  if (url === 'outbox:') return new OutboxTransport(options.outboxDirectory)
  return new SmtpTransport(url, options)
}
