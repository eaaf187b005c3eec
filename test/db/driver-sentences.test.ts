/**
 * Errors of the drivers that carry no code are known by their sentences alone. Each is brought about here, so that a new version which says
 * it otherwise fails here, and not as a 500 in the place of a 503.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { before, describe, test } from 'node:test'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { errorCode, isConnectionLost, isStalePlan, isUnavailable } from '#db/database-errors.ts'
import { atEnd } from '../rig/cleanup.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'

/** What a promise is rejected with. */
async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof Error)
    return error
  }
  throw new Error('nothing went wrong')
}

function assertSays(error: Error, sentence: string): void {
  assert.ok(error.message.includes(sentence), error.message)
  assert.equal(errorCode(error), undefined, 'it has a code by now: go by that')
  assert.ok(isUnavailable(error) && isConnectionLost(error))
}

describe('what the drivers say', { skip: withoutPostgres() }, () => {
  let server: ThrowawayPostgres
  let deaf: string
  before(async () => {
    server = await throwawayPostgres()
    const listener = createServer(() => {}).listen(0, '127.0.0.1')
    listener.unref()
    await new Promise((resolve) => listener.once('listening', resolve))
    deaf = `postgres://postgres@127.0.0.1:${(listener.address() as { port: number }).port}/none`
    atEnd(async () => void listener.close())
  })

  async function connected(options: pg.ClientConfig = {}): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url, ...options })
    client.on('error', () => {})
    await client.connect()
    atEnd(() => client.end().catch(() => {}))
    return client
  }
  const poolOf = (options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: server.url, max: 1, ...options })
    pool.on('error', () => {})
    return pool
  }
  const hangUp = (client: pg.Client) => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

  test('pg: a server that does not answer the greeting', async () => {
    const client = new pg.Client({ connectionString: deaf, connectionTimeoutMillis: 50 })
    client.on('error', () => {})
    assertSays(await errorOf(client.connect()), 'timeout expired')
  })

  test('pg: a connection that ends while it is asked, and after', async () => {
    const client = await connected()
    const lost = errorOf(client.query('select pg_sleep(60)'))
    hangUp(client)
    assertSays(await lost, 'Connection terminated')
    assertSays(await errorOf(client.query('select 1')), 'not queryable')
  })

  test('pg: a client that was ended', async () => {
    const client = await connected()
    await client.end()
    assertSays(await errorOf(client.query('select 1')), 'not queryable')
  })

  test('pg: an answer that stays out', async () => {
    const client = await connected({ query_timeout: 50 })
    const error = await errorOf(client.query('select pg_sleep(60)'))
    assert.equal(error.message, 'Query read timeout', 'postgres.ts goes by the whole of it')
    assertSays(error, 'Query read timeout')
    hangUp(client)
  })

  test('pg-pool: no free connection, no new one in time, and a pool that has ended', async () => {
    const pool = poolOf()
    const held = await pool.connect()
    pool.options.connectionTimeoutMillis = 50
    assertSays(await errorOf(pool.connect()), 'timeout exceeded when trying to connect')
    held.release()
    await pool.end()
    assertSays(await errorOf(pool.connect()), 'after calling end on the pool')
    const toDeaf = poolOf({ connectionString: deaf, connectionTimeoutMillis: 50 })
    assertSays(await errorOf(toDeaf.connect()), 'Connection terminated')
    await toDeaf.end()
  })

  test('Kysely: a connection whose rollback failed, and a driver that was destroyed', async () => {
    const pool = poolOf()
    pool.on('connect', (client) => client.on('error', () => {}))
    let client: pg.Client | undefined
    pool.on('acquire', (acquired) => {
      client = acquired as unknown as pg.Client
    })
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    let late: Kysely<object> | undefined
    const broken = kysely.transaction().execute(async (tx) => {
      late = tx
      hangUp(client as pg.Client)
      throw new Error('to be rolled back')
    })
    await errorOf(broken)
    assertSays(await errorOf(sql`select 1`.execute(late as Kysely<object>)), 'Postgres connection has been discarded')
    await kysely.destroy()
    assertSays(await errorOf(sql`select 1`.execute(kysely)), 'driver has already been destroyed')
  })

  test('PostgreSQL: a prepared statement whose result changed, known in whatever language the server speaks', async () => {
    const url = await server.createDatabase()
    await withClient(url, async (client) => {
      await client.query('create table t (id integer)')
      await client.query({ name: 'all', text: 'select * from t', values: [] })
      await client.query('alter table t add more integer')
      const error = await errorOf(client.query({ name: 'all', text: 'select * from t', values: [] }))
      assert.ok(isStalePlan(error), error.message)
      const inGerman = Object.assign(new Error('gecachter Plan darf den Ergebnistyp nicht ändern'), { ...error })
      assert.equal(inGerman.message, 'gecachter Plan darf den Ergebnistyp nicht ändern')
      assert.ok(isStalePlan(inGerman), 'a server with German messages')
      const another = await errorOf(client.query('select count(*) over () from t for update'))
      assert.equal(errorCode(another), '0A000')
      assert.ok(!isStalePlan(another), 'the code alone says something else, too')
    })
  })
})
