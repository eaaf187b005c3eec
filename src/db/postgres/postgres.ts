import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { Histogram } from '#core/measures.ts'
import { columnTypes } from '#db/column-types.ts'
import { errorCode, isReadOnly, isStalePlan } from '#db/database-errors.ts'
import { gatherWrites } from './gathered-writes.ts'
import { hotStatementName } from './hot-statements.ts'
import { setUpSession } from './session-settings.ts'

export const poolSize = 10

/** Limits in milliseconds; past them the answer is 503. */
const limits = { statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 }

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

/** What every connection of ours has in common; how its session is set up is `setUpSession`'s and the caller's. */
export const connectionOptions = (url: string) =>
  ({
    connectionString: url,
    application_name: 'tenantry',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs,
    types: columnTypes,
  }) satisfies pg.ClientConfig

/**
 * How a transaction begins that waits for a lock no longer than a moment (`lock-waits.ts`): what Kysely says for the access mode
 * `read write`, which is anyhow in force, goes out with a `lock_timeout` of its own, in one round trip.
 */
const briefTransaction = 'start transaction read write'
const beginBriefly = 'begin; set local lock_timeout = 150'

type WithTransactionStatus = { getTransactionStatus(): 'I' | 'T' | 'E' | null }

/**
 * A client that runs hot statements by name, and is no longer fit for the pool once a plan went stale, a write was refused or an answer
 * stayed out.
 */
class NamingClient extends pg.Client {
  readonly openedMs = performance.now()
  unfit: boolean = false
  mayNotWrite: boolean = false
  /** Asked together (`runTogether`) and not answered yet. */
  #unanswered = 0
  /** Runs from one answer to the next of those that were asked together. */
  #silence: NodeJS.Timeout | undefined
  /** How long the present user of this connection waited for it; no more than the first answer is owed for that. */
  waitedMs = 0
  readonly #onFailure: ((error: unknown) => void) | undefined

  constructor(config: pg.ClientConfig & Pick<PoolOptions, 'onFailure'>) {
    super(config)
    this.#onFailure = config.onFailure
  }

  // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of pg.Client.query
  override query(...parameters: any[]): any {
    const [text, values, callback] = parameters
    const waitedMs = this.waitedMs
    this.waitedMs = 0
    if (typeof text === 'string' && callback === undefined && (waitedMs > longWaitMs || text === briefTransaction)) {
      const query_timeout = Math.max(leastTimeoutMs, answerTimeoutMs - Math.round(waitedMs))
      if (text === briefTransaction) return this.#begun(super.query({ text: beginBriefly, query_timeout } as pg.QueryConfig))
      return this.#guarded(super.query({ text, values, query_timeout } as pg.QueryConfig))
    }
    const name = typeof text === 'string' && callback === undefined && typeof values !== 'function' ? hotStatementName(text) : undefined
    if (name !== undefined) return this.#named(name, text, values)
    const answer: unknown = (super.query as (...all: unknown[]) => unknown)(...parameters)
    return answer instanceof Promise ? this.#guarded(answer) : answer
  }

  async #named(name: string, text: string, values: unknown[] | undefined): Promise<unknown> {
    const inTransaction = (this as unknown as WithTransactionStatus).getTransactionStatus() !== 'I'
    try {
      gatherWrites(this, process.nextTick)
      // of the first; whoever was asked behind others has its time from their answer on, which `#silence` keeps
      const query_timeout = answerTimeoutMs * (1 + this.#unanswered)
      return await this.#guarded(super.query({ name, text, values: values ?? [], query_timeout } as pg.QueryConfig))
    } catch (error) {
      // outside a transaction nothing has happened yet, so the statement may run again without its old plan
      if (!isStalePlan(error) || inTransaction) throw error
      return await this.#guarded(super.query(text, values))
    }
  }

