/** A client of Tenantry: typed calls in the name of whoever is signed in (`docs/client.md`). */
import { type Acting, actingAs } from './acting.ts'
import { Caller } from './caller.ts'
import type { Arguments, Input, ItemOf, OperationName, PagedName, Reply } from './calls.ts'
import { sessionIn } from './claims.ts'
import { Refused, type RefusedBy, SignedOut } from './errors.ts'
import { keeperOf } from './keeper.ts'
import type { LiveEvent } from './live-event.ts'
import type { TokenResponse } from './operations.ts'
import { type ClientOptions, settingsOf } from './options.ts'
import { largestPage, pagesOf } from './pages.ts'
import type { AnyInput } from './request.ts'
import { refreshTimeoutMs, Session, type SessionState } from './session.ts'
import { followTogether } from './shared-stream.ts'
import { type Following, follow } from './stream.ts'
import { Tabs } from './tabs.ts'

export type { Acting } from './acting.ts'
export type { CallOptions, CodesOf, Input, ItemOf, OperationName, PagedName, Reply } from './calls.ts'
export {
  type Failure,
  isRefused,
  Misanswered,
  Refused,
  type RefusedBy,
  SignedOut,
  type SignedOutReason,
  TimedOut,
  Unreachable,
} from './errors.ts'
export type { LiveEvent } from './live-event.ts'
export type * from './operations.ts'
export type { ClientOptions, RefreshTokenStore } from './options.ts'
export type { SessionState } from './session.ts'

/** What came of a call: its reply, or the refusal, whose codes are those of the operation. */
export type Outcome<O extends OperationName> =
  | { readonly isDone: true; readonly reply: Reply<O> }
  | { readonly isDone: false; readonly refused: RefusedBy<O> }

export interface LiveOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** Number of the last event that is known: what came since is told first. */
  readonly lastEventId?: string
}

const ofAccount = {
  admin: { refresh: 'refreshTokens', endSession: 'endSession', endAllSessions: 'endAllSessions', logout: 'signOut' },
  user: { refresh: 'refreshUserTokens', endSession: 'endUserSession', endAllSessions: 'endAllUserSessions', logout: 'signOutUser' },
} as const

export class Client {
  readonly #options: ClientOptions
  readonly #share: string | null
  readonly #account: 'admin' | 'user'
  readonly #caller: Caller
  readonly #session: Session
  readonly #tabs: Tabs

