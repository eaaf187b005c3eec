/** A dump restored into a new cluster, whose transactions are counted from the beginning again. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/database.ts'
import { LiveLog, type RevocationBatch } from '#db/live/revocations.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { binary } from '../rig/postgres-install.ts'
import { startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { addAdmin, tenantOf } from './scene.ts'

const log = { info() {}, warn() {}, error() {} } as never

it('a restored dump: what it says was revoked in the old cluster flushes no cache for ever, and what is revoked now holds everywhere', async () => {
  const before = await throwawayPostgres()
  const source = await before.createDatabase()
  const first = await startService({ databaseUrl: source, env: killEnv })
  const tenant = await tenantOf(first.http, await tokenOf(first.http))
  await withClient(source, async (admin) => {
    // transactions as of months of use, the last of them revoking much
    await admin.query('do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$')
    await admin.query(`insert into revocations (id, at, topic) select gen_random_uuid(), now(), 'role' from generate_series(1, 6000)`)
  })
  await first.kill()

  const after = await throwawayPostgres()
  const restored = await after.createDatabase()
  const dump = execFileSync(binary('pg_dump'), ['--no-owner', source], { maxBuffer: 1 << 28 })
  execFileSync(binary('psql'), ['-q', '-v', 'ON_ERROR_STOP=1', restored], { input: dump, stdio: ['pipe', 'ignore', 'pipe'] })
  const ahead = () =>
    withClient(restored, async (db) => {
      const { rows } = await db.query('select count(*)::int as n from revocations where xid >= pg_snapshot_xmax(pg_current_snapshot())')
      return rows[0].n as number
    })
  assert.ok((await ahead()) > 5000, 'the dump carries what this test is about')

  const batches: RevocationBatch[] = []
  const database = await openDatabase({ url: restored, dataDirectory: null, log })
  const live = new LiveLog(database, log)
  live.subscribe((batch) => void batches.push(batch))
  await live.start()
  await sleep(2500)
  assert.deepEqual(batches, ['flush'], 'the first read, and nothing since')
  assert.equal(await ahead(), 0)

  // two processes on it, which hear of each other's changes
  const [one, other] = await Promise.all([1, 2].map(() => startService({ databaseUrl: restored, env: killEnv })))
  const token = await tokenOf(one!.http)
  const added = await addAdmin(one!.http, token, tenant)
  assert.equal(added.status, 201, added.text)
  const { email } = added.json
  const signedIn = await one!.http.post('/api/v1/auth/admin/login', {
    identifier: email,
    password: 'zuvaqor-17-Kestrel',
    tenantId: tenant.id,
  })
  assert.equal(signedIn.status, 200, signedIn.text)
  const me = () => other!.http.get('/api/v1/Admins/me', { token: signedIn.json.accessToken })
  assert.equal((await me()).status, 200)
  const blocked = await one!.http.post(`/api/v1/Admins/${added.json.id}/block`, { reason: 'test' }, { token })
  assert.ok(blocked.status < 300, blocked.text)
  await eventually('the block to hold at the other process', async () => (await me()).status === 401, 2000)

  await live.stop()
  await database.close()
  for (const service of [one!, other!]) await service.kill()
})
