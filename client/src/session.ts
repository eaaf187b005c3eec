/** Who is signed in, and with which token: one refresh for all calls at once and for all tabs. */
import { sessionIn } from './claims.ts'
import { Refused, SignedOut, type SignedOutReason, TimedOut } from './errors.ts'
import type { Keeper } from './keeper.ts'
import { withLock } from './locks.ts'
import type { TokenResponse } from './operations.ts'
import { pause } from './retries.ts'
import type { Held, Tab, Tabs, Told } from './tabs.ts'

export type SessionState =
  /** Nobody asked yet: the first call refreshes, and then it is known. */
  | { readonly status: 'unknown' }
  | ({
      readonly status: 'signed-in'
      /** The same through every refresh: whoever signs in again has another. */
      readonly sessionId: string
    } & Omit<Held, 'accessToken' | 'endsAt'>)
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }

/** A token that ends within this is refreshed before it is used. */
const marginMs = 1_000
/** So long another tab has to say that it has a token. */
const askMs = 100
/** So long the answer to a page that was closed, or to another program, may be on its way to where the refresh token is kept. */
const lateTokenMs = 700
/** So long a token that was used may come again and is not taken for stolen: 10 seconds, less one for its way there. */
const graceMs = 9_000
/** So long the answer to a refresh is waited for, at most: where it is lost there is time to ask again within the grace. */
export const refreshTimeoutMs = 8_000

export class Session {
  #state: SessionState = { status: 'unknown' }
  #held: Held | null = null
  #renewing: Promise<Held> | null = null
  /** While other tabs are asked: for another token than this. */
  #asked: { readonly refused: string | null } | null = null
  /** How often its end is being asked for here. */
  #leaving = 0
  /** Whether another tab asks for it. */
  #isLeftElsewhere = false
  readonly #listeners = new Set<(state: SessionState) => void>()
  readonly #keeper: Keeper
  readonly #tab: Tab
  readonly #isAlone: boolean
  readonly #lock: string
  readonly #refresh: (body: object) => Promise<TokenResponse>

  /**
   * @param name clients of one name are of one session; null for one that shares it with nobody
   * @param refresh asks the service for new tokens
   */
  constructor(keeper: Keeper, tabs: Tabs, name: string | null, refresh: (body: object) => Promise<TokenResponse>) {
    this.#keeper = keeper
    this.#lock = `${name ?? crypto.getRandomValues(new Uint32Array(4)).join('-')} refresh`
    this.#refresh = refresh
    this.#tab = tabs.join((told) => this.#hear(told))
    this.#isAlone = tabs.isAlone
  }

  get state(): SessionState {
    return this.#state
  }

  /** The access token that calls are made with now, whether it is good or not; null for none. */
  get current(): string | null {
    return this.#held?.accessToken ?? null
  }

