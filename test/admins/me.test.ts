import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { permissionNames } from '#core/permissions.ts'
import { OwnAdmin } from '#http/start/own-admin.ts'
import { addAdmin, addTenant, eventsOf, login, setAccount, type TestAdmin } from '../auth/people.ts'
import { allBut, putGrant } from '../delegation/rig.ts'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = await addTenant(app)
})
const url = '/api/v1/Admins/me'
const avatarUrl = `${url}/avatar`
const fresh = () => addAdmin(app, tenantId)
const tokenOf = async (admin: TestAdmin): Promise<string> => (await login(app, admin)).json.accessToken
const put = (token: string, body: unknown, headers = {}) => app.request('PUT', url, { body, token, headers })

describe('own profile', () => {
  it('holds the fields of the specification, masked by nothing, under both addresses', async () => {
    const admin = await fresh()
    await setAccount(app, admin.id, { phoneNumber: '+966501234567' })
    const token = await tokenOf(admin)
    const reply = await app.get(url, { token })
    assert.equal(reply.status, 200, reply.text)
    const profile = OwnAdmin.strict().parse(reply.json)
    assert.equal(profile.id, admin.id)
    assert.deepEqual([profile.email, profile.username, profile.phoneNumber], [admin.email, admin.username, '+966501234567'])
    assert.deepEqual([profile.tenantId, profile.roleId, profile.roleName, profile.isActive], [tenantId, null, null, true])
    const alias = await app.get('/api/v1/auth/me', { token })
    assert.deepEqual(alias.json.data, reply.json)
    assert.deepEqual(profile.permissions, [])
    const platform = await app.get(url, { token: await app.superToken() })
    assert.deepEqual([platform.json.tenantId, platform.json.roleName], [null, 'SuperAdmin'])
    assert.deepEqual(platform.json.permissions, [...permissionNames])
  })

  it('tells the permissions as they are now, in the order of the catalogue', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { accessToken: token } = await signIn()
    const now = async () => {
      const { permissions } = expectStatus(await app.get(url, { token }), 200).json
      assert.deepEqual(permissions, expectStatus(await app.get('/api/v1/permissions/my', { token }), 200).json.permissions)
      return permissions as string[]
    }
    const before = await now()
    assert.ok(before.includes('users.create'))
    expectStatus(await putGrant(app, await app.superToken(), tenant.id, allBut('users.create')), 200)
    assert.deepEqual(
      await now(),
      before.filter((name) => name !== 'users.create'),
    )
  })

  it('changes only what was sent, counts versions, and writes down what changed', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const before = (await app.get(url, { token })).json
    const reply = await put(token, { firstName: '  Sara ', phoneNumber: '+4915112345678' })
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(reply.json, { ...before, firstName: 'Sara', phoneNumber: '+4915112345678', version: before.version + 1 })
    assert.deepEqual((await app.get(url, { token })).json, reply.json)
    const event = await lastEvent(admin.id)
    assert.equal(event.type, 'admin.updated')
    assert.equal(event.actorId, admin.id)
    assert.deepEqual(event.person.changes, {
      firstName: { before: 'Some', after: 'Sara' },
      phoneNumber: { before: null, after: '+4915112345678' },
    })
    const row = await app.open.service.database.kysely
      .selectFrom('accounts')
      .select('search')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    assert.ok(row.search.startsWith('sara '))
    assert.equal((await put(token, { phoneNumber: null })).json.phoneNumber, null)
    const same = await put(token, { firstName: 'Sara' })
    assert.equal(same.json.version, before.version + 2, 'nothing changed, so nothing is told')
    assert.equal((await eventsOf(app, admin.id)).filter((type) => type === 'admin.updated').length, 2)
  })

  it('refuses a stale version, in the body and as If-Match', async () => {
    const token = await tokenOf(await fresh())
    const { version } = (await app.get(url, { token })).json
    assert.equal((await put(token, { lastName: 'One', version })).status, 200)
    assert.equal((await put(token, { lastName: 'Two', version })).json.code, 'version_conflict')
    assert.equal((await put(token, { lastName: 'Two' }, { 'if-match': `"${version}"` })).json.code, 'version_conflict')
    assert.equal((await put(token, { lastName: 'Two' }, { 'if-match': `"${version + 1}"` })).status, 200)
    assert.equal((await put(token, { lastName: 'Two' }, { 'if-match': 'nonsense' })).status, 400)
  })

  it('takes nothing else, and no number that cannot be called', async () => {
    const token = await tokenOf(await fresh())
    for (const [body, field] of [
      [{ email: 'other@example.test' }, 'email'],
      [{ roleId: '018bcfe5-6800-7000-8000-000000000001' }, 'roleId'],
      [{ isActive: false }, 'isActive'],
      [{ phoneNumber: '0501234567' }, 'phoneNumber'],
      [{ phoneNumber: '+0501234567' }, 'phoneNumber'],
      [{ phoneNumber: `+${'1'.repeat(30)}` }, 'phoneNumber'],
      [{ phoneNumber: '+12345abc' }, 'phoneNumber'],
      [{ phoneNumber: '+112' }, 'phoneNumber'],
      [{ firstName: '   ' }, 'firstName'],
      [{ firstName: 'a\nb' }, 'firstName'],
      [{ lastName: 'a\u202eb' }, 'lastName'],
    ] as const) {
      const reply = await put(token, body)
      assert.equal(reply.status, 400, JSON.stringify(body))
      assert.deepEqual(
        reply.json.errors.map((one: { field: string }) => one.field),
        [field],
      )
    }
  })

  it('lets an impersonator change the name, under their own name in the log, and no phone number', async () => {
    const admin = await fresh()
    const own = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
    const token = (await app.post(`/api/v1/auth/admin/impersonate/${admin.id}`, {}, { token: own.accessToken })).json.accessToken
    assert.equal((await put(token, { phoneNumber: '+4915112345678' })).json.code, 'impersonation_forbidden')
    assert.equal((await put(token, { firstName: 'Other' })).status, 200)
    const event = await lastEvent(admin.id)
    assert.deepEqual([event.actorId, event.onBehalfOfId], [own.user.id, admin.id])
  })
})

