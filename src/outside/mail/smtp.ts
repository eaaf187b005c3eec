import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailOutcome, MailTransport, OutgoingMail } from './mail.ts'
import { composeMessage, errorText, UnsendableMail } from './message.ts'
import { readRelayUrl } from './relay-url.ts'

/** Mail through a relay, over a few kept connections. Retries are the queue's: a mail is handed over once per `send`. */
export class SmtpTransport implements MailTransport {
  readonly name = 'smtp'
  readonly #timeoutMs: number
  readonly #pool: ReturnType<typeof openPool>

  /** Throws an `Error` for a URL that cannot be used; connects to nothing. */
  constructor(url: string, timeoutMs = 15_000) {
    this.#timeoutMs = timeoutMs
    this.#pool = openPool(url, timeoutMs)
  }

  async send(mail: OutgoingMail): Promise<MailOutcome> {
    try {
      // A relay that trickles its answers is never silent long enough for the socket's own limit.
      const signal = AbortSignal.timeout(this.#timeoutMs * 3)
      const info = await this.#pool.sendMail({ ...composeMessage(mail), signal })
      return { kind: 'sent', providerMessageId: info.serverMessageId?.replace(/^<(.*)>$/, '$1') ?? mail.messageId }
    } catch (error) {
      return failedOutcome(error)
    }
  }

  async check(): Promise<void> {
    await this.#pool.verify()
  }

  async close(): Promise<void> {
    this.#pool.close()
  }
}

function openPool(url: string, timeoutMs: number) {
  const relay = readRelayUrl(url)
  return createTransport({
    pool: true,
    maxConnections: 5,
    maxRequeues: 0,
    idleTimeout: 30_000,
    host: relay.host,
    port: relay.port,
    secure: relay.secure,
    requireTLS: relay.requireTls,
    ...(relay.auth && { auth: relay.auth }),
    tls: { minVersion: 'TLSv1.2' as const },
    allowInternalNetworkInterfaces: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: 65_536,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The replies that speak about this mail. A refused greeting, login or STARTTLS speaks about the relay and may be put right. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])
/** 503 bad sequence of commands, 530 log in or use TLS first (RFC 4954, section 6; RFC 3207, section 4), 535 not authenticated. */
const aboutTheSession = new Set([503, 530, 535])

/** 5yz is final and everything else may pass (RFC 5321, section 4.2.1); no reply at all is the network's doing. */
function failedOutcome(error: unknown): MailOutcome {
  if (error instanceof UnsendableMail) return { kind: 'permanent', error: errorText(error), atRecipient: error.atRecipient }
  const { responseCode, command, code } = error as NodemailerError
  const ofMail = aboutTheMail.has(command ?? '') && !aboutTheSession.has(responseCode ?? 0)
  const tooLarge = code === 'EMESSAGE' && responseCode === undefined
  if (ofMail && (tooLarge || (responseCode !== undefined && responseCode >= 500))) {
    return { kind: 'permanent', error: errorText(error), atRecipient: command === 'RCPT TO' }
  }
  return { kind: 'temporary', error: errorText(error) }
}
