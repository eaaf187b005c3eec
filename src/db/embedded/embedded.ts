import fs from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { columnTypes } from '#db/column-types.ts'
import { copyOnline, forgetCopying } from './copy-online.ts'
import { EmbeddedEngine } from './engine.ts'
import { EngineConnection } from './engine-connection.ts'
import { engineModule } from './engine-module.ts'
import { DurableFS } from './files.ts'
import { makeDatabase } from './initial-database.ts'
import { PlanRenewal } from './plan-renewal.ts'
import { RepeatedStatements } from './repeated-statements.ts'

export interface EmbeddedDatabase {
  pool: pg.Pool
  /** The whole database as an uncompressed archive, for `snapshot` of a later opening. Waits for the open transaction. */
  dump(): Promise<Blob>
  /** See `copyOnline`. @throws Error for one in memory */
  copyFiles(to: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/**
 * A batch of searched texts goes into its index when it is 64 kB and not 4 MB, and a new piece of the log is not written full of zeros first:
 * each would hold the one thread, and whoever waits, for a tenth of a second now and then.
 */
const settings = {
  shared_buffers: '16MB',
  TimeZone: 'UTC',
  gin_pending_list_limit: '64kB',
  wal_init_zero: 'off',
  // of the log, what a copy that never ends may keep from being removed; the copy fails then
  max_slot_wal_keep_size: '2GB',
}
const settingParams = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** What a new database begins with. */
interface Beginning {
  /** A former `dump`. */
  readonly snapshot?: Blob
  /** For one in memory: the files it is kept in, which set `wasmMemory` to 128 MB at least. */
  readonly files?: Filesystem
}

function create(directory: string | null, { snapshot, files }: Beginning): Promise<PGlite> {
  const pgliteWasmModule = engineModule()
  const common = { extensions: { pg_trgm }, ...(pgliteWasmModule && { pgliteWasmModule }), ...(snapshot && { loadDataDir: snapshot }) }
  if (directory === null) {
    // files in memory bring the memory of the engine, too: what PGlite makes for it is left small
    const own = files && { fs: files, initialMemory: 64 * 1024 }
    return PGlite.create({ ...common, ...own, startParams: [...PGlite.defaultStartParams, ...settingParams] })
  }
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 })
  return PGlite.create({
    ...common,
    fs: new DurableFS(directory),
    // -F switches fsync off
    startParams: [...PGlite.defaultStartParams.filter((x) => x !== '-F'), '-c', 'wal_sync_method=fsync', ...settingParams],
  })
}

/** So many statements are kept prepared. The service has fewer than that; their plans take some ten megabytes. */
const mostPrepared = 600

/**
 * Opens the embedded PostgreSQL (PGlite) behind a `pg.Pool` of one connection, for there is one session only.
 * `directory` null keeps it in memory. `snapshot` (a former `dump`) spares the seconds of creating a new database and is
 * ignored by a directory that already has one; without it `making` is called before they begin. The caller must hold the lock of the directory (data-lock.ts).
 *
 * Never `pool.query()`: on an error it ends the client. Take `connect()` and `release()`, as Kysely does. A query on the pool
 * from inside a transaction waits for itself until the pool's time limit throws. What ends PostgreSQL itself (a full disk) fails the
 * queries on their way; the next connection opens the database anew.
 */
export async function openEmbedded(directory: string | null, options: Beginning & { making?: () => void } = {}): Promise<EmbeddedDatabase> {
  const exists = directory !== null && fs.existsSync(join(directory, 'PG_VERSION'))
  if (directory !== null && !exists && !options.snapshot) {
    options.making?.()
    await makeDatabase(directory)
  }
  const first = await create(directory, exists ? {} : options)
  const engine = new EmbeddedEngine(first, directory === null ? null : () => create(directory, {}))

  const repeated = new RepeatedStatements(mostPrepared)
  const plans = new PlanRenewal()

  /** A client with a connection of its own: sharing one, a new client would hear the end of the one before it. */
  class EmbeddedClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connection: new EngineConnection(engine) } as pg.ClientConfig)
    }

    // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of pg.Client.query
    override query(...parameters: any[]): any {
      const [text, values, callback] = parameters
      const name = typeof text === 'string' && Array.isArray(values) && callback === undefined ? repeated.nameOf(text) : undefined
      if (name !== undefined) return this.#repeat({ name, text, values })
      return (super.query as (...all: unknown[]) => unknown)(...parameters)
    }

    async #repeat(query: { name: string; text: string; values: unknown[] }): Promise<pg.QueryResult> {
      const result = await super.query(query)
      if (result.command === 'INSERT' && plans.isDue(query.text, result.rowCount ?? 0)) await super.query('discard plans')
      return result
    }
  }
  const pool = new pg.Pool({
    Client: EmbeddedClient as unknown as typeof pg.Client,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
    user: 'postgres',
    password: 'unused',
    types: columnTypes,
    // all clients share one session: a client that was dropped must not leave its transaction or its prepared statements to the next
    onConnect: async (client: pg.ClientBase) => {
      await client.query('rollback; deallocate all')
    },
  } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (exists) await forgetCopying(pool)

  return {
    pool,
    async dump() {
      const client = await pool.connect()
      try {
        await client.query('checkpoint')
        return await engine.dump()
      } finally {
        client.release()
      }
    },
    async copyFiles(to, signal) {
      if (directory === null) throw new Error('a database in memory has no files')
      await copyOnline(pool, { from: directory, to, signal })
    },
    async close() {
      await pool.end()
      await engine.close()
    },
  }
}
