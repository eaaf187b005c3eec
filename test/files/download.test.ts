/** GET and DELETE /api/v1/files/{id}, and public files: how they are served, to whom, and when they are gone. */
import assert from 'node:assert/strict'
import { globSync, rmSync, symlinkSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { bytesAt, pdf, picture, uploaded } from './rig.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp({ background: true })
  root = await app.superToken()
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
})

const objects = () => globSync(`${app.dataDirectory}/files/files/*/*`).length
const at = (id: string) => `/api/v1/files/${id}`

describe('GET /api/v1/files/{id}', () => {
  it('is served as if it were hostile, and kept by nobody', async () => {
    const file = await uploaded(app, token, pdf(50), 'تقرير 1.pdf')
    const { headers } = await bytesAt(app, at(file.id), token)
    assert.equal(headers.get('content-type'), 'application/pdf')
    assert.equal(headers.get('content-length'), '50')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy')!, /default-src 'none'; sandbox/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('etag'), `"${file.checksum}"`)
    const disposition = `attachment; filename="_____ 1.pdf"; filename*=UTF-8''%D8%AA%D9%82%D8%B1%D9%8A%D8%B1%201.pdf`
    assert.equal(headers.get('content-disposition'), disposition)
  })

  it('pictures made of pixels may be shown, a drawing and a table are only saved; a name that lies has the truth behind it', async () => {
    const png = await uploaded(app, token, await picture().png().toBuffer(), 'a.html')
    assert.equal((await bytesAt(app, at(png.id), token)).headers.get('content-disposition'), 'inline; filename="a.html.png"')
    const svg = await uploaded(app, token, '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 'a.svg')
    assert.equal((await bytesAt(app, at(svg.id), token)).headers.get('content-disposition'), 'attachment; filename="a.svg"')
    const csv = await uploaded(app, token, '=1+1,b\n', 'a.csv')
    const { headers } = await bytesAt(app, at(csv.id), token)
    assert.deepEqual(
      [headers.get('content-type'), headers.get('content-disposition')],
      ['text/csv; charset=utf-8', 'attachment; filename="a.csv"'],
    )
  })

  it('503 where the store has other bytes than were uploaded, and none of them', async () => {
    const { id } = await uploaded(app, token, pdf(50))
    const { service } = app.open
    const { key } = await service.database.kysely.selectFrom('files').select('key').where('id', '=', id).executeTakeFirstOrThrow()
    await service.objects.put(key, Buffer.alloc(50, 'damaged '), 'application/pdf')
    const { status, headers, body } = await bytesAt(app, at(id), token)
    assert.deepEqual([status, headers.get('retry-after'), body.includes('damaged')], [503, '5', false])
    assert.equal(headers.get('content-disposition'), null)
    await service.objects.delete(key)
    assert.equal((await bytesAt(app, at(id), token)).status, 404)
  })

  it('206 for one range, 416 for several, backward ones and those outside of it; HEAD and If-None-Match send none', async () => {
    const bytes = Buffer.from(`%PDF-${'0123456789'.repeat(10)}`)
    const { id, checksum } = await uploaded(app, token, bytes)
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=5-9', 5, 9],
      ['bytes=100-', 100, 104],
      ['bytes=-3', 102, 104],
      ['bytes=-999', 0, 104],
      ['bytes=90-99999', 90, 104],
    ]
    for (const [range, start, end] of ranges) {
      const part = await bytesAt(app, at(id), token, { range })
      assert.deepEqual([part.status, part.headers.get('content-range')], [206, `bytes ${start}-${end}/105`], range)
      assert.ok(part.body.equals(bytes.subarray(start, end + 1)), range)
    }
    const many = `bytes=${Array.from({ length: 1000 }, (_, n) => `${n % 100}-`).join(',')}`
    for (const range of [
      'bytes=9-5',
      'bytes=105-',
      'bytes=-0',
      'bytes=-',
      'bytes=a-b',
      'bytes=0-1,3-4',
      many,
      `bytes=${'9'.repeat(40)}-`,
    ]) {
      const none = await bytesAt(app, at(id), token, { range })
      assert.deepEqual([none.status, none.headers.get('content-range'), none.body.length], [416, 'bytes */105', 0], range)
    }
    for (const headers of [{ range: 'lines=1-2' }, { range: 'bytes=0-1', 'if-range': '"other"' }])
      assert.deepEqual([(await bytesAt(app, at(id), token, headers)).body.length], [105])
    assert.equal((await bytesAt(app, at(id), token, { range: 'bytes=0-1', 'if-range': `"${checksum}"` })).status, 206)
    assert.equal((await bytesAt(app, at(id), token, { 'if-none-match': `"x", W/"${checksum}"` })).status, 304)
    const head = await app.request('HEAD', at(id), { token })
    assert.deepEqual([head.status, head.headers['content-length'], head.text], [200, '105', ''])
  })

  it('404 of the same bytes for a foreign file, an unknown and a deleted one, whatever else is asked', async () => {
    const other = await tenantWithAdmin(app)
    const otherToken = (await other.signIn()).accessToken
    const foreign = await uploaded(app, otherToken, pdf())
    const gone = await uploaded(app, token, pdf())
    expectStatus(await app.request('DELETE', at(gone.id), { token }), 204)
    const answers = new Set<string>()
    for (const id of [foreign.id, gone.id, '00000000-0000-7000-8000-000000000000', 'x'])
      for (const headers of [{}, { range: 'bytes=9-5' }, { 'if-none-match': `"${foreign.checksum}"` }])
        for (const method of ['GET', 'DELETE'] as const) {
          const { text } = expectStatus(await app.request(method, at(id), { token, headers }), 404)
          answers.add(text.replace(/"traceId":"\w+"/, ''))
        }
    assert.equal(answers.size, 1, [...answers].join('\n'))
    assert.equal((await bytesAt(app, at(foreign.id), otherToken)).status, 200)
    assert.equal((await bytesAt(app, at(foreign.id), root)).status, 200)
  })
})

