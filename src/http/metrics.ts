import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client'
import { unauthenticated } from '#core/errors.ts'
import { gauge, type Measure } from '#core/measures.ts'
import { version } from '#core/package-version.ts'
import type { Service } from '#db/rows/context.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Numbers of now under names that end as counters do, which `promtool check metrics` objects to; each is told by another besides. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** `GET /metrics` in the Prometheus text form, open to its own Bearer token only; not found while there is none. */
export function measureRequests(app: FastifyInstance, service: Service): void {
  let known: Measuring | null = null
  const measuring = () => {
    known ??= beginMeasuring(service)
    return known
  }
  if (service.options.metricsToken !== null) measuring()
  app.addHook('onResponse', (request, reply, done) => {
    if (service.options.metricsToken === null || (request.routeOptions.config?.isStream && reply.statusCode === 200)) return done()
    measuring().seconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    const { metricsToken: token } = service.options
    if (token === null) return reply.callNotFound()
    const given = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    if (!timingSafeEqual(digest(given), digest(token))) throw unauthenticated('token_invalid', true)
    const { registry } = measuring()
    for (const [name, measure] of service.measures) if (!registry.getSingleMetric(name)) show(registry, name, measure)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

interface Measuring {
  readonly registry: Registry
  readonly seconds: Histogram<'method' | 'route' | 'status'>
}

/** Not before there is a token: what it watches costs something all the time. */
function beginMeasuring(service: Service): Measuring {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route template, method and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  for (const [name, measure] of Object.entries(ownMeasures(service))) show(registry, name, measure)
  return { registry, seconds }
}

const ownMeasures = ({ live }: Service): Record<string, Measure> => ({
  tenantry_build_info: {
    type: 'gauge',
    help: 'Always 1; what runs',
    read: () => [{ labels: { version, node: process.versions.node }, value: 1 }],
  },
  tenantry_live_log_fresh: gauge('1 while revocations of other processes are known within their bound', () => (live.isFresh() ? 1 : 0)),
  tenantry_revocation_lag_seconds: gauge('Time since everything that was revoked by other processes was last known here', () =>
    live.lagSeconds(),
  ),
})

/** The registry writes out whatever has a name and gives numbers. */
function show(registry: Registry, name: string, measure: Measure): void {
  const { type, help } = measure
  const get = async () => {
    const samples = await measure.read()
    const values = samples.map(({ suffix = '', labels, value }) => ({ metricName: name + suffix, labels, value }))
    return { name, help, type, values, aggregator: 'sum' }
  }
  registry.registerMetric({ name, get } as unknown as Metric)
}
