import { Session } from 'node:inspector/promises'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { unknownAddress } from '#core/client-key.ts'
import { armCrashPoints } from '#core/crash-points.ts'
import { createLogger } from '#core/log.ts'
import { version } from '#core/package-version.ts'
import { logStrayOutput } from '#core/stray-output.ts'
import { type Tracing, traceWith } from '#core/tracing.ts'
import { within } from '#core/within.ts'
import { isOutage } from '#http/answer-errors.ts'
import { type ClientReader, clientAddress, trustedProxies } from '#http/client-address.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { ToldRefusals } from '#http/rate-limit/told-refusals.ts'
import { requestHost } from '#http/request-host.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { tryStorage } from '#outside/storage/try-storage.ts'
import { type Config, ConfigurationError, configWarnings, withBoundPort } from './config.ts'
import { countBuffersWithTheHeap } from './garbage.ts'
import { onStop, stopRequested } from './stop-signals.ts'
import { holdAddress, openWhenPossible } from './waiting.ts'

const closeWithinMs = 2000
const backgroundWithinMs = 3000
const restAfterMs = 2000

/**
 * Runs the service until a signal ends it: opens everything, listens, stops without losing what was acknowledged. A signal before that
 * ends what was begun.
 */
export async function serve(config: Config): Promise<void> {
  countBuffersWithTheHeap()
  const log = createLogger({ level: config.logLevel, isOutage })
  logStrayOutput(log)
  armCrashPoints(config.failAt)
  log.info({ version, node: process.versions.node, database: config.databaseUrl === null ? 'embedded' : 'postgres' }, 'starting')
  for (const warning of configWarnings(config)) log.warn(warning)
  const traces = config.traces && (await startTracing(config.traces, log))
  const reader = clientReader(config)
  const address = await holdAddress(config, reader.peer)
  const opening = requireStorage(config, log).then(() =>
    openWhenPossible(config, log, (password) => process.stdout.write(`bootstrap password: ${password}\n`)),
  )
  onStop(async () => {
    await address.end()
    const closing = opening.then((open) => open.close())
    await within(closeWithinMs, closing).catch(() => undefined)
  })
  const open = await opening.catch((error) => (stopRequested.aborted ? null : Promise.reject(error)))
  if (open === null || stopRequested.aborted) return
  // not before: while the first database is being made there is no room for all of it
  const { appOptions, buildApp } = await import('./app.ts')
  const { startBackground } = await import('./background.ts')
  const refusals = new ToldRefusals(open.service, log)
  const { rateLimits } = open.service.options
  const limiter = createRateLimiter({
    enabled: rateLimits.enabled,
    groups: rateLimits.groups,
    cooldownSeconds: rateLimits.otp.cooldownSeconds,
    redisUrl: config.redisUrl,
    log,
    onRefusal: (counter, address) => refusals.note(counter, address),
    now: () => open.service.clock.now().getTime(),
  })
  const background = startBackground(open.service, config, log)
  const app = await buildApp(
    { service: open.service, sessions: open.sessions, activity: open.activity, verifier: open.verifier, limiter },
    appOptions(config, log),
    reader,
  )
  const stop = async () => {
    const ends = await Promise.allSettled([address.end(), app.close(), background.stop(backgroundWithinMs)])
    limiter.close()
    await refusals.stop(closeWithinMs)
    // whatever could not be ended before; what a database that hangs still holds is its own to roll back
    await within(closeWithinMs, Promise.all([open.close(), traces?.stop()]))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  onStop(async (signal) => {
    log.info({ signal }, 'stopping')
    await stop().catch((error) => {
      log.error({ err: error }, 'stopping failed')
      throw error
    })
  })
  await address.end()
  await app.listen({ host: config.host, port: config.port })
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
  open.relocate(withBoundPort(config, port))
  process.stdout.write(`listening on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}\n`)
  returnStartMemory()
  endOnFaults(log)
}

/**
 * Tries the store before anything is made. One that can't be opened, whatever is waited for, ends the start; one that is away is told at once
 * and not by the first upload, and the service goes on without it: a restart must succeed meanwhile.
 * @throws ConfigurationError that names `STORAGE_URL`; whatever a stop broke, once one is requested
 */
async function requireStorage(config: Config, log: Logger): Promise<void> {
  const found = await tryStorage(openStorage(config.storageUrl, { azure: config.azureAccess }))
  stopRequested.throwIfAborted()
  if (found === null) return
  if ('refused' in found) throw new ConfigurationError([{ variable: 'STORAGE_URL', reason: found.refused }])
  log.warn({ err: found.away }, 'nothing can be stored now')
}

function endOnFaults(log: Logger): void {
  const fatal = (error: unknown) => {
    log.fatal({ err: error }, 'unhandled')
    process.exit(70)
  }
  // what is printed for people may find no room, or no reader, as the log may
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', fatal)
  process.on('unhandledRejection', fatal)
}

/** The packages are loaded only where traces are kept: they take 20 MB and a fifth of a second. Before anything is opened that could be traced. */
async function startTracing(traces: NonNullable<Config['traces']>, log: Logger): Promise<Tracing> {
  const { OtlpTracing } = await import('#outside/tracing/otlp.ts')
  const tracing = new OtlpTracing({ ...traces, log })
  traceWith(tracing)
  return tracing
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

/**
 * Who asks and whom: as the socket and `Host` say, or, behind a proxy that is trusted by name, as its forwarding headers do; of the host
 * only where the proxy is said to write it, for one that does not passes on what the client made up.
 */
export function clientReader(config: Pick<Config, 'trustProxy' | 'trustForwardedHost'>): ClientReader {
  const trusted = trustedProxies(config.trustProxy)
  const writesHost = config.trustForwardedHost ? trusted : () => false
  const host = ({ raw, headers }: FastifyRequest) => requestHost(raw.socket.remoteAddress, headers, writesHost)
  const peer = (address = unknownAddress) => (trusted(address) ? null : address)
  if (config.trustProxy.length === 0) return { address: ({ raw }) => raw.socket.remoteAddress ?? unknownAddress, host, peer }
  return { address: ({ raw, headers }) => clientAddress(raw.socket.remoteAddress, headers['x-forwarded-for'], trusted), host, peer }
}
