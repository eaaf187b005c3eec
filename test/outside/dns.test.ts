/** Looking for the proof of a domain, by real servers that are right, wrong, slow and hostile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proofFinder } from '#outside/dns/domain-proof.ts'
import { framed, messageTo, nameData, recordOf, startDns, startRawDns, txtData, typeCname, typeOf, typeTxt } from '../rig/dns.ts'
import { freePort } from '../rig/ports.ts'

const wanted = { at: '_tenantry-challenge.shop.example.test', txt: 'tenantry-verification=abc', cname: 'abc.app.tenantry.test' }
const found = (by: 'TXT' | 'CNAME') => ({ isProved: true, by })
const missed = (error: string) => ({ isProved: false, error })
const find = (address: string, more: { deadlineMs?: number } = {}) => proofFinder({ servers: [address], timeoutMs: 300, ...more })(wanted)

/** Fails when it goes on long after the deadline; a busy machine may take seconds for what is left to do. */
async function inTime<T>(deadlineMs: number, look: Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await look
  const took = performance.now() - start
  assert.ok(took < deadlineMs + 10_000, `${took} ms`)
  return result
}

describe('the proof of a domain', () => {
  it('is a TXT record with the text, also among others and in several strings, or the CNAME', async () => {
    const dns = await startDns()
    const look = async (zone: Parameters<typeof dns.zones.set>[1]) => {
      dns.zones.set(wanted.at, zone)
      return await find(dns.address)
    }
    assert.deepEqual(await look({ txt: [[wanted.txt]] }), found('TXT'))
    assert.deepEqual(await look({ txt: [['x'.repeat(200)], ['v=spf1'], ['tenantry-veri', 'fication=abc']] }), found('TXT'))
    assert.deepEqual(await look({ cname: 'ABC.app.Tenantry.test' }), found('CNAME'))
    assert.deepEqual(await look({ txt: [[wanted.txt.toUpperCase()], [`${wanted.txt} `], [''], ['abc']] }), missed('record_mismatch'))
    assert.deepEqual(await look({ cname: 'abd.app.tenantry.test' }), missed('record_mismatch'))
    assert.deepEqual(await look({ cname: 'evil.abc.app.tenantry.test' }), missed('record_mismatch'))
  })

  it('is not there: no name, no record, a server that fails or refuses, each told apart', async () => {
    const dns = await startDns()
    assert.deepEqual(await find(dns.address), missed('record_not_found'))
    dns.zones.set(wanted.at, {})
    assert.deepEqual(await find(dns.address), missed('record_not_found'))
    for (const rcode of [1, 2, 4, 5]) {
      dns.zones.set(wanted.at, { rcode })
      assert.deepEqual(await find(dns.address), missed('dns_failure'), `rcode ${rcode}`)
    }
    const nobody = await find(`127.0.0.1:${await freePort()}`)
    assert.ok(!nobody.isProved && ['dns_failure', 'dns_timeout'].includes(nobody.error), JSON.stringify(nobody))
  })

  it('is looked for at the second server when the first is silent', async () => {
    const dns = await startDns()
    dns.zones.set(wanted.at, { txt: [[wanted.txt]] })
    const silent = await startRawDns({ udp: () => [] })
    const look = proofFinder({ servers: [silent.address, dns.address], timeoutMs: 300 })
    assert.deepEqual(await look(wanted), found('TXT'))
  })

  it('is asked for over TCP where the answer over UDP was cut off', async () => {
    const answers = [recordOf(typeTxt, txtData('z'.repeat(250))), recordOf(typeTxt, txtData(wanted.txt))]
    const server = await startRawDns({
      udp: (query) => [messageTo(query, { isTruncated: true })],
      tcp: (query, socket) => void socket.write(framed(messageTo(query, typeOf(query) === typeTxt ? { answers } : {}))),
    })
    assert.deepEqual(await find(server.address), found('TXT'))
    assert.ok(server.came.tcp > 0)
  })

  it('is nothing that a record of another name or an alias of an alias says', async () => {
    const chain = [
      recordOf(typeCname, nameData('elsewhere.example.test')),
      recordOf(typeCname, nameData(wanted.cname), nameData('elsewhere.example.test')),
    ]
    const aliased = await startRawDns({ udp: (query) => [messageTo(query, { answers: chain })] })
    assert.equal((await find(aliased.address)).isProved, false)
  })
})

