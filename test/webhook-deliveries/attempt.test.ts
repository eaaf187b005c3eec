/** One attempt at one delivery: what leaves, what is read of the answer, and how each failure is named. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { ServiceClock } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import { makeAttempt, type WantedAttempt } from '#modules/webhook-deliveries/attempt.ts'
import { signingKey } from '#modules/webhook-deliveries/signature.ts'
import { findWebhookTargetFault, webhookTargetFault } from '#modules/webhook-deliveries/webhook-target.ts'
import { checkedClient } from '#outside/http-client/checked-client.ts'
import { selfSigned } from '../rig/certificates.ts'
import { atEnd } from '../rig/cleanup.ts'
import { startDns } from '../rig/dns.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { dripping, endless, hang, late, type ReceiverAnswer, reset, startRawReceiver, startReceiver } from '../rig/receiver.ts'

const secret = 'whsec_dGVzdC1zZWNyZXQtMzItYnl0ZXMtbG9uZy0xMjM0NTY='
const delivery = { id: '3f0a5a44-97f6-4f0c-8a2f-0b4a5f0b7c11', event: 'Failed Login Attempt', body: '{"a":"سلام"}', number: 3 }

interface Setting {
  allowsPrivate?: boolean
  timeoutMs?: number
  dnsServers?: string[]
  publicUrl?: string
  port?: number
}

function serviceOf({
  allowsPrivate = true,
  timeoutMs = 3000,
  dnsServers = [],
  publicUrl = 'https://tenantry.example',
  port = 1,
}: Setting = {}) {
  const http = checkedClient(() => ({ dnsServers, allowsPrivate }))
  atEnd(() => http.close())
  const webhooks = { allowsPrivate, retrySchedule: [0, 60], jitterPercent: 0, timeoutMs, port }
  const domains = { ownerOf: (name: string) => (name === 'login.acme.example' ? 'a tenant' : undefined) }
  return { http, clock: new ServiceClock(), options: { publicUrl, webhooks }, domains } as unknown as Service
}

const service = serviceOf()
const attempt = (url: string, more: Partial<WantedAttempt> = {}, at = service) =>
  makeAttempt(at, { url, keys: { current: signingKey(secret), previous: null }, delivery, ...more })

describe('an attempt', () => {
  it('posts the very bytes, with who, when, what and the signatures of now', async () => {
    const receiver = await startReceiver({ status: 201, headers: { 'x-a': 'b' }, body: 'made' })
    const result = await attempt(`${receiver.url}?a=%20b`, {
      keys: { current: signingKey(secret), previous: signingKey('the one before, plain') },
    })
    const [{ method, path, headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    assert.deepEqual([method, path, body], ['POST', '/hook?a=%20b', delivery.body])
    const { 'x-webhook-timestamp': timestamp, ...told } = result.requestHeaders
    assert.equal(timestamp, result.startedAt.toISOString())
    for (const [name, value] of Object.entries(result.requestHeaders)) assert.equal(headers[name], value, name)
    const hex = (key: string) => `sha256=${createHmac('sha256', key).update(delivery.body).digest('hex')}`
    const { 'webhook-timestamp': seconds, 'webhook-signature': standard, ...rest } = told
    assert.equal(Number(seconds), Math.floor(result.startedAt.getTime() / 1000))
    assert.match(standard!, /^v1,\S{44}$/)
    assert.deepEqual(rest, {
      'content-type': 'application/json',
      'user-agent': 'Tenantry-Webhooks/1.0',
      'x-webhook-id': delivery.id,
      'x-webhook-event': 'Failed Login Attempt',
      'x-webhook-attempt': '3',
      'x-webhook-signature': `${hex(secret)},${hex('the one before, plain')}`,
      'webhook-id': delivery.id,
    })
    assert.equal(headers['content-length'], String(Buffer.byteLength(delivery.body)))
    assert.ok(!JSON.stringify([headers, result]).includes(secret.slice(6)), 'the secret left')
    assert.deepEqual([result.httpStatus, result.responseBody, result.error, result.responseHeaders!['x-a']], [201, 'made', null, 'b'])
  })

  it('keeps 500 characters of the answer, whole ones, as text that can be stored', async () => {
    const emoji = '🚀'
    const cases: [string | Buffer, string][] = [
      ['', ''],
      [emoji.repeat(600), emoji.repeat(500)],
      ['\0<b>\ud800', '\ufffd<b>\ufffd'],
      [Buffer.from([0x61, 0xff, 0xc3]), 'a\ufffd\ufffd'],
      ['x'.repeat(9000), 'x'.repeat(500)],
    ]
    for (const [body, kept] of cases) {
      const receiver = await startReceiver({ status: 200, body })
      assert.equal((await attempt(receiver.url)).responseBody, kept)
    }
  })

  it('unpacks nothing and follows nothing', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    const elsewhere = await startReceiver()
    const receiver = await startReceiver({ status: 200, headers: { 'content-encoding': 'gzip' }, body: bomb })
    assert.ok((await attempt(receiver.url)).responseBody!.length <= 500)
    for (const status of [301, 302, 307, 308]) {
      receiver.answer = { status, headers: { location: elsewhere.url } }
      assert.equal((await attempt(receiver.url)).httpStatus, status)
    }
    assert.equal(elsewhere.received.length, 0)
  })

  it('counts once the headers are there: of an endless, a dripping or a broken body it takes the beginning', async () => {
    const brokenOff: ReceiverAnswer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('part')
      setTimeout(() => request.socket.resetAndDestroy(), 50)
    }
    for (const [answer, body] of [
      [endless, /^x{500}$/],
      [dripping, /^x{2,60}$/],
      [brokenOff, /^part$/],
    ] as const) {
      const receiver = await startReceiver(answer)
      const result = await attempt(receiver.url)
      assert.deepEqual([result.httpStatus, result.error], [200, null])
      assert.match(result.responseBody!, body)
      assert.ok(result.durationMs < 2900, `${result.durationMs} ms`)
    }
  })

  // RFC 9110 15.2: any number of 1xx may come before the answer
  it('waits behind what is said before the answer, for as long as an answer may take', async () => {
    const whole = 'HTTP/1.1 202 Accepted\r\ncontent-length: 5\r\n\r\ntaken'
    for (const first of ['102 Processing\r\n\r\n', '103 Early Hints\r\nlink: </a.css>\r\n\r\n']) {
      const url = await startRawReceiver((socket) => void socket.write(`HTTP/1.1 ${first}HTTP/1.1 ${first}${whole}`))
      const { httpStatus, responseBody, error } = await attempt(url)
      assert.deepEqual([httpStatus, responseBody, error], [202, 'taken', null])
    }
    const withoutEnd = await startRawReceiver((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    })
    const never = await attempt(withoutEnd, {}, serviceOf({ timeoutMs: 300 }))
    assert.deepEqual([never.httpStatus, never.error], [null, 'timeout'])
  })

  it('is broken off by who stops it', async () => {
    const stop = new AbortController()
    const receiver = await startReceiver(hang)
    const stopped = attempt(receiver.url, { signal: stop.signal })
    await eventually('the request to come', () => receiver.received.length === 1)
    stop.abort()
    assert.equal((await stopped).httpStatus, null)
    assert.equal((await attempt(receiver.url, { signal: AbortSignal.abort() })).httpStatus, null)
    assert.equal(receiver.received.length, 1)
  })
})

describe('failures are named', () => {
  const quick = serviceOf({ timeoutMs: 300 })
  const errorOf = async (url: string, at = service) => {
    const result = await attempt(url, {}, at)
    assert.deepEqual([result.httpStatus, result.responseBody, result.responseHeaders], [null, null, null])
    return result.error
  }

  it('timeout, when no headers came in time', async () => {
    assert.equal(await errorOf((await startReceiver(hang)).url, quick), 'timeout')
    assert.equal(await errorOf((await startReceiver(late(2000))).url, quick), 'timeout')
    const drip = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.once('close', () => clearInterval(timer))
    })
    assert.equal(await errorOf(drip, quick), 'timeout')
  })

  it('connection_refused and connection_reset', async () => {
    assert.equal(await errorOf(`http://127.0.0.1:${await freePort()}/`), 'connection_refused')
    assert.equal(await errorOf((await startReceiver(reset)).url), 'connection_reset')
    assert.equal(await errorOf(await startRawReceiver((socket) => void socket.end())), 'connection_reset')
  })

  it('response_error, for what is not HTTP, for endless headers, and for a 100 or 101 that nobody asked for', async () => {
    assert.equal(await errorOf(await startRawReceiver((socket) => void socket.write('hello\r\n\r\n'))), 'response_error')
    assert.equal(await errorOf((await startReceiver({ status: 200, headers: { 'x-long': 'x'.repeat(20_000) } })).url), 'response_error')
    const endlessHeaders = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const pour = () => {
        while (!socket.destroyed && socket.write('a: bcdefgh\r\n'.repeat(1000)));
      }
      socket.on('drain', pour)
      pour()
    })
    assert.equal(await errorOf(endlessHeaders), 'response_error')
    for (const unasked of ['100 Continue\r\n\r\n', '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'])
      assert.equal(await errorOf(await startRawReceiver((socket) => void socket.write(`HTTP/1.1 ${unasked}`))), 'response_error')
  })

  it('tls_error: nobody vouches, expired, another name, no TLS at all', async () => {
    const unknown = selfSigned('localhost')
    assert.equal(await errorOf((await startReceiver(200, unknown)).url), 'tls_error')
    const known = getCACertificates('default')
    const trusted = selfSigned('localhost')
    const expired = selfSigned('localhost', { expired: true })
    const otherName = selfSigned('other.example', { withAddress: false })
    setDefaultCACertificates([...known, trusted.cert, expired.cert, otherName.cert])
    atEnd(async () => setDefaultCACertificates(known))
    assert.equal((await attempt((await startReceiver(200, trusted)).url)).httpStatus, 200)
    assert.equal(await errorOf((await startReceiver(200, expired)).url), 'tls_error')
    assert.equal(await errorOf((await startReceiver(200, otherName)).url), 'tls_error')
    assert.equal(await errorOf((await startReceiver(200, { ...trusted, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).url), 'tls_error')
    assert.equal(await errorOf((await startReceiver()).url.replace('http:', 'https:')), 'tls_error')
    setDefaultCACertificates(known)
  })

  it('dns_error, and what a name leads to by now is judged anew at each attempt', async () => {
    const dns = await startDns()
    const strict = serviceOf({ allowsPrivate: false, dnsServers: [dns.address] })
    const url = 'https://rebound.example.com/'
    assert.equal(await errorOf(url, strict), 'dns_error')
    assert.equal(await findWebhookTargetFault(strict, url), null)
    dns.zones.set('rebound.example.com', { addresses: ['8.8.8.8', '127.0.0.1'] })
    assert.equal(await errorOf(url, strict), 'blocked_address')
    assert.equal(await findWebhookTargetFault(strict, url), 'private_address')
    dns.zones.set('rebound.example.com', { rcode: 2 })
    assert.equal(await errorOf(url, strict), 'dns_error')
    const nobody = serviceOf({ allowsPrivate: false, dnsServers: [`127.0.0.1:${await freePort()}`] })
    assert.equal(await errorOf(url, nobody), 'dns_error')
  })

  it('blocked_address, without a request, for what must not be called', async () => {
    const strict = serviceOf({ allowsPrivate: false })
    const receiver = await startReceiver()
    for (const url of [receiver.url, `https://127.0.0.1:${receiver.port}/`, 'https://localhost./', 'https://hooks.example:22/'])
      assert.equal(await errorOf(url, strict), 'blocked_address')
    assert.equal(receiver.received.length, 0)
  })
})

describe("the service's own hosts", () => {
  const fault = (url: string, setting: Setting) => webhookTargetFault(serviceOf(setting), url)

  it('are refused by name, on any port', () => {
    const strict = { allowsPrivate: false, publicUrl: 'https://id.tenantry.example' }
    for (const host of ['id.tenantry.example', 'ID.Tenantry.example.', 'login.acme.example'])
      for (const port of ['', ':8443']) assert.equal(fault(`https://${host}${port}/api`, strict), 'own_host', host)
    for (const host of ['tenantry.example', 'hooks.id.tenantry.example', 'acme.example'])
      assert.equal(fault(`https://${host}/`, strict), null, host)
  })

  it('are the port that it listens on where private addresses may be called', () => {
    const open = { publicUrl: 'http://127.0.0.1:8080', port: 8081 }
    const own = ['http://127.0.0.1:8080', 'http://localhost:8081', 'http://127.0.0.2:8081', 'http://[::1]:8081', 'http://0.0.0.0:8081']
    for (const url of own) assert.equal(fault(url, open), 'own_host', url)
    for (const url of ['http://127.0.0.1:8082', 'http://10.255.255.1:8081', 'http://other.example:8081'])
      assert.equal(fault(url, open), null, url)
  })
})
