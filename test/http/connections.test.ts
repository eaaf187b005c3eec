/** What becomes of connections: of those that are refused, of more than there is room for, and what refusals count. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { connectionRefuser } from '#http/raw-answers.ts'
import { assertError, assertNothingUnforeseen } from '../abuse/refusals.ts'
import { startApp, type TestApp } from '../harness.ts'
import { sendRaw } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'

let app: TestApp
before(async () => {
  app = await startApp({
    env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '1000/60', RATE_LIMIT_AUTH: '1000/60', MAX_CONNECTIONS_PER_CLIENT: '20', SWAGGER: 'off' },
  })
})
after(() => assertNothingUnforeseen(app))

/** A connection whose own half stays open whatever comes. */
async function held(url: string, text = '') {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  await once(socket, 'connect')
  let heard = ''
  socket.setEncoding('latin1').on('data', (part) => {
    heard += part
  })
  socket.on('error', () => undefined)
  if (text !== '') socket.write(text)
  return { socket, heard: () => heard, isEnded: () => socket.readableEnded || socket.destroyed }
}

/** Only a peer that is wholly gone answers what is sent to it with a reset. */
const isGone = (socket: Socket) =>
  eventually('the reset of a connection', () => {
    if (!socket.destroyed) socket.write('x')
    return socket.destroyed
  })

const malformed = 'GET /health HTTP/1.1\r\nhost : x\r\n\r\n'

describe('a connection that is refused', () => {
  it('is gone after its answer, though the client never ends its half', async () => {
    const large = `GET /health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`
    const body = 'POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (const [text, status] of [
      [malformed, 400],
      [large, 431],
      [`${body}transfer-encoding: chunked\r\n\r\nxyz\r\n`, 400],
      [`${body}content-length: 200000\r\n\r\n{`, 413],
    ] as const) {
      const { socket, heard } = await held(app.url, text)
      await eventually(`the answer ${status}`, () => heard().startsWith(`HTTP/1.1 ${status} `), 10_000)
      await isGone(socket)
      assert.equal(heard().match(/HTTP\/1\.1 /g)?.length, 1)
    }
  })

  it('that waited too long is, too', async () => {
    const server = createServer({ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 })
    const limiter = {
      consume: () => ({ allowed: true, headers: {} }) as const,
      configure: () => undefined,
      takeBeside: async () => true,
      state: () => 'memory' as const,
      ready: async () => {},
      measures: () => ({}),
      close() {},
    }
    const refuse = connectionRefuser({ limiter, peer: () => '127.0.0.1' }, { owesAnswer: () => false })
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => void refuse(error.code ?? '', socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const text of ['', 'GET / HT']) {
      const { socket, heard } = await held(url, text)
      await eventually('the answer 408', () => heard().startsWith('HTTP/1.1 408 Request Timeout'), 10_000)
      await isGone(socket)
    }
    server.close()
  })

  it('is no answer to the request before it on the same connection', async () => {
    const request = 'GET /health HTTP/1.1\r\nhost: x\r\n\r\n'
    const { text, closed } = await sendRaw(app.url, `${request}${malformed}`)
    assert.ok(closed)
    assert.doesNotMatch(text, /^HTTP\/1.1 400/)
  })
})

describe('more connections than there is room for', () => {
  const request = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'

  it('of one client: the one that has been idle longest goes, not the new one, and not one at work', async () => {
    const working = await held(
      app.url,
      'POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n',
    )
    const silent = []
    for (let n = 0; n < 19; n++) silent.push(await held(app.url, n % 2 ? 'GET /hea' : ''))
    // whoever was answered last has been idle for the shortest time
    const [first, second] = silent as [(typeof silent)[0], (typeof silent)[0]]
    first.socket.write(request)
    await eventually('an answer', () => first.heard().includes('"ok"'))
    const more = [await held(app.url), await held(app.url)]
    for (const { isEnded } of [second, silent[2]!]) await eventually('the longest idle to be ended', isEnded)
    for (const one of [working, first, ...silent.slice(3), ...more]) assert.ok(!one.isEnded())
    for (const one of more) {
      one.socket.write(request)
      await eventually('the new ones to be served', () => one.heard().includes('"ok"'))
    }
    for (const { socket } of [working, ...silent, ...more]) socket.destroy()
  })

  it('that are all at work: the new one is closed, and served again when there is room', async () => {
    const half = 'POST /api/v1/auth/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n'
    const working: Awaited<ReturnType<typeof held>>[] = []
    // those of the test before may be in their places for a moment yet, and whoever has not been read is still idle
    await eventually('a refusal', async () => {
      const one = await held(app.url, half.replace('host: x', 'host: x\r\nexpect: 100-continue'))
      working.push(one)
      await eventually('its head to be read', () => one.isEnded() || one.heard().includes('100 Continue'))
      return await app.get('/health/live').then(
        () => false,
        ({ code }) => code === 'ECONNRESET',
      )
    })
    assert.ok(working.filter(({ isEnded }) => !isEnded()).length >= 19)
    for (const { socket } of working) socket.destroy()
    await eventually('room again', async () => (await app.get('/health/live').catch(() => null))?.status === 200)
  })
})

