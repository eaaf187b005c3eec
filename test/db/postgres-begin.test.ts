/** Statements that somebody else cancels at any moment, the first of a transaction too. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { errorCode } from '#db/database-errors.ts'
import { atEnd } from '../rig/cleanup.ts'
import { withClient } from '../rig/postgres.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

it('who comes after a transaction that was cancelled as it began is not in it', async () => {
  const { url } = await sharedPostgresDatabase()
  const log = { info() {}, warn() {}, error() {} }
  const database = await openDatabase({ url, dataDirectory: null, log })
  atEnd(() => database.close())
  let begun = 0
  const codes = new Set<string | undefined>()
  const until = performance.now() + 3000
  const transact = async () => {
    while (performance.now() < until) {
      try {
        await database.transaction((tx) => sql`select 1`.execute(tx))
        begun += 1
      } catch (error) {
        codes.add(errorCode(error))
      }
    }
  }
  const cancel = () =>
    withClient(url, async (client) => {
      const all = `select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'tenantry' and datname = current_database()`
      while (performance.now() < until) await client.query(all)
    })
  await Promise.all([...Array.from({ length: 8 }, transact), cancel(), cancel()])
  assert.ok(begun > 0 && codes.has('57014'), [...codes].join())
  assert.deepEqual([...codes], ['57014'], 'nobody was given a connection whose transaction had failed')
})
