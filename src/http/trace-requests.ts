import type { FastifyInstance } from 'fastify'
import { type OpenSpan, tracing } from '#core/tracing.ts'
import { readTraceParent } from './trace-parent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

/**
 * Has each request in a span of its own, a part of its caller's trace where it named one. Nothing at all where no traces are kept. Attributes
 * are those of OpenTelemetry's conventions for HTTP that say nothing of who asked and for what.
 */
export function traceRequests(app: FastifyInstance): void {
  const kept = tracing()
  if (kept === null) return
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { id, method, headers, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const operation = routeOptions.config?.operationId
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'tenantry.trace_id': id,
      ...(operation !== undefined && { 'tenantry.operation': operation }),
    }
    const span = kept.beginRequest({ name: `${method} ${route}`, kind: 'server', attributes }, id, readTraceParent(headers.traceparent))
    request.span = span
    reply.raw.once('close', () => {
      const { statusCode } = reply
      span.set({ 'http.response.status_code': statusCode })
      span.end(!reply.raw.writableFinished ? 'aborted' : statusCode >= 500 ? String(statusCode) : undefined)
    })
    span.within(done)
  })
  // the events by which a body comes belong to its connection
  app.addHook('preHandler', (request, _reply, done) => (request.span === null ? done() : request.span.within(done)))
}
