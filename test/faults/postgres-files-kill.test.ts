/** kill -9 between an object and its row, and between a row and its object: no row is ever without its object, and what is left over is swept. */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import pg from 'pg'
import { form, pdf } from '../files/rig.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { everyRoundWithin } from '../rig/race.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

const at = '/api/v1/files'

it('leaves nothing but objects that nobody names, and takes them away a day later', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-files-kill-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const start = (env: Record<string, string> = {}) => startService({ databaseUrl, dataDirectory, env: { ...killEnv, ...env } })
  const query = async <T>(text: string): Promise<T[]> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return rows
  }
  const objects = () => globSync(`${dataDirectory}/files/files/*/*`)
  const keyOf = (path: string) => path.slice(`${dataDirectory}/files/`.length)

  await everyRoundWithin({ most: 5 }, async () => {
    const first = await start({ FAIL_AT: 'upload.before-row' })
    const token = await tokenOf(first.http)
    const kept = await query('select key from files')
    await assert.rejects(first.http.request('POST', `${at}/upload`, { ...form(pdf(1000)), token }))
    assert.equal(await first.exited, 'SIGKILL')
    assert.equal((await query('select 1 from files')).length, kept.length)
    assert.equal(objects().length, kept.length + 1)

    const second = await start({ FAIL_AT: 'file.before-delete' })
    const again = await tokenOf(second.http)
    const { json } = await second.http.request('POST', `${at}/upload`, { ...form(pdf(2000)), token: again })
    const stays = await second.http.request('POST', `${at}/upload`, { ...form(pdf(3000)), token: again })
    assert.equal(stays.status, 201, stays.text)
    await assert.rejects(second.http.request('DELETE', `${at}/${json.id}`, { token: again }))
    assert.equal(await second.exited, 'SIGKILL')

    const rows = await query<{ key: string }>('select key from files')
    const there = objects().map(keyOf)
    assert.deepEqual(
      rows.filter(({ key }) => !there.includes(key)),
      [],
      'a row without its object',
    )
    assert.equal(there.length, kept.length + 3)

    const old = new Date(Date.now() - 2 * 86_400_000)
    for (const path of objects()) utimesSync(path, old, old)
    await query("update schema_migrations set applied_at = now() - interval '30 days'")
    await query("update periodic_jobs set next_run_at = now(), lease_until = null where name = 'storage.sweep'")
    await using third = await start()
    const named = new Set(rows.map(({ key }) => key))
    await eventually('the sweep', () => objects().length === named.size, 60_000)
    assert.ok(objects().every((path) => named.has(keyOf(path))))
    const last = await tokenOf(third.http)
    assert.equal((await third.http.get(`${at}/${json.id}`, { token: last })).status, 404)
    assert.equal((await third.http.get(`${at}/${stays.json.id}`, { token: last })).status, 200)
    await third.kill('SIGTERM')
  })
})
