/** A backup that an older version made, whose database had fewer tables. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceClock } from '#core/clock.ts'
import { openDatabase } from '#db/database.ts'
import { appliedMigrations, knownMigrations, migrate } from '#db/migrate.ts'
import { archiveKey } from '#modules/backup/archive-format.ts'
import { makeBackup } from '#modules/backup/make-backup.ts'
import { restoreBackup } from '#modules/backup/restore.ts'
import { LocalStore } from '#outside/storage/local.ts'
import { testMasterSecret } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { onDatabase } from './rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-older-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Takes longer than a session may be idle in its transaction. */
class SlowStore extends LocalStore {
  override async put(...given: Parameters<LocalStore['put']>): Promise<void> {
    await sleep(4000)
    await super.put(...given)
  }
}

it('a backup of an older version comes into the newest tables', async () => {
  const [older, target] = [await sharedPostgresDatabase(), await sharedPostgresDatabase()]
  const log = { info() {}, warn() {}, error() {} }
  const objects = new SlowStore(join(folder, 'objects'))
  await objects.put('avatars/old.png', Buffer.from('of an older version'), 'image/png')
  const path = join(folder, 'older.backup')
  const database = await openDatabase({ url: older.url, dataDirectory: null, log })
  await migrate(database, undefined, { upTo: '0046_audit_exports.sql' })
  await database.session((session) =>
    session.query(`insert into tenants (id, code, name, created_at) values (gen_random_uuid(), 'old', 'of an older version', now())`),
  )
  const work = { objects, clock: new ServiceClock(), kind: database.kind, openDatabase: async () => database }
  await makeBackup({ path, key: archiveKey(testMasterSecret), ...work })
  await database.close()
  // as an operator may have set it for the database: a store that is slow is waited for all the same
  await onDatabase({ databaseUrl: target.url }, (session) =>
    session.query(
      `do $$ begin execute format('alter database %I set idle_in_transaction_session_timeout = 2000', current_database()); end $$`,
    ),
  )
  const openTarget = () => openDatabase({ url: target.url, dataDirectory: null, log })
  const restored = await restoreBackup({ path, masterSecrets: [testMasterSecret], objects, openDatabase: openTarget })
  assert.equal(restored.objects, 1)
  assert.ok(restored.rows > 1 && !restored.tables.some(({ name }) => name === 'files'))
  await onDatabase({ databaseUrl: target.url }, async (session) => {
    assert.deepEqual((await appliedMigrations(session))?.length, (await knownMigrations()).length)
    assert.deepEqual((await session.query('select code, name from tenants')).rows, [{ code: 'old', name: 'of an older version' }])
    await session.query('delete from tenants')
  })
  // empty again, but further than the file: what is there is not taken away
  const again = restoreBackup({ path, masterSecrets: [testMasterSecret], objects, openDatabase: openTarget })
  await assert.rejects(again, /^BackupRefused: the database is empty, but has the tables of another version \(0047_/)
})
