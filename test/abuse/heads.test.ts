/** Heads of requests that no client of good will sends, and what goes out in the heads of answers. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { assertError, assertNothingUnforeseen } from './refusals.ts'

const loginPath = '/api/v1/auth/admin/login'
const me = '/api/v1/Admins/me'
const list = '/api/v1/Admins'
let app: TestApp
let token: string
before(async () => {
  app = await startApp({ env: { CORS_ORIGINS: 'https://good.example' } })
  token = await app.superToken()
})
after(() => assertNothingUnforeseen(app))

describe('heads', () => {
  const raw = async (text: string) => {
    const answer = await sendRaw(app.url, text, { timeoutMs: 1000 })
    const [head = '', body = ''] = answer.text.split('\r\n\r\n')
    return {
      status: Number(head.split(' ')[1]),
      head,
      body,
      json: body.startsWith('{') ? JSON.parse(body) : undefined,
      closed: answer.closed,
    }
  }
  const get = `GET /health HTTP/1.1\r\n`
  const post = `POST ${loginPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`

  it('400 and an end of the connection for what two readers could read two ways', async () => {
    const smuggled = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n'
    for (const text of [
      `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      `${post}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd${smuggled}`,
      `${post}Content-Length: +4\r\n\r\nabcd${smuggled}`,
      `${get}Host: x\r\nX-A: b\r\n folded\r\n\r\n`,
      `${get}Host: x\r\nX-A: b\0c\r\n\r\n`,
      `${get}Host : x\r\n\r\n`,
      'GET /health HTTP/1.1\nHost: x\n\n',
      'GET /hea lth HTTP/1.1\r\nHost: x\r\n\r\n',
      'FOO /health HTTP/1.1\r\nHost: x\r\n\r\n',
      `${post}Transfer-Encoding: chunked\r\n\r\n2;a=${'b'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
    ]) {
      const answer = await raw(text)
      assert.equal(answer.status, 400, text.slice(0, 200))
      assert.ok(answer.closed, text.slice(0, 200))
      assert.equal(answer.head.match(/HTTP\/1\.1 /g)?.length, 1)
      assertError({ ...answer, text: answer.body }, 400, 'malformed_request')
    }
  })

  it('400 for an address that names another host than `Host` does: one of the two decides, and a proxy may take the other', async () => {
    const ask = async (target: string, host: string) =>
      (await raw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    for (const [target, host] of [
      ['http://other.example/health', 'x.example'],
      ['HTTPS://other.example/health', 'x.example'],
      ['http://x.example:81/health', 'x.example:82'],
      ['http://user@x.example/health', 'x.example'],
      ['http:///health', 'x.example'],
      ['http://x.example.evil.example/health', 'x.example'],
    ] as const)
      assert.equal(await ask(target, host), 400, target)
    for (const target of ['/health', 'http://x.example/health', 'http://X.example/health'])
      assert.equal(await ask(target, 'x.example'), 200)
  })

  it('one good `Host`, a version we speak, and no expectation or upgrade that changes the answer', async () => {
    for (const host of [
      '',
      'Host:\r\n',
      'Host: a\r\nHost: b\r\n',
      'Host: a b\r\n',
      'Host: a/b@c\r\n',
      'Host: a:b\r\n',
      'Host: "><script>\r\n',
    ]) {
      const answer = await raw(`${get}${host}Connection: close\r\n\r\n`)
      assertError({ ...answer, text: answer.body }, 400, 'malformed_request')
    }
    for (const host of ['x', 'a.example:8080', '[::1]:80', '127.0.0.1'])
      assert.equal((await raw(`${get}Host: ${host}\r\nConnection: close\r\n\r\n`)).status, 200)
    for (const version of ['HTTP/2.0', 'HTTP/0.9', 'HTTP/3.0'])
      assert.equal((await raw(`GET /health ${version}\r\nHost: x\r\n\r\n`)).status, 400)
    assert.equal((await raw('GET /health HTTP/1.0\r\n\r\n')).status, 200)
    assert.equal((await raw(`${get}Host: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`)).status, 200)
    assert.equal((await raw(`${post}Connection: close\r\nExpect: nonsense\r\nContent-Length: 2\r\n\r\n{}`)).status, 400)
    assert.equal((await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')).head, '')
  })

  it('431 for heads and cookies that are too large, and too many of them', async () => {
    for (const headers of [
      { x: 'a'.repeat(20_000) },
      { cookie: `a=${'b'.repeat(65_536)}` },
      Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`h${n}`, ''])),
    ])
      assertError(await app.get('/health', { headers }), 431, 'headers_too_large')
  })

  it('no origin but the listed one is let in', async () => {
    const evil = [
      'https://evil.example',
      'null',
      'https://good.example.evil',
      'https://good.exampleevil',
      'http://good.example',
      'https://a.good.example',
      'https://good.example:444',
    ]
    for (const origin of evil) {
      const preflight = { origin, 'access-control-request-method': 'POST' }
      for (const reply of [
        await app.get(me, { token, headers: { origin } }),
        await app.request('OPTIONS', loginPath, { headers: preflight }),
      ])
        assert.equal(reply.headers['access-control-allow-origin'], undefined, origin)
    }
    const good = await app.get(me, { token, headers: { origin: 'https://good.example' } })
    assert.equal(good.headers['access-control-allow-origin'], 'https://good.example')
    assert.match(good.headers.vary as string, /Origin/)
  })

  it('nothing is kept by a cache, and the public health says its two fields only', async () => {
    for (const [path, options] of [
      [me, { token }],
      [me, {}],
      ['/health', {}],
      ['/nope', {}],
      [list, { token }],
    ] as const) {
      const { headers } = await app.get(path, options)
      assert.equal(headers['cache-control'], 'no-store', path)
      assert.equal(headers.etag, undefined)
      for (const name of ['server', 'x-powered-by']) assert.equal(headers[name], undefined)
    }
    assert.deepEqual(Object.keys((await app.get('/health')).json), ['status', 'timestamp'])
    assert.equal((await app.get('/metrics')).status, 404)
  })
})
