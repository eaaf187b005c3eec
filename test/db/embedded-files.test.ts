/** The disk of the embedded database has room, but takes no more files. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'
import { emptySnapshot } from '../rig/snapshots.ts'

describe('a disk that takes no more files', { skip: !mayMount() && 'only root may mount a small disk' }, () => {
  const work = {
    // PostgreSQL makes a map of free space for a table once it has a few pages
    'for a table that grows': sql`insert into grows select repeat('x', 2000) from generate_series(1, 40)`,
    'for a new table': sql`create table if not exists made (id integer)`,
    'for its log': sql`insert into logs select repeat(md5(n::text), 100) from generate_series(1, 12000) n`,
  }
  for (const [what, statement] of Object.entries(work)) {
    it(`${what}: writes fail as for a while, reads go on, and writes are back without a new start`, async () => {
      const disk = smallDisk(300, 3000)
      const log = { info() {}, warn() {}, error() {} } as never
      const database = await openDatabase({ url: null, dataDirectory: disk.path, log, snapshot: await emptySnapshot() })
      atEnd(() => database.close())
      const run = () => statement.execute(database.kysely)
      await sql`create table grows (text text); create table logs (text text); create table kept as select 42 as n`.execute(database.kysely)
      const kept = async () => (await sql<{ n: number }>`select n from kept`.execute(database.kysely)).rows[0]?.n
      disk.fillFiles()
      for (let turn = 0; turn < 3; turn++) {
        await assert.rejects(
          async () => {
            for (let more = 0; more < 10; more++) await run()
          },
          (error) => isUnavailable(error),
        )
      }
      // what ended by it is opened again
      await eventually('a read', async () => (await kept()) === 42)
      disk.free()
      await eventually('a write', async () => {
        await run()
        return true
      })
      assert.equal(await kept(), 42)
    })
  }
})