  /** Has `listener` called with each change, in whatever tab it was made. @returns what ends that */
  onChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** An access token that is good, by the clock of this machine. @throws SignedOut, and what a refresh fails with */
  async token(): Promise<string> {
    if (this.#held && isFresh(this.#held)) return this.#held.accessToken
    if (this.#state.status === 'signed-out') throw new SignedOut(this.#state.reason)
    return (await this.#renew(this.#held?.accessToken ?? null)).accessToken
  }

  /** Another token than `refused`, which the service did not take. @throws as `token` does */
  async tokenAfter(refused: string): Promise<string> {
    if (this.#held && this.#held.accessToken !== refused) return await this.token()
    if (this.#state.status === 'signed-out') throw new SignedOut(this.#state.reason)
    return (await this.#renew(refused)).accessToken
  }

  /** Whether calls are made with this token now. */
  holds(token: string): boolean {
    return this.#held?.accessToken === token
  }

  /** Does what makes or ends tokens while no tab refreshes: the cookie is one, and the last answer has it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    return await withLock(this.#lock, work)
  }

  /** Signs in, here and in the other tabs, with tokens that were answered. @throws what the store throws that can't save them */
  async begin(answer: TokenResponse): Promise<Held> {
    const held = heldOf(answer)
    this.#keep(held)
    this.#tab.tell({ what: 'held', held })
    if (!this.#keeper.isCookie) await this.#keeper.save(answer.refreshToken)
    return held
  }

  /** Does what ends it: whoever signs out did so, though the live stream may tell first that the session was revoked. */
  async leaving<T>(work: () => Promise<T>): Promise<T> {
    this.#leaving += 1
    this.#tab.tell({ what: 'leaving', isSo: true })
    try {
      return await work()
    } finally {
      this.#leaving -= 1
      this.#tab.tell({ what: 'leaving', isSo: false })
    }
  }

  /** Nobody is signed in any more, here and in the other tabs. */
  async end(reason: SignedOutReason): Promise<void> {
    this.#tab.tell({ what: 'ended', reason: this.#close(reason) })
    await this.#keeper.save(null)
  }

  #renew(refused: string | null): Promise<Held> {
    this.#renewing ??= this.#renewInTurn(refused).finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  #renewInTurn(refused: string | null): Promise<Held> {
    return withLock(this.#lock, async (hasWaited) => {
      if (hasWaited || this.#held === null) await this.#askOthers(refused)
      if (this.#state.status === 'signed-out') throw new SignedOut(this.#state.reason)
      if (this.#held && this.#isOther(this.#held, refused)) return this.#held
      try {
        return await this.begin(await this.#exchange())
      } catch (error) {
        const reason = error instanceof SignedOut ? error.reason : endOf(error)
        if (reason === null) throw error
        await this.end(reason)
        throw new SignedOut(reason)
      }
    })
  }

  async #exchange(): Promise<TokenResponse> {
    const body = await this.#keeper.body()
    if (body === null) throw new SignedOut('none')
    try {
      return await this.#refreshInGrace(body)
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'refresh_token_invalid') throw error
      // somebody else may have used it, and what they were given is not kept yet: only a token that stays what it is has ended
      await pause(lateTokenMs)
      const now = await this.#keeper.body()
      if (now === null || (!this.#keeper.isCookie && now.refreshToken === body.refreshToken)) throw error
      return await this.#refresh(now)
    }
  }

  /** Where no answer comes the token may have been used: it is sent again at once, and later only by whoever calls again. */
  async #refreshInGrace(body: object): Promise<TokenResponse> {
    const beganAt = Date.now()
    try {
      return await this.#refresh(body)
    } catch (error) {
      // a machine that slept is told of it too late
      if (!(error instanceof TimedOut) || Date.now() - beganAt > graceMs) throw error
      return await this.#refresh(body)
    }
  }

  /** What another tab has been given need not be asked for: the one this waited for, or any where this one has just begun. */
  async #askOthers(refused: string | null): Promise<void> {
    if (this.#isAlone || (this.#held && this.#isOther(this.#held, refused))) return
    this.#asked = { refused }
    const changed = new Promise<void>((resolve) => {
      const stop = this.onChange(() => {
        stop()
        resolve()
      })
    })
    this.#tab.tell({ what: 'ask' })
    await Promise.race([changed, pause(askMs)])
    this.#asked = null
  }

  #isOther = (held: Held, refused: string | null) => held.accessToken !== refused && isFresh(held)

  #hear(told: Told): void {
    if (told.what === 'held' && !this.holds(told.held.accessToken)) this.#keep(told.held)
    else if (told.what === 'ended') this.#close(told.reason)
    else if (told.what === 'leaving') this.#isLeftElsewhere = told.isSo
    else if (told.what === 'ask' && this.#held && isFresh(this.#held)) this.#tab.tell({ what: 'told', held: this.#held })
    // whoever did not ask may know better: that session may have ended here
    else if (told.what === 'told' && this.#asked !== null && this.#isOther(told.held, this.#asked.refused)) this.#keep(told.held)
  }

  #keep(held: Held): void {
    this.#held = held
    // a tab that was closed meanwhile took nothing back
    this.#isLeftElsewhere = false
    const { user, mustChangePassword, mustSetUpTwoFactor } = held
    this.#become({ status: 'signed-in', sessionId: sessionIn(held.accessToken), user, mustChangePassword, mustSetUpTwoFactor })
  }

  /** @returns the reason that is told */
  #close(told: SignedOutReason): SignedOutReason {
    const reason = this.#leaving > 0 || this.#isLeftElsewhere ? 'signed_out' : told
    this.#held = null
    this.#become({ status: 'signed-out', reason })
    return reason
  }

  #become(state: SessionState): void {
    this.#state = state
    // a fault of theirs is none of the session
    for (const listener of this.#listeners) queueMicrotask(() => listener(state))
  }
}

const isFresh = ({ endsAt }: Held) => endsAt - Date.now() > marginMs

const heldOf = ({ accessToken, expiresIn, user, MustChangePassword, requiresTwoFactorSetup }: TokenResponse): Held => ({
  accessToken,
  endsAt: Date.now() + expiresIn * 1000,
  user,
  mustChangePassword: MustChangePassword,
  mustSetUpTwoFactor: requiresTwoFactorSetup,
})

/** Why a refused refresh ends the session; null where it is to be tried again: too many, not now, or not from this page. */
function endOf(error: unknown): SignedOutReason | null {
  if (!(error instanceof Refused)) return null
  if (error.status === 400) return 'none'
  const isEnd = error.status === 401 || (error.status === 403 && error.answer.reason !== 'origin_not_allowed')
  return isEnd ? error.code : null
}
