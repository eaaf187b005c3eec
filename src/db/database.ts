import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { CamelCasePlugin, type Dialect, Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { ServiceClock } from '#core/clock.ts'
import type { Measures } from '#core/measures.ts'
import { failureName, traced, tracing } from '#core/tracing.ts'
import { within } from '#core/within.ts'
import { lockDataDirectory } from '#db/embedded/data-lock.ts'
import { givingWay } from '#db/embedded/giving-way.ts'
import { LockWaits } from '#db/postgres/lock-waits.ts'
import { localNotifications, type Notifications, PostgresNotifications } from '#db/postgres/notifications.ts'
import { pipelinedReader } from '#db/postgres/pipelined-reader.ts'
import { poolMeasures } from '#db/postgres/pool-measures.ts'
import { connectionOptions, openPostgres, poolSize } from '#db/postgres/postgres.ts'
import { setUpSession } from '#db/postgres/session-settings.ts'
import { WriteState } from '#db/postgres/write-state.ts'
import { backoffMs, pause } from './backoff.ts'
import { isRetryable, isStalePlan } from './database-errors.ts'
import { ErrorCounts } from './error-counts.ts'
import { recordStatement } from './statement-spans.ts'
import type { Tables } from './tables.ts'

/** One connection for statements that must not share the pool's limits: migrations, vacuum. */
export type Session = Pick<pg.ClientBase, 'query'>

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** For transactions and writes. */
  readonly kysely: Kysely<Tables>
  /** For single-statement reads outside a transaction: pipelined on PostgreSQL, the same as `kysely` when embedded. */
  readonly reader: Kysely<Tables>
  /**
   * Runs `work` in a transaction, up to three times more with jitter on 40001 and 40P01, and once more apart from others after it
   * waited for a lock (`LockWaits`); so `work` holds SQL and nothing else.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Lets others go first, for large work between two of its transactions; where there are connections for all, the turn of the event loop. */
  giveWay(): Promise<void>
  /** Runs `work` on one connection without time limits (the only connection, when embedded). */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Hears wake-up calls on a channel; also called with '' after a reconnection. Calls may be lost: poll as well. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Sends a wake-up call; to be called after the commit, coalesced with those on their way. Failures are logged, never thrown. */
  notify(channel: string, payload?: string): void
  /** Milliseconds one round trip takes. */
  ping(): Promise<number>
  /** False while it is read-only or a standby: as of the last write that was tried, and looked at again twice a second. */
  takesWrites(): boolean
  /** Database time minus process time, in milliseconds, and the round trip it was measured over. */
  measureClock(): Promise<{ offsetMs: number; latencyMs: number }>
  /** The whole database, for `snapshot`; embedded only. */
  dump(): Promise<Blob>
  /** Copies the files of the whole database while it is in use, as a directory that another process can open; embedded and on a disk only. */
  copyFiles(to: string, signal: AbortSignal): Promise<void>
  readonly measures: Measures
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** PostgreSQL's address; null for the embedded database. */
  url: string | null
  /** Where the embedded database lies (below it, in `database`); null keeps it in memory. */
  dataDirectory: string | null
  snapshot?: Blob
  /** What an embedded one in memory is kept in. */
  files?: Filesystem
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const retries = 3
const transactionSpan = { name: 'transaction', kind: 'internal' } as const
const sessionEndMs = 1000

async function withRetries<T>(attemptWork: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptWork()
    } catch (error) {
      if (attempt === retries || !(isRetryable(error) || isStalePlan(error))) throw error
      await pause(backoffMs(attempt, 10, 200))
    }
  }
}

type Logging = (event: LogEvent) => void

/** @param heard is told of every statement */
function kyselyOn(dialect: Dialect, heard: Logging | null = null): Kysely<Tables> {
  const traces = tracing()
  const log = (event: LogEvent) => {
    heard?.(event)
    if (traces) recordStatement(traces, event)
  }
  const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  return new Kysely<Tables>({ dialect, plugins, ...((heard || traces) && { log }) })
}

async function roundTrip(kysely: Kysely<Tables>): Promise<{ latencyMs: number; databaseMs: number }> {
  const start = performance.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(kysely)
  return { latencyMs: performance.now() - start, databaseMs: rows[0]!.ms }
}

type Parts = Omit<Database, 'listen' | 'notify' | 'ping' | 'measureClock'> & { notifications: Notifications }