describe('a public file', () => {
  it('stays while a tenant shows it, as far as the caller can see that', async () => {
    const made = await tenantWithAdmin(app)
    const own = (await made.signIn()).accessToken
    const { id, url } = await uploaded(app, own, await picture(8).png().toBuffer(), 'logo.png', { isPublic: 'true' })
    const remove = () => app.request('DELETE', `/api/v1/files/${id}`, { token: own })
    const show = async (tenantId: string, field: 'logoUrl' | 'faviconUrl', address: string | null) =>
      expectStatus(
        await app.request('PUT', `/api/v1/Tenants/${tenantId}/settings`, { token: await app.superToken(), body: { [field]: address } }),
        200,
      )
    for (const [field, address] of [
      ['logoUrl', url],
      ['faviconUrl', url],
      // as the console copies it
      ['logoUrl', app.open.service.options.publicUrl + url],
    ] as const) {
      await show(made.tenant.id, field, address)
      assert.equal(expectStatus(await remove(), 409).json.code, 'state_conflict')
      assert.equal((await app.get(url)).status, 200)
      await show(made.tenant.id, field, null)
    }
    // another tenant, which they know nothing of, keeps nothing of theirs
    await show((await tenantWithAdmin(app)).tenant.id, 'logoUrl', url)
    expectStatus(await remove(), 204)
    assert.equal((await app.get(url)).status, 404)
  })

  it('is read by whoever knows its address, and by nobody once it is deleted', async () => {
    const file = await uploaded(app, token, await picture().png().toBuffer(), 'a.png', { isPublic: 'true' })
    assert.match(file.url, /^\/files\/public\/[0-9a-f]{40}$/)
    const { status, headers } = await bytesAt(app, file.url, null)
    assert.equal(status, 200)
    assert.match(headers.get('cache-control')!, /^public, max-age=/)
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal((await bytesAt(app, file.url, null, { range: 'bytes=0-3' })).body.length, 4)
    expectStatus(await app.request('DELETE', at(file.id), { token }), 204)
    assert.equal((await bytesAt(app, file.url, null)).status, 404)
  })

  it('of an object that is gone, or a store that is away, nothing is kept but the answer itself', async () => {
    const file = await uploaded(app, token, pdf(40), 'a.pdf', { isPublic: 'true' })
    const name = file.url.slice('/files/public/'.length)
    const object = `${app.dataDirectory}/files/files/${name.slice(0, 2)}/${name.slice(2)}`
    rmSync(object)
    const headersOf = ({ headers }: { headers: Headers }) => {
      const { date: _date, 'retry-after': _wait, 'content-length': _length, ...rest } = Object.fromEntries(headers)
      return rest
    }
    const unknown = headersOf(await bytesAt(app, `/files/public/${'0'.repeat(40)}`, null))
    assert.equal(unknown['cache-control'], 'no-store')
    const isAnError = async (status: number) => {
      for (const [path, as] of [
        [file.url, null],
        [at(file.id), token],
      ] as const) {
        const answer = await bytesAt(app, path, as, { range: 'bytes=1-3' })
        assert.equal(answer.status, status, path)
        assert.deepEqual(headersOf(answer), unknown, path)
      }
    }
    await isAnError(404)
    // a link to itself can be opened by nobody
    symlinkSync(object, object)
    await isAnError(503)
    rmSync(object)
  })

  it('one that is not public is not found there', async () => {
    await uploaded(app, token, pdf())
    const { key } = await app.open.service.database.kysely
      .selectFrom('files')
      .select('key')
      .where('isPublic', '=', false)
      .executeTakeFirstOrThrow()
    assert.equal((await bytesAt(app, `/files/public/${key.slice('files/'.length).replace('/', '')}`, null)).status, 404)
    for (const name of ['..%2f..%2fx', 'x', `${'A'.repeat(40)}`]) expectStatus(await app.get(`/files/public/${name}`), 404)
  })
})

describe('files of a tenant that goes', () => {
  it('are gone with it, come back with it, and are erased with it', async () => {
    const below = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
    const theirs = (await below.signIn()).accessToken
    const file = await uploaded(app, theirs, pdf())
    const shown = await uploaded(app, theirs, pdf(), 'a.pdf', { isPublic: 'true' })
    const before = objects()
    assert.equal((await bytesAt(app, at(file.id), token)).status, 200)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${below.tenant.id}`, { token }), 204)
    for (const path of [at(file.id), shown.url]) assert.equal((await bytesAt(app, path, root)).status, 404)
    expectStatus(await app.post(`/api/v1/recycle-bin/${below.tenant.id}/restore`, undefined, { token: root }), 200)
    for (const path of [at(file.id), shown.url]) assert.equal((await bytesAt(app, path, root)).status, 200)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${below.tenant.id}`, { token }), 204)
    expectStatus(await app.request('DELETE', `/api/v1/recycle-bin/${below.tenant.id}`, { token: root }), 204)
    const { kysely } = app.open.service.database
    const rows = () => kysely.selectFrom('tenants').select('id').where('id', '=', below.tenant.id).execute()
    await eventually('the tenant is erased', async () => (await rows()).length === 0, 60_000)
    assert.equal(objects(), before - 2)
    assert.deepEqual(await kysely.selectFrom('files').select('id').where('tenantId', '=', below.tenant.id).execute(), [])
  })
})
