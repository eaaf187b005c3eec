import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyHttpOptions, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Logger } from 'pino'
import { AppError, unavailable } from '#core/errors.ts'
import { languageOf } from '#core/messages.ts'
import { type Counted, countedRefusal } from '#http/rate-limit/counted-refusal.ts'
import { answerError, toAppError } from './answer-errors.ts'
import { acceptBacklog } from './backlog.ts'
import type { Connections } from './connections.ts'
import type { AnswerHeaders } from './headers/security-headers.ts'
import { readQuery } from './query.ts'
import { lineAtEnd } from './request-log.ts'

const maxUrlLength = 4096

/** Limits of the HTTP server itself: sizes, times and the router's tolerance for letter case. */
export function serverOptions(
  log: Logger,
  headersOf: AnswerHeaders,
  dependencies: Counted,
  refuseConnection: (code: string, socket: Socket) => void,
): FastifyHttpOptions<Server> {
  let counter = 0
  const prefix = randomBytes(10).toString('hex')
  return {
    loggerInstance: log as FastifyBaseLogger,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: maxUrlLength, querystringParser: readQuery },
    bodyLimit: 1024 * 1024,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 10_000,
    // what is no good `Host` is refused in request-head.ts, in the words of every error
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000, maxHeaderSize: 16 * 1024, requireHostHeader: false },
    // What we log names its trace id itself; a logger of its own for every request would cost more than most requests.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: false,
    // Our own answer instead (`refuseWhileClosing`).
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A header of the client never names a trace: one line of the log must not be forged into another's.
    requestIdHeader: false,
    // 32 digits, as the trace ids of W3C Trace Context have; they rise, which their index is quicker for
    genReqId: () => `${prefix}${(counter++).toString(16).padStart(12, '0')}`,
    // Nobody reads the parts of an address that is too long: it is refused in the first hooks (`refuseCounted`).
    rewriteUrl: ({ url = '/' }) => (url.length > maxUrlLength ? '/' : url),
    // an address that can't be decoded; no hook is run for it
    async frameworkErrors(error, request, reply) {
      lineAtEnd(request, reply as never)
      reply.headers(headersOf(request))
      const refusal = await countedRefusal(dependencies, request, toAppError(error) ?? new AppError(400, 'malformed_request'))
      answerError(refusal, request, reply as never, languageOf(request.headers['accept-language']))
    },
    clientErrorHandler: (error, socket) => refuseConnection(error.code ?? '', socket),
  }
}

/** What is wrong with the address of a request, whatever it names: 414 for one that is too long, 400 for a NUL in it. */
export function problemOfAddress({ originalUrl }: FastifyRequest): AppError | undefined {
  if (originalUrl.length > maxUrlLength) return new AppError(414, 'uri_too_long')
  if (!originalUrl.includes('%00')) return undefined
  return new AppError(400, 'validation_failed', { fields: [{ field: 'url', code: 'nul_character' }] })
}

/**
 * When the service closes, what the system had accepted for it is answered: those requests wait until all such connections are taken, for
 * work would keep the loop from taking them. What comes over an open connection after that is told to go elsewhere.
 */
export function refuseWhileClosing(app: FastifyInstance): void {
  let closing = false
  let accepting: Promise<void> | null = null
  app.addHook('preClose', async () => {
    accepting = acceptBacklog(app.server)
    await accepting
    closing = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (closing) {
      reply.header('connection', 'close')
      done(unavailable(1))
    } else if (accepting !== null) void accepting.then(() => done())
    else done()
  })
}

/** How long a stop waits for what is being answered, and for bodies that are still coming; in milliseconds. */
const longestDrainMs = 6000
/** How long connections may still bring what was sent before the stop and is not read yet; in milliseconds. */
const unreadMs = 300

/**
 * Holds the connections within their limits, and ends them when the service closes: the idle ones and half-sent heads as soon as what
 * the system had taken of requests is read, the others after their answers, and what is left then in the middle.
 */
export function holdConnections(app: FastifyInstance, connections: Connections): void {
  connections.watch(app.server)
  // of many requests that came in one piece those behind the one for which the connection was closed are still told of: nobody waits for them
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack()
    else done()
  })
  // Node's own close would end those that were accepted a moment ago and have not been read yet; `endIdle` ends the others
  app.server.closeIdleConnections = () => {}
  app.addHook('preClose', (done) => {
    // a busy process comes to its timers before it comes to its sockets
    const unread = setTimeout(() => setImmediate(() => setImmediate(() => connections.endIdle())), unreadMs)
    const timer = setTimeout(() => connections.endAll(), longestDrainMs)
    app.server.once('close', () => [unread, timer].forEach(clearTimeout))
    done()
  })
}

/** Errors outside the mounted routes: the framework's own refusals. */
export function answerBadRequests(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, languageOf(request.headers['accept-language'])))
}
