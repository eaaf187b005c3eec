/**
 * What one hostile request costs, in processor time of this process (client, service and database together): 16 kB of every kind of
 * address, query, header and cookie, and 64 kB of every kind of body at every route. A loaded machine does not lengthen it; what once
 * took too long is asked again, so that a collection of garbage is not mistaken for work.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { z } from 'zod'
import { type AnyRoute, addressesOf } from '#http/route.ts'
import { modules } from '../../src/app.ts'
import { type RequestOptions, startApp, type TestApp } from '../harness.ts'

const mostMs = 20
const attempts = 25
const headBytes = 15_000
const bodyBytes = 64 * 1024
/** As much of an address as is looked at. */
const longestAddress = 4096

let app: TestApp
let token: string
before(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'loopback', CORS_ORIGINS: 'https://good.example' } })
  token = await app.superToken()
  // nothing is compiled for the first time while it is measured
  for (let n = 0; n < 50; n++) await app.get('/api/v1/Admins?page=1', { token })
})

async function costMs(method: string, path: string, options: RequestOptions): Promise<number> {
  const start = process.cpuUsage()
  const { status } = await app.request(method, path, options)
  const { user, system } = process.cpuUsage(start)
  assert.ok(status < 500, `${method} ${path.slice(0, 80)}: ${status}`)
  return (user + system) / 1000
}

async function assertCheap(what: string, method: string, path: string, options: RequestOptions = {}): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < attempts && least > mostMs; n++) least = Math.min(least, await costMs(method, path, options))
  assert.ok(least <= mostMs, `${what}: ${method} ${path.slice(0, 80)} takes ${least.toFixed(1)} ms`)
}

const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length)).slice(0, bytes)
const numbered = (part: (n: number) => string, bytes: number) => {
  let text = ''
  for (let n = 0; text.length < bytes; n++) text += part(n)
  return text.slice(0, bytes)
}

describe('16 kB of an address', () => {
  const texts = [
    'a=1&',
    'page=1&',
    'a&',
    '&',
    '=',
    '%41',
    '%25',
    '%',
    '+',
    'a[]=1&',
    'a[',
    ';',
    '?',
    '#',
    '__proto__=1&',
    '%F0%9F%98%80',
    "'",
  ]
  const queries = [
    ...texts.map((part) => (bytes: number) => filled(part, bytes)),
    (bytes: number) => numbered((n) => `a${n}=&`, bytes),
    (bytes: number) => numbered((n) => `${n}&`, bytes),
  ]
  const lists = ['/api/v1/Admins', '/api/v1/audit', '/nothing/here', '/health', '/swagger/json', '/files/avatars/x.png']

  it('in the query, cut off or just short enough to be read', async () => {
    for (const query of queries)
      for (const path of lists)
        for (const bytes of [headBytes, longestAddress - 60]) await assertCheap('query', 'GET', `${path}?${query(bytes)}`, { token })
  })

  it('in the path', async () => {
    for (const part of [
      '/',
      '/a',
      '/..',
      '%2f',
      '%25',
      '%2e%2e/',
      '/%41',
      ';',
      ':',
      '*',
      '/:id',
      '//a',
      '%',
      'a',
      '/api/v1/Admins',
      '.png',
    ])
      for (const method of ['GET', 'PROPFIND'])
        for (const base of ['/', '/api/v1/Admins/', '/api/v1/Tenants/', '/files/logos/', '/swagger/static/'])
          for (const bytes of [headBytes, longestAddress - 60]) await assertCheap('path', method, base + filled(part, bytes), { token })
  })

  it('in the value of every parameter that a route reads', async () => {
    for (const [base, routes] of Object.entries(modules))
      for (const [address, endpoint] of Object.entries(routes)) {
        const { method, url } = addressesOf(base, address, endpoint)[0]!
        const names = Object.keys((endpoint.query as z.ZodObject | undefined)?.shape ?? {})
        for (const part of names.length > 0 ? ['a', ' ', '1', '%d8%a7', 'a,', '-', '%', '"', '@a.'] : []) {
          const size = Math.floor((longestAddress - 200) / names.length)
          const query = names.map((name) => `${name}=${filled(encodeURI(part), size - name.length)}`).join('&')
          await assertCheap('parameters', String(method), `${url.replace(/:\w+/g, 'x')}?${query}`, { token })
        }
      }
  })
})

