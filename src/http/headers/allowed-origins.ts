import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets pages of these origins call the service, with credentials (Fetch Standard, CORS protocol).
 * @param origins asked anew for each request; none allow nobody
 */
export async function allowOrigins(app: FastifyInstance, origins: () => readonly string[]): Promise<void> {
  const rules = {
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Location'],
    maxAge: 600,
  }
  // any other OPTIONS is a method like the rest
  const isPreflight = ({ headers }: FastifyRequest) =>
    headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  await app.register(cors, {
    delegator: (request, done) => {
      const allowed = origins()
      done(null, { ...rules, origin: allowed.length === 0 ? false : [...allowed], preflight: isPreflight(request) })
    },
  })
}
