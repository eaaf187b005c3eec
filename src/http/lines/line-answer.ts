import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { AppError } from '#core/errors.ts'
import type { Language } from '#core/messages.ts'
import { errorBody, sentenceOf } from '#http/answer-errors.ts'
import { endIfUnread } from '#http/downloads/unread.ts'

export const lineType = 'application/x-ndjson'

/** What a client may leave unread before the next batch waits: who sends all before it reads anything gets as far as this. */
const mostUnread = 8 * 1024 * 1024
/** A client that takes nothing at all for so long, while the work waits for it, is taken for gone. */
const longestUnreadMs = 60_000
/** How long all that is left may take a client when the work has ended: nobody holds our memory by reading a byte a minute. */
const longestRestMs = 10 * 60_000

/** What came of one line: its record (null where it was only tried), or why not. */
export type LineOutcome = { readonly line: number } & ({ readonly id: string | null } | { readonly error: AppError })

/** An answer that is written line by line while its body is still being read. It begins with the first that is known. */
export class LineAnswer {
  readonly #reply: FastifyReply
  readonly #language: Language
  readonly #out: PassThrough
  readonly #limits: { readonly longestUnreadMs: number; readonly longestRestMs: number }
  #isBegun: boolean = false
  #affected = 0
  #skipped = 0

  constructor(reply: FastifyReply, language: Language, limits = { mostUnread, longestUnreadMs, longestRestMs }) {
    this.#reply = reply
    this.#language = language
    this.#out = new PassThrough({ writableHighWaterMark: limits.mostUnread })
    this.#limits = limits
    // a client that hangs up: `isGone` tells whoever works for it
    this.#out.on('error', () => {})
  }

  /** From here on nothing but lines can be answered. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Writes what came of some lines, and waits until the client has read most of what was written before. */
  async write(outcomes: readonly LineOutcome[]): Promise<void> {
    for (const outcome of outcomes) 'error' in outcome ? this.#skipped++ : this.#affected++
    await this.#send(outcomes.map((outcome) => this.#told(outcome)))
  }

  /** Writes the last line, with what ended the work where that was an error. */
  async end(error?: AppError): Promise<void> {
    const { code, message, traceId } = error ? errorBody(error, this.#language, this.#reply.request.id) : {}
    await this.#send([{ ...(error && { code, message, traceId }), affected: this.#affected, skipped: this.#skipped }])
    this.#out.end()
    const { raw } = this.#reply
    if (raw.closed) return
    const timer = setTimeout(() => raw.destroy(), this.#limits.longestRestMs)
    const stop = this.#endIfUnread()
    raw.once('close', () => {
      clearTimeout(timer)
      stop()
    })
  }

  #told(outcome: LineOutcome) {
    if (!('error' in outcome)) return outcome
    const { code, details } = outcome.error
    const errors = (details.fields ?? []).map((problem) => sentenceOf(problem, this.#language))
    return { line: outcome.line, code, errors }
  }

  async #send(lines: readonly object[]): Promise<void> {
    if (!this.#isBegun) {
      this.#isBegun = true
      this.#reply.header('content-type', lineType).send(this.#out)
    }
    if (this.#out.destroyed) return
    const hasRoom = this.#out.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    if (!hasRoom) await this.#room()
  }

  /** Until the client has read what was written, or is gone. However slowly it reads, it is waited for. */
  async #room(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = this.#endIfUnread()
    this.#out.once('drain', resolve).once('close', resolve)
    await promise
    stop()
    this.#out.off('drain', resolve).off('close', resolve)
  }

  /** Ends the connection when the client takes nothing at all for too long. @returns what stops the watch */
  #endIfUnread(): () => void {
    const unread = () => this.#out.writableLength + this.#out.readableLength + this.#reply.raw.writableLength
    return endIfUnread(unread, () => this.#reply.raw.destroy(), this.#limits.longestUnreadMs)
  }
}
