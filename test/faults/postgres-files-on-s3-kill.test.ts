/** kill -9 between an object in a bucket and its row: no row is ever without its object. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openStorage } from '#outside/storage/open-storage.ts'
import { form, pdf, uploadPath } from '../files/rig.ts'
import { expectStatus } from '../harness.ts'
import { backends } from '../rig/objects/stores.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

it('a process that dies between object and row leaves no row', async () => {
  const backend = await backends.s3()
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const env = { ...killEnv, ...backend.env, STORAGE_URL: backend.url }
  const count = async () => {
    let objects = 0
    for await (const page of openStorage(backend.url).list('files')) objects += page.length
    return objects
  }
  await using first = await startService({ databaseUrl, env: { ...env, FAIL_AT: 'upload.before-row' } })
  await assert.rejects(first.http.request('POST', uploadPath, { ...form(pdf(3000)), token: await tokenOf(first.http) }))
  assert.equal(await first.exited, 'SIGKILL')
  assert.equal(await count(), 1)
  await using second = await startService({ databaseUrl, env })
  const token = await tokenOf(second.http)
  assert.equal(expectStatus(await second.http.get('/api/v1/dashboard/summary', { token }), 200).json.storageBytes, 0)
  const kept = expectStatus(await second.http.request('POST', uploadPath, { ...form(pdf(2000)), token }), 201).json
  assert.equal((await second.http.get(`/api/v1/files/${kept.id}`, { token })).status, 200)
  assert.equal(await count(), 2)
  assert.equal(await second.kill('SIGTERM'), 0)
})
