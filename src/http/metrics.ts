import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { unauthenticated } from '#core/errors.ts'
import type { Service } from '#db/rows/context.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** `GET /metrics` in the Prometheus text form, open to its own Bearer token only. Not mounted at all without one. */
export function measureRequests(app: FastifyInstance, token: string, service: Service): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route template, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  new Gauge({
    name: 'tenantry_live_log_fresh',
    help: '1 while revocations of other processes are known within their bound',
    registers: [registry],
    collect() {
      this.set(service.live.isFresh() ? 1 : 0)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    if (!timingSafeEqual(digest(given), digest(token))) throw unauthenticated('token_invalid', true)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
