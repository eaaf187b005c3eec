/** Who is signed in on these pages: found out once, by the cookie. */
import { client, type SessionState, SignedOut } from '../api/client.ts'

/** Asks who is signed in, where nobody has yet. @throws Failure but SignedOut, which is an answer */
export async function knowSession(): Promise<SessionState> {
  return client.session.status === 'unknown' ? await client.restore() : client.session
}

/** Ends the session in this browser. One that has ended meanwhile is over all the same. @throws Failure */
export async function endSession(): Promise<void> {
  await client.signOut().catch((error: unknown) => {
    if (!(error instanceof SignedOut)) throw error
  })
}
