import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from '#core/errors.ts'
import type { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import type { Actor, Service } from '#db/rows/context.ts'
import type { LiveSessions } from '#sessions/live-sessions.ts'
import { type AccessRule, authorize, callerNow, endOfToken } from './access.ts'
import type { ClientReader } from './client-address.ts'
import type { RateLimiter } from './rate-limit/rate-limit.ts'
import type { Exchange } from './route.ts'
import type { EventStreams } from './streams/event-streams.ts'

interface StreamDependencies {
  readonly service: Pick<Service, 'clock'>
  readonly verifier: AccessTokenVerifier
  readonly streams: Pick<EventStreams, 'open'>
  readonly sessions: Pick<LiveSessions, 'find'>
}

/** Header and cookie access of one request. Cookies are always HttpOnly, Secure and SameSite=Strict (RFC 6265bis, section 4.1.2). */
export function exchangeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, address, limiter, ...dependencies }: ClientReader & StreamDependencies & { readonly limiter: RateLimiter },
  gate: AccessRule,
): Exchange {
  const tokenExpiresAt = () =>
    request.streamEndsAt ?? endOfToken(request.headers.authorization, dependencies.verifier, dependencies.service.clock.now())
  return {
    header: (name) => {
      const value = request.headers[name.toLowerCase()]
      return Array.isArray(value) ? value[0] : value
    },
    host: () => host(request),
    cookies: (name) => cookiesNamed(name, request.headers.cookie ?? ''),
    isGone: () => request.raw.socket.destroyed,
    caller: async () => {
      if (!request.actor) throw unauthenticated('token_missing', true)
      return await callerNow(request.actor, dependencies.sessions, gate)
    },
    takeSend: () => limiter.takeBeside('otp-send', address(request)),
    tokenExpiresAt,
    openStream: (id) => {
      const { actor } = request
      const expiresAt = tokenExpiresAt()
      if (!actor || !expiresAt) throw unauthenticated('token_missing', true)
      const admit = (caller: Actor) => authorize(caller, gate)
      return dependencies.streams.open(request, reply, actor, { id, sessionId: actor.sessionId, expiresAt, admit })
    },
    setCookie: (name, value, { path, maxAgeSeconds }) => {
      reply.setCookie(name, value, { path, maxAge: maxAgeSeconds, httpOnly: true, secure: true, sameSite: 'strict' })
    },
  }
}

/** As they were sent (RFC 6265, section 4.2.1): none of ours needs quotes or escapes. */
function cookiesNamed(name: string, header: string): string[] {
  const values: string[] = []
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim())
  }
  return values
}
