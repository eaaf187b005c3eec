import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { version } from '#core/package-version.ts'
import type { Health, PublicContext } from '#db/rows/context.ts'
import { route } from '#http/route.ts'
import { named, Timestamp } from '#http/shapes.ts'
import { allHealth, databaseHealth, overall } from './health.checks.ts'

const Status = named('HealthStatus', z.enum(['ok', 'degraded', 'down']))
const HealthAnswer = named('Health', z.object({ status: Status, timestamp: Timestamp }))
const Check = named('HealthCheck', z.object({ status: Status, latencyMs: z.number(), note: z.string().optional() }))
const HealthDetails = named(
  'HealthDetails',
  HealthAnswer.extend({
    version: z.string(),
    uptimeSeconds: z.int(),
    checks: z.record(z.string(), Check),
  }),
)

const retryAfterSeconds = 5

/** 503 as every failure is answered, with what a monitor reads beside it. */
function answered<T extends { status: Health['status'] }>(ctx: PublicContext, health: T): T & { timestamp: Date } {
  const body = { ...health, timestamp: ctx.now }
  if (health.status !== 'down') return body
  throw new AppError(503, 'unavailable', { extra: body, headers: { 'retry-after': String(retryAfterSeconds) } })
}

export const healthRoutes = {
  'GET /health': route({
    operationId: 'getHealth',
    summary: 'Whether the service works',
    access: 'public',
    rate: 'none',
    reply: HealthAnswer,
    errorDetails: { 503: HealthAnswer },
    run: async (ctx) => answered(ctx, { status: overall({ database: await databaseHealth(ctx.service) }) }),
  }),

  'GET /health/live': route({
    operationId: 'getLiveness',
    summary: 'Whether the process runs; for orchestrators',
    access: 'public',
    rate: 'none',
    reply: HealthAnswer,
    errorDetails: { 503: HealthAnswer },
    run: async (ctx) => answered(ctx, { status: 'ok' as const }),
  }),

  'GET /health/ready': route({
    operationId: 'getReadiness',
    summary: 'Whether requests should be sent here; for orchestrators',
    access: 'public',
    rate: 'none',
    reply: HealthAnswer,
    errorDetails: { 503: HealthAnswer },
    run: async (ctx) => {
      const { status } = await databaseHealth(ctx.service)
      return answered(ctx, { status: status === 'ok' && ctx.service.live.isFresh() ? ('ok' as const) : ('down' as const) })
    },
  }),

  'GET /api/v1/health': route({
    operationId: 'getHealthDetails',
    summary: 'The health of every part',
    access: 'account',
    openDuring: ['password_change', 'two_factor_setup'],
    reply: HealthDetails,
    errorDetails: { 503: HealthDetails },
    run: async (ctx) => {
      const checks = await allHealth(ctx)
      return answered(ctx, { status: overall(checks), version, uptimeSeconds: Math.floor(process.uptime()), checks })
    },
  }),
}
