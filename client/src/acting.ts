/** Acting as another admin, beside one's own session. */
import type { Caller, Special } from './caller.ts'
import { sessionIn } from './claims.ts'
import { Refused, SignedOut } from './errors.ts'
import type { TokenResponse } from './operations.ts'
import type { Session } from './session.ts'

/** A client that acts as somebody else, until that is stopped, and for an hour at most. */
export interface Acting<Client> {
  readonly client: Client
  /**
   * Back to the own session, which goes on with new tokens, unless it has ended or another one was begun in its place; those of whom this
   * acted as are good no longer.
   *
   * @returns whether the own session goes on
   * @throws Failure but SignedOut
   */
  stop(): Promise<boolean>
}

interface Own<Client> {
  readonly session: Session
  readonly caller: Caller
  /** Another client of the same service, and its session, which is in its memory alone. */
  make(): { readonly client: Client & { close(): void }; readonly session: Session }
}

/** @throws Failure: 403 `impersonation_forbidden` where it may not be */
export async function actingAs<Client>({ session, caller, make }: Own<Client>, id: string, reason?: string): Promise<Acting<Client>> {
  const begunIn = sessionIn(await session.token())
  // without the header that asks for a cookie: that one stays the own session's
  const answer = await caller.call(session, 'impersonateAdmin', { path: { id }, body: { reason } }, {})
  const acting = make()
  await acting.session.begin(answer as TokenResponse)
  return {
    client: acting.client,
    async stop() {
      // the own refresh token is void from then on: no tab may use it meanwhile
      const goesOn = await session.alone(async () => {
        const { current } = session
        const isStillOwn = current !== null && sessionIn(current) === begunIn
        const special = isStillOwn ? { headers: caller.cookieHeader() } : { isCookieOfOther: true }
        const back = await tokensBack(caller, acting.session, special)
        if (back && isStillOwn) await session.begin(back)
        // nobody holds its tokens any more, and to sign out would end that account's other sessions, too
        else if (back) await caller.bare(back.accessToken, 'endSession', { path: { tokenId: begunIn } }, {}, special).catch(() => undefined)
        return isStillOwn
      })
      await acting.session.end('signed_out')
      acting.client.close()
      return goesOn
    },
  }
}

/**
 * Those of the session that it began in; null where the acting has ended by itself, and that session has its own still.
 *
 * @param special tokens of a session which is no longer the tab's are asked for without the cookie, and dropped
 */
async function tokensBack(caller: Caller, acting: Session, special: Special): Promise<TokenResponse | null> {
  try {
    return (await caller.bare(await acting.token(), 'stopImpersonation', {}, {}, special)) as TokenResponse
  } catch (error) {
    if (error instanceof SignedOut || (error instanceof Refused && error.code === 'session_revoked')) return null
    throw error
  }
}
