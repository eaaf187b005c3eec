import type { Transporter } from 'nodemailer'
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
function composeMessage(mail: OutgoingMail) {
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

let composer: Transporter | undefined

/**
 * The bytes of a mail (RFC 5322) and whom a relay is told it goes to. The library is loaded by the first mail: a start has no need of it.
 * @throws what `unsendable` knows for a mail that can never be sent as it is
 */
export async function writeMessage(mail: OutgoingMail): Promise<{ envelope: { from: string; to: string[] }; message: Buffer }> {
  const content = composeMessage(mail)
  const { createTransport } = await import('nodemailer')
  composer ??= createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { envelope, message } = await composer.sendMail(content)
  return { envelope: envelope as { from: string; to: string[] }, message: message as Buffer }
}

/** What an outcome says of an error: one line of at most 500 characters. */
export const errorText = (error: unknown) => headerText(error instanceof Error ? error.message : String(error), 500)

/** The outcome of what `composeMessage` refuses; null for any other error. */
export const unsendable = (error: unknown): MailOutcome | null =>
  error instanceof UnsendableMail
    ? { kind: 'permanent', error: errorText(error), reason: 'the mail is malformed', atRecipient: error.atRecipient }
    : null