  /** @throws TypeError for an address that is none */
  constructor(options: ClientOptions) {
    const settings = settingsOf(options)
    const keeper = keeperOf(settings)
    const caller = new Caller(settings, keeper.isCookie)
    // a second one does what the first one should have done, or is refused; a page that is closed must not lose the cookie
    const special = { headers: caller.cookieHeader(), repeatable: 'any', keepalive: keeper.isCookie } as const
    this.#options = options
    this.#share = settings.share
    this.#account = settings.account
    this.#caller = caller
    this.#tabs = new Tabs(settings.share)
    const timeoutMs = Math.min(settings.timeoutMs, refreshTimeoutMs)
    this.#session = new Session(keeper, this.#tabs, settings.share, async (body) => {
      return (await caller.bare(null, ofAccount[settings.account].refresh, { body }, { timeoutMs }, special)) as TokenResponse
    })
  }

  /** Who is signed in, as far as that is known. */
  get session(): SessionState {
    return this.#session.state
  }

  /** Has `listener` called with each change of it, in whatever tab it was made. @returns what ends that */
  onSession(listener: (state: SessionState) => void): () => void {
    return this.#session.onChange(listener)
  }

  /**
   * Finds out who is signed in: at the start of a page or a program, from the cookie or the store.
   *
   * @throws Failure but SignedOut, which is an answer
   */
  async restore(): Promise<SessionState> {
    await this.#session.token().catch((error: unknown) => {
      if (!(error instanceof SignedOut)) throw error
    })
    return this.#session.state
  }

  /**
   * Fetches new tokens though those at hand are good, where what they say of the account is no more so: a duty that was done. Other tabs
   * hear of it.
   *
   * @throws Failure
   */
  async renew(): Promise<SessionState> {
    await this.#session.tokenAfter(await this.#session.token())
    return this.#session.state
  }

  /**
   * One call. Where tokens are answered (`signIn`, `verifyTwoFactor` …) this client is signed in with them.
   *
   * @throws Failure, or the reason of the signal
   */
  async call<O extends OperationName>(operation: O, ...[input = {} as Input<O>, options = {}]: Arguments<O>): Promise<Reply<O>> {
    return (await this.#caller.call(this.#session, operation, input as AnyInput, options)) as Reply<O>
  }

  /** One call whose refusal is a value. @throws Failure but Refused, or the reason of the signal */
  async attempt<O extends OperationName>(operation: O, ...given: Arguments<O>): Promise<Outcome<O>> {
    try {
      return { isDone: true, reply: await this.call(operation, ...given) }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { isDone: false, refused: error as RefusedBy<O> }
    }
  }

  /** The pages of a list, from the one that the query asks for. @throws as `call` does */
  pages<O extends PagedName>(
    operation: O,
    ...[input = {} as Input<O>, options = {}]: Arguments<O>
  ): AsyncGenerator<Reply<O>, void, undefined> {
    const given = input as AnyInput
    const ask = (query: NonNullable<AnyInput['query']>) => this.#caller.call(this.#session, operation, { ...given, query }, options)
    return pagesOf(ask as (query: object) => Promise<Reply<O>>, given.query ?? {})
  }

  /** The records of a list one after the other, a hundred a request unless the query says otherwise. @throws as `call` does */
  async *items<O extends PagedName>(operation: O, ...[input, options]: Arguments<O>): AsyncGenerator<ItemOf<O>, void, undefined> {
    const { query, ...rest } = (input ?? {}) as AnyInput
    const given = [{ ...rest, query: { pageSize: largestPage, ...query } }, options] as unknown as Arguments<O>
    for await (const { items } of this.pages(operation, ...given)) yield* items as ItemOf<O>[]
  }

  /**
   * What happens to the notifications of whoever is signed in, as it happens: one connection for all tabs, opened again wherever it breaks off,
   * from the last event on.
   *
   * @throws SignedOut when the session ends; Refused when the stream may not be opened
   */
  live({ signal = new AbortController().signal, lastEventId }: LiveOptions = {}): AsyncGenerator<LiveEvent, void, undefined> {
    const following: Following = { lastId: lastEventId ?? null }
    const open = async (lastId: string | null, signal: AbortSignal) => {
      const headers = lastId === null ? {} : { 'last-event-id': lastId }
      return (await this.#caller.call(this.#session, 'openNotificationStream', {}, { signal, retries: 0 }, { headers })) as Response
    }
    const alone = (signal: AbortSignal) => follow(open, this.#session, following, signal)
    return this.#share === null ? alone(signal) : followTogether(this.#share, this.#tabs, following, signal, alone)
  }

  /**
   * Ends the session, here and in all tabs; `everywhere` all sessions of the account, on other devices too. Whoever owes a new password or a
   * second factor is signed out everywhere: they can't choose.
   *
   * @throws Failure but SignedOut: nothing has ended then
   */
  async signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
    const { endSession, endAllSessions, logout } = ofAccount[this.#account]
    const end = () =>
      everywhere
        ? this.call(endAllSessions)
        : this.#caller.end(this.#session, endSession, (token) => ({ path: { tokenId: sessionIn(token) } }))
    try {
      await end().catch((error: unknown) => {
        if (!isOwing(error)) throw error
        return this.call(logout)
      })
    } catch (error) {
      if (error instanceof SignedOut) return
      // it had ended meanwhile
      if (!(error instanceof Refused && error.status === 404)) throw error
      await this.#session.end('signed_out')
    }
  }

  /** Acts as another admin, as the SuperAdmin: a client of its own, whose tokens are in its memory alone. @throws as `call` does */
  async actAs(adminId: string, reason?: string): Promise<Acting<Client>> {
    const make = () => {
      const client = new Client({ ...this.#options, refreshToken: 'memory', share: false })
      return { client, session: client.#session }
    }
    return await actingAs({ session: this.#session, caller: this.#caller, make }, adminId, reason)
  }

  /** Signs in with tokens that came another way. @throws what the store throws that can't save them */
  async adopt(answer: TokenResponse): Promise<void> {
    await this.#session.begin(answer)
  }

  /** Listens to other tabs no longer. The session goes on. */
  close(): void {
    this.#tabs.close()
  }
}

/** Whether something is owed first: until then the service takes no other end of a session than that of all. */
const isOwing = (error: unknown): boolean => error instanceof Refused && /^(?:password_change|two_factor_setup)_required$/.test(error.code)

/** A client of the service at `options.url`. @throws TypeError for an address that is none */
export const createClient = (options: ClientOptions): Client => new Client(options)
