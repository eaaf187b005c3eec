import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { AppError, unavailable } from '#core/errors.ts'
import { languageOf } from '#core/messages.ts'
import { answerError, errorBody } from './answer-errors.ts'

const maxUrlLength = 4096

/** Limits of the HTTP server itself: sizes, times and the router's tolerance for letter case. */
export function serverOptions(log: Logger): FastifyHttpOptions<Server> {
  let counter = 0
  const prefix = randomBytes(8).toString('hex')
  return {
    loggerInstance: log as FastifyBaseLogger,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxUrlLength, querystringParser: readQuery },
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 10_000,
    // what is no good `Host` is refused in request-head.ts, in the words of every error
    http: { headersTimeout: 15_000, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    // What we log names its trace id itself; a logger of its own for every request would cost more than most requests.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: false,
    // Our own answer instead (`refuseWhileClosing`).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A header of the client never names a trace: one line of the log must not be forged into another's.
    requestIdHeader: false,
    genReqId: () => `${prefix}${(counter++).toString(16).padStart(8, '0')}`,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply as never, languageOf(request.headers['accept-language']))
    },
    clientErrorHandler(error, socket) {
      log.debug({ code: error.code }, 'malformed request')
      refuseConnection(error.code ?? '', socket)
    },
  }
}

/** What can't even be parsed as HTTP gets the same body as every error, and the connection is closed (no request may hide behind it). */
function refuseConnection(code: string, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return
  const error =
    code === 'HPE_HEADER_OVERFLOW'
      ? new AppError(431, 'headers_too_large')
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new AppError(408, 'request_timeout')
        : new AppError(400, 'malformed_request')
  const body = JSON.stringify(errorBody(error, 'en', ''))
  const reason = { 431: 'Request Header Fields Too Large', 408: 'Request Timeout' }[error.status] ?? 'Bad Request'
  socket.end(
    `HTTP/1.1 ${error.status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const noQuery: Record<string, unknown> = Object.freeze(Object.create(null))

/** Every name once; a repeated one becomes a list, which no schema of ours accepts. */
function readQuery(text: string): Record<string, unknown> {
  if (text === '') return noQuery
  const query: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) query[name] = name in query ? [query[name], value].flat() : value
  return query
}

/** Headers of every answer (OWASP REST Security Cheat Sheet): nothing is cached, framed, sniffed or referred. */
export function secureAnswers(app: FastifyInstance, publicUrl: string): void {
  const headers: Record<string, string> = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const { url } = request.raw
    if (url !== undefined && url.length > maxUrlLength) return done(new AppError(414, 'uri_too_long'))
    if (url?.includes('%00')) return done(new AppError(400, 'validation_failed', { fields: [{ field: 'url', code: 'nul_character' }] }))
    done()
  })
}

/** A request that comes over an open connection while the process stops is told to go elsewhere. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!closing) return done()
    reply.header('connection', 'close')
    done(unavailable(1))
  })
}

/** Errors outside the mounted routes: the framework's own refusals. */
export function answerBadRequests(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, languageOf(request.headers['accept-language'])))
}
