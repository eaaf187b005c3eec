import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { NodemailerError } from 'nodemailer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Relay } from './relay-url.ts'

/** How long a relay may take, in milliseconds. */
export interface RelayTimeouts {
  /** For the name and the connection: who is not there is told so at once, by nobody. */
  readonly connectMs: number
  /** For the greeting (RFC 5321, section 4.5.3.2.1), and for TLS. */
  readonly greetingMs: number
  /** For every other answer; the longest is the one to the final dot (section 4.5.3.2.6). */
  readonly answerMs: number
  /** For one attempt from its beginning to its end: one that trickles its answers is never silent. */
  readonly wholeMs: number
}

/** The least that RFC 5321, section 4.5.3.2, asks a client to wait, and for connecting a short time of our own. */
export const relayTimeouts: RelayTimeouts = {
  connectMs: 15_000,
  greetingMs: 5 * 60_000,
  answerMs: 10 * 60_000,
  wholeMs: 30 * 60_000,
}

/** Certificates that are trusted besides the usual ones come as PEM texts. */
export interface RelayTrust {
  /** Whether the certificate must be vouched for. */
  readonly verify: boolean
  readonly certificates: readonly string[] | null
}

/** What a relay has taken. */
export interface Accepted {
  readonly serverMessageId?: string | undefined
}

/** One open session with a relay: greeted, under TLS where it must be, and logged in. */
export class SmtpSession {
  readonly #connection: SMTPConnection

  private constructor(connection: SMTPConnection) {
    this.#connection = connection
    // one that comes while nobody waits ends the session; without a listener it would end the process
    connection.on('error', () => {})
  }

  /** @throws what the network, the relay or its certificate is at fault with, or the reason of `signal` */
  static async open(relay: Relay, trust: RelayTrust, timeouts: RelayTimeouts, signal: AbortSignal): Promise<SmtpSession> {
    // before there is a socket, which must never be without a listener
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
    const socket = await openSocket(relay, AbortSignal.any([signal, AbortSignal.timeout(timeouts.connectMs)]), signal)
    const connection = new SMTPConnection({
      connection: socket,
      host: relay.host,
      port: relay.port,
      secure: relay.secure,
      requireTLS: relay.requireTls,
      tls: { minVersion: 'TLSv1.2', rejectUnauthorized: trust.verify, ...(trust.certificates && { ca: [...trust.certificates] }) },
      // the connection is there: this one bounds greeting and TLS
      connectionTimeout: timeouts.greetingMs,
      greetingTimeout: timeouts.greetingMs,
      socketTimeout: timeouts.answerMs,
      maxResponseSize: 65_536,
    } as SMTPConnection.Options)
    const session = new SmtpSession(connection)
    await session.#step<unknown>(signal, (done) => connection.connect(done))
    const { auth } = relay
    if (auth !== null && connection.allowsAuth) {
      await session.#step<unknown>(signal, (done) => connection.login({ credentials: auth }, done))
    }
    return session
  }

  get isOpen(): boolean {
    return !this.#connection.destroyed
  }

  /** Hands one message over. @throws what the relay or the network is at fault with, or the reason of `signal`; the session is over then */
  send(envelope: { from: string; to: string[] }, message: Buffer, signal: AbortSignal): Promise<Accepted> {
    return this.#step<Accepted>(signal, (done) => this.#connection.send({ ...envelope, size: message.length }, message, done))
  }

  /**
   * Hands one message over by a session that was used a moment ago, without the question whether it still stands.
   * @param beginMs how long the relay may take until it asks for the message
   * @returns null when the session had ended: nothing of the message has left, and the relay said nothing of it but goodbye (421)
   * @throws as `send`
   */
  async sendAtOnce(
    envelope: { from: string; to: string[] },
    message: Buffer,
    signal: AbortSignal,
    beginMs: number,
  ): Promise<Accepted | null> {
    let hasBegun = false
    // read from only once the relay has asked for the message
    const body = new Readable({
      read() {
        hasBegun = true
        this.push(message)
        this.push(null)
      },
    })
    const timer = setTimeout(() => {
      if (!hasBegun) this.#connection.close()
    }, beginMs)
    try {
      return await this.#step<Accepted>(signal, (done) => this.#connection.send({ ...envelope, size: message.length }, body, done))
    } catch (error) {
      signal.throwIfAborted()
      const { responseCode } = error as NodemailerError
      if (hasBegun || (responseCode !== undefined && responseCode !== 421)) throw error
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  /** Whether a session that rested can take another message. */
  async isUsable(signal: AbortSignal): Promise<boolean> {
    if (!this.isOpen) return false
    return await this.#step<unknown>(signal, (done) => this.#connection.reset(done)).then(
      () => true,
      () => false,
    )
  }

  close(): void {
    if (this.isOpen) this.#connection.quit()
  }

  async #step<T>(signal: AbortSignal, run: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> {
    const connection = this.#connection
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const end = () => reject(Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' }))
    const abort = () => reject(signal.reason)
    connection.on('error', reject)
    connection.once('end', end)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      run((error, value) => (error ? reject(error) : resolve(value as T)))
      return await promise
    } catch (error) {
      connection.close()
      throw error
    } finally {
      connection.off('error', reject)
      connection.off('end', end)
      signal.removeEventListener('abort', abort)
    }
  }
}

/** @param limit ends when connecting took too long or `signal` is aborted */
async function openSocket({ host, port }: Relay, limit: AbortSignal, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal: limit })
    return socket
  } catch (error) {
    socket.on('error', () => {})
    socket.destroy()
    signal.throwIfAborted()
    if (!limit.aborted) throw error
    throw Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })
  }
}