  /** Two statements: where the second fails, a transaction is open that nobody ends, and that the next user would be in. */
  async #begun(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await this.#guarded(answer)
    } catch (error) {
      this.unfit = true
      throw error
    }
  }

  async #guarded<T>(answer: Promise<T>): Promise<T> {
    this.#unanswered++
    try {
      return await answer
    } catch (error) {
      // what was asked behind a statement that failed says nothing by itself
      if (errorCode(error) !== '25P02') this.#onFailure?.(error)
      if (isReadOnly(error)) this.mayNotWrite = true
      if (isReadOnly(error) || isStalePlan(error)) this.unfit = true
      // the answer may still come and would be taken for that of the next statement's
      else if ((error as Error).message === 'Query read timeout') {
        this.#cut()
      }
      throw error
    } finally {
      this.#unanswered--
      clearTimeout(this.#silence)
      if (this.#unanswered > 0) this.#silence = setTimeout(() => this.#cut(), answerTimeoutMs)
    }
  }

  #cut(): void {
    ;(this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  }
}

/** A pool that tells each connection how long its user waited for it, and can be told to use none that is open any more. */
export class RenewablePool extends pg.Pool {
  #retiredMs = Number.NEGATIVE_INFINITY
  readonly waits = new Histogram('Time that a transaction or statement waited for a connection of the pool')
  readonly #onFailure: ((error: unknown) => void) | undefined

  constructor(config: pg.PoolConfig & Pick<PoolOptions, 'onFailure'>) {
    super(config)
    this.#onFailure = config.onFailure
  }

  // biome-ignore lint/suspicious/noExplicitAny: stands for both overloads of pg.Pool.connect
  override connect(callback?: any): any {
    return callback ? super.connect(callback) : this.#timed()
  }

  async #timed(): Promise<pg.PoolClient> {
    const startMs = performance.now()
    for (;;) {
      const client = await super.connect().catch((error) => {
        this.#onFailure?.(error)
        throw error
      })
      const naming = client as unknown as NamingClient
      naming.waitedMs = performance.now() - startMs
      this.waits.observe(naming.waitedMs / 1000)
      if (naming.openedMs > this.#retiredMs) return client
      client.release(true)
    }
  }

  /** Gives nobody a connection that is open now; one at work is thrown away afterwards. */
  retire(): void {
    this.#retiredMs = performance.now()
  }
}

interface PoolOptions {
  max?: number
  /** Hears what happens to connections nobody waits on. */
  onError?: (error: Error) => void
  /** Hears of every statement that fails, and of every connection that could not be had. */
  onFailure?: (error: unknown) => void
  /** Called when a connection was refused a write, or was opened and may not write. */
  onRefusedWrite?: () => void
}

/**
 * Opens a pool on PostgreSQL 15 or newer; nothing is connected before the first use, so this never fails.
 * A pooler in between must keep sessions, which `requireSessions` of fitness.ts looks at.
 */
export function openPostgres(url: string, options: PoolOptions = {}): RenewablePool {
  const pool = new RenewablePool({
    ...connectionOptions(url),
    Client: NamingClient as unknown as typeof pg.Client,
    max: options.max ?? poolSize,
    idleTimeoutMillis: 30_000,
    query_timeout: answerTimeoutMs,
    // for `runTogether`; whoever waits for each answer sees no difference
    pipeline: true,
    onFailure: options.onFailure,
    onConnect: async (client: pg.ClientBase) => {
      const { takesWrites } = await setUpSession(client, limits)
      if (!takesWrites) options.onRefusedWrite?.()
    },
  } as pg.PoolConfig)
  const report = (error: Error) => options.onError?.(error)
  // idle clients report here a second time: their own listener below already has
  pool.on('error', () => {})
  // an error on a checked-out client without a listener (25P03, a lost connection) would end the process
  pool.on('connect', (client) => client.on('error', report))
  pool.on('release', (_error, client) => {
    const naming = client as unknown as NamingClient
    if (naming.mayNotWrite) options.onRefusedWrite?.()
    if (naming.unfit) void naming.end().catch(report)
  })
  return pool
}
