/** What clients of one session tell each other: tabs of a browser, or clients of a Node process. */
import type { SignedOutReason } from './errors.ts'
import type { LiveEvent } from './live-event.ts'
import type { TokenUser } from './operations.ts'

/** An access token and whose it is. */
export interface Held {
  readonly accessToken: string
  /** When it ends, in milliseconds since 1970 by the clock of this machine. */
  readonly endsAt: number
  readonly user: TokenUser
  /** What has to be done before anything else is open. */
  readonly mustChangePassword: boolean
  readonly mustSetUpTwoFactor: boolean
}

export type Told =
  /** Somebody signed in, or refreshed. */
  | { readonly what: 'held'; readonly held: Held }
  /** Whoever has a token is asked to tell it; `told` is for who asked alone. */
  | { readonly what: 'ask' }
  | { readonly what: 'told'; readonly held: Held }
  | { readonly what: 'ended'; readonly reason: SignedOutReason }
  /** Whoever signs out says so before the service can tell that the session has ended; false where it came to nothing. */
  | { readonly what: 'leaving'; readonly isSo: boolean }
  /** Of the live stream, by the one that reads it. */
  | { readonly what: 'event'; readonly event: LiveEvent }
  /** Whoever reads the stream is asked how far it is. */
  | { readonly what: 'join' }
  | { readonly what: 'at'; readonly id: string }

/** One of those who listen. */
export interface Tab {
  /** Tells all others, in this client and elsewhere, and not oneself. */
  tell(told: Told): void
  leave(): void
}

/** All that share a name; those of one client without one. */
export class Tabs {
  #channel: InstanceType<typeof BroadcastChannel> | null
  readonly #listeners = new Set<(told: Told) => void>()

  constructor(name: string | null) {
    this.#channel = name === null || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
    if (this.#channel === null) return
    this.#channel.onmessage = (message: { readonly data: unknown }) => this.#pass(message.data as Told, null)
    // Node would wait for it to be closed
    const { unref } = this.#channel as { unref?: () => void }
    unref?.call(this.#channel)
  }

  /** Whether nobody else can be there. */
  get isAlone(): boolean {
    return this.#channel === null
  }

  join(listener: (told: Told) => void): Tab {
    this.#listeners.add(listener)
    return {
      tell: (told) => {
        this.#channel?.postMessage(told)
        this.#pass(told, listener)
      },
      leave: () => void this.#listeners.delete(listener),
    }
  }

  close(): void {
    this.#channel?.close()
    // whoever goes on by itself tells nobody: a channel that is closed throws
    this.#channel = null
    this.#listeners.clear()
  }

  #pass(told: Told, from: ((told: Told) => void) | null): void {
    for (const listener of this.#listeners) if (listener !== from) listener(told)
  }
}
