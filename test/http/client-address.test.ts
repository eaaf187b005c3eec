import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { rateKey } from '#core/client-key.ts'
import { clientAddress, trustedProxies } from '#http/client-address.ts'

const nobody = trustedProxies([])
const proxies = trustedProxies(['loopback', '10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7'])

describe('trustedProxies', () => {
  it('knows addresses, networks and loopback of either family, however they are written', () => {
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '10.255.0.1', '::ffff:10.0.0.1', '2001:DB8:1::5', '192.0.2.7'])
      assert.ok(proxies(address), address)
    for (const address of ['192.0.2.8', '11.0.0.1', '2001:db8:2::5', '::ffff:11.0.0.1', '', 'loopback', '10.1', '0x0a000001', '012.0.0.1'])
      assert.ok(!proxies(address), address)
  })

  it('trusts nobody when empty', () => {
    assert.ok(!nobody('127.0.0.1'))
  })
})

describe('clientAddress', () => {
  for (const [what, socket, forwarded, client] of [
    ['the socket where no proxy is trusted', '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    ['the socket without a header', '10.0.0.1', undefined, '10.0.0.1'],
    ['the address that the proxy saw', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['the right-most untrusted one, not what the client sent', '10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
    ['the one before a chain of proxies', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.9.9.9, 192.0.2.7', '203.0.113.9'],
    ['the left-most when all are proxies', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['several headers joined in order', '10.0.0.1', ['1.1.1.1', '203.0.113.9'], '203.0.113.9'],
    ['an address with a port', '10.0.0.1', '203.0.113.9:5123', '203.0.113.9'],
    ['an IPv6 address with a port', '10.0.0.1', '[2001:db8:2::9]:5123', '2001:db8:2::9'],
    ['the proxy itself when it wrote no address', '10.0.0.1', '203.0.113.9, unknown', '10.0.0.1'],
    ['the nearest proxy when another wrote no address', '10.0.0.1', '203.0.113.9, <script>, 10.0.0.2', '10.0.0.2'],
    ['the proxy when the header is empty', '10.0.0.1', '', '10.0.0.1'],
    ['IPv4 for a mapped address', '::ffff:198.51.100.1', undefined, '198.51.100.1'],
    ['a mapped proxy as a proxy', '::ffff:10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['no zone and one spelling', 'FE80:0::1%eth0', undefined, 'fe80::1'],
    ['the unspecified address when the socket is gone', undefined, '203.0.113.9', '0.0.0.0'],
  ] as const)
    it(`is ${what}`, () => {
      assert.equal(clientAddress(socket, forwarded as string | string[] | undefined, proxies), client)
    })

  it('never depends on the header of an untrusted peer', () => {
    fc.assert(fc.property(fc.string(), (header) => clientAddress('198.51.100.1', header, proxies) === '198.51.100.1'))
  })

  it('never depends on what stands left of the right-most untrusted address', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()),
        (sent) => clientAddress('10.0.0.1', `${sent},203.0.113.9`, proxies) === '203.0.113.9',
      ),
    )
  })
})

describe('rateKey', () => {
  it('is one for a /64 of IPv6, in any spelling', () => {
    const keys = new Set(Array.from({ length: 200 }, (_, host) => rateKey(`2001:DB8:0:1:${host.toString(16)}::${host}%eth${host}`)))
    assert.deepEqual([...keys], ['2001:db8:0:1::/64'])
    assert.notEqual(rateKey('2001:db8:0:2::1'), rateKey('2001:db8:0:1::1'))
  })

  it('is the IPv4 address for a mapped one', () => {
    assert.equal(rateKey('::ffff:1.2.3.4'), '1.2.3.4')
    assert.equal(rateKey('::FFFF:102:304'), '1.2.3.4')
  })

  it('is one for all that is no address', () => {
    assert.equal(rateKey('x'), rateKey(''))
  })
})
