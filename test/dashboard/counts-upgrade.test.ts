/** The numbers of the dashboard are right from the first moment, though the version before writes while they are first counted. */
import assert from 'node:assert/strict'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { temporaryDirectory } from '../db/children.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'

const log = { info() {}, warn() {}, error() {} }
const files = fileURLToPath(new URL('../../src/db/migrations/', import.meta.url))

describe('users with a proved address', { skip: withoutPostgres() }, () => {
  test('are counted that come while the upgrade begins to count', async () => {
    const server = await throwawayPostgres()
    const url = await server.createDatabase()
    const database = await openDatabase({ url, dataDirectory: null, log })
    const folder = temporaryDirectory()
    const add = (wanted: (name: string) => boolean) => {
      for (const name of readdirSync(files).filter(wanted)) copyFileSync(join(files, name), join(folder, name))
    }
    add((name) => name < '0045')
    await migrate(database, pathToFileURL(`${folder}/`))
    add((name) => name.startsWith('0045'))
    await withClient(url, async (client) => {
      await client.query('begin')
      const { rows } = await client.query(
        `insert into tenants (id, name, code, created_at) values (gen_random_uuid(), 'A', 'a', now()) returning id`,
      )
      await client.query(
        `insert into accounts (id, kind, tenant_id, email, search, created_at, email_verified_at)
         values (gen_random_uuid(), 'user', $1, 'a@example.test', '', now(), now())`,
        [rows[0].id],
      )
      const upgrade = migrate(database, pathToFileURL(`${folder}/`))
      await withClient(url, (other) =>
        eventually('the upgrade to wait for it', async () => {
          const waits = await other.query(`select from pg_locks where not granted and relation = 'accounts'::regclass`)
          return waits.rowCount === 1
        }),
      )
      await client.query('commit')
      await upgrade
      const kept = await client.query('select n from tenant_verified_users')
      assert.deepEqual(kept.rows, [{ n: 1 }])
    })
    await database.close()
  })
})
