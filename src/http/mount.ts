import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { type Language, languageOf } from '#core/messages.ts'
import type { RateCounter } from '#core/rate-limits.ts'
import type { AccessTokenVerifier } from '#core/secrets/jwt.ts'
import type { Actor, Context, PublicContext, Service } from '#db/rows/context.ts'
import { seesEverything } from '#db/rows/reading-mask.ts'
import { transact } from '#db/rows/transact.ts'
import { answerShapeOf } from '#http/document/answer-writers.ts'
import { countRequest } from '#http/rate-limit/counted-request.ts'
import { countedSession } from '#http/rate-limit/counted-session.ts'
import { isPageRefresh } from '#http/rate-limit/page-refresh.ts'
import type { RateLimiter } from '#http/rate-limit/rate-limit.ts'
import { standingFor } from '#rights/standing.ts'
import type { LiveSessions } from '#sessions/live-sessions.ts'
import type { SessionActivity } from '#sessions/session-activity.ts'
import { authenticate, authorize, callerNow } from './access.ts'
import { answerError, isOutage, toAppError } from './answer-errors.ts'
import type { ClientReader } from './client-address.ts'
import { answerFile } from './downloads/downloads.ts'
import { enveloped } from './envelope.ts'
import { exchangeOf } from './exchange.ts'
import { paramsOf, parsed, refuseAny, refuseRestricted } from './given.ts'
import { answerLines } from './lines/lines.ts'
import { recordRefusal } from './refusals.ts'
import { type AnyRoute, addressesOf, type MountedAddress, type Routes } from './route.ts'
import { answerServed, ServedFile, turnOnConnection } from './served/served-file.ts'
import { maskerOf } from './shapes.ts'
import type { EventStreams } from './streams/event-streams.ts'
import { actorByTicket } from './streams/stream-door.ts'
import { readTraceParent } from './trace-parent.ts'
import { incomingFile } from './uploads/incoming-file.ts'
import { readUpload, roomBeside } from './uploads/upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
    /** When a stream ends that was opened by a ticket. */
    streamEndsAt: Date | undefined
  }
}

export interface HttpDependencies extends ClientReader {
  readonly service: Service
  /** It as it is set now, in which nothing moves: what one request works with. */
  readonly present: () => Service
  readonly limiter: RateLimiter
  readonly verifier: AccessTokenVerifier
  readonly sessions: LiveSessions
  readonly activity: Pick<SessionActivity, 'seen'>
  readonly streams: EventStreams
}

/** Bodies of sign-in routes are small; a large one is refused before it is read. */
const authBodyLimit = 100 * 1024

/**
 * Puts a table of routes on the pipeline that every request takes, in this order: rate limit, token, live state, permission,
 * body, live state and permission once more, shapes, transaction (which judges the caller again under its locks), action, commit, masks,
 * answer. Nothing here may be skipped by a route, only declared.
 */
export function mount(app: FastifyInstance, dependencies: HttpDependencies, base: string, routes: Routes): void {
  for (const [address, endpoint] of Object.entries(routes)) {
    for (const mounted of addressesOf(base, address, endpoint)) mountOne(app, dependencies, mounted, endpoint)
  }
}