describe('16 kB of headers', () => {
  const targets: [string, string][] = [
    ['POST', '/api/v1/auth/admin/refresh'],
    ['GET', '/api/v1/Admins'],
    ['GET', '/files/avatars/0000000000000000000000000000000000000000.png'],
    ['GET', '/swagger/static/index.css'],
    ['GET', '/nothing/here'],
  ]
  const parts = [
    'a',
    ',',
    ' ',
    'a,',
    'a;q=0.1,',
    ';',
    '=',
    'a=b;',
    '=;',
    'a=b; ',
    'a="',
    '%',
    '%41=%41;',
    '"',
    '\\',
    '/',
    '1.1.1.1,',
    '::',
    '[',
    '.',
    '-',
  ]
  const names = [
    'cookie',
    'accept-language',
    'authorization',
    'content-type',
    'content-encoding',
    'x-forwarded-for',
    'x-forwarded-host',
    'host',
    'origin',
    'if-none-match',
    'if-modified-since',
    'range',
    'accept',
    'user-agent',
    'x-refresh-cookie',
    'connection',
    'expect',
    'sec-fetch-site',
    'access-control-request-headers',
    'access-control-request-method',
  ]

  for (const name of names)
    it(`in ${name}`, async () => {
      for (const [n, part] of parts.entries())
        for (const [method, path] of [targets[0]!, targets[1 + (n % (targets.length - 1))]!]) {
          const headers = { [name]: filled(part, headBytes - 500).trim() }
          await assertCheap(name, method, path, { ...(name !== 'authorization' && { token }), headers })
        }
    })

  it('many of them, and many of one', async () => {
    for (const [method, path] of targets) {
      const many = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, 'a']))
      const one = (name: string, value: string) => ({ [name]: Array.from({ length: 700 }, () => value) })
      for (const headers of [many, one('cookie', 'a=b'), one('x-forwarded-for', '1.1.1.1'), one('accept-language', 'a'), one('x', 'a')])
        await assertCheap('headers', method, path, { token, headers })
    }
  })
})

