import type { MailTransport } from './mail.ts'
import { OutboxTransport } from './outbox.ts'
import { SmtpTransport } from './smtp.ts'

export type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'

export interface MailTransportOptions {
  /** Absolute path; made on first use, readable by this account only. */
  outboxDirectory: string
  /** For connecting and for every silence of the relay, in milliseconds; a whole attempt ends after three times as much. */
  timeoutMs?: number
}

/**
 * Opens the way out that `MAIL_URL` names: `outbox:` or `smtp://user:pass@host:port` (STARTTLS) or `smtps://` (TLS from the first
 * byte), with `?requireTls=true|false`. Connects to nothing yet. Throws an `Error` whose message may be shown at start: it names
 * what is wrong and never repeats the URL, which holds a password.
 */
export function openMailTransport(url: string, options: MailTransportOptions): MailTransport {
  if (url === 'outbox:') return new OutboxTransport(options.outboxDirectory)
  return new SmtpTransport(url, options.timeoutMs)
}
