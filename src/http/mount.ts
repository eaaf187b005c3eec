import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, notFound, validationFailed } from '#core/errors.ts'
import type { AccessTokenVerifier } from '#core/jwt.ts'
import { type Language, languageOf } from '#core/messages.ts'
import type { RateCounter } from '#core/rate-limits.ts'
import { problemsOf } from '#core/zod-problems.ts'
import type { Actor, Context, PublicContext, Service } from '#db/context.ts'
import { transact } from '#db/transact.ts'
import type { LiveSessions } from '#identity/live-sessions.ts'
import type { SessionActivity } from '#identity/session-activity.ts'
import { authenticate, authorize } from './access.ts'
import { answerError, toAppError } from './answer-errors.ts'
import { enveloped } from './envelope.ts'
import { exchangeOf } from './exchange.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { RateLimiter } from './rate-limit.ts'
import { recordRefusal } from './refusals.ts'
import { type AnyRoute, addressesOf, type MountedAddress, type Routes } from './route.ts'
import { maskerOf, restrictedIn, seesEverything } from './shapes.ts'
import { readUpload } from './upload.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}

export interface Road {
  readonly service: Service
  readonly limiter: RateLimiter
  readonly verifier: AccessTokenVerifier
  readonly sessions: LiveSessions
  readonly activity: Pick<SessionActivity, 'seen'>
  readonly address: (request: FastifyRequest) => string
  readonly host: (request: FastifyRequest) => string | null
}

/** Bodies of sign-in routes are small; a large one is refused before it is read. */
const authBodyLimit = 100 * 1024
const maxParamLength = 128
const nothing = z.strictObject({})

/**
 * Puts a table of routes on the road that every request takes, in this order: rate limit, token, live state, permission,
 * shapes, transaction, action, commit, masks, answer. Nothing here may be skipped by a route, only declared.
 */
export function mount(app: FastifyInstance, road: Road, base: string, routes: Routes): void {
  for (const [address, endpoint] of Object.entries(routes)) {
    for (const mounted of addressesOf(base, address, endpoint)) mountOne(app, road, mounted, endpoint)
  }
}

