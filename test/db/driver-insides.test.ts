/**
 * What we reach for in the drivers behind their public types: it is cast or recognised by its text, so that no compiler says when a new version
 * has it otherwise. Each case says where in `src/db` it is relied on.
 */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { before, describe, test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { openPostgres } from '#db/postgres/postgres.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'
import { emptySnapshot } from '../rig/snapshots.ts'

interface Insides {
  readonly connection: { readonly stream: Duplex }
  getTransactionStatus(): unknown
}
const insidesOf = (client: pg.Client) => client as unknown as Insides

describe('inside pg and Kysely', { skip: withoutPostgres() }, () => {
  let url: string
  before(async () => {
    ;({ url } = await throwawayPostgres())
  })
  async function connected(options: object = {}): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, ...options })
    client.on('error', () => {})
    await client.connect()
    atEnd(() => client.end().catch(() => {}))
    return client
  }

  test('Kysely asks a client by text and values and nothing else, and begins as postgres.ts takes it', async () => {
    const asked: unknown[][] = []
    class Listening extends pg.Client {
      // biome-ignore lint/suspicious/noExplicitAny: stands for all overloads of pg.Client.query
      override query(...parameters: any[]): any {
        asked.push(parameters)
        return (super.query as (...all: unknown[]) => unknown)(...parameters)
      }
    }
    const pool = new pg.Pool({ connectionString: url, max: 1, Client: Listening as unknown as typeof pg.Client } as pg.PoolConfig)
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    await kysely.transaction().execute((tx) => sql`select ${7}::int`.execute(tx))
    await kysely
      .transaction()
      .setAccessMode('read write')
      .execute(async () => {})
    await kysely.destroy()
    assert.deepEqual(asked, [
      ['begin', []],
      ['select $1::int', [7]],
      ['commit', []],
      ['start transaction read write', []],
      ['commit', []],
    ])
  })

  test('a transaction of the access mode "read write" waits for a lock for a moment only, any other as long as the pool says', async () => {
    const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool: openPostgres(url) }) })
    const wait = sql<{ wait: string }>`select current_setting('lock_timeout') as wait`
    const brief = await kysely
      .transaction()
      .setAccessMode('read write')
      .execute((tx) => wait.execute(tx))
    const patient = await kysely.transaction().execute((tx) => wait.execute(tx))
    await kysely.destroy()
    assert.deepEqual([brief.rows[0]?.wait, patient.rows[0]?.wait], ['150ms', '2s'])
  })

  test('a client tells of its transaction by one letter', async () => {
    const client = await connected()
    const { getTransactionStatus } = insidesOf(client)
    const status = () => getTransactionStatus.call(client)
    assert.equal(status(), 'I')
    await client.query('begin')
    assert.equal(status(), 'T')
    await client.query('no statement').catch(() => {})
    // the refusal is told when it comes, the letter is in the packet after it
    await eventually('the letter of a failed transaction', () => status() === 'E')
    await client.query('rollback')
    assert.equal(status(), 'I')
  })

  test('a client writes to a stream that can be corked, and ends when it is destroyed', async () => {
    const client = await connected()
    const { stream } = insidesOf(client).connection
    assert.ok(stream instanceof Duplex)
    stream.cork()
    const answer = client.query('select 1 as n')
    assert.ok(stream.writableLength > 0, 'what is asked waits in the stream')
    stream.uncork()
    assert.deepEqual((await answer).rows, [{ n: 1 }])
    const ended = new Promise((resolve) => client.once('end', resolve))
    stream.destroy()
    await ended
  })

  test('a client in pipeline mode takes queries made by hand, by name, and sends each without waiting', async () => {
    const client = await connected({ pipeline: true })
    const Query = pg.Query as unknown as new (text: string, values: unknown[], done: (error: unknown, result: unknown) => void) => object
    const ask = (text: string, values: unknown[], more: object) =>
      new Promise<{ rows: unknown[] }>((resolve, reject) => {
        const done = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result as { rows: unknown[] }))
        client.query(Object.assign(new Query(text, values, done), more) as never)
      })
    const inOrder: number[] = []
    const numbered = [1, 2, 3].map(async (n) => {
      const { rows } = await ask('select $1::int as n', [n], { name: 'by_hand', queryMode: 'extended' })
      inOrder.push((rows[0] as { n: number }).n)
    })
    await Promise.all(numbered)
    assert.deepEqual(inOrder, [1, 2, 3])
    const { rows } = await ask('select name from pg_prepared_statements', [], { queryMode: 'extended' })
    assert.deepEqual(rows, [{ name: 'by_hand' }])
    await assert.rejects(ask('select 1; select 2', [], { queryMode: 'extended' }), { code: '42601' }, 'two statements in one')
    const { stream } = insidesOf(client).connection
    stream.cork()
    const first = ask('select 1 as n', [], { queryMode: 'extended' })
    const written = stream.writableLength
    const second = ask('select 2 as n', [], { queryMode: 'extended' })
    assert.ok(stream.writableLength > written, 'the second waits for the answer to the first')
    stream.uncork()
    assert.deepEqual([(await first).rows, (await second).rows], [[{ n: 1 }], [{ n: 2 }]])
  })

  test('what fails in a pipeline is told first, all behind it is refused, and every name can be used again', async () => {
    const client = await connected({ pipeline: true })
    const divide = (name: string, by: number) => client.query({ name, text: 'select 6 / $1::int as n', values: [by] })
    await client.query('begin')
    const ends = await Promise.allSettled([divide('before', 1), divide('failing', 0), divide('behind', 2)])
    const codes = ends.map((end) => (end.status === 'rejected' ? (end.reason as pg.DatabaseError).code : 'done'))
    assert.deepEqual(codes, ['done', '22012', '25P02'])
    await client.query('rollback')
    const again = await Promise.all([divide('before', 1), divide('failing', 2), divide('behind', 3)])
    assert.deepEqual(
      again.map(({ rows }) => rows[0].n),
      [6, 3, 2],
    )
  })

  test('one query may have a time limit of its own', async () => {
    const client = await connected({ query_timeout: 60_000 })
    await assert.rejects(client.query({ text: 'select pg_sleep(60)', query_timeout: 50 } as pg.QueryConfig), /^Error: Query read timeout$/)
    insidesOf(client).connection.stream.destroy()
  })

  test('a lock that was met tells of the row, or of the place in line, by `where`', async () => {
    const [holder, other] = [await connected(), await connected()]
    await holder.query('create table held (id integer); insert into held values (1)')
    await holder.query('begin; select from held for update')
    await other.query('set lock_timeout = 50')
    const error = await other.query('select from held for update').then(
      () => null,
      (error: pg.DatabaseError) => error,
    )
    assert.equal(error?.code, '55P03')
    assert.match(error?.where ?? '', /\(0,1\).*"held"/, 'lock-waits.ts tells locks apart by it')
  })
})