describe('own avatar', () => {
  const png = (side = 40) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
  const upload = (token: string, bytes: Buffer, name = 'me.png') => app.request('POST', avatarUrl, { token, ...multipart(bytes, name) })
  const objects = () =>
    readdirSync(join(app.dataDirectory, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[^.]\.(png|jpg|webp)$/.test(name),
    )

  it('is stored under its true type and served to everybody, for ever and harmless', async () => {
    const admin = await fresh()
    const token = await tokenOf(admin)
    const reply = await upload(token, await png(), 'photo.php')
    assert.equal(reply.status, 200, reply.text)
    const path: string = OwnAdmin.strict().parse(reply.json).avatarUrl as string
    assert.match(path, /^\/files\/avatars\/[0-9a-f]{40}\.png$/)
    const file = await app.get(path)
    assert.equal(file.status, 200)
    assert.equal(file.headers['content-type'], 'image/png')
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    assert.match(String(file.headers['content-security-policy']), /default-src 'none'; sandbox/)
    assert.equal((await app.get(path, { headers: { 'if-none-match': String(file.headers.etag) } })).status, 304)
    const event = await lastEvent(admin.id)
    assert.deepEqual(event.person.changes, { avatarUrl: { before: null, after: path } })
    assert.ok(JSON.stringify(event).length < 2000, 'no bytes in the log')
    assert.equal((await app.get(url, { token })).json.avatarUrl, path)
  })

  it('goes when it is replaced and when it is removed', async () => {
    const token = await tokenOf(await fresh())
    const first = (await upload(token, await png())).json.avatarUrl
    const second = (await upload(token, await png(50))).json.avatarUrl
    assert.equal((await app.get(first)).status, 404)
    assert.equal((await app.get(second)).status, 200)
    const removed = await app.request('DELETE', avatarUrl, { token })
    assert.equal(removed.status, 204)
    assert.equal(removed.text, '')
    assert.equal((await app.get(second)).status, 404)
    assert.equal((await app.get(url, { token })).json.avatarUrl, null)
    assert.equal((await app.request('DELETE', avatarUrl, { token })).status, 204)
  })

  it('of uploads at once the last stays, and nothing is left over', async () => {
    const token = await tokenOf(await fresh())
    const before = objects().length
    const images = await Promise.all([10, 20, 30, 40, 50, 60].map(png))
    const replies = await Promise.all(images.map((image) => upload(token, image)))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    const shown = (await app.get(url, { token })).json.avatarUrl
    assert.equal((await app.get(shown)).status, 200)
    assert.equal(objects().length, before + 1)
  })

  it('refuses what is none, and leaves nothing of it', async () => {
    const token = await tokenOf(await fresh())
    const before = objects().length
    const header = await png()
    const flood = Buffer.from(header)
    flood.writeUInt32BE(30_000, 16)
    flood.writeUInt32BE(30_000, 20)
    const gif = await sharp(header).gif().toBuffer()
    for (const [name, bytes, status] of [
      ['a GIF', gif, 415],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
      ['text', Buffer.from('hello'), 415],
      ['half an image', header.subarray(0, header.length / 2), 400],
      ['a flood of pixels', flood, 400],
      [
        'too wide a one',
        await sharp({ create: { width: 4097, height: 1, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
        400,
      ],
      ['one of 2 MB and a byte', Buffer.concat([header, Buffer.alloc(2 * 1024 * 1024 + 1 - header.length)]), 413],
    ] as const) {
      const reply = await upload(token, bytes)
      assert.equal(reply.status, status, `${name}: ${reply.text}`)
    }
    assert.equal(
      (await upload(token, Buffer.concat([header, Buffer.alloc(2 * 1024 * 1024 - header.length)]))).status,
      200,
      '2 MB are allowed',
    )
    assert.equal(objects().length, before + 1)
  })

  it('refuses bodies that are no single file', async () => {
    const token = await tokenOf(await fresh())
    const one = await png()
    const part = (name: string, file = 'a.png') => `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n`
    const send = (raw: string, type = 'multipart/form-data; boundary=b') =>
      app.request('POST', avatarUrl, { token, raw: Buffer.from(raw, 'latin1'), headers: { 'content-type': type } })
    const bytes = one.toString('latin1')
    assert.equal((await send('{}', 'application/json')).status, 415)
    for (const [name, raw] of [
      ['another field', `${part('other')}${bytes}\r\n--b--\r\n`],
      ['two files', `${part('file')}${bytes}\r\n${part('file')}${bytes}\r\n--b--\r\n`],
      ['no end', `${part('file')}${bytes}`],
      ['nothing', '--b--\r\n'],
      ['a thousand parts', `${part('file')}x\r\n`.repeat(1000)],
    ] as const) {
      assert.equal((await send(raw)).status, 400, name)
    }
    assert.ok((await send(bytes, 'multipart/form-data')).status < 500, 'no boundary')
    // read in two ways it would be counted by one delimiter and taken apart by another
    const two = `multipart/form-data; x="; boundary=b;"; boundary=c`
    for (const type of [two, 'multipart/form-data; x="; boundary=b;"', 'multipart/form-data; boundary="b\\"; boundary=c"'])
      for (const raw of [`${part('file')}x\r\n`, `--c\r\n`.repeat(1000)])
        assert.equal((await send(raw, type)).status, 400, `${type} ${raw.length}`)
    assert.equal((await app.request('POST', avatarUrl, multipart(one))).status, 401)
  })

  it('takes what browsers and other clients write as a boundary', async () => {
    const token = await tokenOf(await fresh())
    const one = await png()
    for (const [boundary, type] of [
      ['----WebKitFormBoundary7MA4YWxkTrZu0gW', 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW'],
      ['----geckoformboundary1f2e', 'Multipart/Form-Data;boundary=----geckoformboundary1f2e'],
      ["gc0p 4Jq0'M:(2)?/=+.,_x", `multipart/form-data; charset=utf-8; Boundary="gc0p 4Jq0'M:(2)?/=+.,_x"; a=b`],
      ['4f0c-aa', 'multipart/form-data; boundary="4f0c-aa"'],
    ] as const) {
      const { raw } = multipart(one, 'me.png', boundary)
      const reply = await app.request('POST', avatarUrl, { token, raw, headers: { 'content-type': type } })
      assert.equal(reply.status, 200, `${type}: ${reply.text}`)
    }
  })

  it('answers a broken-off upload by keeping nothing', async () => {
    const token = await tokenOf(await fresh())
    const before = objects().length
    const head = `POST ${avatarUrl} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\n`
    await sendRaw(
      app.url,
      `${head}content-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc`,
      {
        half: true,
        timeoutMs: 500,
      },
    )
    assert.equal(objects().length, before)
    assert.equal((await app.get(url, { token })).json.avatarUrl, null)
  })

  it('answers one 404 for every name that is no avatar', async () => {
    for (const name of [
      'x',
      `${'0'.repeat(40)}.png`,
      '..%2f..%2fmaster-secret',
      '%2e%2e',
      `${'a'.repeat(3000)}.png`,
      `.${'0'.repeat(40)}.png.type`,
    ]) {
      const reply = await app.get(`/files/avatars/${name}`)
      assert.ok([404, 414].includes(reply.status), `${name}: ${reply.status}`)
      assert.equal(reply.json.isSuccess, false)
    }
  })
})

const lastEvent = (accountId: string) =>
  app.open.service.database.kysely
    .selectFrom('events')
    .selectAll()
    .where('entityId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** One file as a browser sends it (RFC 7578). */
function multipart(bytes: Buffer, name = 'me.png', boundary = 'boundary') {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/gif\r\n\r\n`
  const raw = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=boundary' } }
}
