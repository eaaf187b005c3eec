import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, rateLimited } from '#core/errors.ts'
import type { ClientReader } from '#http/client-address.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Who counts whom. */
export interface Counted extends Pick<ClientReader, 'address'> {
  readonly limiter: RateLimiter
}

/**
 * Counts a request that is refused before it came to a route, in the budget of ordinary operations: what is wrong must not be free,
 * nor tell anything by being tried. Returns the refusal, or 429 once the budget is used up.
 */
export async function countedRefusal({ limiter, address }: Counted, request: FastifyRequest, refusal: AppError): Promise<AppError> {
  const decision = await limiter.consume('global', address(request))
  return decision.allowed ? refusal : rateLimited(decision)
}

/** Refuses, counted, in the first hook whatever one of `problems` finds wrong with a request. */
export function refuseCounted(
  app: FastifyInstance,
  dependencies: Counted,
  problems: ((request: FastifyRequest) => AppError | undefined)[],
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    for (const problemOf of problems) {
      const problem = problemOf(request)
      if (problem) return void countedRefusal(dependencies, request, problem).then(done, done)
    }
    done()
  })
}
