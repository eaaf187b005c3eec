import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { isRetryable, isUnavailable, uniqueViolation } from '#db/database-errors.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'
import { emptyFiles } from '../rig/snapshots.ts'

const log = { info() {}, warn() {}, error() {} }

/** Tables of the tests' own, which the generated types do not know. */
interface Things {
  things: { id: number; someData: unknown; total: number }
}
const things = (database: Pick<Database, 'kysely'>) => database.kysely as unknown as Kysely<Things>

const failWith = (code: string) => sql.raw(`do $$ begin raise exception 'made up' using errcode = '${code}'; end $$`)

/** What holds on both databases alike. */
function behaviour(open: () => Promise<Database>) {
  let database: Database
  before(async () => {
    database = await open()
    await sql`create table things (id integer primary key, some_data jsonb not null default '{}', total bigint not null default 0)`.execute(
      database.kysely,
    )
  })
  after(() => database.close())

  test('gives the same values for the same types, from both handles', async () => {
    for (const handle of [database.kysely, database.reader]) {
      const { rows } = await sql`select 9007199254740991::int8 as big, count(*) as n, '2026-01-31'::date as day,
        '2026-01-31 23:30+02'::timestamptz as at, '{"snake_key": [1, {"inner_key": null}]}'::jsonb as some_json, '\\x00ff'::bytea as bytes,
        '{a,"b c"}'::text[] as texts, 1.50::numeric as exact, null as nothing, current_setting('TimeZone') as zone`.execute(handle)
      assert.deepEqual(rows, [
        {
          big: 9007199254740991,
          n: 1,
          day: '2026-01-31',
          at: new Date('2026-01-31T21:30:00Z'),
          someJson: { snake_key: [1, { inner_key: null }] },
          bytes: Buffer.from([0, 255]),
          texts: ['a', 'b c'],
          exact: '1.50',
          nothing: null,
          zone: 'UTC',
        },
      ])
    }
  })

  test('commits a transaction that ends well and rolls back one that throws', async () => {
    const answer = await database.transaction(async (tx) => {
      await sql`insert into things (id) values (1)`.execute(tx)
      return 'done'
    })
    assert.equal(answer, 'done')
    const thrown = new Error('changed my mind')
    await assert.rejects(
      database.transaction(async (tx) => {
        await sql`insert into things (id) values (2)`.execute(tx)
        throw thrown
      }),
      (error) => error === thrown,
    )
    assert.deepEqual(await things(database).selectFrom('things').select(['id', 'total']).execute(), [{ id: 1, total: 0 }])
  })

  for (const code of ['40001', '40P01']) {
    test(`tries a transaction again after ${code}, with a single effect`, async () => {
      let attempts = 0
      await database.transaction(async (tx) => {
        await sql`update things set total = total + 1 where id = 1`.execute(tx)
        if (++attempts < 4) await failWith(code).execute(tx)
      })
      assert.equal(attempts, 4)
      const { total } = await things(database).selectFrom('things').select('total').where('id', '=', 1).executeTakeFirstOrThrow()
      await things(database).updateTable('things').set({ total: 0 }).execute()
      assert.equal(total, 1)
    })
  }

  test('gives up after three more tries, and tries nothing else again', async () => {
    for (const [code, expected] of [
      ['40001', 4],
      ['23505', 1],
      ['57014', 1],
    ] as const) {
      let attempts = 0
      const failing = database.transaction(async (tx) => {
        attempts++
        await failWith(code).execute(tx)
      })
      await assert.rejects(failing, { code })
      assert.equal(attempts, expected, code)
    }
  })

  test('names the constraint of a unique violation', async () => {
    const twice = things(database).insertInto('things').values({ id: 1, someData: '{}', total: 0 })
    await assert.rejects(twice.execute(), (error) => {
      assert.deepEqual(uniqueViolation(error), { constraint: 'things_pkey' })
      assert.equal(isUnavailable(error) || isRetryable(error), false)
      return true
    })
    await assert.rejects(sql`select 1/0`.execute(database.kysely), (error) => {
      assert.equal(uniqueViolation(error) ?? isUnavailable(error), false)
      return true
    })
  })

  test('wakes every listener of the channel and no other, until it ends', async () => {
    const heard: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const endFirst = await database.listen('wake', (payload) => heard.push(`first ${payload}`))
    const endSecond = await database.listen('wake', (payload) => payload === 'last' && resolve())
    const endOther = await database.listen('Other "channel"', () => heard.push('other'))
    database.notify('wake', 'a')
    database.notify('wake', 'last')
    await promise
    await endFirst()
    const { promise: again, resolve: heardAgain } = Promise.withResolvers<void>()
    const endThird = await database.listen('wake', () => heardAgain())
    database.notify('wake', 'b')
    await again
    assert.deepEqual(heard, ['first a', 'first last'])
    await Promise.all([endSecond, endOther, endThird].map((end) => end()))
  })

  test('measures the round trip and the distance of the clocks', async () => {
    assert.ok((await database.ping()) > 0)
    const { offsetMs, latencyMs } = await database.measureClock()
    // one machine, one clock: the distance is at most the error of measuring
    assert.ok(Math.abs(offsetMs) <= latencyMs + 2, `${offsetMs} ms apart, measured in ${latencyMs} ms`)
  })
}

describe('the embedded database', () => {
  behaviour(async () => openDatabase({ url: null, dataDirectory: null, log, files: await emptyFiles() }))
})

describe('PostgreSQL', { skip: withoutPostgres() }, () => {
  behaviour(async () => openDatabase({ url: (await throwawayPostgres()).url, dataDirectory: null, log }))
})
