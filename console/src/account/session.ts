/** Who is signed in on these pages: found out once, by the cookie, and what was read goes with whoever read it. */
import { ask, client, type Reply, type SessionState, SignedOut } from '../api/client.ts'
import { queries } from '../api/queries.ts'

export const profileQuery = ask('getOwnUserProfile', {})

let who: string | null = null
let leftCode: string | undefined
const alsoForget = new Set<() => void>()

/** Has `forget` done, too, each time that somebody has left or come: of what is not loaded before somebody signs in. */
export const forgetToo = (forget: () => void): void => void alsoForget.add(forget)

/**
 * From now on nothing that one account read is shown to another. Sessions end and begin on every page, and in other tabs of this browser,
 * so that no page can see to it: whoever signs in after somebody else has to find nothing of theirs, wherever they come from.
 */
export function forgetWhoLeft(): void {
  client.onSession((session) => {
    const next = session.status === 'signed-in' ? session.user.id : null
    if (next === who) return
    if (who !== null) {
      // whose account it was is known from what was read, and read no longer
      const me = queries.getQueryData<Reply<'getOwnUserProfile'>>(profileQuery.queryKey)
      leftCode = next === null ? me?.tenantCode : undefined
      queries.clear()
    }
    who = next
    for (const forget of alsoForget) forget()
  })
}

/** The code of the workspace whose account was signed out here, once. */
export function takeLeftCode(): string | undefined {
  const code = leftCode
  leftCode = undefined
  return code
}

/** Asks who is signed in, where nobody has yet. @throws Failure but SignedOut, which is an answer */
export async function knowSession(): Promise<SessionState> {
  return client.session.status === 'unknown' ? await client.restore() : client.session
}

/** The code of the workspace whose account is signed in here; undefined where it can't be read. */
export const ownCode = (): Promise<string | undefined> =>
  queries.fetchQuery(profileQuery).then(
    ({ tenantCode }) => tenantCode,
    () => undefined,
  )

/** Ends the session in this browser. One that has ended meanwhile is over all the same. @throws Failure */
export async function endSession(): Promise<void> {
  await client.signOut().catch((error: unknown) => {
    if (!(error instanceof SignedOut)) throw error
  })
}
