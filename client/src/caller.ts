/** Calls in the name of whoever is signed in. */
import type { CallOptions, OperationName } from './calls.ts'
import { accountIn, sessionIn } from './claims.ts'
import { Refused, SignedOut } from './errors.ts'
import type { TokenResponse } from './operations.ts'
import { callSettings, type Settings } from './options.ts'
import { sendingMs } from './pace.ts'
import { type AnyInput, type Outgoing, outgoing } from './request.ts'
import { type Repeatable, repeatable, withRetries } from './retries.ts'
import { send } from './send.ts'
import type { Session } from './session.ts'

/** What is special about one request. */
export interface Special {
  readonly headers?: Readonly<Record<string, string>>
  readonly repeatable?: Repeatable
  readonly keepalive?: boolean
  /** The cookie is somebody else's by now: it neither goes along nor comes back. */
  readonly isCookieOfOther?: boolean
}

/** Codes of a token that is not taken (any more), while the session may live. */
const staleCodes: readonly string[] = ['token_expired', 'token_invalid', 'session_revoked']
/** They end this session too. */
const endings: readonly OperationName[] = ['signOut', 'signOutUser', 'endAllSessions', 'endAllUserSessions']

export class Caller {
  readonly #settings: Settings
  readonly #isCookie: boolean

  constructor(settings: Settings, isCookie: boolean) {
    this.#settings = settings
    this.#isCookie = isCookie
  }

  /** One call, with the tokens of a session. @throws Failure, or the reason of the signal */
  async call(session: Session, operation: OperationName, input: AnyInput, options: CallOptions, special: Special = {}): Promise<unknown> {
    if (endings.includes(operation)) return await this.end(session, operation, () => input, options)
    const request = await this.#outgoing(operation, input, options)
    const { isOpen, hasTokens } = request.address
    if (!isOpen) return await this.#inSession(session, request, options, special)
    if (!hasTokens) return await this.#send(request, null, options, special)
    return await session.alone(async () => {
      const answer = await this.#send(request, null, options, { ...special, headers: this.cookieHeader() })
      if (hasTokensIn(answer)) await session.begin(answer)
      return answer
    })
  }

  /**
   * One call that ends the session, and takes its cookie away: while nobody refreshes or signs in, or the cookie might be that of who just did.
   *
   * @param inputOf what is sent, for the token that it is sent with
   * @throws Failure, or the reason of the signal
   */
  async end(session: Session, operation: OperationName, inputOf: (token: string) => AnyInput, options: CallOptions = {}): Promise<unknown> {
    return await session.leaving(() => this.#endInTurn(session, operation, inputOf, options))
  }

  async #endInTurn(
    session: Session,
    operation: OperationName,
    inputOf: (token: string) => AnyInput,
    options: CallOptions,
  ): Promise<unknown> {
    const before = session.current
    let token = await orAborted(session.token(), options.signal)
    requireSameAccount(before, token)
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await session.alone(async () => {
          const { current } = session
          const isOther = current === null || sessionIn(current) !== sessionIn(token)
          // another tab may have refreshed it while this one waited
          token = isOther ? token : current
          const request = await this.#outgoing(operation, inputOf(token), options)
          const answer = await this.#send(request, token, options, { isCookieOfOther: isOther })
          if (!isOther) await session.end('signed_out')
          return answer
        })
      } catch (error) {
        await endIfRevoked(session, token, error)
        if (!isStale(error) || !isFirst) throw error
      }
      const next = await orAborted(session.tokenAfter(token), options.signal)
      requireSameAccount(token, next)
      token = next
    }
  }

  /** One call with that token, or none: no session is asked or changed. */
  async bare(
    token: string | null,
    operation: OperationName,
    input: AnyInput,
    options: CallOptions,
    special: Special = {},
  ): Promise<unknown> {
    return await this.#send(await this.#outgoing(operation, input, options), token, options, special)
  }

  /** Asks for the refresh token in the cookie, where the session is kept so. */
  cookieHeader = (): Readonly<Record<string, string>> => (this.#isCookie ? { 'x-refresh-cookie': 'true' } : {})

  async #inSession(session: Session, request: Outgoing, options: CallOptions, special: Special): Promise<unknown> {
    const before = session.current
    const first = await orAborted(session.token(), options.signal)
    requireSameAccount(before, first)
    try {
      return await this.#send(request, first, options, special)
    } catch (error) {
      await endIfRevoked(session, first, error)
      if (!isStale(error) || request.isOnce) throw error
    }
    const second = await orAborted(session.tokenAfter(first), options.signal)
    requireSameAccount(first, second)
    try {
      return await this.#send(request, second, options, special)
    } catch (error) {
      await endIfRevoked(session, second, error)
      throw error
    }
  }

  async #outgoing(operation: OperationName, input: AnyInput, { idempotencyKey }: CallOptions): Promise<Outgoing> {
    return await outgoing(this.#settings.url, operation, input, idempotencyKey)
  }

  /** Where sessions are made and ended the cookie has a say: that of this client, and never one that another client of the page has. */
  #credentialsOf({ address }: Outgoing, { isCookieOfOther }: Special): 'include' | 'same-origin' | 'omit' {
    if (isCookieOfOther) return 'omit'
    if (!address.hasTokens && !address.at.includes('/auth/')) return 'same-origin'
    return this.#isCookie ? 'include' : 'omit'
  }

  #send(request: Outgoing, token: string | null, options: CallOptions, special: Special): Promise<unknown> {
    const { fetch, language } = this.#settings
    const settings = callSettings(this.#settings, options, sendingMs(request.body))
    const tongue = language()
    const attempt = {
      ...settings,
      fetch,
      headers: {
        ...(tongue && { 'accept-language': tongue }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...special.headers,
      },
      credentials: this.#credentialsOf(request, special),
      ...((special.keepalive || options.keepalive) && { keepalive: true }),
    } as const
    return withRetries(special.repeatable ?? repeatable(request), settings, () => send(request, attempt))
  }
}

const isStale = (error: unknown): boolean =>
  error instanceof Refused && error.status === 401 && staleCodes.includes(error.code) && error.answer.affected === undefined

/** The session has ended with `token`; where another one is held by now, that is tried. */
async function endIfRevoked(session: Session, token: string, error: unknown): Promise<void> {
  if (!(error instanceof Refused) || error.code !== 'session_revoked' || !session.holds(token)) return
  await session.end(error.code)
  throw new SignedOut(error.code)
}

/**
 * What was begun in the name of one is never sent in the name of another, who signed in meanwhile, in another tab maybe.
 *
 * @param before null where nobody was known to be signed in
 * @throws SignedOut: so did the session in which it was begun end
 */
function requireSameAccount(before: string | null, now: string): void {
  if (before !== null && before !== now && accountIn(before) !== accountIn(now)) throw new SignedOut('signed_out')
}

const hasTokensIn = (answer: unknown): answer is TokenResponse =>
  typeof (answer as Partial<TokenResponse> | undefined)?.accessToken === 'string'

/** What others wait for too goes on without who gave up. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work
  signal.throwIfAborted()
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
