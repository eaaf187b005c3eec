/** The embedded database under a writer that is killed again and again. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { everyRound } from '../rig/race.ts'
import { child, temporaryDirectory } from './children.ts'

const writer = `
  import { openDatabase } from '#db/database.ts'
  import { sql } from 'kysely'
  import { writeSync } from 'node:fs'
  const [dataDirectory] = process.argv.slice(1)
  const database = await openDatabase({ url: null, dataDirectory, log: console })
  await sql\`create table if not exists written (n integer primary key, copy integer not null)\`.execute(database.kysely)
  const { rows } = await sql\`select coalesce(max(n), 0) as last, count(*) as count from written\`.execute(database.kysely)
  writeSync(1, 'found ' + JSON.stringify(rows[0]) + '\\n')
  for (let n = rows[0].last + 1; ; n++) {
    await database.transaction(async (tx) => {
      await sql\`insert into written values (\${n}, 0)\`.execute(tx)
      await sql\`update written set copy = \${n} where n = \${n}\`.execute(tx)
    })
    writeSync(1, 'committed ' + n + '\\n')
  }`

test('loses no acknowledged commit when killed', async () => {
  const directory = temporaryDirectory()
  let acknowledged = 0
  await everyRound(async (round) => {
    const process = child(writer, directory)
    const found = await process.line('found ')
    assert.notEqual(found, null, process.errors())
    const { last, count } = JSON.parse(found!.slice('found '.length))
    assert.equal(count, last, 'rows without a gap')
    assert.ok(last >= acknowledged, `${acknowledged} were acknowledged, ${last} are there`)
    await process.line('committed ')
    await sleep(20 + 37 * (round % 7))
    process.process.kill('SIGKILL')
    await process.ended
    acknowledged = Number(process.lines.findLast((line) => line.startsWith('committed '))!.slice('committed '.length))
    assert.ok(acknowledged > last)
  })
  const database = await openEmbedded(join(directory, 'database'))
  const client = await database.pool.connect()
  const { rows } = await client.query('select max(n) as last, count(*) as count, bool_and(n = copy) as whole from written')
  client.release()
  await database.close()
  assert.ok(rows[0].last >= acknowledged)
  assert.deepEqual(rows[0], { last: rows[0].last, count: rows[0].last, whole: true })
})
