import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir, opendir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '#outside/atomic-file.ts'
import type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'
import { errorText, unsendable, writeMessage } from './message.ts'
import { relayReason } from './relay-reason.ts'

/**
 * Mail without a relay: each one becomes an `.eml` file (RFC 5322) that any mail program opens. The files hold codes and passwords,
 * so nobody but this account may ever read them: 0600 below a 0700 folder.
 */
export class OutboxTransport implements MailTransport {
  readonly name = 'outbox'
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  async send(mail: OutgoingMail): Promise<MailOutcome> {
    try {
      const { message } = await writeMessage(mail)
      await this.#openDirectory()
      await writeAtomically(join(this.#directory, outboxFileName(mail.messageId)), message)
      return { kind: 'sent', providerMessageId: mail.messageId }
    } catch (error) {
      return unsendable(error) ?? { kind: 'temporary', error: errorText(error), reason: relayReason(error), relay: 'away' }
    }
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

/** The name of the file of a mail: one for every attempt, so that a repeated send overwrites its file; an odd Message-ID is hashed, never a path. */
function outboxFileName(messageId: string): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9@._-]{0,199}$/.test(messageId)
  return `${plain ? messageId : createHash('sha256').update(messageId).digest('hex')}.eml`
}

const filesAtOnce = 500
const abandonedAfterMs = 3_600_000

/**
 * Deletes the files of mails (or texts) that are kept no longer, whatever took them away, and what a process that died left half written.
 * @param keptOf which of these Message-IDs belong to a mail that is kept
 * @param nowMs since the epoch
 * @param ending of the files
 * @returns how many files; files of other names are nobody's business here
 */
export async function sweepOutbox(
  directory: string,
  keptOf: (messageIds: readonly string[]) => Promise<ReadonlySet<string>>,
  nowMs: number,
  ending: '.eml' | '.sms' = '.eml',
): Promise<number> {
  let deleted = 0
  let names: string[] = []
  const sweep = async () => {
    const idOf = (name: string) => name.slice(0, -ending.length)
    const kept = await keptOf(names.map(idOf))
    for (const name of names.filter((name) => !kept.has(idOf(name)))) deleted += await remove(join(directory, name))
    names = []
  }
  const abandoned = new RegExp(`.\\${ending}\\.[0-9a-f]{12}\\.tmp$`)
  const folder = await opendir(directory).catch(unlessMissing)
  if (!folder) return 0
  for await (const { name } of folder) {
    if (name.startsWith('.') && abandoned.test(name)) deleted += await removeAbandoned(join(directory, name), nowMs)
    else if (!name.startsWith('.') && name.endsWith(ending)) names.push(name)
    if (names.length === filesAtOnce) await sweep()
  }
  if (names.length > 0) await sweep()
  return deleted
}

/** What another process took away meanwhile is gone all the same. */
function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

const remove = async (path: string): Promise<number> => ((await unlink(path).catch(unlessMissing)) === null ? 0 : 1)

async function removeAbandoned(path: string, nowMs: number): Promise<number> {
  const found = await stat(path).catch(unlessMissing)
  return found && nowMs - found.mtimeMs > abandonedAfterMs ? await remove(path) : 0
}
