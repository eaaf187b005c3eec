import type { ServerResponse } from 'node:http'
import type { Actor } from '#db/rows/context.ts'

export const eventStreamType = 'text/event-stream'

/** A client that leaves more than this unread is dropped: it comes back, and resumes. */
const mostUnread = 256 * 1024

export interface StreamFacts {
  readonly id: string
  readonly sessionId: string
  /** When the access token ends that it was opened with. */
  readonly expiresAt: Date
  /** Throws 403 for a caller who may no longer have it open. */
  readonly admit: (caller: Actor) => void
}

/** One answer of server-sent events (HTML Living Standard, section 9.2) that stays open; the oldest of them know their caller as of now. */
export class EventStream {
  readonly id: string
  readonly sessionId: string
  readonly expiresAt: Date
  readonly admit: (caller: Actor) => void
  /** The caller, as of the last look at the session. */
  actor: Actor
  readonly #out: ServerResponse
  #isOpen: boolean = true
  #listeners: (() => void)[] = []

  constructor(out: ServerResponse, actor: Actor, { id, sessionId, expiresAt, admit }: StreamFacts) {
    this.id = id
    this.sessionId = sessionId
    this.expiresAt = expiresAt
    this.admit = admit
    this.actor = actor
    this.#out = out
    const { socket } = out.req
    const ended = () => this.#ended()
    out.once('close', ended)
    // an answer that waits behind another of its connection (RFC 9112, section 9.3.2) is told nothing of its end
    socket.once('close', ended)
    this.#listeners.push(() => socket.off('close', ended))
    // a client that hangs up
    out.on('error', () => {})
    // one that did so before will be told of no more
    if (socket.destroyed) this.#ended()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Has `listener` called once, however it ends; at once where it has. */
  whenEnded(listener: () => void): void {
    if (this.#isOpen) this.#listeners.push(listener)
    else listener()
  }

  /** Sends one event; `id` is what a client that was cut off names as the last it has. */
  send(event: string, data: unknown, id?: number): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends lines as they are. */
  write(text: string): void {
    if (!this.#isOpen) return
    this.#out.write(text)
    if (this.#out.writableLength <= mostUnread) return
    this.#out.destroy()
    this.#ended()
  }

  /** Ends it after what was sent. A client that reads nothing is not waited for. */
  end(): void {
    if (!this.#isOpen) return
    const out = this.#out
    out.end()
    if (out.writableLength > 0) setTimeout(() => out.destroy(), 1000).unref()
    this.#ended()
  }

  #ended(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const listener of this.#listeners.splice(0)) listener()
  }
}