describe('a server that means harm', () => {
  it('cannot keep a look-up longer than its time: silence, garbage, wrong ids, a flood, a drip over TCP', async () => {
    const right = (query: Buffer) => messageTo(query, { answers: [recordOf(typeTxt, txtData(wanted.txt))] })
    const wrongId = (query: Buffer) => {
      const message = Buffer.from(right(query))
      message.writeUInt16BE((query.readUInt16BE(0) + 1) % 65_536, 0)
      return message
    }
    const servers = {
      silent: await startRawDns({ udp: () => [] }),
      garbage: await startRawDns({ udp: () => [Buffer.from('not a message at all')] }),
      'wrong id': await startRawDns({ udp: (query) => [wrongId(query)] }),
      flood: await startRawDns({ udp: (query) => Array.from({ length: 5000 }, () => wrongId(query)) }),
      drip: await startRawDns({
        udp: (query) => [messageTo(query, { isTruncated: true })],
        tcp: (query, socket) => {
          const bytes = framed(right(query))
          let sent = 0
          const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(bytes.subarray(sent, ++sent))), 200)
          socket.on('close', () => clearInterval(timer))
        },
      }),
      'closed TCP': await startRawDns({
        udp: (query) => [messageTo(query, { isTruncated: true })],
        tcp: (_query, socket) => void socket.destroy(),
      }),
    }
    for (const [name, { address }] of Object.entries(servers)) {
      const result = await inTime(1500, find(address, { deadlineMs: 1500 }))
      assert.equal(result.isProved, false, name)
      assert.ok(!result.isProved && ['dns_timeout', 'dns_failure'].includes(result.error), `${name}: ${JSON.stringify(result)}`)
    }
  })

  it('cannot make us read without end: thousands of records, a loop of aliases', async () => {
    const filler = Array.from({ length: 4000 }, () => recordOf(typeTxt, txtData('')))
    const many = await startRawDns({
      udp: (query) => [messageTo(query, { isTruncated: true })],
      tcp: (query, socket) => void socket.write(framed(messageTo(query, { answers: [...filler, recordOf(typeTxt, txtData(wanted.txt))] }))),
    })
    assert.deepEqual(await inTime(1500, find(many.address, { deadlineMs: 1500 })), missed('answer_too_large'))
    const loop = [
      recordOf(typeCname, nameData('a.example.test')),
      recordOf(typeCname, nameData('b.example.test'), nameData('a.example.test')),
      recordOf(typeCname, nameData('a.example.test'), nameData('b.example.test')),
    ]
    const looping = await startRawDns({ udp: (query) => [messageTo(query, { answers: loop })] })
    assert.equal((await inTime(1500, find(looping.address, { deadlineMs: 1500 }))).isProved, false)
    const selfish = await startRawDns({ udp: (query) => [messageTo(query, { answers: [recordOf(typeCname, Buffer.from([0xc0, 12]))] })] })
    assert.equal((await inTime(1500, find(selfish.address, { deadlineMs: 1500 }))).isProved, false)
  })

  it('takes nothing from others: a hundred look-ups that wait leave files and hashes as quick as ever', async () => {
    const silent = await startRawDns({ udp: () => [] })
    const { hash } = await import('bcrypt')
    const waiting = Promise.all(Array.from({ length: 100 }, () => find(silent.address, { deadlineMs: 1000 })))
    // a look-up that took one of the few threads would be ended before the hash has its turn
    assert.equal(await Promise.race([hash('a password', 4).then(() => 'hash'), waiting.then(() => 'look-ups')]), 'hash')
    for (const result of await inTime(1500, waiting)) assert.deepEqual(result, missed('dns_timeout'))
  })
})
