/** What tenants store: counted in files, logos and avatars, bounded by `maxStorageBytes`, and swept of what no row names. */
import assert from 'node:assert/strict'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { sweepStorage } from '#modules/files/storage.sweep.jobs.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { bytesAt, form, pdf, picture, upload, uploaded } from './rig.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

async function scene(settings: object = {}, parent?: { id: string; token: string }) {
  const made = await tenantWithAdmin(app, parent ? { parentTenantId: parent.id, token: parent.token } : {})
  const { id } = made.tenant
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${id}/settings`, { body: settings, token: root }), 200)
  const token = (await made.signIn()).accessToken
  const used = async () => (await app.get(`/api/v1/Tenants/${id}/stats`, { token: root })).json.storageBytes as number
  const logo = async (side: number) =>
    app.request('POST', `/api/v1/Tenants/${id}/logo`, { ...form(await picture(side).png().toBuffer()), token })
  const avatar = () => app.request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token })
  return { id, token, used, logo, avatar }
}
const sizeOf = async (path: string) => (await bytesAt(app, path, null)).body.length

describe('storageBytes', () => {
  it('counts files, logos and avatars as they come, change and go, of tenants below too', async () => {
    const own = await scene()
    assert.equal(await own.used(), 0)
    const file = await uploaded(app, own.token, pdf(1000))
    assert.equal(await own.used(), 1000)
    const logo = await sizeOf(expectStatus(await own.logo(8), 200).json.logoUrl)
    assert.equal(await own.used(), 1000 + logo)
    const larger = await sizeOf(expectStatus(await own.logo(300), 200).json.logoUrl)
    assert.notEqual(larger, logo)
    assert.equal(await own.used(), 1000 + larger)
    const avatar = await sizeOf(expectStatus(await own.avatar(), 200).json.avatarUrl)
    expectStatus(await own.avatar(), 200)
    assert.equal(await own.used(), 1000 + larger + avatar)
    const below = await scene({}, { id: own.id, token: root })
    await uploaded(app, below.token, pdf(500))
    assert.deepEqual([await below.used(), await own.used()], [500, 1500 + larger + avatar])
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${below.id}`, { token: root }), 204)
    expectStatus(await app.request('DELETE', '/api/v1/Admins/me/avatar', { token: own.token }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/files/${file.id}`, { token: own.token }), 204)
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${own.id}`, { body: { logoUrl: null }, token: own.token }), 200)
    assert.equal(await own.used(), 0)
  })

  it('of the platform counts its own files and avatars too, which no tenant is told', async () => {
    const own = await scene()
    const shown = async (token: string) => (await app.get('/api/v1/dashboard/summary', { token })).json.storageBytes as number
    const [before, theirs] = [await shown(root), await shown(own.token)]
    const file = await uploaded(app, root, pdf(3000))
    await uploaded(app, own.token, pdf(200))
    assert.deepEqual([await shown(root), await shown(own.token)], [before + 3200, theirs + 200])
    const { avatarUrl } = expectStatus(await app.request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token: root }), 200).json
    const avatar = await sizeOf(avatarUrl)
    expectStatus(await app.request('POST', '/api/v1/Admins/me/avatar', { ...leastUpload(), token: root }), 200)
    assert.equal(await shown(root), before + 3200 + avatar)
    expectStatus(await app.request('DELETE', '/api/v1/Admins/me/avatar', { token: root }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/files/${file.id}`, { token: root }), 204)
    assert.equal(await shown(root), before + 200)
  })

  it('what an older version stored is counted by the first sweep, once', async () => {
    const own = await scene()
    const { avatarUrl } = expectStatus(await own.avatar(), 200).json
    const { logoUrl } = expectStatus(await own.logo(8), 200).json
    const bytes = await own.used()
    assert.equal(bytes, (await sizeOf(avatarUrl)) + (await sizeOf(logoUrl)))
    await sql`delete from stored_pictures where tenant_id = ${own.id}`.execute(app.open.service.database.kysely)
    assert.equal(await own.used(), 0)
    for (let n = 0; n < 2; n++) {
      await sweepStorage(app.open.service, new Date(), new AbortController().signal)
      assert.equal(await own.used(), bytes)
    }
  })
})

describe('maxStorageBytes', () => {
  it('409 quota_exceeded for a file, a logo and an avatar beyond it; nothing is kept; the last byte may be used', async () => {
    const own = await scene({ maxStorageBytes: 2000 })
    await uploaded(app, own.token, pdf(1500))
    for (const refused of [await upload(app, own.token, pdf(501)), await own.logo(700)]) {
      const { code, quota } = expectStatus(refused, 409).json
      assert.deepEqual([code, quota], ['quota_exceeded', 'maxStorageBytes'])
    }
    await uploaded(app, own.token, pdf(500))
    assert.equal(expectStatus(await own.avatar(), 409).json.quota, 'maxStorageBytes')
    assert.equal(await own.used(), 2000)
  })

  it('is set from outside the tenant only; 0 is none; lowered below what is used, only more is refused', async () => {
    const own = await scene({ maxStorageBytes: 1000 })
    const settings = `/api/v1/Tenants/${own.id}/settings`
    const put = (maxStorageBytes: number | null, token: string) => app.request('PUT', settings, { body: { maxStorageBytes }, token })
    assert.equal(expectStatus(await put(5000, own.token), 403).json.code, 'field_restricted')
    expectStatus(await put(0, root), 200)
    const file = await uploaded(app, own.token, pdf(5000))
    expectStatus(await put(100, root), 200)
    expectStatus(await upload(app, own.token, pdf(20)), 409)
    expectStatus(await app.request('DELETE', `/api/v1/files/${file.id}`, { token: own.token }), 204)
    await uploaded(app, own.token, pdf(20))
    expectStatus(await put(20 * 1024 ** 4, root), 200)
  })

  it('at 80 percent those in charge are told, once', async () => {
    const own = await scene({ maxStorageBytes: 1000 })
    for (let n = 0; n < 9; n++) await uploaded(app, own.token, pdf(100))
    const log = await app.get(`/api/v1/audit?entityId=${own.id}&action=tenant.quota_near`, { token: root })
    assert.equal(log.json.totalCount, 1)
  })
})

describe('the sweep', () => {
  /** As the database of a service that has run for so many days. */
  const aged = (days: number) =>
    sql`update schema_migrations set applied_at = now() - ${days} * interval '1 day'`.execute(app.open.service.database.kysely)
  before(() => aged(30))

  it('leaves what is older than the database: a new one, by a wrong address, must not end the files of another', async () => {
    const { objects } = app.open.service
    const keys = ['files/00/others', 'avatars/others.png', 'logos/others.png']
    const old = new Date(Date.now() - 2 * 86_400_000)
    for (const key of keys) {
      await objects.put(key, Buffer.from('x'), 'application/octet-stream')
      utimesSync(`${app.dataDirectory}/files/${key}`, old, old)
    }
    await aged(1)
    await sweepStorage(app.open.service, new Date(), new AbortController().signal)
    for (const key of keys) assert.ok(await objects.get(key), key)
    await aged(30)
    await sweepStorage(app.open.service, new Date(), new AbortController().signal)
    for (const key of keys) assert.equal(await objects.get(key), null, key)
  })

  it('leaves what others put beside the objects, and goes on', async () => {
    const { objects } = app.open.service
    const folder = `${app.dataDirectory}/files/files/00`
    await objects.put('files/00/left', Buffer.from('x'), 'application/octet-stream')
    await objects.put('logos/left.png', Buffer.from('x'), 'image/png')
    const strangers = ['Thumbs.db', 'Copy of a file (1).pdf', 'بيان']
    for (const name of strangers) writeFileSync(`${folder}/${name}`, 'x')
    const old = new Date(Date.now() - 2 * 86_400_000)
    for (const name of [...strangers, 'left', '../../logos/left.png']) utimesSync(`${folder}/${name}`, old, old)
    await sweepStorage(app.open.service, new Date(), new AbortController().signal)
    for (const name of strangers) assert.ok(existsSync(`${folder}/${name}`), name)
    for (const key of ['files/00/left', 'logos/left.png']) assert.equal(await objects.get(key), null, key)
  })

  it('takes what no row names when it is a day old, and nothing else', async () => {
    const own = await scene()
    const file = await uploaded(app, own.token, pdf())
    const { logoUrl } = expectStatus(await own.logo(8), 200).json
    const other = await scene()
    const { logoUrl: whole } = expectStatus(await other.logo(8), 200).json
    const bytes = await other.used()
    const { objects, database, options } = app.open.service
    const shown = { body: { logoUrl: options.publicUrl + whole }, token: other.token }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${other.id}`, shown), 200)
    await sql`delete from stored_pictures where tenant_id = ${other.id}`.execute(database.kysely)
    const keys = ['files/00/abc', 'avatars/abc.png', 'logos/abc.png']
    for (const key of [...keys, 'files/00/young']) await objects.put(key, Buffer.from('x'), 'application/octet-stream')
    const old = new Date(Date.now() - 2 * 86_400_000)
    const { key } = await database.kysely.selectFrom('files').select('key').where('id', '=', file.id).executeTakeFirstOrThrow()
    const named = [key, ...[logoUrl, whole].map((url) => url.slice('/files/'.length))]
    for (const one of [...keys, ...named]) utimesSync(`${app.dataDirectory}/files/${one}`, old, old)
    await sweepStorage(app.open.service, new Date(), new AbortController().signal)
    for (const one of keys) assert.equal(await objects.get(one), null, one)
    assert.ok(await objects.get('files/00/young'))
    assert.equal((await bytesAt(app, `/api/v1/files/${file.id}`, own.token)).status, 200)
    for (const url of [logoUrl, whole]) assert.equal((await bytesAt(app, url, null)).status, 200)
    assert.equal(await other.used(), bytes)
  })
})