describe('inside PGlite', () => {
  test('starts with fsync off by one parameter, which embedded.ts takes away for a directory', () => {
    // that it is on there embedded.test.ts counts; in memory it stays off
    assert.ok(PGlite.defaultStartParams.includes('-F'), PGlite.defaultStartParams.join(' '))
  })

  test('takes several messages in one piece, answers all of them, and gives the answers by bytes of its own memory', async () => {
    const pglite = await PGlite.create({ loadDataDir: await emptySnapshot() })
    atEnd(() => pglite.close())
    const query = (text: string) => {
      const message = Buffer.from(`Q....${text}\0`)
      message.writeUInt32BE(message.length - 1, 1)
      return message
    }
    const answers: Buffer[] = []
    const given: ArrayBufferLike[] = []
    await pglite.execProtocolRawStream(Buffer.concat([query('select 1'), query('no statement'), query('select 2')]), {
      onRawData: (bytes) => {
        answers.push(Buffer.from(bytes))
        given.push(bytes.buffer)
      },
    })
    assert.match(Buffer.concat(answers).toString('latin1'), /SELECT 1\0.*Z\0\0\0\x05I.*C42601\0.*Z\0\0\0\x05I.*SELECT 1\0Z\0\0\0\x05I$/s)
    assert.ok(
      given.every((buffer) => buffer === pglite.Module.HEAPU8.buffer),
      'engine.ts copies it for that',
    )
  })

  test('a client writes all of a query while its stream is corked, and to a stream that is handed to the connection', async () => {
    const written: string[] = []
    let isCorked = false
    const stream = Object.assign(new EventEmitter(), {
      writable: true,
      setNoDelay() {},
      connect: () => queueMicrotask(() => stream.emit('connect')),
      cork: () => (isCorked = true),
      uncork: () => (isCorked = false),
      write: (bytes: Buffer) => written.push(isCorked ? String.fromCharCode(bytes[0]!) : 'alone'),
    })
    const connection = new pg.Connection({ stream } as object)
    const client = new pg.Client({ user: 'postgres', connection } as pg.ClientConfig)
    const connected = client.connect()
    connection.emit('readyForQuery')
    await connected
    written.length = 0
    void client.query({ name: 'known', text: 'select $1', values: [1] })
    assert.deepEqual(written, ['P', 'B', 'D', 'E', 'S'])
  })
})
