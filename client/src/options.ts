/** What a client is made with. */
import type { CallOptions } from './calls.ts'

/** Keeps the refresh token of a session from one start of a program to the next. */
export interface RefreshTokenStore {
  /** @returns the token that was saved last, null for none */
  load(): string | null | Promise<string | null>
  /** A refresh token is good once: save the new one before anything else, in the same place. Null: the session has ended. */
  save(token: string | null): void | Promise<void>
}

export interface ClientOptions {
  /** Address of the service, `https://id.example.com`. */
  readonly url: string
  /** The kind of account that signs in: `admin` unless given. */
  readonly account?: 'admin' | 'user'
  /**
   * Where the refresh token is. `cookie`: in an HttpOnly cookie, out of reach of the page; what a browser gets unless the page came over
   * plain http. `memory`: gone with this client; what everything else gets. Or a store of your own.
   */
  readonly refreshToken?: 'cookie' | 'memory' | RefreshTokenStore
  /**
   * Clients of one name are of one session: tabs of a browser, or several in a Node process with one store. One refreshes for all, all are told
   * what is new. With `cookie` all of one `url` and `account` unless given; else none.
   */
  readonly share?: string | false
  /** Language of messages and names; a function is asked for each call. */
  readonly language?: 'en' | 'ar' | (() => 'en' | 'ar')
  /** For each call that says nothing else, beside what its body takes at 250 kbit/s: 30 seconds. A refresh has 8 at most, whatever is given. */
  readonly timeoutMs?: number
  /** How often a call may be repeated where that is safe: 2. */
  readonly retries?: number
  /** Longest wait before it is repeated; where the service asks for more, the call fails at once and says how long. 10 seconds. */
  readonly longestWaitMs?: number
  /** Sends the requests, `globalThis.fetch` unless given. */
  readonly fetch?: typeof globalThis.fetch
}

/** The same with what is not given. */
export interface Settings {
  readonly url: string
  readonly account: 'admin' | 'user'
  readonly refreshToken: 'cookie' | 'memory' | RefreshTokenStore
  readonly share: string | null
  readonly language: () => 'en' | 'ar' | undefined
  readonly timeoutMs: number
  readonly retries: number
  readonly longestWaitMs: number
  readonly fetch: typeof globalThis.fetch
}

/** @throws TypeError for an address that is none */
export function settingsOf(options: ClientOptions): Settings {
  const { account = 'admin', language } = options
  const url = new URL(options.url).href.replace(/\/+$/, '')
  const refreshToken = options.refreshToken ?? (isSecurePage() ? 'cookie' : 'memory')
  const share = options.share ?? (refreshToken === 'cookie' ? `tenantry ${account} ${url}` : false)
  return {
    url,
    account,
    refreshToken,
    share: share === false ? null : share,
    language: typeof language === 'function' ? language : () => language,
    timeoutMs: options.timeoutMs ?? 30_000,
    retries: options.retries ?? 2,
    longestWaitMs: options.longestWaitMs ?? 10_000,
    // called as a function of its own: that of a browser works on its window alone
    fetch: options.fetch ?? ((...given) => globalThis.fetch(...given)),
  }
}

/** A cookie that is `Secure` needs https, or loopback. */
const isSecurePage = (): boolean => {
  const scope = globalThis as { readonly document?: unknown; readonly isSecureContext?: boolean }
  return scope.document !== undefined && scope.isSecureContext === true
}

/** What a call is made with, of its own options and the client's. @param sendingMs that its body may take on a slow line */
export const callSettings = (settings: Settings, options: CallOptions, sendingMs: number) => ({
  timeoutMs: options.timeoutMs ?? settings.timeoutMs + sendingMs,
  retries: options.retries ?? settings.retries,
  longestWaitMs: settings.longestWaitMs,
  signal: options.signal,
})
