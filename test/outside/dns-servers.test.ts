import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { it } from 'node:test'
import { readConfig } from '../../src/config.ts'

const serversOf = (DNS_SERVERS: string) => readConfig({ NODE_ENV: 'test', DNS_SERVERS }).dnsServers

it('DNS_SERVERS takes addresses with and without a port, all of which the resolver takes too', () => {
  const given = '192.0.2.1, 192.0.2.1:5353,2001:db8::1,[2001:db8::1]:5353,[2001:db8::1]'
  const servers = serversOf(given)
  assert.equal(servers.length, 5)
  new Resolver().setServers(servers)
  assert.deepEqual(serversOf(''), [])
})

it('DNS_SERVERS refuses names, ports that are none, and half brackets', () => {
  for (const wrong of [
    'localhost',
    'dns.example',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2.1:x',
    '[192.0.2.1]:53',
    '[2001:db8::1',
    '1.2.3',
  ])
    assert.throws(() => serversOf(wrong), /DNS_SERVERS must be a comma list/, wrong)
})
