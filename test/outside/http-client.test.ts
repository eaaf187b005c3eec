/** The client for addresses that strangers name: whom it calls, and how much of an answer it bears. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { describe, it } from 'node:test'
import { RequestFailed } from '#core/checked-request.ts'
import { checkedClient } from '#outside/http-client/checked-client.ts'
import { isPublicAddress } from '#outside/http-client/public-address.ts'
import { targetFault } from '#outside/http-client/target.ts'
import { atEnd } from '../rig/cleanup.ts'
import { startDns } from '../rig/dns.ts'

const limits = { timeoutMs: 5000, mostBytes: 1000 }

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const failed =
  (reason: string, fault: string | null = null) =>
  (error: unknown) => {
    assert.ok(error instanceof RequestFailed, String(error))
    assert.deepEqual([error.reason, error.fault], [reason, fault])
    return true
  }

describe('addresses', () => {
  const inside = [
    ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255', '224.0.0.1'],
    [
      '198.18.0.1',
      '192.0.2.1',
      '203.0.113.9',
      '240.0.0.1',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::127.0.0.1',
    ],
    ['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '3fff::1', '100::1', '4000::1', 'fe80::1%eth0'],
  ].flat()
  for (const address of inside) it(`${address} is not public`, () => assert.equal(isPublicAddress(address), false))
  for (const address of ['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '2606:4700:4700::1111'])
    it(`${address} is public`, () => assert.equal(isPublicAddress(address), true))
})

describe('what is wrong with a URL of a stranger', () => {
  const cases: [string, ReturnType<typeof targetFault>][] = [
    ['https://login.example.com/x?y=1', null],
    ['https://8.8.8.8/', null],
    ['https://login.example.com:8443', null],
    ['http://login.example.com', 'not_https'],
    ['ftp://login.example.com', 'not_a_url'],
    ['file:///etc/passwd', 'not_a_url'],
    ['javascript:alert(1)', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['', 'not_a_url'],
    [`https://login.example.com/${'a'.repeat(2048)}`, 'not_a_url'],
    ['https://me:secret@login.example.com', 'has_user'],
    ['https://login.example.com/#x', 'has_fragment'],
    ['https://login.example.com/#', 'has_fragment'],
    ['https://login.example.com:22', 'port'],
    ['https://login.example.com:25', 'port'],
    ['https://login.example.com:0', 'port'],
    ...[
      [
        'https://127.0.0.1',
        'https://2130706433',
        'https://0x7f.1',
        'https://0177.0.0.1',
        'https://127.1',
        'https://127.0.0.1.',
        'https://1',
      ],
      ['https://[::1]', 'https://[::ffff:7f00:1]', 'https://[::]', 'https://[64:ff9b::7f00:1]', 'https://169.254.169.254/latest/meta-data'],
      [
        'https://localhost',
        'https://LOCALHOST.',
        'https://a.localhost',
        'https://printer.local',
        'https://vault.internal',
        'https://intranet',
      ],
      ['https://１２７。０。０。１', 'https://router.home.arpa'],
    ]
      .flat()
      .map((url): [string, 'private_address'] => [url, 'private_address']),
  ]
  for (const [url, fault] of cases) it(`${url.slice(0, 60)}: ${fault}`, () => assert.equal(targetFault(url, 'public'), fault))
})

describe('names', () => {
  it('are refused with one private address among public ones, whatever they said before, and nobody is called', async () => {
    let calls = 0
    const tcp = createTcpServer(() => calls++).listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    atEnd(async () => void tcp.close())
    const { port } = tcp.address() as AddressInfo
    const dns = await startDns()
    const client = checkedClient(() => ({ dnsServers: [dns.address], allowsPrivate: false }))
    const send = (host: string) => client.send({ url: `https://${host}:${port}/`, reach: 'public', ...limits })
    dns.zones.set('private.example.com', { addresses: ['127.0.0.1'] })
    dns.zones.set('mixed.example.com', { addresses: ['8.8.8.8', '127.0.0.1'] })
    dns.zones.set('six.example.com', { addresses: ['8.8.8.8', '::1'] })
    for (const host of ['private.example.com', 'mixed.example.com', 'six.example.com'])
      await assert.rejects(send(host), failed('refused_address', 'private_address'), host)
    await assert.rejects(send('nobody.example.com'), failed('unreachable'))
    assert.equal(calls, 0)
    await client.close()
  })

  it('are asked for once for each connection, which goes to the address that was judged', async () => {
    const dns = await startDns()
    const client = checkedClient(() => ({ dnsServers: [dns.address], allowsPrivate: false }))
    // what was public at the look may be private at the next one; so there must be no next one
    dns.zones.set('rebound.example.com', { addresses: ['2606:4700:4700::dead'] })
    const sent = client.send({ url: 'https://rebound.example.com/', reach: 'public', timeoutMs: 1000, mostBytes: 1000 })
    await assert.rejects(sent, (error) => error instanceof RequestFailed && ['timeout', 'unreachable'].includes(error.reason))
    assert.deepEqual(new Set(dns.asked), new Set(['A rebound.example.com', 'AAAA rebound.example.com']))
    assert.equal(dns.asked.length, 2)
    await client.close()
  })
})

describe('answers', () => {
  const client = checkedClient(() => ({ dnsServers: [], allowsPrivate: false }))
  atEnd(() => client.close())

  it('come whole, with their status; a redirect is an answer like any other, and nothing is unpacked', async () => {
    const url = await listening((request, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/', 'content-encoding': 'gzip' }).end(`${request.method} ${request.url}`)
    })
    const answer = await client.send({ url: `${url}/a?b=c`, method: 'POST', body: 'x', reach: 'any', ...limits })
    assert.deepEqual([answer.status, answer.body.toString()], [302, 'POST /a?b=c'])
  })

  it('that are too long, too slow or endless are broken off', async () => {
    const url = await listening((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(1001))
      if (request.url === '/drops') {
        response.write('x')
        const drip = setInterval(() => response.write('x'), 50)
        response.once('close', () => clearInterval(drip))
      }
      if (request.url === '/headers') response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()
      if (request.url === '/closes') request.socket.destroy()
    })
    const send = (path: string) => client.send({ url: url + path, reach: 'any', timeoutMs: 500, mostBytes: 1000 })
    await assert.rejects(send('/long'), failed('too_large'))
    await assert.rejects(send('/drops'), failed('timeout'))
    await assert.rejects(send('/silent'), failed('timeout'))
    await assert.rejects(send('/headers'), failed('unreachable'))
    await assert.rejects(send('/closes'), failed('unreachable'))
  })

  it('of loopback are for whom the operator allows it alone', async () => {
    const url = await listening((_, response) => response.end('here'))
    await assert.rejects(client.send({ url, reach: 'public', ...limits }), failed('refused_address', 'not_https'))
    const open = checkedClient(() => ({ dnsServers: [], allowsPrivate: true }))
    assert.equal((await open.send({ url, reach: 'public', ...limits })).body.toString(), 'here')
    await open.close()
  })
})
