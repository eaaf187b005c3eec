import type { FastifyRequest } from 'fastify'
import type { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import { sessionOfToken } from '#http/access.ts'
import type { LiveSessions } from '#sessions/live-sessions.ts'

interface Known {
  readonly verifier: AccessTokenVerifier
  readonly sessions: Pick<LiveSessions, 'isKnownOver'>
}

/**
 * The session that an ordinary request counts for in place of its client's address, null for every other request: a browser says that one of
 * our own pages sent it (`Sec-Fetch-Site: same-origin`, Fetch Metadata, section 2.2.3, which no page can write), and it brings a token of ours
 * that is good. So people behind one address do not use up each other's budget. Whoever is no browser may write the header, too, and
 * gains nothing without a token; with one, the budget of that one session. Nothing is read for it: a session that this process knows to be over
 * counts for the address again.
 */
export function countedSession(
  { headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>,
  { verifier, sessions }: Known,
  now: Date,
): string | null {
  if (headers['sec-fetch-site'] !== 'same-origin') return null
  const sessionId = sessionOfToken(headers.authorization, raw.rawHeaders, verifier, now)
  return sessionId === null || sessions.isKnownOver(sessionId) ? null : sessionId
}
