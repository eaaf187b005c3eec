import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { RepeatedStatements } from '#db/embedded/repeated-statements.ts'
import { emptyFiles } from '../rig/snapshots.ts'

describe('statements that come again', () => {
  test('get a name the second time, and keep it', () => {
    const repeated = new RepeatedStatements(10)
    assert.equal(repeated.nameOf('select $1'), undefined)
    const name = repeated.nameOf('select $1')
    assert.ok(name)
    assert.equal(repeated.nameOf('select $1'), name)
    repeated.nameOf('select $2')
    assert.notEqual(repeated.nameOf('select $2'), name)
  })

  test('no more of them than asked for, however many texts come', () => {
    const repeated = new RepeatedStatements(3)
    for (let n = 0; n < 10_000; n++) repeated.nameOf(`select ${n}`)
    const names = Array.from({ length: 10 }, (_, n) => [repeated.nameOf(`read ${n}`), repeated.nameOf(`read ${n}`)][1])
    assert.equal(names.filter((name) => name !== undefined).length, 3)
    assert.equal(new Set(names.slice(0, 3)).size, 3)
  })

  test('are prepared once on the embedded database, also for a client after one that was dropped in mid-transaction', async () => {
    const database = await openEmbedded(null, { files: await emptyFiles() })
    const sum = 'select $1::integer + $2::integer as sum'
    try {
      for (let round = 0; round < 2; round++) {
        const client = await database.pool.connect()
        for (let n = 0; n < 4; n++) assert.deepEqual((await client.query(sum, [n, 1])).rows, [{ sum: n + 1 }])
        await assert.rejects(client.query(sum, ['x', 1]), { code: '22P02' })
        assert.deepEqual((await client.query(sum, [1, 1])).rows, [{ sum: 2 }])
        const { rows } = await client.query('select statement from pg_prepared_statements')
        assert.deepEqual(rows, [{ statement: sum }])
        await client.query('begin')
        await assert.rejects(client.query('select nothing'))
        client.release(true)
      }
    } finally {
      await database.close()
    }
  })
})