describe('answers that nobody reads', () => {
  it('keep no place from who comes', async () => {
    const small = await startApp({ env: { MAX_CONNECTIONS_PER_CLIENT: '2' } })
    const { hostname, port } = new URL(small.url)
    const stalled: Socket[] = []
    for (let n = 0; n < 2; n++) {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined)
      // more than any buffer between us takes, of which no more than the beginning is read
      socket.write('GET /swagger/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20))
      await once(socket, 'readable')
      stalled.push(socket)
    }
    await eventually('a place', async () => (await small.get('/health/live').catch(() => null))?.status === 200)
    for (const socket of stalled) socket.destroy()
    await small.close()
  })
})

describe('requests that are sent before others are answered', () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

  it('are answered in their order up to 32; who sends more at once is closed, and nobody else', async () => {
    const some = await sendRaw(
      app.url,
      request('/health/live').repeat(31) + request('/health/live').replace('host', 'connection: close\r\nhost'),
    )
    assert.equal(some.text.split('"ok"').length - 1, 32)
    const { closed } = await sendRaw(app.url, request('/health/live').repeat(1000))
    assert.ok(closed)
    assert.equal((await app.get('/health/live')).status, 200)
  })

  it('hold no more than pieces of what they ask for, where nobody reads it', async () => {
    const { hostname, port } = new URL(app.url)
    const name = `${'5e'.repeat(20)}.svg`
    const bytes = 4_000_000
    await app.open.service.objects.put(`logos/${name}`, Buffer.alloc(bytes, ' '), 'image/svg+xml')
    assert.equal(Number((await app.get(`/files/logos/${name}`)).headers['content-length']), bytes)
    const before = process.memoryUsage().arrayBuffers
    const sockets = Array.from({ length: 10 }, () => connect({ host: hostname, port: Number(port) }).on('error', () => undefined))
    for (const socket of sockets) socket.pause().write(request(`/files/logos/${name}`).repeat(20))
    await Promise.all(sockets.map((socket) => once(socket, 'readable')))
    let most = 0
    for (let n = 0; n < 50; n++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    for (const socket of sockets) socket.destroy()
    // of 800; what was sent and is not collected yet is counted, too
    assert.ok(most < 25 * bytes, `${Math.round(most / 1e6)} MB held`)
  })
})

describe('what is refused before a route is reached', () => {
  it('counts like any other request, and is limited like it', async () => {
    const limited = await startApp({ env: { RATE_LIMITS: 'on', RATE_LIMIT_GLOBAL: '3/60' } })
    const raw = async (text: string) => Number((await sendRaw(limited.url, text)).text.split(' ')[1])
    const get = async (path: string, headers = {}) => (await limited.get(path, { headers })).status
    const kinds: Record<string, () => Promise<number>> = {
      'too long an address': () => get(`/${'a'.repeat(5000)}`),
      'too long a query': () => get(`/health?${'a&'.repeat(3000)}`),
      'a NUL': () => get('/health?a=%00'),
      'a bad percent sign': () => get('/%'),
      'an encoded body': () => get('/health', { 'content-encoding': 'gzip' }),
      'a bad host': () => get('/health', { host: 'a b' }),
      'a method nobody knows': () => raw('FOO / HTTP/1.1\r\nhost: x\r\n\r\n'),
      'a large head': () => raw(`GET /health HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`),
      'no HTTP': () => raw('\x16\x03\x01\x02\r\n\r\n'),
      'no such path': () => get('/no/such'),
    }
    for (const [what, send] of Object.entries(kinds)) {
      limited.clock.turn(60_000)
      const statuses = []
      for (let n = 0; n < 4; n++) statuses.push(await send())
      assert.ok(
        statuses.slice(0, 3).every((status) => (status >= 400 && status < 429) || status === 431),
        `${what}: ${statuses}`,
      )
      assert.equal(statuses[3], 429, what)
      assert.equal(await get('/api/v1/Admins/me'), 429, what)
    }
    await limited.close()
  })

  it('has the headers of every answer', async () => {
    for (const path of ['/%', `/${'a'.repeat(5000)}`]) {
      const { headers } = await app.get(path)
      assert.equal(headers['cache-control'], 'no-store', path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
    }
  })
})

it('SWAGGER=off leaves nothing of the documentation', async () => {
  for (const path of [
    '/swagger',
    '/swagger/',
    '/swagger/json',
    '/swagger/yaml',
    '/swagger/static/index.html',
    '/swagger/static/swagger-ui.css',
  ])
    assertError(await app.get(path), 404, 'unknown_path')
})
