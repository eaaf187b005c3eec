/** No webhook leads into a network that is not public: however its address is written, wherever its name leads by the time it is called. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { startDns, type TestDns } from '../rig/dns.ts'
import { startRawReceiver } from '../rig/receiver.ts'
import { addWebhook, hooks, wanted } from './rig.ts'

let app: TestApp
let dns: TestDns
let token: string
let tenantId: string
/** Something inside, which must never be called. */
let port: string
let called = 0
before(async () => {
  dns = await startDns()
  app = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'off', DNS_SERVERS: dns.address, PUBLIC_URL: 'https://login.own.example' } })
  port = new URL(await startRawReceiver(() => called++)).port
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const create = (url: string) => app.post(hooks, wanted({ url }), { token })
const change = (id: string, url: string) => app.request('PUT', `${hooks}/${id}`, { token, body: { url } })

/** What a test of the subscription says once the address stands there, however it came to. */
async function dial(id: string, url?: string): Promise<string> {
  const { kysely } = app.open.service.database
  if (url !== undefined) await kysely.updateTable('webhooks').set({ url }).where('id', '=', id).execute()
  await kysely.updateTable('webhooks').set({ testsSince: null, tests: 0 }).where('id', '=', id).execute()
  const { json, text } = expectStatus(await app.post(`${hooks}/${id}/test`, undefined, { token }), 200)
  assert.deepEqual([json.success, json.httpStatus, json.responseBody], [false, null, null])
  const { text: logged } = expectStatus(await app.get(`${hooks}/${id}/logs/${json.eventId}`, { token }), 200)
  for (const inside of ['127.0.0.1', '10.0.0.7', '169.254', 'fd00:'])
    if (!url?.includes(inside)) assert.ok(!`${text} ${logged}`.includes(inside), 'where the name led is told')
  return json.error
}

describe('an address that is not public', () => {
  const literals = [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '0177.0.0.1',
      '0177.1',
      '017700000001',
      '127.0.0.1.',
      '127。0。0。1',
      '①②⑦.0.0.1',
    ],
    ...['0', '0.0.0.0', '10.0.0.7', '100.64.0.1', '169.254.169.254', '172.16.0.1', '192.0.0.8', '192.0.2.1', '192.168.0.1', '198.18.0.1'],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...[
      '[::]',
      '[::1]',
      '[0:0:0:0:0:0:0:1]',
      '[::127.0.0.1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:a9fe:a9fe]',
      '[::ffff:0:7f00:1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b:1::7f00:1]',
      '[100::1]',
      '[2001::7f00:1]',
      '[2001:db8::1]',
      '[2002:7f00:1::]',
      '[3fff::1]',
      '[5f00::1]',
    ],
    ...['[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
  ]
  const names = [
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'ⓛocalhost',
      'a.localhost',
      'printer.local',
      'db.internal',
      'metadata.google.internal',
      'x.localdomain',
    ],
    ...['nas.home.arpa', 'printer', 'login.own.example', 'LOGIN.own.example.', 'login.own。example'],
  ]

  it('is refused when it is written and when it is changed, and not called where it stands all the same', async () => {
    const id = await addWebhook(app, tenantId)
    for (const host of [...literals, ...names])
      for (const at of ['', `:${port}`]) {
        const url = `https://${host}${at}/in`
        for (const reply of [await create(url), await change(id, url)])
          assert.equal(expectStatus(reply, 400).json.code, 'webhook_url_not_allowed', url)
        if (at !== '') assert.equal(await dial(id, url), 'blocked_address', url)
      }
    for (const url of ['https://[fe80::1%25eth0]/', 'https://[::1%eth0]/', 'https://127.0.0.1.5/', 'https://256.0.0.1/', 'https://[::1/'])
      assert.equal(expectStatus(await create(url), 400).json.code, 'webhook_url_invalid', url)
    for (const url of [
      `http://8.8.8.8:${port}/`,
      'https://user@8.8.8.8/',
      'https://8.8.8.8:22/',
      'https://8.8.8.8:25/',
      'https://8.8.8.8:0/',
    ])
      assert.equal(await dial(id, url), 'blocked_address', url)
    assert.equal(called, 0)
  })

  it('is not called where a name leads to it by then: alone, among others, by another name', async () => {
    const url = `https://moved.acme.example:${port}/in`
    dns.zones.set('moved.acme.example', { addresses: ['93.184.215.14'] })
    const { id } = expectStatus(await create(url), 201).json
    for (const zone of [
      { addresses: ['127.0.0.1'] },
      { addresses: ['93.184.215.14', '127.0.0.1'] },
      { addresses: ['93.184.215.14', '::ffff:127.0.0.1'] },
      { addresses: ['fd00:ec2::254'] },
      { addresses: ['169.254.169.254'] },
      { addresses: ['10.0.0.7'], cname: 'inside.acme.example' },
    ]) {
      dns.zones.set('moved.acme.example', zone)
      assert.equal(await dial(id), 'blocked_address', JSON.stringify(zone))
      assert.equal(expectStatus(await create(url), 400).json.code, 'webhook_url_not_allowed', JSON.stringify(zone))
    }
    dns.zones.delete('moved.acme.example')
    assert.equal(await dial(id), 'dns_error')
    assert.equal(called, 0)
  })

  it('is not reached by a proxy of the environment either', async () => {
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
    const usual = names.map((name) => [name, process.env[name]] as const)
    atEnd(async () => {
      for (const [name, value] of usual)
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    })
    for (const name of names) process.env[name] = `http://127.0.0.1:${port}`
    dns.zones.set('moved.acme.example', { addresses: ['127.0.0.1'] })
    const id = await addWebhook(app, tenantId, { url: 'https://moved.acme.example/in' })
    assert.equal(await dial(id), 'blocked_address')
    assert.equal(called, 0)
  })
})