describe('64 kB of a body', () => {
  const json = { 'content-type': 'application/json' }
  const wholes: Record<string, string> = {
    'deep lists': filled('[', bodyBytes),
    'deep objects': filled('{"a":', bodyBytes),
    'lists at the deepest': `${'['.repeat(31)}${filled('[],', bodyBytes - 64)}[]${']'.repeat(31)}`,
    'many names': `{${numbered((n) => `"a${n}":1,`, bodyBytes - 20).replace(/,[^,]*$/, '')}}`,
    'one name again and again': `{${filled('"a":1,', bodyBytes - 9)}"a":1}`.replace(/,[^:]*"a":1}$/, ',"a":1}'),
    'many prototypes': `{"a":[${filled('{"__proto__":1},', bodyBytes - 20)}1]}`.replace(/,[^}]*1\]}$/, ',1]}'),
    'a long number': `[${filled('9', bodyBytes - 2)}]`,
    'a long fraction': `[0.${filled('1', bodyBytes - 5)}]`,
    'a long exponent': `[1e${filled('9', bodyBytes - 5)}]`,
    'many numbers': `[${filled('1,', bodyBytes - 4)}1]`,
    escapes: `"${filled('\\u0041', bodyBytes - 8)}"`.replace(/\\[^\\]{0,4}"$/, '"'),
    'half characters': `["${filled('\\ud800', bodyBytes - 12)}"]`.replace(/\\[^\\]{0,4}"\]$/, '"]'),
    backslashes: `"${filled('\\', bodyBytes - 2)}"`,
    blanks: filled(' ', bodyBytes),
    'open strings': filled('"', bodyBytes),
  }
  /** Each in the place of every property that a route reads. */
  const values: Record<string, unknown> = {
    'a long text': filled('a', bodyBytes),
    blanks: filled(' ', bodyBytes),
    marks: filled('a\u0301\u0327', bodyBytes),
    'ligatures that grow': filled('\ufdfa', bodyBytes / 3),
    addresses: filled('a@a.', bodyBytes),
    labels: filled('xn--a.', bodyBytes),
    digits: filled('1', bodyBytes),
    dashes: filled('-', bodyBytes),
    markup: filled('<a ', bodyBytes),
    'a long list': Array.from({ length: bodyBytes / 2 }, () => 1),
    'a list as long as may be': Array.from({ length: 2900 }, () => 1),
    'names as many as may be': Object.fromEntries(Array.from({ length: 2900 }, (_, n) => [`name${n}`, 1])),
    ids: Array.from({ length: bodyBytes / 39 }, () => '00000000-0000-4000-8000-000000000000'),
    objects: Array.from({ length: bodyBytes / 12 }, () => ({ a: '' })),
    names: Object.fromEntries(Array.from({ length: bodyBytes / 12 }, (_, n) => [`name${n}`, 1])),
  }
  let turn = 0
  const filledBody = (names: string[], value: unknown) => {
    const share = (whole: unknown): unknown => {
      if (typeof whole === 'string') return whole.slice(0, Math.floor(whole.length / names.length))
      if (Array.isArray(whole)) return whole.slice(0, Math.ceil(whole.length / names.length))
      return Object.fromEntries(Object.entries(whole as object).slice(0, Math.ceil(Object.keys(whole as object).length / names.length)))
    }
    return Object.fromEntries(names.map((name) => [name, share(value)]))
  }

  for (const [base, routes] of Object.entries(modules))
    it(`at every route of ${base || '/'}`, async () => {
      for (const [address, endpoint] of Object.entries(routes) as [string, AnyRoute][]) {
        const { method, url } = addressesOf(base, address, endpoint)[0]!
        if (method === 'GET') continue
        const path = url.replace(/:\w+/g, 'x')
        const shape = (endpoint.body as { shape?: object } | undefined)?.shape
        const names = Object.keys(shape ?? {})
        // one reader for all: each route gets a few of them
        const kinds = Object.entries(wholes)
        for (let n = 0; n < 3; n++, turn++) {
          const [what, raw] = kinds[turn % kinds.length]!
          await assertCheap(what, String(method), path, { token, raw, headers: json })
        }
        if (names.length === 0) continue
        for (const [what, value] of Object.entries(values))
          await assertCheap(what, String(method), path, { token, body: filledBody(names, value) })
      }
    })

  it('of parts', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const bodies: string[] = [
      filled('--b', bodyBytes),
      filled('--b\r\n', bodyBytes),
      numbered((n) => `--b\r\ncontent-disposition: form-data; name="x${n}"\r\n\r\n1\r\n`, bodyBytes),
      filled('\r\n', bodyBytes),
      filled('-', bodyBytes),
      `--b\r\n${numbered((n) => `x${n}: a\r\n`, bodyBytes)}`,
      `--b\r\ncontent-disposition: form-data; ${filled('name="a";', bodyBytes)}`,
      `--b\r\ncontent-disposition: form-data; name="${filled('\\"', bodyBytes)}`,
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${filled('%41', bodyBytes)}"\r\n\r\n1\r\n--b--\r\n`,
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${filled('\r\n--', bodyBytes)}\r\n--b--\r\n`,
    ]
    const uploads = Object.entries(modules).flatMap(([base, routes]) =>
      Object.entries(routes).flatMap(([address, endpoint]) =>
        endpoint.upload || endpoint.receives ? [addressesOf(base, address, endpoint)[0]!] : [],
      ),
    )
    assert.ok(uploads.length > 0)
    // what one reader of the header takes for the boundary is not what another does
    const hidden = [
      'multipart/form-data; x="; boundary=a;"; boundary=b',
      'multipart/form-data; boundary=a; boundary=b',
      `multipart/form-data; boundary=${Buffer.from('é').toString('latin1')}`,
    ].map((type) => ({ 'content-type': type }))
    for (const { method, url } of uploads) {
      const path = url.replace(/:\w+/g, 'x')
      for (const [n, raw] of bodies.entries()) await assertCheap(`parts ${n}`, String(method), path, { token, raw, headers })
      for (const headers of hidden)
        await assertCheap(headers['content-type'], String(method), path, { token, raw: filled('--b\r\n', bodyBytes), headers })
    }
    const boundary = { 'content-type': `multipart/form-data; boundary=${filled('a', 14_000)}` }
    for (const { method, url } of uploads)
      await assertCheap('boundary', String(method), url.replace(/:\w+/g, 'x'), { token, raw: filled('a', bodyBytes), headers: boundary })
  })
})
