import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { readTraceParent } from './trace-parent.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestLogging: RequestLogging
  }
  interface FastifyRequest {
    /** Why it was refused, where it was; for its line. */
    refused: Refused | null
  }
  interface FastifyContextConfig {
    operationId?: string
    /** Its answer stays open: how long is no time to answer. */
    isStream?: boolean
    /** So many values its body may hold; as many as any when left out. */
    mostValues?: number | undefined
  }
}

/** `on`: a line for each request. `errors`: for those that are refused or fail, floods aside. `off`: for faults alone (500, 503). */
export type RequestLogging = 'on' | 'errors' | 'off'

interface Refused {
  readonly code: string
  readonly requiredPermission?: string
  readonly reason?: string
}

/** Has the requests of an app logged as `logging` says at the moment, by `noteRefusal` and, each at its end, by this. To be called before other hooks. */
export function logRequests(app: FastifyInstance, logging: () => RequestLogging): void {
  app.decorate('requestLogging', { getter: logging })
  app.decorateRequest('refused', null)
  app.addHook('onRequest', (request, reply, done) => {
    lineAtEnd(request, reply)
    done()
  })
}

/** The line of a request, once its answer is out or its caller has hung up. For those that no hook is run for, too. */
export function lineAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  if (request.server.requestLogging !== 'on') return
  const startedMs = performance.now()
  reply.raw.once('close', () => {
    const isWhole = reply.raw.writableFinished
    const facts = { ...factsOf(request, reply.statusCode, performance.now() - startedMs), ...request.refused }
    request.log.info(isWhole ? facts : { ...facts, isAborted: true }, 'request')
  })
}

/**
 * Tells the log of an answer that is an error, before it leaves. Faults are told whatever is configured; what nobody foresaw with the whole
 * of it. Floods (429) are counted and not written.
 */
export function noteRefusal(
  cause: unknown,
  { status, code, details: { extra } }: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { requiredPermission, reason } = extra ?? {}
  const refused = { code, ...(requiredPermission !== undefined && { requiredPermission }), ...(reason !== undefined && { reason }) }
  request.refused = refused
  const { log, server } = request
  const facts = () => factsOf(request, status, reply.elapsedTime)
  // bulk work that is ended by an error tells what was done: what ended it is the cause
  const err = (cause instanceof AppError && cause.cause) || cause
  if (status === 500) log.error({ err, ...facts() }, 'unforeseen error')
  else if (status === 503) log.warn({ err, ...facts() }, 'unavailable')
  else if (status !== 429 && server.requestLogging === 'errors') log.info({ ...facts(), ...refused }, 'refused')
}

/**
 * What of a request may be written: which operation, by the template of its path, who asked, and how long it took. Nothing that was sent
 * is in it: no address, path, query, header or body; of a trace of the caller's its id alone, which is hex. Ids as in the audit log: of two
 * who are one while impersonating, the actor is the original admin.
 */
function factsOf(request: FastifyRequest, status: number, ms: number) {
  const { actor, headers, id, method, routeOptions } = request
  const parent = headers.traceparent === undefined ? null : readTraceParent(headers.traceparent)
  return {
    traceId: id,
    ...(parent !== null && { parentTraceId: parent.traceId }),
    operation: routeOptions.config?.operationId ?? null,
    method,
    route: routeOptions.url ?? null,
    status,
    ms: Math.round(ms * 10) / 10,
    actorId: actor ? (actor.impersonatorId ?? actor.id) : null,
    ...(actor?.impersonatorId != null && { onBehalfOfId: actor.id }),
    tenantId: actor?.tenantId ?? null,
  }
}