function mountOne(app: FastifyInstance, road: Road, mounted: MountedAddress, endpoint: AnyRoute): void {
  const { service, limiter, verifier, sessions } = road
  const counter = counterOf(endpoint)
  const status = endpoint.status ?? 200
  const masker = endpoint.reply ? maskerOf(endpoint.reply) : null
  const operation = mounted.aliasOf ?? `${mounted.method} ${mounted.url}`
  const permission = typeof endpoint.access === 'object' ? endpoint.access.permission : null
  const paramNames = Object.keys((endpoint.params as z.ZodObject | undefined)?.shape ?? {})
  const answer = endpoint.reply && jsonSchemaOf(endpoint.reply, 'output')
  const envelope = {
    type: 'object',
    properties: { isSuccess: { type: 'boolean' }, data: answer ?? {}, message: { type: 'string' }, statusCode: { type: 'integer' } },
  }

  /** Rate limit and identity, before a byte of the body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (counter) {
      const decided = limiter.consume(counter, road.address(request))
      const decision = decided instanceof Promise ? await decided : decided
      reply.headers(decision.headers)
      if (!decision.allowed)
        throw new AppError(429, 'rate_limited', {
          extra: { retryAfterSeconds: decision.retryAfterSeconds },
          params: { seconds: decision.retryAfterSeconds },
        })
    }
    if (endpoint.access === 'public') return
    const found = authenticate(request.headers.authorization, request.raw.rawHeaders, verifier, sessions, service.clock.now())
    request.actor = found instanceof Promise ? await found : found
    road.activity.seen(request.actor.sessionId)
    authorize(request.actor, endpoint)
  }

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const language = languageOf(request.headers['accept-language'])
    const ctx = { ...contextOf(road, request, language), ...(permission && { permission }) }
    const params = endpoint.params ? paramsOf(endpoint.params, request.params as Record<string, string>) : undefined
    const query = endpoint.query ? parsed(endpoint.query, request.query ?? {}) : refuseAny(request.query)
    const file = endpoint.upload ? await readUpload(request, endpoint.upload) : undefined
    const body = endpoint.body ? parsed(endpoint.body, request.body) : endpoint.upload ? undefined : refuseAny(request.body)
    if (permission && request.actor && body) refuseRestricted(body as Record<string, unknown>, request.actor, permission)
    const input = { params, query, body, file, exchange: exchangeOf(request, reply, road.host) }
    const result = await act(ctx, input as never)
    if (result instanceof AppError) throw result
    reply.code(status)
    if (endpoint.location) reply.header('location', endpoint.location(result as never))
    if (status === 204) return reply.send()
    const shown = masker && request.actor && !seesEverything(request.actor) ? masker(result, request.actor) : result
    return mounted.enveloped ? enveloped(shown, status, language) : shown
  }

  async function act(ctx: PublicContext, input: never): Promise<unknown> {
    if (mounted.method !== 'GET' && endpoint.transaction !== 'own') return await transact(ctx, (inner) => run(inner, input))
    return await run(ctx, input)
  }

  async function run(ctx: PublicContext, input: never): Promise<unknown> {
    const result = await endpoint.run(ctx as never, input)
    if (ctx.emitted.length > 0) refuseUndeclared(ctx.emitted, endpoint, operation)
    return result
  }

  async function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language'])
    const known = toAppError(error)
    if (known && request.actor && (known.status === 403 || (known.status === 404 && paramNames.length > 0))) {
      const id = paramNames.length > 0 ? String((request.params as Record<string, string>)[paramNames[0] as string] ?? '') : null
      await recordRefusal(contextOf(road, request, language) as Context, operation, id, known).catch((problem) =>
        request.log.error({ err: problem }, 'refusal not recorded'),
      )
    }
    return answerError(error, request, reply, language)
  }

  app.route({
    method: mounted.method,
    url: mounted.url,
    schema: answer || mounted.enveloped ? { response: { [status]: mounted.enveloped ? envelope : answer } } : {},
    ...(operation.includes('/auth/') && { bodyLimit: authBodyLimit }),
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maxBytes + 64 * 1024 }),
    onRequest: admit,
    handler: handle,
    errorHandler: (error, request, reply) => void fail(error, request, reply),
  })
}

function counterOf(endpoint: AnyRoute): RateCounter | null {
  const group = endpoint.rate ?? 'global'
  if (group === 'none') return null
  return group === 'otp' ? (endpoint.sendsCode ? 'otp-send' : 'otp-verify') : group
}

function contextOf(road: Road, request: FastifyRequest, language: Language): PublicContext {
  return {
    service: road.service,
    db: road.service.database.reader,
    inTransaction: false,
    now: road.service.clock.now(),
    ip: road.address(request),
    userAgent: request.headers['user-agent']?.slice(0, 512) ?? null,
    traceId: request.id,
    language,
    emitted: [],
    revoked: [],
    wakes: new Set(),
    ...(request.actor && { actor: request.actor }),
  }
}

/** A malformed id is a record that does not exist: 404, never told apart from an unknown or foreign one. */
function paramsOf(schema: z.ZodType, given: Record<string, string>): unknown {
  for (const value of Object.values(given)) if (value.length > maxParamLength) throw new AppError(414, 'uri_too_long')
  const result = schema.safeParse(given)
  if (!result.success) throw notFound()
  return result.data
}

/** Nothing at all is an empty object; a null is no object. */
function parsed(schema: z.ZodType, given: unknown = {}): unknown {
  const result = schema.safeParse(given)
  if (!result.success) throw validationFailed(problemsOf(result.error, { input: given }))
  return result.data
}

/** What a route declares nothing of must be empty; asked without zod, because most requests carry neither query nor body. */
function refuseAny(given: unknown): undefined {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null || Array.isArray(given) || Object.keys(given).length > 0) parsed(nothing, given)
}

function refuseRestricted(body: Record<string, unknown>, actor: Actor, permission: Parameters<typeof restrictedIn>[2]): void {
  if (actor.masks.size === 0) return
  const fields = restrictedIn(body, actor, permission)
  if (fields.length > 0)
    throw new AppError(403, 'field_restricted', { fields: fields.map((field) => ({ field, code: 'field_restricted' })) })
}

/** An event that its route does not declare is a defect of ours: the transaction rolls back. */
function refuseUndeclared(emittedNames: readonly string[], endpoint: AnyRoute, operation: string): void {
  const undeclared = emittedNames.filter((name) => !endpoint.emits?.includes(name as never))
  if (undeclared.length > 0) throw new Error(`${operation} emits undeclared ${undeclared.join(', ')}`)
}
