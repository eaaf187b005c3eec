import { access, chmod, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '#outside/atomic-file.ts'
import { relayReason } from '#outside/mail/relay-reason.ts'
import type { OutgoingText, TextOutcome, TextTransport } from './sms.ts'

/** Told of each text at the level `debug`. */
export interface TextLog {
  debug(fields: object, message: string): void
}

/** The ending of the files of texts, beside the `.eml` of mails. */
export const textFileEnding = '.sms'

/**
 * Texts without a gateway: each becomes a file in the outbox folder, for this account only (0600), and a line in the log. The file holds the
 * whole text; the line neither code nor number, unless `showsCodes`.
 */
export class LogTransport implements TextTransport {
  readonly name = 'log'
  readonly #directory: string
  readonly #log: TextLog
  readonly #showsCodes: boolean

  constructor({ directory, log, showsCodes }: { directory: string; log: TextLog; showsCodes: boolean }) {
    this.#directory = directory
    this.#log = log
    this.#showsCodes = showsCodes
  }

  /** The file of a text that is sent again is written over. */
  async send({ id, to, body, shownBody }: OutgoingText): Promise<TextOutcome> {
    try {
      await this.#openDirectory()
      await writeAtomically(join(this.#directory, `${id}${textFileEnding}`), Buffer.from(`To: ${to}\n\n${body}\n`))
    } catch (error) {
      const { message } = error as Error
      return { kind: 'temporary', error: message, reason: relayReason(error), relay: 'away' }
    }
    this.#log.debug(this.#showsCodes ? { text: id, to, body } : { text: id, body: shownBody }, 'a text')
    return { kind: 'sent', providerMessageId: id }
  }

  async check(): Promise<void> {
    await this.#openDirectory()
    await access(this.#directory, constants.W_OK | constants.X_OK)
  }

  async close(): Promise<void> {}

  async #openDirectory(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await chmod(this.#directory, 0o700)
  }
}