function databaseOf({ notifications, kysely, transaction, ...parts }: Parts): Database {
  const processClock = new ServiceClock()
  return {
    ...parts,
    kysely,
    transaction: (work) => {
      const run = () => withRetries(() => transaction(work))
      return tracing()?.isWithin() ? traced(transactionSpan, run, failureName) : run()
    },
    listen: (channel, heard) => notifications.listen(channel, heard),
    notify: (channel, payload) => notifications.notify(channel, payload),
    // not of the pool: who waits for a lock with all its connections has not lost the database
    ping: async () => (await roundTrip(parts.reader)).latencyMs,
    async measureClock() {
      const { latencyMs, databaseMs } = await roundTrip(kysely)
      const now = processClock.now().getTime()
      // embedded, it is the same clock: what is left would be the error of measuring
      return { offsetMs: parts.kind === 'embedded' ? 0 : Math.round(databaseMs + latencyMs / 2 - now), latencyMs }
    },
  }
}

async function openEmbeddedDatabase({ dataDirectory, snapshot, files, log }: Omit<DatabaseOptions, 'url'>): Promise<Database> {
  const lock = dataDirectory === null ? null : await lockDataDirectory(dataDirectory)
  try {
    // the engine is loaded where it is used
    const { openEmbedded } = await import('#db/embedded/embedded.ts')
    const embedded = await openEmbedded(dataDirectory && join(dataDirectory, 'database'), {
      ...(snapshot && { snapshot }),
      ...(files && { files }),
      making: () => log.info({ dataDirectory }, 'making the embedded database: this takes some seconds, at the first start only'),
    })
    const errors = new ErrorCounts()
    const kysely = kyselyOn(new PostgresDialect({ pool: embedded.pool }), (event) => {
      if (event.level === 'error') errors.add(event.error)
    })
    const notifications = localNotifications()
    return databaseOf({
      kind: 'embedded',
      kysely,
      reader: kysely,
      transaction: (work) => kysely.transaction().execute(work),
      giveWay: givingWay(embedded.pool),
      notifications,
      takesWrites: () => true,
      measures: { ...poolMeasures(embedded.pool, 1), tenantry_database_errors_total: errors.measure },
      dump: () => embedded.dump(),
      copyFiles: (to, signal) => embedded.copyFiles(to, signal),
      async session(work) {
        const client = await embedded.pool.connect()
        try {
          return await work(client)
        } finally {
          client.release()
        }
      },
      async close() {
        await notifications.close()
        await embedded.close()
        await lock?.release()
      },
    })
  } catch (error) {
    await lock?.release()
    throw error
  }
}

/** Says goodbye, but does not wait for a server that no longer answers. */
async function endSession(client: pg.Client): Promise<void> {
  const ended = client.end().catch(() => {})
  await within(sessionEndMs, ended)
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

function openPostgresDatabase(url: string, log: DatabaseOptions['log']): Database {
  const errors = new ErrorCounts()
  const onFailure = (error: unknown) => errors.add(error)
  const pool = openPostgres(url, {
    onFailure,
    onError: (err) => log.warn({ err }, 'database connection lost'),
    onRefusedWrite: () => writes.refused(),
  })
  const kysely = kyselyOn(new PostgresDialect({ pool }))
  const waits = new LockWaits(poolSize)
  const reader = kyselyOn(pipelinedReader(url, { pool, waits, onFailure }))
  const notifications = new PostgresNotifications({ url, pool, warn: (err, message) => log.warn({ err }, message) })
  const session = async <T>(work: (session: Session, state: { takesWrites: boolean }) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ ...connectionOptions(url), application_name: 'tenantry session' })
    client.on('error', (err) => log.warn({ err }, 'database session lost'))
    try {
      await client.connect()
      return await work(client, await setUpSession(client))
    } catch (error) {
      onFailure(error)
      throw error
    } finally {
      await endSession(client)
    }
  }
  const writes = new WriteState({
    log,
    look: () => session(async (_session, { takesWrites }) => takesWrites),
    retire: () => pool.retire(),
  })
  return databaseOf({
    kind: 'postgres',
    kysely,
    reader,
    transaction: (work) => waits.transaction(kysely, work),
    giveWay: () => setImmediate(),
    notifications,
    dump: () => Promise.reject(new Error('only the embedded database can be dumped; use pg_dump')),
    copyFiles: () => Promise.reject(new Error('only the embedded database has files of its own')),
    takesWrites: () => writes.takesWrites,
    measures: {
      ...poolMeasures(pool, poolSize),
      tenantry_database_connection_wait_seconds: pool.waits,
      tenantry_database_errors_total: errors.measure,
      ...waits.measures(),
    },
    session: (work) => session(work),
    async close() {
      writes.close()
      await notifications.close()
      await reader.destroy()
      await kysely.destroy()
    },
  })
}

/**
 * Opens the database. On PostgreSQL nothing is contacted yet: what is down is told by the first statement (`isUnavailable`).
 * @throws DataDirectoryInUse when another process holds the embedded database's directory.
 */
export async function openDatabase({ url, ...options }: DatabaseOptions): Promise<Database> {
  return url === null ? await openEmbeddedDatabase(options) : openPostgresDatabase(url, options.log)
}
