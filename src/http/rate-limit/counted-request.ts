import type { FastifyReply, FastifyRequest } from 'fastify'
import { rateLimited } from '#core/errors.ts'
import type { Counted } from './counted-refusal.ts'
import type { RateCounter, RateDecision } from './rate-limit.ts'

/**
 * Counts a request in the budget of its client, or of its session where it counts for one (`counted-session.ts`), before a byte of its body is read, and tells it how much of that is left. Answers without a
 * promise wherever memory is asked.
 * @throws AppError 429 `rate_limited`
 */
export function countRequest(
  { limiter, address }: Counted,
  counter: RateCounter,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string | null = null,
): void | Promise<void> {
  const decided = limiter.consume(sessionId === null ? counter : 'session', address(request), sessionId)
  if (decided instanceof Promise) return decided.then((decision) => passOn(decision, reply))
  passOn(decided, reply)
}

function passOn(decision: RateDecision, reply: FastifyReply): void {
  reply.headers(decision.headers)
  if (!decision.allowed) throw rateLimited(decision)
}
