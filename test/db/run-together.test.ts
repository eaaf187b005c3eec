/** Statements of a transaction that are asked in one go: what each sees, what stays of them, and how they leave. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { isConnectionLost } from '#db/database-errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { runTogether } from '#db/rows/run-together.ts'
import { atEnd } from '../rig/cleanup.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const onPostgres = process.env.TEST_DATABASE === 'postgres'
const log = { info() {}, warn() {}, error() {} }
let database: Database
/** What came to the server since it was emptied, piece by piece. */
const pieces: string[] = []
/** How many answers still come back; the server seems to hang after them. */
let answersLeft = Number.POSITIVE_INFINITY

/** The address of a server that notes what comes, and sends it on. */
async function noted(url: string): Promise<string> {
  const target = new URL(url)
  // those that all tests share listen on a socket in the file system
  const { host, port } = Object.fromEntries(target.searchParams)
  const socket = host ? { path: `${host}/.s.PGSQL.${port}` } : { host: target.hostname, port: Number(target.port) }
  const server = createServer((near) => {
    const far = connect(socket)
    near.on('data', (piece) => {
      pieces.push(piece.toString('latin1'))
      far.write(piece)
    })
    far.on('data', (piece) => {
      if (answersLeft-- > 0) near.write(piece)
    })
    for (const [one, other] of [[near, far] as const, [far, near] as const]) one.on('close', () => other.destroy()).on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => void server.close())
  target.search = ''
  target.hostname = '127.0.0.1'
  target.port = String((server.address() as AddressInfo).port)
  return target.href
}

/** Does `work` in a transaction, as an action of the service does. */
const transact = <T>(work: (ctx: Pick<PublicContext, 'db' | 'service' | 'inTransaction'>) => Promise<T>): Promise<T> =>
  database.transaction((db) => work({ db, service: { database } as PublicContext['service'], inTransaction: true }))

const add = (n: number) => sql<{ writtenNumber: number }>`insert into together (written_number) values (${n}) returning written_number`
const all = sql<{ writtenNumber: number }>`select written_number from together order by written_number`
const known = async () => (await all.execute(database.kysely)).rows.map(({ writtenNumber }) => writtenNumber)

describe('statements that run together', () => {
  before(async () => {
    const url = onPostgres ? await noted((await sharedPostgresDatabase()).url) : null
    database = await openDatabase({ url, dataDirectory: null, log })
    atEnd(() => database.close())
    await sql`create table together (written_number integer primary key check (written_number > 0))`.execute(database.kysely)
  })

  it('each sees what those before it did, and has its own rows; one that is left out has none', async () => {
    const answers = await transact((ctx) => runTogether(ctx, [add(1), null, all, add(2), all]))
    assert.deepEqual(answers, [
      [{ writtenNumber: 1 }],
      [],
      [{ writtenNumber: 1 }],
      [{ writtenNumber: 2 }],
      [{ writtenNumber: 1 }, { writtenNumber: 2 }],
    ])
    assert.deepEqual(await known(), [1, 2])
  })

  it('what failed first is told, nothing stays, and whoever comes next finds the connection free', async () => {
    const failed = transact((ctx) => runTogether(ctx, [add(3), add(-1), add(4), add(1)]))
    await assert.rejects(failed, { code: '23514' })
    const again = transact(async (ctx) => {
      await assert.rejects(runTogether(ctx, [add(1), add(5)]), { code: '23505' })
      throw new Error('no more')
    })
    await assert.rejects(again, { message: 'no more' })
    assert.deepEqual(await known(), [1, 2])
    await transact((ctx) => runTogether(ctx, [add(6)]))
    assert.deepEqual(await known(), [1, 2, 6])
  })

  it('outside a transaction they are refused before the first', async () => {
    const ctx = { db: database.kysely, service: { database } as PublicContext['service'], inTransaction: false }
    await assert.rejects(runTogether(ctx, [add(7)]), /in a transaction only/)
    assert.deepEqual(await known(), [1, 2, 6])
  })

  describe('on a server', { skip: !onPostgres && 'the embedded database has no way there' }, () => {
    it('all leave before the first is answered', async () => {
      await transact((ctx) => runTogether(ctx, [all, add(8), all]))
      pieces.length = 0
      await transact((ctx) => runTogether(ctx, [all, add(9), all]))
      assert.equal(pieces.length, 3, pieces.join('\n'))
      assert.match(pieces[0]!, /begin/)
      assert.match(pieces[2]!, /commit/)
    })

    it('each has its own time to answer in', async () => {
      const slow = sql<{ slept: string }>`select 1 as slept from pg_sleep(1.5)`
      const answers = await transact((ctx) => runTogether(ctx, [slow, slow, slow]))
      assert.deepEqual(answers.flat(), [{ slept: 1 }, { slept: 1 }, { slept: 1 }])
    })

    it('a server that falls silent between two answers is given up like one that never answers', async () => {
      const sleep = (seconds: number) => sql<{ slept: string }>`select 1 as slept from pg_sleep(${seconds})`
      const silent = transact((ctx) => {
        answersLeft = 1
        return runTogether(ctx, [all, sleep(0.3), sleep(0.1), sleep(0)])
      })
      const ended = await Promise.race([silent.catch((error) => (isConnectionLost(error) ? 'lost' : error)), setTimeout(8000, 'hangs')])
      assert.equal(ended, 'lost')
      answersLeft = Number.POSITIVE_INFINITY
      assert.deepEqual(await known(), [1, 2, 6, 8, 9])
    })
  })
})
