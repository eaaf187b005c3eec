/** Acting as another admin, beside one's own session. */
import type { Caller } from './caller.ts'
import { sessionIn } from './claims.ts'
import { Refused, SignedOut } from './errors.ts'
import type { TokenResponse } from './operations.ts'
import type { Session } from './session.ts'

/** A client that acts as somebody else, until that is stopped, and for an hour at most. */
export interface Acting<Client> {
  readonly client: Client
  /**
   * Back to the own session, which goes on with new tokens, unless it has ended or somebody else has signed in meanwhile; those of the other
   * one are good no longer. @throws Failure but SignedOut
   */
  stop(): Promise<void>
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
      await session.alone(async () => {
        const { current } = session
        const isStillOwn = current !== null && sessionIn(current) === begunIn
        const back = await tokensBack(caller, acting.session, isStillOwn)
        if (back && isStillOwn) await session.begin(back)
      })
      await acting.session.end('signed_out')
      acting.client.close()
    },
  }
}

/** Of the session that it began in; null where the acting has ended by itself, and that session has its own still. */
async function tokensBack(caller: Caller, acting: Session, isStillOwn: boolean): Promise<TokenResponse | null> {
  try {
    const special = isStillOwn ? { headers: caller.cookieHeader() } : { isCookieOfOther: true }
    return (await caller.bare(await acting.token(), 'stopImpersonation', {}, {}, special)) as TokenResponse
  } catch (error) {
    if (error instanceof SignedOut || (error instanceof Refused && error.code === 'session_revoked')) return null
    throw error
  }
}
