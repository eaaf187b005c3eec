import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { endIfUnread } from './unread.ts'

/** What a client may leave unread before whoever writes waits for it: about a page of an export. */
const mostUnread = 256 * 1024
/** A client that takes nothing at all for so long is taken for gone. */
const longestUnreadMs = 60_000

export interface FileFacts {
  /** With its parameters. */
  readonly type: string
  /** That it is saved under: of ASCII letters, digits, dots and hyphens. */
  readonly name: string
}

/** Where a caller hung up, or was cut off, before the file was out. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone'
}

/**
 * An answer that is a file, written piece by piece as fast as the client reads it. Nothing is answered before the first piece: until then
 * an error is an error like any other. Afterwards the file can only be broken off, and the connection with it, so that no client takes a
 * part of it for the whole (RFC 9112, section 8).
 */
export class FileAnswer {
  readonly #reply: FastifyReply
  readonly #out: PassThrough
  readonly #longestUnreadMs: number
  #isBegun: boolean = false

  constructor(reply: FastifyReply, limits = { mostUnread, longestUnreadMs }) {
    this.#reply = reply
    this.#out = new PassThrough({ writableHighWaterMark: limits.mostUnread })
    this.#longestUnreadMs = limits.longestUnreadMs
    // a client that hangs up: `isGone` tells
    this.#out.on('error', () => {})
  }

  /** From here on no error can be answered. */
  get isBegun(): boolean {
    return this.#isBegun
  }

  /** Whether nobody is there any more who reads it. */
  get isGone(): boolean {
    return this.#reply.raw.closed || this.#reply.raw.destroyed || this.#reply.request.raw.socket.destroyed
  }

  /** Begins the answer. What it is and how it is called goes before its first piece. */
  begin({ type, name }: FileFacts): void {
    this.#isBegun = true
    this.#reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).send(this.#out)
  }

  /** Writes a piece, and waits until the client has read most of what was written before. @throws CallerGone */
  async write(piece: string | Uint8Array): Promise<void> {
    if (this.isGone || this.#out.destroyed) throw new CallerGone()
    if (!this.#out.write(piece)) await this.#watched(this.#event(this.#out, 'drain'))
    if (this.isGone) throw new CallerGone()
  }

  /** Ends the file, and waits until all of it is out. @throws CallerGone */
  async end(): Promise<void> {
    const { raw } = this.#reply
    this.#out.end()
    if (!raw.writableFinished) await this.#watched(this.#event(raw, 'finish'))
    if (!raw.writableFinished) throw new CallerGone()
  }

  /** Breaks it off. */
  breakOff(): void {
    this.#reply.raw.destroy()
    this.#out.destroy()
  }

  /** Until it happens, or the caller is gone. */
  async #event(source: PassThrough | FastifyReply['raw'], name: 'drain' | 'finish'): Promise<void> {
    const over = new AbortController()
    const { raw } = this.#reply
    const waits = [once(source, name, { signal: over.signal }), once(raw, 'close', { signal: over.signal })]
    if (raw.closed) over.abort()
    await Promise.race(waits).catch(() => undefined)
    over.abort()
    await Promise.allSettled(waits)
  }

  async #watched(work: Promise<void>): Promise<void> {
    const { raw } = this.#reply
    const unread = () => this.#out.writableLength + this.#out.readableLength + raw.writableLength
    const stop = endIfUnread(unread, () => this.breakOff(), this.#longestUnreadMs)
    await work.finally(stop)
  }
}
