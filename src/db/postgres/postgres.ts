import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { columnTypes } from '#db/column-types.ts'
import { isStalePlan } from '#db/database-errors.ts'
import { hotStatementName } from './hot-statements.ts'

export const poolSize = 10

/** Limits in milliseconds; past them the answer is 503. */
const statementTimeoutMs = 5000
const lockTimeoutMs = 2000
const idleInTransactionTimeoutMs = 10_000

/**
 * Our own limit on an answer, for a server that is stopped and can't keep its own: a request hears of it within five seconds, on a busy
 * machine too. It runs from the last answer, and the wait for a connection counts: work of many statements may take longer than this.
 */
const answerTimeoutMs = 4000
const leastTimeoutMs = 500
/** A shorter wait for a connection is not worth counting. */
const longWaitMs = 500
/** For a free connection of the pool, and for a new one to be made. */
const connectTimeoutMs = 2000

/** What every connection of ours has in common; `statement_timeout` and the rest are the caller's. */
export const connectionOptions = (url: string) =>
  ({
    connectionString: url,
    application_name: 'tenantry',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
    // no statement of ours runs long enough to win back what compiling it costs
    options: '-c TimeZone=UTC -c jit=off',
  }) satisfies pg.ClientConfig

/**
 * How a transaction begins that waits for a lock no longer than a moment (`lock-waits.ts`): what Kysely says for the access mode
 * `read write`, which is anyhow in force, goes out with a `lock_timeout` of its own, in one round trip.
 */
const briefTransaction = 'start transaction read write'
const beginBriefly = 'begin; set local lock_timeout = 150'

type WithTransactionStatus = { getTransactionStatus(): 'I' | 'T' | 'E' | null }

/** A client that runs hot statements by name, and is no longer fit for the pool once a plan went stale or an answer stayed out. */
class NamingClient extends pg.Client {
  unfit: boolean = false
  /** How long the present user of this connection waited for it; no more than the first answer is owed for that. */
  waitedMs = 0

  // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of pg.Client.query
  override query(...parameters: any[]): any {
    const [text, values, callback] = parameters
    const waitedMs = this.waitedMs
    this.waitedMs = 0
    if (typeof text === 'string' && callback === undefined && (waitedMs > longWaitMs || text === briefTransaction)) {
      const query_timeout = Math.max(leastTimeoutMs, answerTimeoutMs - Math.round(waitedMs))
      return this.#guarded(super.query({ text: text === briefTransaction ? beginBriefly : text, values, query_timeout } as pg.QueryConfig))
    }
    const name = typeof text === 'string' && callback === undefined && typeof values !== 'function' ? hotStatementName(text) : undefined
    if (name !== undefined) return this.#named(name, text, values)
    const answer: unknown = (super.query as (...all: unknown[]) => unknown)(...parameters)
    return answer instanceof Promise ? this.#guarded(answer) : answer
  }

  async #named(name: string, text: string, values: unknown[] | undefined): Promise<unknown> {
    const inTransaction = (this as unknown as WithTransactionStatus).getTransactionStatus() !== 'I'
    try {
      return await this.#guarded(super.query({ name, text, values: values ?? [] }))
    } catch (error) {
      // outside a transaction nothing has happened yet, so the statement may run again without its old plan
      if (!isStalePlan(error) || inTransaction) throw error
      return await this.#guarded(super.query(text, values))
    }
  }

  async #guarded<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      if (isStalePlan(error)) this.unfit = true
      // the answer may still come and would be taken for that of the next statement's
      else if ((error as Error).message === 'Query read timeout') {
        ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      }
      throw error
    }
  }
}

/** A pool that tells each connection how long its user waited for it. */
class TimingPool extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: stands for both overloads of pg.Pool.connect
  override connect(callback?: any): any {
    return callback ? super.connect(callback) : this.#timed()
  }

  async #timed(): Promise<pg.PoolClient> {
    const startMs = performance.now()
    const client = await super.connect()
    ;(client as unknown as NamingClient).waitedMs = performance.now() - startMs
    return client
  }
}

/**
 * Opens a pool on PostgreSQL 15 or newer; nothing is connected before the first use, so this never fails.
 * Never put a pooler in transaction mode in between: prepared statements, LISTEN and session settings need the session.
 * `onError` hears what happens to connections nobody waits on.
 */
export function openPostgres(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): pg.Pool {
  const pool = new TimingPool({
    ...connectionOptions(url),
    Client: NamingClient as unknown as typeof pg.Client,
    max: options.max ?? poolSize,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: answerTimeoutMs,
  } as pg.PoolConfig)
  const report = (error: Error) => options.onError?.(error)
  // idle clients report here a second time: their own listener below already has
  pool.on('error', () => {})
  // an error on a checked-out client without a listener (25P03, a lost connection) would end the process
  pool.on('connect', (client) => client.on('error', report))
  pool.on('release', (_error, client) => {
    if ((client as unknown as NamingClient).unfit) void (client as unknown as pg.Client).end().catch(report)
  })
  return pool
}