function mountOne(app: FastifyInstance, dependencies: HttpDependencies, mounted: MountedAddress, endpoint: AnyRoute): void {
  const { service, verifier, sessions } = dependencies
  const counter = counterOf(endpoint)
  const countsSessions = counter === 'global' && endpoint.access !== 'public'
  const status = endpoint.status ?? 200
  const operation = mounted.aliasOf ?? `${mounted.method} ${mounted.url}`
  const permission = typeof endpoint.access === 'object' ? endpoint.access.permission : null
  const declared = { operation, names: new Set<string>(endpoint.emits) }
  const isRead = mounted.method === 'GET'
  const isOwn = endpoint.access === 'admin' || endpoint.access === 'user' || endpoint.access === 'account'
  const paramNames = Object.keys((endpoint.params as z.ZodObject | undefined)?.shape ?? {})
  const written = endpoint.lines ? undefined : endpoint.reply
  const masker = written ? maskerOf(written) : null
  const shape = (mounted.enveloped || written) && answerShapeOf(written, mounted.enveloped)

  /** Rate limit and identity, before a byte of the body is read. */
  async function receiveHead(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (counter) {
      const sessionId = countsSessions ? countedSession(request, dependencies, service.clock.now()) : null
      const isOfPage = counter === 'token-refresh' && isPageRefresh(request.headers)
      const counted = countRequest(dependencies, isOfPage ? 'page-refresh' : counter, request, reply, sessionId)
      if (counted) await counted
    }
    if (endpoint.access === 'public') return
    const found =
      endpoint.stream && request.headers.authorization === undefined
        ? actorByTicket(endpoint.stream, request, dependencies)
        : authenticate(request.headers.authorization, request.raw.rawHeaders, verifier, sessions, service.clock.now())
    request.actor = found instanceof Promise ? await found : found
    dependencies.activity.seen(request.actor.sessionId)
    authorize(request.actor, endpoint)
  }

  const askAgain = (actor: Actor) => callerNow(actor, sessions, endpoint)

  /** A file that is read by the action: whoever lost their rights by the time it is there is refused like everybody whose body comes late. */
  function incomingOf(request: FastifyRequest, reply: FastifyReply, fieldNames: readonly string[]) {
    return incomingFile(request, reply, { maxBytes: service.options.uploadMaxBytes, fieldNames }, async () => {
      if (request.actor) request.actor = await askAgain(request.actor)
    })
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const language = languageOf(request.headers['accept-language'])
    const params = endpoint.params ? paramsOf(endpoint.params, request.params as Record<string, string>) : undefined
    const query = endpoint.query ? parsed(endpoint.query, request.query ?? {}) : refuseAny(request.query)
    const file = endpoint.upload ? await readUpload(request, endpoint.upload) : undefined
    const incoming = endpoint.receives && incomingOf(request, reply, Object.keys(endpoint.receives.fields?.shape ?? {}))
    if (request.actor && !isRead) request.actor = await askAgain(request.actor)
    const body = endpoint.body
      ? parsed(endpoint.body, request.body)
      : endpoint.upload || endpoint.receives || endpoint.lines
        ? undefined
        : refuseAny(request.body)
    const refuseHidden = (caller: Actor) => {
      if (permission && body) refuseRestricted(body as Record<string, unknown>, caller, permission)
    }
    if (request.actor && !isRead) refuseHidden(request.actor)
    const admit = (caller: Actor) => {
      authorize(caller, endpoint)
      refuseHidden(caller)
    }
    const judged = request.actor && !isRead && { admit, standing: standingFor(isOwn) }
    const ctx = { ...contextOf(dependencies, request, language), declared, ...judged }
    const input = { params, query, body, file, incoming, exchange: exchangeOf(request, reply, dependencies, endpoint) }
    if (endpoint.lines) {
      const given = { schema: endpoint.lines as z.ZodType, language }
      return await answerLines(request, reply, given, (lines) => act(ctx, { ...input, lines } as never))
    }
    if (endpoint.download) return await answerFile(request, reply, (answer) => act(ctx, { ...input, answer } as never))
    const result = await act(ctx, input as never)
    if (result instanceof AppError) throw result
    // what is open goes on by itself
    if (endpoint.stream) return reply
    if (result instanceof ServedFile) {
      // judged when the file can be sent, and not before others of the connection are
      await turnOnConnection(request, reply)
      if (request.actor) await askAgain(request.actor)
      return await answerServed(request, reply, result)
    }
    const reader = request.actor && (isRead || masker) ? await readerOf(ctx, request.actor) : null
    const answered = endpoint.dryRunStatus && (body as { dryRun?: boolean } | undefined)?.dryRun ? endpoint.dryRunStatus : status
    reply.code(answered)
    if (endpoint.location) reply.header('location', endpoint.location(result as never))
    if (status === 204) return reply.send()
    const shown = masker && reader && !seesEverything(reader) ? masker(result, reader) : result
    return mounted.enveloped ? enveloped(shown, answered, language) : shown
  }

  /**
   * Whose masks an answer is made with. What is only read goes to nobody who may no longer read it; what is done stays done, and is told
   * to the caller as the locks held them, where nobody knows them any more.
   */
  async function readerOf(ctx: PublicContext, actor: Actor): Promise<Actor> {
    if (isRead) return await askAgain(actor)
    const found = await Promise.resolve(sessions.find(actor.sessionId)).catch(() => null)
    return found?.actor ?? ctx.standing?.caller ?? actor
  }

  async function act(ctx: PublicContext, input: never): Promise<unknown> {
    if (!isRead && endpoint.transaction !== 'own' && !endpoint.lines)
      return await transact(ctx, (inner) => endpoint.run(inner as never, input))
    return await endpoint.run(ctx as never, input)
  }

  async function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language'])
    const known = toAppError(error)
    if (known && request.actor && (known.status === 403 || (known.status === 404 && paramNames.length > 0))) {
      const id = paramNames.length > 0 ? String((request.params as Record<string, string>)[paramNames[0] as string] ?? '') : null
      await recordRefusal(contextOf(dependencies, request, language) as Context, operation, id, known).catch((problem) =>
        request.log[isOutage(problem) ? 'warn' : 'error']({ err: problem, traceId: request.id }, 'refusal not recorded'),
      )
    }
    return answerError(error, request, reply, language)
  }

  app.route({
    method: mounted.method,
    url: mounted.url,
    config: {
      operationId: endpoint.operationId,
      isStream: endpoint.stream !== undefined || endpoint.download !== undefined,
      mostValues: endpoint.mostValues,
    },
    ...((endpoint.stream || endpoint.download) && { exposeHeadRoute: false }),
    schema: shape ? { response: { [status]: shape, ...(endpoint.dryRunStatus && { [endpoint.dryRunStatus]: shape }) } } : {},
    ...(operation.includes('/auth/') && { bodyLimit: authBodyLimit }),
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes + roomBeside }),
    onRequest: receiveHead,
    handler: handle,
    errorHandler: (error, request, reply) => void fail(error, request, reply),
  })
}

function counterOf(endpoint: AnyRoute): RateCounter | null {
  const group = endpoint.rate ?? 'global'
  if (group === 'none') return null
  return group === 'otp' ? (endpoint.sendsCode ? 'otp-send' : 'otp-verify') : group
}

function contextOf(dependencies: HttpDependencies, request: FastifyRequest, language: Language): PublicContext {
  const { traceparent } = request.headers
  return {
    service: dependencies.present(),
    db: dependencies.service.database.reader,
    inTransaction: false,
    now: dependencies.service.clock.now(),
    ip: dependencies.address(request),
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    traceId: request.id,
    parentTraceId: traceparent === undefined ? null : (readTraceParent(traceparent)?.traceId ?? null),
    language,
    emitted: [],
    revoked: [],
    wakes: new Set(),
    ...(request.actor && { actor: request.actor }),
  }
}
