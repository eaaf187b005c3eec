/** Requests that no client of good will sends: each has one defined answer, in the one error body, and none is a 500. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { assertError, assertNothingUnforeseen } from './refusals.ts'
import { nameOf, operations } from './tour.ts'

const loginPath = '/api/v1/auth/admin/login'
const me = '/api/v1/Admins/me'
const list = '/api/v1/Admins'
const json = { 'content-type': 'application/json' }
let app: TestApp
let token: string
before(async () => {
  app = await startApp({ env: { CORS_ORIGINS: 'https://good.example' } })
  token = await app.superToken()
})
after(() => assertNothingUnforeseen(app))

const sendBody = (raw: string, headers: object = json, path = loginPath) => app.request('POST', path, { raw, headers: { ...headers } })

describe('bodies', () => {
  it('no property that nobody declared, and no value of another type', async () => {
    for (const extra of [{ isAdmin: true }, { Identifier: 'a' }, { ' identifier': 'a' }, { tenant_id: randomUUID() }]) {
      const reply = await app.post(loginPath, { identifier: 'a', password: 'b', ...extra })
      assertError(reply, 400, 'validation_failed')
      assert.equal(reply.json.errors[0].code, 'unknown_property')
    }
    for (const wrong of [{ password: 1 }, { isPlatformAdmin: 'true' }, { isPlatformAdmin: 1 }, { tenantId: 7 }, { deviceInfo: ['a'] }])
      assertError(await app.post(loginPath, { identifier: 'a', password: 'b', ...wrong }), 400, 'validation_failed')
  })

  it('no reach for a prototype, at any depth', async () => {
    for (const raw of [
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"a":1}}}',
      '{"identifier":{"__proto__":1}}',
      '{"a":[{"b":{"__proto__":null}}]}',
      '{"\\u005f_proto__":1}',
    ])
      assertError(await sendBody(raw), 400, 'validation_failed')
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined)
  })

  it('no nesting beyond 32, however deep', async () => {
    for (const depth of [33, 1000, 200_000]) {
      const raw = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const reply = await app.request('PUT', me, { token, raw, headers: json })
      assertError(reply, 400, 'validation_failed')
      assert.equal(reply.json.errors[0].code, 'too_deep')
      assertError(await app.request('PUT', me, { token, raw: '{"a":'.repeat(depth), headers: json }), 400)
    }
    assertError(await app.request('PUT', me, { token, raw: `"${'['.repeat(500)}"`, headers: json }), 400, 'validation_failed')
  })

  it('415 for whatever is not JSON in UTF-8, 400 for what is none after all', async () => {
    const good = JSON.stringify({ identifier: 'somebody', password: 'x', isPlatformAdmin: true })
    const refused = [
      'text/plain',
      'application/jsonx',
      'application/json; charset=utf-16',
      'application/json; charset=us-ascii',
      'text/json',
      '',
    ]
    const others = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'application/merge-patch+json',
      'application/json, text/plain',
    ]
    for (const type of [...refused, ...others]) assertError(await sendBody(good, { 'content-type': type }), 415, 'unsupported_media_type')
    assertError(await sendBody(good, {}), 415)
    // an upload must not pass for a request without a body either
    for (const path of ['/api/v1/auth/admin/logout', '/api/v1/auth/admin/sessions/revoke-all'])
      assertError(
        await app.request('POST', path, { token, raw: '--b--', headers: { 'content-type': 'multipart/form-data; boundary=b' } }),
        415,
      )
    for (const type of ['application/json', 'APPLICATION/JSON', 'application/json;', 'application/json; charset="UTF-8"'])
      assert.ok([401, 423].includes((await sendBody(good, { 'content-type': type })).status), type)
    for (const raw of ['', '[]', '"x"', '1', 'true', 'null']) assertError(await sendBody(raw), 400, 'validation_failed')
    for (const raw of [' ', '{', '{"a":1,}', "{'a':1}", 'NaN', '\ufeff{}', '{}{}']) assertError(await sendBody(raw), 400, 'malformed_json')
  })

  it('no NUL and no half of a character, in names and values', async () => {
    for (const text of ['a\\u0000', '\\ud800', '\\udc00a']) {
      assertError(await sendBody(`{"identifier":"${text}","password":"x"}`), 400, 'validation_failed')
      assertError(await sendBody(`{"${text}":1}`), 400, 'validation_failed')
      assertError(await app.request('PUT', me, { token, raw: `{"firstName":"${text}"}`, headers: json }), 400, 'validation_failed')
    }
  })

  it('no name that nobody can see, or that reads in another order', async () => {
    for (const name of ['', ' ', '\u200b', '\u200d\ufe0f', '\u00ad', '\u2060 \u2060', '\u202eabc', 'a\u2066b', 'a\nb', 'a\u0007']) {
      assertError(await app.request('PUT', me, { token, body: { firstName: name } }), 400, 'validation_failed')
      assertError(await app.post('/api/v1/Tenants', { name }, { token }), 400, 'validation_failed')
    }
    for (const firstName of ['Zoë', 'می‌خواهم', '李', '👩‍💻', 'X Æ A-12'])
      assert.equal(expectStatus(await app.request('PUT', me, { token, body: { firstName } }), 200).json.firstName, firstName)
  })

  it('100 kB at most at the doors of sign-in, 1 MB elsewhere', async () => {
    assertError(await sendBody(`"${'a'.repeat(100 * 1024)}"`), 413, 'payload_too_large')
    const raw = `{"firstName":"${'a'.repeat(1024 * 1024)}"}`
    assertError(await app.request('PUT', me, { token, raw, headers: json }), 413, 'payload_too_large')
    assertError(await app.request('PUT', me, { token, raw: raw.slice(200), headers: json }), 400)
  })

  it('415 for an encoded body', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x'])
      assertError(await sendBody('{}', { ...json, 'content-encoding': encoding }), 415, 'unsupported_media_type')
  })
})

describe('addresses', () => {
  it('NUL, bad percent signs, long parts and ways out of the tree', async () => {
    const cases: [string, number][] = [
      [`${list}/%00`, 400],
      [`${list}?search=%00`, 400],
      [`${list}/%`, 400],
      [`${list}/%zz`, 400],
      [`${list}/%c0%ae%c0%ae`, 400],
      [`${list}/${'a'.repeat(200)}`, 414],
      [`/${'a'.repeat(5000)}`, 414],
      [`${list}?search=${'a'.repeat(5000)}`, 414],
      ...[
        '..%2f..%2fetc%2fpasswd',
        '%2e%2e%2f',
        '..%5c..%5c',
        '../me',
        './me',
        '%2e/me',
        'me;x=1',
        'me%20',
        'me%2f',
        'no-such-id',
        '-1',
        "'",
        '%F0%9F%99%82',
      ].map((part): [string, number] => [`${list}/${part}`, 404]),
    ]
    for (const [path, status] of cases) assertError(await app.get(path, { token }), status)
  })

  it('`me` is never an id, under whatever spelling; another path is no path', async () => {
    for (const path of [me, '/api/v1/admins/me', '/API/V1/ADMINS/ME', `${me}/`, '/api/v1/%41dmins/%6de']) {
      assert.equal(expectStatus(await app.get(path, { token }), 200).json.email, 'superadmin@tenantry.local')
      assertError(await app.get(path), 401, 'token_missing')
      for (const method of ['DELETE', 'POST', 'PATCH']) assertError(await app.request(method, path, { token }), 405, 'method_not_allowed')
    }
    for (const path of [
      '//api/v1/Admins/me',
      '/api/v1//Admins/me',
      `${me}//`,
      '/api/v1/Admins%2fme',
      '/api/v1/./Admins/me',
      '/v1/Admins/me',
      '/api/v2/Admins/me',
    ])
      assertError(await app.get(path, { token }), 404, 'unknown_path')
  })

  it('405 with what the path takes where two paths meet, and for a path that is written out or cut off', async () => {
    const host = app.url.replace('http://', '')
    for (const [method, path, allow] of [
      ['POST', '/api/v1/UserGroups/byTenantId/members', 'GET, HEAD'],
      ['PUT', '/api/v1/UserGroups/byTenantId/roles', 'GET, HEAD'],
      ['PUT', '/api/v1/UserGroups/byTenantId/restrictions', 'GET, HEAD'],
      ['POST', `http://${host}${me}`, 'GET, PUT, HEAD'],
      ['POST', `${me}#x`, 'GET, PUT, HEAD'],
      ['DELETE', '/api/v1/roles#x', 'GET, POST, HEAD'],
    ] as const) {
      const reply = await app.request(method, path, { token })
      assertError(reply, 405, 'method_not_allowed')
      assert.equal(reply.headers.allow, allow, path)
    }
  })

  it('every name once, every number in one spelling', async () => {
    for (const query of [
      'page=1&page=2',
      's[]=1',
      's[__proto__]=1',
      '__proto__=1',
      'constructor=1',
      'Page=1',
      'sortBy[]=email',
      'sortBy=password',
    ])
      assertError(await app.get(`${list}?${query}`, { token }), 400, 'validation_failed')
    for (const number of [
      '1e3',
      '0x10',
      '1e22',
      '-0',
      '-1',
      '9007199254740992',
      '9007199254740991',
      'NaN',
      '%201',
      '%2b1',
      '01',
      '1.0',
      '1,0',
      '%D9%A3',
      '',
    ])
      assertError(await app.get(`${list}?page=${number}`, { token }), 400, 'validation_failed')
    for (const size of ['0', '101', '1000000']) assertError(await app.get(`${list}?pageSize=${size}`, { token }), 400)
  })

  it('405 with `Allow` for every other method of every address, before the body is looked at', async () => {
    const known = new Map<string, Set<string>>()
    const open = new Set<string>()
    for (const { endpoint, addresses } of operations.values()) {
      for (const address of addresses) {
        const [method, url] = nameOf(address).split(' ') as [string, string]
        const path = url.toLowerCase().replace(/:\w+/g, randomUUID().replace(/./g, '0'))
        known.set(path, new Set(known.get(path)).add(method))
        // what stays open has no head by itself, nor what is made as it is read
        if (endpoint.stream || endpoint.download) open.add(path)
      }
    }
    for (const [path, methods] of known) {
      const wanted = new Set([...methods, ...(methods.has('GET') && !open.has(path) ? ['HEAD'] : [])])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'].filter((one) => !methods.has(one))) {
        const reply = await app.request(method, path, { token, raw: 'x', headers: { 'content-type': 'text/plain', 'x-canary': 'canary' } })
        assertError(reply, 405, 'method_not_allowed')
        assert.deepEqual(new Set((reply.headers.allow as string).split(', ')), wanted, path)
        assert.ok(!reply.text.includes('canary'))
      }
      if (wanted.has('HEAD')) continue
      const { status, headers } = await app.request('HEAD', path, { token })
      assert.deepEqual([status, new Set((headers.allow as string).split(', '))], [405, wanted], path)
    }
  })

  it('HEAD asks like GET and gets no body', async () => {
    for (const [path, options, status] of [
      [me, { token }, 200],
      [me, {}, 401],
      [list, { token }, 200],
      ['/health', {}, 200],
    ] as const) {
      const reply = await app.request('HEAD', path, options)
      assert.equal(reply.status, status)
      assert.equal(reply.text, '')
    }
  })
})
