import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { faultProxy } from '../rig/proxy.ts'

interface Test {
  t: { id: number; n: number }
}
const tables = (kysely: Database['kysely']) => kysely as unknown as Kysely<Test>

describe('on PostgreSQL', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let server: ThrowawayPostgres
  let url: string
  let database: Database
  let warnings: string[]

  async function open(address: string): Promise<Database> {
    const log = { info() {}, warn: (...all: unknown[]) => warnings.push(String(all.at(-1))), error() {} }
    const opened = await openDatabase({ url: address, dataDirectory: null, log: log as never })
    atEnd(() => opened.close())
    return opened
  }
  /** Ends connections of the test's database by the beginning of their application name. */
  const terminate = (name: string) =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like $2 || '%'`,
        [new URL(url).pathname.slice(1), name],
      )
      return rows.length
    })
  const one = (handle: Database['kysely']) => sql<{ n: number }>`select 1 as n`.execute(handle)

  before(async () => {
    server = await throwawayPostgres()
  })
  beforeEach(async () => {
    warnings = []
    url = await server.createDatabase()
    await withClient(url, (client) =>
      client.query('create table t (id integer primary key, n integer not null); insert into t values (1, 0)'),
    )
    database = await open(url)
  })

  describe('a hot statement', () => {
    const prepared = (handle: Kysely<Test>) =>
      sql<{ statement: string }>`select statement from pg_prepared_statements where name like 'hot_%'`.execute(handle)

    test('is prepared once per connection under a name, others are not', async () => {
      await database.transaction(async (transaction) => {
        const tx = transaction as unknown as Kysely<Test>
        const hot = tx.selectFrom('t').select('n').where('id', '=', 1)
        registerHotStatement(hot)
        registerHotStatement(hot.compile().sql)
        for (let i = 0; i < 3; i++) assert.deepEqual(await hot.execute(), [{ n: 0 }])
        await tx.selectFrom('t').select('id').where('id', '=', 1).execute()
        assert.deepEqual((await prepared(tx)).rows, [{ statement: hot.compile().sql }])
      })
    })

    test('survives a migration that changes its result, outside and inside a transaction, on both handles', async () => {
      const all = (handle: Kysely<Test>) => handle.selectFrom('t').selectAll().where('id', '=', 1)
      registerHotStatement(all(tables(database.kysely)))
      await eventually('the reader', () => one(database.reader))
      const handles = [tables(database.kysely), tables(database.reader)]
      for (const handle of handles) assert.deepEqual(await all(handle).execute(), [{ id: 1, n: 0 }])
      await withClient(url, (client) => client.query('alter table t add column a integer default 7'))
      for (const handle of handles) {
        for (let i = 0; i < 3; i++) assert.deepEqual(await all(handle).execute(), [{ id: 1, n: 0, a: 7 }])
      }
      await withClient(url, (client) => client.query('alter table t add column b integer default 8'))
      const rows = await database.transaction(async (tx) => {
        await sql`update t set n = n + 1`.execute(tx)
        return await all(tx as unknown as Kysely<Test>).execute()
      })
      assert.deepEqual(rows, [{ id: 1, n: 1, a: 7, b: 8 }])
    })
  })

  describe('the pool', () => {
    test('has its limits set on the server', async () => {
      const { rows } = await sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`.execute(
        database.kysely,
      )
      assert.deepEqual(rows, [{ statement: '5s', lock: '2s', idle: '10s', name: 'tenantry' }])
    })

    test('outlives the end of idle and of working connections', async () => {
      await one(database.kysely)
      assert.equal(await terminate('tenantry'), 1)
      await eventually('the pool', () => one(database.kysely))
      await assert.rejects(
        database.transaction(async (tx) => {
          await one(tx)
          await terminate('tenantry')
          await one(tx)
        }),
        (error) => isUnavailable(error),
      )
      await one(database.kysely)
      assert.ok(warnings.includes('database connection lost'))
    })

    test('a transaction that idles too long ends alone, not the process', async () => {
      await assert.rejects(
        database.transaction(async (tx) => {
          await sql`set local idle_in_transaction_session_timeout = 50`.execute(tx)
          await eventually('the end of the connection', () => warnings.length > 0)
          await one(tx)
        }),
        (error) => isUnavailable(error),
      )
      await one(database.kysely)
    })

    test('a lock that is held and a statement that takes too long are unavailable', async () => {
      await withClient(url, async (holder) => {
        await holder.query('begin; lock table t')
        const waiting = database.transaction(async (tx) => {
          await sql`set local lock_timeout = 50`.execute(tx)
          await sql`update t set n = 1`.execute(tx)
        })
        await assert.rejects(waiting, (error) => (error as { code?: string }).code === '55P03' && isUnavailable(error))
      })
      const slow = database.transaction(async (tx) => {
        await sql`set local statement_timeout = 50`.execute(tx)
        await sql`select pg_sleep(30)`.execute(tx)
      })
      await assert.rejects(slow, (error) => (error as { code?: string }).code === '57014' && isUnavailable(error))
    })

    test('a transaction that waits for a lock gives its connection back, is run again, and is done once', async () => {
      const rows = [...Array(9).keys()].map((i) => `(${i + 2}, 0)`).join(', ')
      await withClient(url, (client) => client.query(`insert into t values ${rows}`))
      let runs = 0
      const add = (id: number) =>
        database.transaction(async (tx) => {
          runs++
          await sql`update t set n = n + 1 where id = ${id}`.execute(tx)
        })
      const others: Promise<void>[] = []
      let waiting: Promise<void>[] = []
      await withClient(url, async (holder) => {
        await holder.query('begin; update t set n = n where id = 1')
        waiting = Array.from({ length: 25 }, () => add(1))
        await eventually('all to have found the lock', () => runs >= 25)
        for (let id = 2; id <= 10; id++) others.push(add(id))
        await Promise.all(others)
        // the last to come are on their connections for as long as nobody without a turn may wait
        await eventually('no more than those with a turn to wait on a connection', async () => {
          const { rows: held } = await withClient(server.url, (watch) =>
            watch.query("select from pg_stat_activity where application_name = 'tenantry' and wait_event_type = 'Lock' and datname = $1", [
              new URL(url).pathname.slice(1),
            ]),
          )
          return held.length <= 6
        })
        await holder.query('commit')
      })
      await Promise.all(waiting)
      assert.ok(runs > 25 + others.length, 'none was run again')
      assert.deepEqual(await tables(database.kysely).selectFrom('t').select('n').where('id', '<=', 2).orderBy('id').execute(), [
        { n: 25 },
        { n: 1 },
      ])
    })

    test('a read-only server, one without free connections and one that is not there are unavailable', async () => {
      await withClient(server.url, (client) =>
        client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`),
      )
      const readOnly = await open(url)
      await assert.rejects(sql`update t set n = 1`.execute(readOnly.kysely), (error) => isUnavailable(error))
      assert.deepEqual((await one(readOnly.kysely)).rows, [{ n: 1 }])

      const full = await server.createDatabase()
      await withClient(server.url, (client) => client.query(`alter database ${new URL(full).pathname.slice(1)} connection limit 0`))
      // a superuser is exempt from the limit
      await withClient(server.url, (client) => client.query(`create role plain login`))
      await assert.rejects(one((await open(full.replace('//postgres@', '//plain@'))).kysely), (error) => {
        assert.equal((error as { code?: string }).code, '53300')
        return isUnavailable(error)
      })
      await assert.rejects(one((await open('postgres://postgres@127.0.0.1:1/none')).kysely), (error) => isUnavailable(error))
      await assert.rejects(one((await open('postgres://postgres@/none?host=/nowhere')).kysely), (error) => isUnavailable(error))
    })

    test('an answer that stays out ends the connection, and its late arrival spoils nobody', async () => {
      const proxy = await faultProxy(url)
      const pool = openPostgres(proxy.through(url), { max: 1 })
      const client = await pool.connect()
      await client.query('select 1')
      proxy.mode('blackhole')
      const hanging = client.query({ text: `select 'late' as answer`, query_timeout: 100 } as never)
      const unnamed = client.query(`select 'later' as answer`, [])
      await assert.rejects(hanging, /Query read timeout/)
      await assert.rejects(unnamed, (error) => isUnavailable(error))
      client.release()
      proxy.mode('pass')
      const next = await pool.connect()
      assert.deepEqual((await next.query(`select 'fresh' as answer`)).rows, [{ answer: 'fresh' }])
      next.release()
      await pool.end()
    })

    test('heals after restarts and after the server hung', { timeout: 60_000 }, async () => {
      for (const mode of ['fast', 'immediate'] as const) {
        await one(database.kysely)
        await server.restart(mode)
        await eventually('the pool', () => one(database.kysely))
        await eventually('the reader', () => one(database.reader))
      }
      server.pause()
      const answers = await Promise.allSettled([...Array(12)].map(() => one(database.kysely)))
      server.resume()
      for (const answer of answers) assert.ok(answer.status === 'rejected' && isUnavailable(answer.reason))
      await eventually('the pool', () => one(database.kysely))
    })
  })

  describe('the reader', () => {
    const backend = async (handle: Database['kysely']) =>
      (
        await sql<{ pid: number; name: string }>`select pg_backend_pid() as pid, current_setting('application_name') as name`.execute(
          handle,
        )
      ).rows[0]!
    /** Resolves once reads go over the pipelined connection. */
    const connected = () =>
      eventually('the reader', async () => {
        const { pid, name } = await backend(database.reader)
        if (name !== 'tenantry reader') throw new Error('the pool stands in')
        return pid
      })

    test('sends all reads over one connection and gives each its own answer', async () => {
      const pid = await connected()
      const answers = await Promise.all(
        [...Array(200).keys()].map((i) =>
          sql<{ i: number; pid: number }>`select ${i}::int as i, pg_backend_pid() as pid`.execute(database.reader),
        ),
      )
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]),
        [...Array(200).keys()].map((i) => ({ i, pid })),
      )
    })

    test('one that fails spoils no other', async () => {
      await connected()
      const answers = await Promise.allSettled(
        [...Array(60).keys()].map((i) => sql`select 1 / ${i % 3}::int as n`.execute(database.reader)),
      )
      for (const [i, answer] of answers.entries()) {
        if (i % 3 === 0) assert.ok(answer.status === 'rejected' && answer.reason.code === '22012')
        else assert.equal(answer.status, 'fulfilled')
      }
    })

    test('refuses transactions, writes and several statements at once', async () => {
      await connected()
      const { reader } = database
      await assert.rejects(
        reader.transaction().execute(async () => {}),
        /runs no transactions/,
      )
      await assert.rejects(reader.startTransaction().execute(), /runs no transactions/)
      for (const text of ['begin', 'commit', 'update t set n = 9', 'set statement_timeout = 0', ' /* select */ delete from t']) {
        await assert.rejects(sql.raw(text).execute(reader), /single reads only/, text)
      }
      await assert.rejects(sql`with x as (update t set n = 9 returning n) select * from x`.execute(reader), { code: '25006' })
      await assert.rejects(sql`select 1; begin`.execute(reader), { code: '42601' })
      assert.deepEqual(await tables(reader).selectFrom('t').selectAll().execute(), [{ id: 1, n: 0 }])
    })

    test('heals after its connection was ended, and loses no read meanwhile', async () => {
      const before = await connected()
      let reads = 0
      const stop = new AbortController()
      const readers = [...Array(8)].map(async () => {
        while (!stop.signal.aborted) {
          assert.deepEqual((await one(database.reader)).rows, [{ n: 1 }])
          reads++
        }
      })
      for (let round = 0; round < 3; round++) {
        await terminate('tenantry reader')
        await connected()
      }
      stop.abort()
      await Promise.all(readers)
      assert.ok(reads > 0)
      assert.notEqual(await connected(), before)
    })

    test('a read that hangs there gets no second full time in the pool', async () => {
      const proxy = await faultProxy(url)
      const proxied = await open(proxy.through(url))
      await eventually('the reader', async () => (await backend(proxied.reader)).name === 'tenantry reader')
      await one(proxied.kysely)
      proxy.mode('blackhole')
      const pooled = one(proxied.kysely)
      const read = one(proxied.reader)
      // both began together: the read, tried twice, may not outlast the pool's own limit on one statement
      const first = await Promise.race([pooled.catch(() => 'pool'), read.catch(() => 'reader')])
      assert.equal(first, 'reader')
      await assert.rejects(read, (error) => isUnavailable(error))
      await assert.rejects(pooled, (error) => isUnavailable(error))
      proxy.mode('pass')
      await eventually('the reader', () => one(proxied.reader))
      await proxied.close()
    })

    test('hands a read that is too slow for it to the pool, and goes on', async () => {
      await connected()
      const slow = sql<{ name: string }>`select current_setting('application_name') as name, pg_sleep(1.2)`.execute(database.reader)
      assert.equal((await slow).rows[0]!.name, 'tenantry')
      await connected()
    })
  })

  describe('listening', () => {
    test('comes back after its connection was ended, and wakes the listener for what it may have missed', async () => {
      const heard: string[] = []
      let wake = () => {}
      const next = () => new Promise<void>((resolve) => (wake = resolve))
      await database.listen('wake', (payload) => {
        heard.push(payload)
        wake()
      })
      for (let round = 1; round <= 3; round++) {
        const afterReconnection = next()
        assert.equal(await terminate('tenantry listener'), 1)
        await afterReconnection
        const told = next()
        database.notify('wake', `round ${round}`)
        await told
      }
      assert.deepEqual(heard, ['', 'round 1', '', 'round 2', '', 'round 3'])
      assert.ok(warnings.includes('listening connection lost'))
    })

    test('a notification reaches other processes; equal ones that wait become one', async () => {
      const other = await open(url)
      const heard: string[] = []
      const { promise, resolve } = Promise.withResolvers<void>()
      await other.listen('wake', (payload) => {
        heard.push(payload)
        if (payload === 'end') resolve()
      })
      for (let i = 0; i < 100; i++) database.notify('wake', 'again')
      database.notify('wake', 'end')
      await promise
      // the first goes out at once, the other 99 while it is on its way
      assert.deepEqual(heard, ['again', 'again', 'end'])
    })

    test('a notification that cannot be sent is a warning and no more', async () => {
      const lost = await open('postgres://postgres@127.0.0.1:1/none')
      lost.notify('wake')
      await eventually('the warning', () => warnings.includes('notify wake failed'))
    })
  })
})
