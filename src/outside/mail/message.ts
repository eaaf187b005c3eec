import { headerText, isAddrSpec, readMailbox } from './address.ts'
import type { MailOutcome, OutgoingMail } from './mail.ts'
import { plainName } from './name.ts'

/** A mail that can never be sent as it is, whatever the relay says. */
class UnsendableMail extends Error {
  readonly atRecipient: boolean

  constructor(message: string, atRecipient = false) {
    super(message)
    this.name = 'UnsendableMail'
    this.atRecipient = atRecipient
  }
}

const messageIdPattern = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}@[A-Za-z0-9.-]{1,120}$/

/**
 * The message as nodemailer takes it: addresses apart from names, so that it never parses text of ours, and no way to make it read
 * a file or a URL. Throws what `unsendable` knows for a recipient, sender or Message-ID that is not exactly one.
 */
export function composeMessage(mail: OutgoingMail) {
  if (!isAddrSpec(mail.to)) throw new UnsendableMail('the recipient is not one plain address', true)
  if (!messageIdPattern.test(mail.messageId)) throw new UnsendableMail('the Message-ID is malformed')
  const from = readMailbox(mail.from)
  if (!from) throw new UnsendableMail('the sender is not one plain address')
  return {
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    from,
    to: { name: plainName(mail.toName ?? ''), address: mail.to },
    subject: headerText(mail.subject),
    text: mail.text,
    html: mail.html,
    // RFC 3834, section 5: keeps out-of-office answers away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** What an outcome says of an error: one line of at most 500 characters. */
export const errorText = (error: unknown) => headerText(error instanceof Error ? error.message : String(error), 500)

/** The outcome of what `composeMessage` refuses; null for any other error. */
export const unsendable = (error: unknown): MailOutcome | null =>
  error instanceof UnsendableMail
    ? { kind: 'permanent', error: errorText(error), reason: 'the mail is malformed', atRecipient: error.atRecipient }
    : null
