import type { ServerResponse } from 'node:http'
import type { Actor } from '#db/rows/context.ts'

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
  /** Called once, however it ends. */
  onEnd: () => void = () => {}
  readonly #out: ServerResponse
  #isOpen: boolean = true

  constructor(out: ServerResponse, actor: Actor, { id, sessionId, expiresAt, admit }: StreamFacts) {
    this.id = id
    this.sessionId = sessionId
    this.expiresAt = expiresAt
    this.admit = admit
    this.actor = actor
    this.#out = out
    out.once('close', () => this.#ended())
    // a client that hangs up
    out.on('error', () => {})
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Sends one event; `id` is what a client that was cut off names as the last it has. */
  send(event: string, data: unknown, id?: number): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends lines as they are. */
  write(text: string): void {
    if (!this.#isOpen) return
    this.#out.write(text)
    if (this.#out.writableLength > mostUnread) this.#out.destroy()
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
    this.onEnd()
  }
}
