import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeAtomically } from '#outside/atomic-file.ts'
import type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'
import { composeMessage, errorText, UnsendableMail } from './message.ts'

/**
 * Mail without a relay: each one becomes an `.eml` file (RFC 5322) that any mail program opens. The files hold codes and passwords,
 * so nobody but this account may ever read them: 0600 below a 0700 folder.
 */
export class OutboxTransport implements MailTransport {
  readonly name = 'outbox'
  readonly #directory: string
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor(directory: string) {
    this.#directory = directory
  }

  async send(mail: OutgoingMail): Promise<MailOutcome> {
    try {
      const { message } = await this.#composer.sendMail(composeMessage(mail))
      await this.#openDirectory()
      await writeAtomically(join(this.#directory, outboxFileName(mail.messageId)), message as Buffer)
      return { kind: 'sent', providerMessageId: mail.messageId }
    } catch (error) {
      if (error instanceof UnsendableMail) return { kind: 'permanent', error: errorText(error), atRecipient: error.atRecipient }
      return { kind: 'temporary', error: errorText(error) }
    }
  }

  async check(): Promise<void> {
    await this.#openDirectory()
    await access(this.#directory, constants.W_OK | constants.X_OK)
  }

  async close(): Promise<void> {
    this.#composer.close()
  }

  async #openDirectory(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await chmod(this.#directory, 0o700)
  }
}

/** The same for every attempt of one mail, so that a repeated send overwrites its file; an odd Message-ID is hashed, never a path. */
function outboxFileName(messageId: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9@._-]{0,199}$/.test(messageId)
  return `${plain ? messageId : createHash('sha256').update(messageId).digest('hex')}.eml`
}
