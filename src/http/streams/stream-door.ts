import type { FastifyRequest } from 'fastify'
import { unauthenticated } from '#core/errors.ts'
import type { Actor, Service } from '#db/rows/context.ts'
import type { StreamDoor } from '#http/route.ts'
import type { LiveSessions } from '#sessions/live-sessions.ts'

interface Dependencies {
  readonly service: Service
  readonly sessions: Pick<LiveSessions, 'find'>
}

/** The live caller behind the `ticket` of a query. @throws AppError 401 without one, for one that opens nothing, and for a session that is over */
export async function actorByTicket(door: StreamDoor, request: FastifyRequest, { service, sessions }: Dependencies): Promise<Actor> {
  const { ticket } = request.query as { ticket?: unknown }
  if (ticket === undefined) throw unauthenticated('token_missing', true)
  const taken = typeof ticket === 'string' ? await door.takeTicket(service, ticket) : null
  if (taken === null) throw unauthenticated('token_invalid', true)
  if (taken.expiresAt <= service.clock.now()) throw unauthenticated('token_expired', true)
  const session = await sessions.find(taken.sessionId)
  if (!session) throw unauthenticated('session_revoked', true)
  request.streamEndsAt = taken.expiresAt
  return session.actor
}
