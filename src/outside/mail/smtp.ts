import { performance } from 'node:perf_hooks'
import { rootCertificates } from 'node:tls'
import type { NodemailerError } from 'nodemailer'
import { headerText } from './address.ts'
import type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'
import { errorText, unsendable, writeMessage } from './message.ts'
import { relayReason } from './relay-reason.ts'
import { isLoopback, type Relay, readRelayUrl } from './relay-url.ts'
import { type Accepted, type RelayTimeouts, type RelayTrust, relayTimeouts, SmtpSession } from './smtp-session.ts'

/** A session that rests is ended before the relay ends it. */
const restMs = 15_000
/** One that was used a moment ago is not asked whether it still stands: that would be one round trip in four. */
const momentMs = 1000
/** For a health check, which somebody waits for. */
const checkTimeouts: RelayTimeouts = { connectMs: 5000, greetingMs: 5000, answerMs: 5000, wholeMs: 10_000 }

interface Resting {
  readonly session: SmtpSession
  readonly since: number
  readonly timer: NodeJS.Timeout
}

/** Mail through a relay, over sessions that are kept for a moment. Retries are the queue's: a mail is handed over once per `send`. */
export class SmtpTransport implements MailTransport {
  readonly name = 'smtp'
  readonly #relay: Relay
  readonly #trust: RelayTrust
  readonly #timeouts: RelayTimeouts
  readonly #resting: Resting[] = []
  #checking: Promise<void> | null = null
  #closed: boolean = false

  /**
   * Throws an `Error` for a URL that cannot be used; connects to nothing.
   * @param ca certificates as PEM texts that are trusted besides the usual ones
   */
  constructor(url: string, { ca = null, timeouts = {} }: { ca?: string | null; timeouts?: Partial<RelayTimeouts> } = {}) {
    this.#relay = readRelayUrl(url)
    this.#timeouts = { ...relayTimeouts, ...timeouts }
    // nobody stands between us and our own machine: its relay may vouch for itself, unless TLS is asked for by name
    const verify = !isLoopback(this.#relay.host) || this.#relay.isTlsAsked || ca !== null
    this.#trust = { verify, certificates: ca === null ? null : [...rootCertificates, ca] }
  }

  async send(mail: OutgoingMail, aborted?: AbortSignal): Promise<MailOutcome> {
    const limit = new AbortController()
    const tooLong = Object.assign(new Error('the whole attempt took too long'), { code: 'ETIMEDOUT' })
    const timer = setTimeout(() => limit.abort(tooLong), this.#timeouts.wholeMs)
    const signal = aborted ? AbortSignal.any([aborted, limit.signal]) : limit.signal
    let isOpen = false
    try {
      const { envelope, message } = await writeMessage(mail)
      const what = [envelope, message, signal] as const
      const warm = this.#warm()
      isOpen = warm !== null
      let accepted = (await warm?.sendAtOnce(...what, this.#timeouts.connectMs)) ?? null
      if (warm !== null && accepted !== null) this.#rest(warm)
      else {
        isOpen = false
        const session = await this.#session(signal)
        isOpen = true
        accepted = await session.send(...what)
        this.#rest(session)
      }
      return { kind: 'sent', providerMessageId: providerId(accepted) || mail.messageId }
    } catch (error) {
      return unsendable(error) ?? failedOutcome(error, isOpen)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Two at once are one. */
  async check(): Promise<void> {
    this.#checking ??= SmtpSession.open(this.#relay, this.#trust, checkTimeouts, AbortSignal.timeout(checkTimeouts.wholeMs))
      .then((session) => session.close())
      .finally(() => {
        this.#checking = null
      })
    await this.#checking
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { session, timer } of this.#resting.splice(0)) {
      clearTimeout(timer)
      session.close()
    }
  }

  /** A session that rests since a moment ago. */
  #warm(): SmtpSession | null {
    const last = this.#resting.at(-1)
    if (!last || performance.now() - last.since > momentMs) return null
    this.#resting.pop()
    clearTimeout(last.timer)
    return last.session.isOpen ? last.session : null
  }

  async #session(signal: AbortSignal): Promise<SmtpSession> {
    for (let resting = this.#resting.pop(); resting; resting = this.#resting.pop()) {
      clearTimeout(resting.timer)
      // one that is gone without a word is told as soon as one that can't be reached
      const answered = AbortSignal.any([signal, AbortSignal.timeout(this.#timeouts.connectMs)])
      if (await resting.session.isUsable(answered)) return resting.session
    }
    return await SmtpSession.open(this.#relay, this.#trust, this.#timeouts, signal)
  }

  #rest(session: SmtpSession): void {
    if (this.#closed) return void session.close()
    const entry: Resting = {
      session,
      since: performance.now(),
      timer: setTimeout(() => {
        this.#resting.splice(this.#resting.indexOf(entry), 1)
        session.close()
      }, restMs).unref(),
    }
    this.#resting.push(entry)
  }
}

/** By which name the relay knows the mail: a line that can be kept and found, whatever a relay takes for a name. */
const providerId = ({ serverMessageId }: Accepted) => serverMessageId && headerText(serverMessageId.replace(/^<(.*)>$/s, '$1'), 500)

/** The replies that speak about this mail. A refused greeting, login or STARTTLS speaks about the relay and may be put right. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** 503 bad sequence of commands, 530 log in or use TLS first (RFC 4954, section 6; RFC 3207, section 4), 535 not authenticated. */
const aboutTheSession = new Set([503, 530, 535])

/**
 * 5yz is final and everything else may pass (RFC 5321, section 4.2.1). Without a session the relay is away; a session that ends without a
 * reply says nothing of the others.
 */
function failedOutcome(error: unknown, isOpen: boolean): MailOutcome {
  const { responseCode, command, code } = error as NodemailerError
  const what = { error: errorText(error), reason: relayReason(error) }
  const ofMail = aboutTheMail.has(command ?? '') && !aboutTheSession.has(responseCode ?? 0)
  const tooLarge = code === 'EMESSAGE' && responseCode === undefined
  if (ofMail && (tooLarge || (responseCode !== undefined && responseCode >= 500))) {
    return { kind: 'permanent', ...what, atRecipient: command === 'RCPT TO' }
  }
  const relay = !isOpen || aboutTheSession.has(responseCode ?? 0) ? 'away' : ofMail ? 'answered' : 'unknown'
  return { kind: 'temporary', ...what, relay }
}
