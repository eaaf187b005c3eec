/** What an older version stored for the platform is counted when its database is brought up. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { type Database, openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { emptyFiles } from '../rig/snapshots.ts'

let database: Database
before(async () => {
  database = await openDatabase({ url: null, dataDirectory: null, log: { info() {}, warn() {}, error() {} }, files: await emptyFiles() })
})
after(() => database.close())

it('files and avatars of the platform are counted once, those of tenants stay in their totals', async () => {
  await migrate(database, undefined, { upTo: '0049_attempt_tokens.sql' })
  const tenantId = randomUUID()
  await database.session(async (session) => {
    await session.query(`insert into tenants (id, code, name, created_at) values ('${tenantId}', 'one', 'One', now())`)
    for (const [owner, bytes] of [
      ['null', 1000],
      ['null', 20],
      [`'${tenantId}'`, 300],
    ])
      await session.query(
        `insert into files (id, tenant_id, key, file_name, content_type, bytes, checksum, is_public, created_at)
         values (gen_random_uuid(), ${owner}, gen_random_uuid()::text, 'a.pdf', 'application/pdf', ${bytes}, '', false, now())`,
      )
    await session.query(`insert into stored_pictures (key, tenant_id, bytes) values ('avatars/a.png', null, 4)`)
  })
  await migrate(database)
  const totals = async () =>
    await database.session(async (session) => {
      const { rows } = await session.query(
        `select (select storage_bytes::integer from platform_totals) as platform, (select storage_bytes::integer from tenant_totals) as tenant`,
      )
      return [rows[0].platform, rows[0].tenant]
    })
  assert.deepEqual(await totals(), [1024, 300])
  await database.session((session) => session.query(`delete from files where bytes <> 20`))
  assert.deepEqual(await totals(), [24, 0])
  await database.session((session) => session.query(`update stored_pictures set tenant_id = '${tenantId}'`))
  assert.deepEqual(await totals(), [20, 4])
})
