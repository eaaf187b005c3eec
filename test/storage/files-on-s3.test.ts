/** Files and pictures over HTTP with a bucket of S3 in place of a folder. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ListedObject } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { sweepStorage } from '../../src/modules/files/storage.sweep.jobs.ts'
import { bytesAt, form, pdf, picture, upload, uploaded, uploadPath } from '../files/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import type { Front } from '../rig/objects/front.ts'
import { type Backend, backends } from '../rig/objects/stores.ts'

const days = 86_400_000
const megabyte = 1024 * 1024
const metricsToken = 'metrics-4u7Jm2qXv0sKeYb5'
const at = (id: string) => `/api/v1/files/${id}`

let backend: Backend
let front: Front
let app: TestApp
let root: string
let token: string
before(async () => {
  backend = await backends.s3()
  front = backend.front!
  app = await startApp({ env: { STORAGE_URL: backend.url, METRICS_TOKEN: metricsToken } })
  root = await app.superToken()
  token = (await (await tenantWithAdmin(app)).signIn()).accessToken
})

async function objects(folder = 'files'): Promise<ListedObject[]> {
  const pages = []
  for await (const page of openStorage(backend.url).list(folder)) pages.push(page)
  return pages.flat()
}

const sweep = () => sweepStorage(app.open.service, new Date(Date.now() + 2 * days), new AbortController().signal)

describe('files in a bucket', () => {
  it('are uploaded, read whole and in ranges, and deleted', async () => {
    const bytes = pdf(7 * megabyte)
    bytes.fill('canary of the end', bytes.length - 100)
    const file = await uploaded(app, token, bytes, 'a.pdf')
    assert.deepEqual(
      (await objects()).map(({ bytes }) => bytes),
      [bytes.length],
    )
    const whole = await bytesAt(app, at(file.id), token)
    assert.ok(whole.status === 200 && whole.body.equals(bytes))
    const part = await bytesAt(app, at(file.id), token, { range: `bytes=${5 * megabyte - 2}-${5 * megabyte + 2}` })
    assert.ok(part.status === 206 && part.body.equals(bytes.subarray(5 * megabyte - 2, 5 * megabyte + 3)))
    front.corrupt = { text: 'canary of the end', where: 'response' }
    await assert.rejects(bytesAt(app, at(file.id), token))
    front.corrupt = null
    expectStatus(await app.request('DELETE', at(file.id), { token }), 204)
    assert.equal((await bytesAt(app, at(file.id), token)).status, 404)
    assert.deepEqual(await objects(), [])
  })

  it('what is refused leaves nothing, in the middle of several parts too', async () => {
    const { raw, headers } = form(pdf(8 * megabyte))
    const cut = { raw: (raw as Buffer).subarray(0, 7 * megabyte), headers: headers!, token }
    expectStatus(await app.request('POST', uploadPath, cut), 400)
    expectStatus(await upload(app, token, pdf(11 * megabyte)), 413)
    assert.deepEqual([await objects(), backend.unfinished!()], [[], 0])
  })

  it('pictures of people are there for everybody', async () => {
    const avatar = form(await picture(64).png().toBuffer())
    const { avatarUrl } = expectStatus(await app.request('POST', '/api/v1/Admins/me/avatar', { ...avatar, token }), 200).json
    const shown = await bytesAt(app, new URL(avatarUrl, app.url).pathname, null)
    assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/png'])
    expectStatus(await app.request('DELETE', '/api/v1/Admins/me/avatar', { token }), 204)
    assert.deepEqual(await objects('avatars'), [])
  })

  it('503 where the connection is cut in the middle of an upload: no object, no row, and nothing half done', async () => {
    for (const [bytes, after] of [
      [megabyte, 200_000],
      [9 * megabyte, 6 * megabyte],
    ] as const) {
      const cuts = front.cuts
      front.cutWritesAfter = after
      const { json } = expectStatus(await upload(app, token, pdf(bytes), 'cut.pdf'), 503)
      front.cutWritesAfter = null
      assert.ok(front.cuts > cuts)
      assert.equal(json.code, 'unavailable')
      assert.deepEqual([await objects(), backend.unfinished!()], [[], 0])
      assert.deepEqual(expectStatus(await app.get('/api/v1/files', { token }), 200).json.items, [])
    }
  })

  it('503 while the bucket is away or takes nothing, and as before when it is back', async () => {
    const file = await uploaded(app, token, pdf(), 'a.pdf')
    for (const mode of ['refuse', 'full'] as const) {
      front.mode = mode
      const refused = expectStatus(await upload(app, token, pdf()), 503)
      assert.deepEqual([refused.json.code, refused.headers['retry-after']], ['unavailable', '5'])
      assert.equal((await bytesAt(app, at(file.id), token)).status, mode === 'full' ? 200 : 503)
    }
    front.mode = 'refuse'
    const { checks } = expectStatus(await app.get('/api/v1/health', { token: root }), 200).json
    assert.equal(checks.storage.status, 'down')
    expectStatus(await app.request('DELETE', at(file.id), { token }), 204)
    front.mode = 'pass'
    assert.equal((await objects()).length, 1)
    const kept = await uploaded(app, token, pdf(), 'b.pdf')
    await sweep()
    assert.equal((await objects()).length, 1, 'what no row names is swept')
    assert.equal((await bytesAt(app, at(kept.id), token)).status, 200)
    expectStatus(await app.request('DELETE', at(kept.id), { token }), 204)
  })

  it('/metrics counts what failed by its kind, and nothing that a caller did', async () => {
    const failed = async () => {
      const { text } = expectStatus(await app.get('/metrics', { token: metricsToken }), 200)
      const lines = [...text.matchAll(/^tenantry_storage_errors_total\{kind="(\w+)"\} (\d+)$/gm)]
      return Object.fromEntries(lines.map(([, kind, count]) => [kind!, Number(count)])) as Record<string, number>
    }
    const file = await uploaded(app, token, pdf(megabyte), 'a.pdf')
    const before = await failed()
    assert.deepEqual(Object.keys(before), ['put', 'read', 'list', 'remove'])
    expectStatus(await upload(app, token, pdf(11 * megabyte)), 413)
    expectStatus(await upload(app, token, 'neither'), 415)
    const { raw, headers } = form(pdf(8 * megabyte))
    expectStatus(await app.request('POST', uploadPath, { raw: (raw as Buffer).subarray(0, 7 * megabyte), headers: headers!, token }), 400)
    const reader = new AbortController()
    await fetch(app.url + at(file.id), { headers: { authorization: `Bearer ${token}` }, signal: reader.signal })
    reader.abort()
    assert.deepEqual(await failed(), before)
    front.cutAfter = 100_000
    // before anything was sent on, or in the middle of it
    const broken = await bytesAt(app, at(file.id), token).then(
      ({ status }) => status,
      () => 'broken',
    )
    assert.ok(broken === 503 || broken === 'broken', String(broken))
    assert.equal((await failed()).read, before.read! + 1)
    front.mode = 'refuse'
    expectStatus(await upload(app, token, pdf()), 503)
    assert.equal((await bytesAt(app, at(file.id), token)).status, 503)
    await assert.rejects(objects())
    await assert.rejects(sweep())
    expectStatus(await app.request('DELETE', at(file.id), { token }), 204)
    front.mode = 'pass'
    const more = Object.entries(await failed()).map(([kind, n]) => n - before[kind]!)
    assert.ok(
      more.every((n) => n > 0),
      `put, read, list, remove: ${more}`,
    )
    await sweep()
  })

  it('uploads that a process left in the middle are swept', async () => {
    const address = `${front.url}/tenantry-test/some/place/files/aa/left?uploads`
    assert.equal((await fetch(address, { method: 'POST' })).status, 200)
    await sweepStorage(app.open.service, new Date(), new AbortController().signal)
    assert.equal(backend.unfinished!(), 1, 'it is young')
    await sweep()
    assert.equal(backend.unfinished!(), 0)
  })

  it('settings name the bucket and nothing that opens it, nor does any line of the log', async () => {
    const { storage, sources } = expectStatus(await app.get('/api/v1/settings', { token: root }), 200).json
    assert.deepEqual([storage, sources['storage.url']], [{ transport: 's3', url: 's3://tenantry-test/some/place' }, 'environment'])
    assert.doesNotMatch(JSON.stringify(app.logs), /canary|AKIA/i)
  })
})
