/** A connection that is lost while its commit is under way: what the row then names must be there. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { form, picture } from '../files/rig.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { faultProxy } from '../rig/proxy.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

it('keeps the object of a file, an avatar and a logo whose commit comes after its connection is lost', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-late-commit-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  const { url } = await sharedPostgresDatabase()
  const proxy = await faultProxy(url)
  await using service = await startService({ databaseUrl: proxy.through(url), dataDirectory, env: killEnv })
  const token = await tokenOf(service.http)
  const { json: tenant } = await service.http.post('/api/v1/Tenants', { name: 'Late', code: 'late' }, { token })
  assert.ok(tenant.id, JSON.stringify(tenant))
  await withClient(url, async (client) => {
    await client.query(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return null; end $$`)
    for (const table of ['files', 'stored_pictures'])
      await client.query(`create constraint trigger dawdle after insert on ${table} deferrable initially deferred
        for each row execute function dawdle()`)
    const committing = `select from pg_stat_activity where state = 'active' and query ilike 'commit%' and wait_event = 'PgSleep'`
    const bytes = await picture(16).png().toBuffer()
    const ways: [method: string, path: string, names: string][] = [
      ['POST', '/api/v1/files/upload', `select key from files`],
      ['POST', '/api/v1/Admins/me/avatar', `select substr(avatar_url, 8) as key from accounts where avatar_url is not null`],
      ['POST', `/api/v1/Tenants/${tenant.id}/logo`, `select substr(logo_url, 8) as key from tenants where logo_url is not null`],
    ]
    for (const [method, path, names] of ways) {
      const answered = service.http.request(method, path, { ...form(bytes, 'a.png'), token })
      await eventually(`the commit of ${path}`, async () => (await client.query(committing)).rowCount === 1)
      proxy.cut()
      const { status } = await answered
      assert.equal(status, 503, path)
      const { key } = await eventually(`the row of ${path}`, async () => (await client.query<{ key: string }>(names)).rows[0] ?? null)
      assert.deepEqual(globSync(`${dataDirectory}/files/${key}`).length, 1, path)
    }
  })
})
