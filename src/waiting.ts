import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ServiceClock } from '#core/clock.ts'
import { unavailable } from '#core/errors.ts'
import { createServer } from '#core/node-http.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { errorBody } from '#http/answer-errors.ts'
import { acceptBacklog } from '#http/backlog.ts'
import type { ClientReader } from '#http/client-address.ts'
import { Connections } from '#http/connections.ts'
import type { Config } from './config.ts'
import { type OpenService, openService } from './service.ts'
import { stopRequested } from './stop-signals.ts'

/** Before the database's clock is known. */
const processClock = new ServiceClock()

/**
 * Opens the service. While the database is away the start is tried again, so that a supervisor need not restart us.
 * @param tellPassword is given the first SuperAdmin's password as soon as it counts, whatever becomes of the start
 * @throws what opening throws; whatever it was, once a stop is requested
 */
export async function openWhenPossible(config: Config, log: Logger, tellPassword: (password: string) => void): Promise<OpenService> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openService(config, log, { tellPassword })
    } catch (error) {
      if (config.databaseUrl === null || !isUnavailable(error) || stopRequested.aborted) throw error
      log.warn({ err: error, attempt }, 'the database is away: waiting for it')
      await sleep(Math.min(5000, 250 * 2 ** attempt), undefined, { signal: stopRequested }).catch(() => undefined)
    }
  }
}

/**
 * Takes the address of the service and answers 503 there until `end`, which frees it again; whoever is connected then and says nothing
 * holds nobody up. What can't be listened on is so known before anything else is begun.
 * @throws the error of the system, `EADDRINUSE` and the like
 */
export async function holdAddress(config: Config, peer: ClientReader['peer']): Promise<{ end(): Promise<void> }> {
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
  new Connections(() => config.connectionLimits, peer).watch(server)
  server.listen(config.port, config.host)
  await once(server, 'listening')
  return { end: () => endServer(server) }
}

async function endServer(server: Server): Promise<void> {
  await acceptBacklog(server)
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
}
