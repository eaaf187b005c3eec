/** One connection for all: who may go first on it, and plans that grow with what they read. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type EmbeddedDatabase, openEmbedded } from '#db/embedded/embedded.ts'
import { givingWay } from '#db/embedded/giving-way.ts'
import { PlanRenewal } from '#db/embedded/plan-renewal.ts'
import { emptyFiles } from '../rig/snapshots.ts'

let database: EmbeddedDatabase
before(async () => {
  database = await openEmbedded(null, { files: await emptyFiles() })
})
after(() => database.close())

/** As Kysely does for a statement alone. */
async function query(text: string, values: unknown[] = []) {
  const client = await database.pool.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    client.release()
  }
}

describe('who gives way on the one connection', () => {
  it('comes after all statements of somebody who is at work', async () => {
    const giveWay = givingWay(database.pool)
    const order: string[] = []
    const signIn = async () => {
      for (let n = 0; n < 20; n++) await query('select $1::integer', [n])
      order.push('sign-in')
    }
    await Promise.all([giveWay().then(() => order.push('large work')), signIn()])
    assert.deepEqual(order, ['sign-in', 'large work'])
  })

  it('does not wait for ever for who never ends', async () => {
    const client = await database.pool.connect()
    await givingWay(database.pool, { quiet: 3, longest: 30 })()
    client.release()
  })
})

describe('plans of prepared statements', () => {
  it('are due when their tables have doubled', () => {
    const plans = new PlanRenewal()
    const due = Array.from({ length: 40 }, (_, n) => (plans.isDue('insert', 100) ? [(n + 1) * 100] : [])).flat()
    assert.deepEqual(due, [500, 1000, 2000, 4000])
    assert.equal(plans.isDue('another', 499), false)
    assert.equal(plans.isDue('another', 1), true)
  })

  it('read by the index what was planned to be read whole while the table was empty', async () => {
    await query('create table grown (id integer primary key, word text)')
    await query('analyze grown')
    const read = 'select word from grown where id = any($1::integer[])'
    for (let n = 0; n < 10; n++) await query(read, [[n]])
    const planned = async () => {
      const [named] = await query('select name from pg_prepared_statements where statement = $1', [read])
      const lines = await query(`explain (costs off) execute ${named.name}('{1,2}')`)
      return JSON.stringify(lines)
    }
    assert.match(await planned(), /Seq Scan/)
    for (let n = 0; n < 5; n++)
      await query('insert into grown select n, n from generate_series($1::integer, $2) n', [n * 1000, n * 1000 + 999])
    assert.match(await planned(), /Index Scan/)
    assert.deepEqual(await query(read, [[4711]]), [{ word: '4711' }])
  })
})
