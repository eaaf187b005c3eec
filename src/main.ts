import { createServer, type Server } from 'node:http'
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { unknownAddress } from '#core/client-key.ts'
import { ServiceClock } from '#core/clock.ts'
import { armCrashPoints } from '#core/crash-points.ts'
import { unavailable } from '#core/errors.ts'
import { createLogger } from '#core/log.ts'
import { within } from '#core/within.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { errorBody } from '#http/answer-errors.ts'
import { type ClientReader, clientAddress, trustedProxies } from '#http/client-address.ts'
import { Connections } from '#http/connections.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { requestHost } from '#http/request-host.ts'
import { appOptions, buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { type Config, configWarnings, withBoundPort } from './config.ts'
import { type OpenService, openService } from './service.ts'

const stopWithinMs = 9000
const closeWithinMs = 2000
const restAfterMs = 2000
/** Before the database's clock is known. */
const processClock = new ServiceClock()

/** Runs the service until a signal ends it: opens everything, listens, stops without losing what was acknowledged. */
export async function serve(config: Config): Promise<void> {
  const log = createLogger({ level: config.logLevel })
  armCrashPoints(config.failAt)
  for (const warning of configWarnings(config)) log.warn(warning)
  const open = await openWhenPossible(config, log)
  const limiter = createRateLimiter({
    enabled: config.rateLimits.enabled,
    groups: config.rateLimits.groups,
    cooldownSeconds: config.rateLimits.otp.cooldownSeconds,
    redisUrl: config.redisUrl,
    log,
    now: () => open.service.clock.now().getTime(),
  })
  const background = startBackground(open.service, config, log)
  const app = await buildApp(
    { service: open.service, sessions: open.sessions, activity: open.activity, verifier: open.verifier, limiter },
    appOptions(config, log),
    clientReader(config),
  )
  await app.listen({ host: config.host, port: config.port })
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
  open.relocate(withBoundPort(config, port))
  if (open.bootstrapPassword !== null) process.stdout.write(`bootstrap password: ${open.bootstrapPassword}\n`)
  process.stdout.write(`listening on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}\n`)
  returnStartMemory()
  stopOnSignals(log, async () => {
    const ends = await Promise.allSettled([app.close(), background.stop(stopWithinMs / 3)])
    limiter.close()
    // whatever could not be ended before; what a database that hangs still holds is its own to roll back
    await within(closeWithinMs, open.close())
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  })
}

/** Starting leaves some 50 MB of garbage that a process at rest would keep for hours: it is collected once, when the start is over. */
function returnStartMemory(): void {
  setTimeout(async () => {
    const session = new Session()
    session.connect()
    await session.post('HeapProfiler.collectGarbage').catch(() => undefined)
    session.disconnect()
  }, restAfterMs).unref()
}

/** Who asks and whom: as the socket and `Host` say, or, behind a proxy that is trusted by name, as its forwarding headers do. */
export function clientReader(config: Pick<Config, 'trustProxy'>): ClientReader {
  const trusted = trustedProxies(config.trustProxy)
  const host = ({ raw, headers }: FastifyRequest) => requestHost(raw.socket.remoteAddress, headers, trusted)
  const peer = (address = unknownAddress) => (trusted(address) ? null : address)
  if (config.trustProxy.length === 0) return { address: ({ raw }) => raw.socket.remoteAddress ?? unknownAddress, host, peer }
  return { address: ({ raw, headers }) => clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], trusted), host, peer }
}

/** While the database is away every request is answered 503, and the start is tried again; a supervisor need not restart us. */
async function openWhenPossible(config: Config, log: Logger): Promise<OpenService> {
  let waiting: Server | null = null
  for (let attempt = 0; ; attempt++) {
    try {
      const open = await openService(config, log)
      if (waiting) await endServer(waiting)
      return open
    } catch (error) {
      if (config.databaseUrl === null || !isUnavailable(error)) throw error
      log.warn({ err: error, attempt }, 'the database is away: waiting for it')
      waiting ??= answerUnavailable(config)
      await sleep(Math.min(5000, 250 * 2 ** attempt))
    }
  }
}

/** Frees the port; who is connected and says nothing holds nobody up. */
async function endServer(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
}

function answerUnavailable(config: Config): Server {
  const server = createServer((request, response) => {
    const isHealth = /^\/health(\/|$|\?)/i.test(request.url ?? '')
    const live = /^\/health\/live/i.test(request.url ?? '')
    const body = isHealth ? { status: live ? 'ok' : 'down', timestamp: processClock.now() } : errorBody(unavailable(5), 'en', '')
    response.writeHead(live ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(JSON.stringify(body))
  })
  new Connections(config.connectionLimits, clientReader(config).peer).watch(server)
  return server.listen(config.port, config.host)
}

/**
 * First signal: stop accepting, end idle connections, answer what is in flight, beside that give running jobs back, then close the
 * database, exit 0 within 10 s. Second: exit at once.
 */
function stopOnSignals(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => onSignal('SIGTERM'))
  process.on('SIGINT', () => onSignal('SIGINT'))
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'unhandled')
    process.exit(70)
  }
  process.on('uncaughtException', fatal)
  process.on('unhandledRejection', fatal)
}
