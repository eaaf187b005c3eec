import { performance } from 'node:perf_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { backoffMs, pause } from '#db/backoff.ts'
import { errorCode, isConnectionLost, isLockTimeout, isStalePlan } from '#db/database-errors.ts'
import { gatherWrites } from './gathered-writes.ts'
import { hotStatementName } from './hot-statements.ts'
import type { LockWaits } from './lock-waits.ts'
import { connectionOptions } from './postgres.ts'
import { setUpSession } from './session-settings.ts'

const settings = {
  statement_timeout: 1000,
  // only a table that is being rebuilt keeps a read waiting, and with it all that were sent after it
  lock_timeout: 50,
  // the server refuses a write that strays here: others share this connection, and would share its transaction
  default_transaction_read_only: 'on',
}
/** On a standby that stands in for the primary: how long until the primary is looked for. */
const onStandbyMs = 1000
/** Behind the server's own limit, for one that no longer answers at all; it ends the connection, and with it all that wait on it. */
const answerTimeoutMs = 1500
/** For a read on this connection and then in the pool together: a server that hangs must be told as such within five seconds. */
const readTimeoutMs = 4000
const leastTimeoutMs = 500

/** One connection shared by all reads at once: each is sent without waiting for the answers before it. */
class PipelinedClient {
  #client: pg.Client | null = null
  readonly #closed = new AbortController()
  readonly #url: string
  readonly #running: Promise<void>

  constructor(url: string) {
    this.#url = url
    this.#running = this.#keepConnected()
  }

  /** The connected client, or null while there is none. */
  get client(): pg.Client | null {
    return this.#client
  }

  /** Gives up a connection that must not be used again; another is made. */
  drop(client: pg.Client): void {
    if (this.#client === client) this.#client = null
    void client.end().catch(() => {})
  }

  async #keepConnected(): Promise<void> {
    for (let attempt = 0; !this.#closed.signal.aborted; attempt++) {
      const client = new pg.Client({
        ...connectionOptions(this.#url),
        application_name: 'tenantry reader',
        query_timeout: answerTimeoutMs,
        pipeline: true,
      })
      const ended = new Promise<void>((resolve) => client.once('end', resolve))
      client.on('error', () => this.drop(client))
      try {
        await client.connect()
        const { isStandby } = await setUpSession(client, settings)
        attempt = 0
        if (this.#closed.signal.aborted) return void (await client.end())
        this.#client = client
        await (isStandby ? Promise.race([ended, pause(onStandbyMs, this.#closed.signal)]) : ended)
        if (isStandby) this.drop(client)
      } catch {
        void client.end().catch(() => {})
      }
      if (this.#client === client) this.#client = null
      await pause(backoffMs(attempt, 100, 5000), this.#closed.signal)
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#client?.end().catch(() => {})
    await this.#running
  }
}

/** The rows. Made by hand because `client.query(config)` copies its configuration by property descriptors, at a tenth of the whole. */
function ask(client: pg.Client, sql: string, values: unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | undefined | null, result: { rows: unknown[] }) => (error ? reject(error) : resolve(result.rows))
    const query = new (pg.Query as unknown as QueryConstructor)(sql, values, done)
    query.name = hotStatementName(sql)
    // only the simple protocol would run several statements in one text
    query.queryMode = 'extended'
    gatherWrites(client, setImmediate)
    client.query(query as never)
  })
}

type QueryConstructor = new (
  text: string,
  values: unknown[],
  done: (error: Error | undefined | null, result: { rows: unknown[] }) => void,
) => { name: string | undefined; queryMode: 'extended' }

/** What stands in where the one connection can't be used, and who hears of a statement that fails on it. */
interface Others {
  readonly pool: pg.Pool
  readonly waits: LockWaits
  readonly onFailure: (error: unknown) => void
}

class PipelinedConnection implements DatabaseConnection {
  readonly #lane: PipelinedClient
  readonly #pool: pg.Pool
  readonly #waits: LockWaits
  readonly #onFailure: (error: unknown) => void

  constructor(lane: PipelinedClient, { pool, waits, onFailure }: Others) {
    this.#lane = lane
    this.#pool = pool
    this.#waits = waits
    this.#onFailure = onFailure
  }

  async executeQuery<R>(compiled: CompiledQuery): Promise<QueryResult<R>> {
    if (!/^\s*\(*\s*(select|with|values)\b/i.test(compiled.sql)) throw new Error('the reader runs single reads only, never a write')
    const values = [...compiled.parameters]
    const start = performance.now()
    const client = this.#lane.client
    if (client !== null) {
      try {
        return { rows: (await ask(client, compiled.sql, values)) as R[] }
      } catch (error) {
        this.#onFailure(error)
        if (isLockTimeout(error)) return await this.#waits.apart(error, () => this.#inPool(compiled.sql, values, start))
        if (isStalePlan(error)) this.#lane.drop(client)
        else if (!mayRunElsewhere(error)) throw error
      }
    }
    return await this.#inPool(compiled.sql, values, start)
  }

  async #inPool<R>(text: string, values: unknown[], start: number): Promise<QueryResult<R>> {
    const pooled = await this.#pool.connect()
    try {
      const query_timeout = Math.max(leastTimeoutMs, Math.round(readTimeoutMs - (performance.now() - start)))
      return { rows: (await pooled.query({ text, values, query_timeout } as pg.QueryConfig)).rows as R[] }
    } finally {
      pooled.release()
    }
  }

  // biome-ignore lint/correctness/useYield: there is nothing to give
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the reader does not stream')
  }
}

/** A read that was lost with the connection, took longer than may be here, or lost its prepared statement: a pool client may run it. */
const mayRunElsewhere = (error: unknown) => isConnectionLost(error) || errorCode(error) === '57014' || errorCode(error) === '26000'

const refuse = async (): Promise<never> => {
  throw new Error('the reader runs no transactions: a transaction here would take in the statements of everybody else')
}

/**
 * A Kysely dialect for single-statement reads outside transactions: all of them share one pipelined connection (×1.8 over a pool). While it
 * is lost, and for a read that takes over a second there, `pool` stands in; for one that meets a locked table too, in its turn among those
 * that wait (`waits`). Transactions, writes and streams are refused.
 */
export function pipelinedReader(url: string, others: Others): Dialect {
  let lane: PipelinedClient
  let connection: PipelinedConnection
  const driver: Driver = {
    // Kysely destroys only what it has initialised, at the first read
    async init() {
      lane = new PipelinedClient(url)
      connection = new PipelinedConnection(lane, others)
    },
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => lane.close(),
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
