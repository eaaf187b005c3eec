/** What nobody means well by: addresses that are asked for by other ways, and bodies that no mail is made of. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addMail, addTemplate, at, bounceSecret } from './rig.ts'

let app: TestApp
let own: World
let templateId: string
before(async () => {
  app = await startApp()
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
})

const rights = [
  'emails.send',
  'emails.external',
  'emails.view',
  'admins.view',
  'users.view',
  'templates.view',
  'admins.create',
  'users.create',
]
const variables = { name: 'Lina' }
const send = (body: object, token = own.token, headers: Record<string, string> = {}) =>
  app.post(`${at}/send`, { templateId, variables, ...body }, { token, headers })
const sendBulk = (body: object, token = own.token) => app.post(`${at}/send-bulk`, { templateId, variables, ...body }, { token })

describe('an address that the caller may not see', () => {
  it('is in no subject, whatever variable brought it there and whether or not the mail has left', async () => {
    const masked = (await own.person(rights, { 'admins.view': ['email'] })).token
    const { email } = await own.person([])
    const scheduledAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    for (const subject of ['For {{name}}', `Dear ${email.toUpperCase()}`]) {
      const { id } = expectStatus(await send({ to: email, subject, variables: { name: email }, scheduledAt }), 202).json
      const reply = expectStatus(await app.get(`${at}/${id}`, { token: masked }), 200)
      assert.ok(!reply.text.toLowerCase().includes(email.split('@')[0] as string), reply.text)
      assert.ok((await app.get(`${at}/${id}`, { token: own.token })).json.subject.toLowerCase().includes(email))
      const search = expectStatus(await app.get(`${at}?search=${encodeURIComponent(email.slice(0, 20))}`, { token: masked }), 200).json
      assert.equal(search.totalCount, 0)
    }
  })

  it('is not told by what is left out of bulk: neither that it bounced, nor that two accounts have one', async () => {
    const masked = (await own.person(rights, { 'admins.view': ['email'] })).token
    const { email, id } = await own.person([])
    await addMail(app, own.tenantId, {
      status: 'sent',
      sentAt: app.clock.now(),
      recipientAddress: email,
      recipientType: 'admin',
      recipientId: id,
    })
    const report = { to: email, type: 'hard' }
    expectStatus(await app.post(`${at}/bounces`, report, { headers: { 'x-bounce-secret': bounceSecret } }), 202)
    const guesses = [email, `${randomUUID()}@acme.example`].map((to) => ({ to }))
    const dry = expectStatus(await sendBulk({ recipients: guesses, dryRun: true }, masked), 200).json
    assert.deepEqual([dry.skipped, dry.sample.length], [[], 2])
    const seen = expectStatus(await sendBulk({ recipients: guesses, dryRun: true }), 200).json
    assert.deepEqual(seen.skipped, [{ to: email, reason: 'suppressed' }])
    const byId = { filter: { target: 'all', ids: [id] }, dryRun: true }
    const asGuessed = expectStatus(await sendBulk(byId, masked), 200).json
    assert.deepEqual([asGuessed.skipped, asGuessed.planned, asGuessed.sample.length], [[], 1, 1])
    assert.deepEqual(expectStatus(await sendBulk(byId), 200).json.skipped, [{ to: email, reason: 'suppressed' }])

    const other = await own.person([])
    const user = { username: `u-${randomUUID().slice(0, 8)}`, email: other.email, tenantId: own.tenantId, password: `long ${randomUUID()}` }
    const guess = expectStatus(await app.post('/api/v1/users', user, { token: masked }), 201).json
    const filter = { target: 'all', ids: [other.id, guess.id] }
    const both = expectStatus(await sendBulk({ filter, dryRun: true }, masked), 200).json
    assert.deepEqual([both.skipped, both.sample.length], [[], 2])
    assert.equal(expectStatus(await sendBulk({ filter, dryRun: true }), 200).json.skipped.length, 1)

    // of two tenants accounts of one kind may share an address, and one of them may be made for a guess
    const { tenantId, role } = await world(app, own.tenantId)
    const twin = {
      email: other.email,
      firstName: 'A',
      lastName: 'Guess',
      roleId: await role([]),
      tenantId,
      password: `long ${randomUUID()}`,
    }
    const { id: twinId } = expectStatus(await app.post('/api/v1/admins', twin, { token: own.token }), 201).json
    const twins = { target: 'admins', includeDescendants: true, ids: [other.id, twinId] }
    const asMasked = expectStatus(await sendBulk({ filter: twins, dryRun: true }, masked), 200).json
    assert.deepEqual([asMasked.skipped, asMasked.sample.length], [[], 2])
    assert.equal(expectStatus(await sendBulk({ filter: twins, dryRun: true }), 200).json.skipped.length, 1)
  })
})

describe('bodies', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const raw = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json', ...headers },
      body,
    })

  it('that are nested without end are refused, wherever variables are taken', async () => {
    const to = `${randomUUID()}@acme.example`
    for (const levels of [200, 5000, 100_000]) {
      const nested = deep(levels)
      const bodies: Record<string, string> = {
        [`${at}/send`]: `{"to":"${to}","templateId":"${templateId}","variables":{"name":"x","deep":${nested}}}`,
        [`${at}/send-bulk`]: `{"templateId":"${templateId}","variables":{"name":"x"},"recipients":[{"to":"${to}","variables":{"deep":${nested}}}]}`,
        [`/api/v1/message-templates/${templateId}/preview`]: `{"variables":{"name":${nested}}}`,
        [`/api/v1/message-templates/${templateId}/render`]: `{"variables":{"name":${nested}}}`,
        [`/api/v1/message-templates/${templateId}/send-test`]: `{"to":"${to}","variables":{"name":${nested}}}`,
        '/api/v1/message-templates/preview': `{"draft":{"bodyHtml":"{{ name }}{{ name | json }}"},"variables":{"name":${nested}}}`,
      }
      for (const [path, body] of Object.entries(bodies))
        for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
          const reply = await raw(path, body, headers as Record<string, string>)
          assert.ok(reply.status < 500, `${path} with ${levels} levels was ${reply.status}: ${(await reply.text()).slice(0, 200)}`)
        }
    }
  })

  it('of odd times, addresses and names are answered with the field', async () => {
    const to = `${randomUUID()}@acme.example`
    const times = ['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '2026-11-23T24:00:00Z', '2026-11-23', '+012026-01-01T00:00:00Z', '', {}]
    for (const scheduledAt of times) {
      const reply = await send({ to, scheduledAt })
      assert.ok([202, 400].includes(reply.status), `${JSON.stringify(scheduledAt)}: ${reply.text}`)
      if (reply.status === 400) assert.equal(reply.json.errors[0].field, 'scheduledAt')
      else assert.equal(reply.json.status, 'queued', JSON.stringify(scheduledAt))
    }
    const addresses = [
      'a@x.test\u2028Bcc: e@v.test',
      'a@x.test\0',
      ' a@x.test',
      'a@x.test ',
      'a@x.test;b@y.test',
      'a@[127.0.0.1]',
      'a@x..test',
      '.a@x.test',
      'a.@x.test',
      'a@-x.test',
      'a@x.test.',
      '=?utf-8?q?a?=@x.test',
      'a\u202eb@x.test',
      `${'a'.repeat(65)}@x.test`,
      'a@x.test>,<b@y.test',
      'a@b@x.test',
      'a%0d%0a@x.test\r',
      '\ud800@x.test',
    ]
    for (const address of addresses) {
      const reply = await send({ to: address })
      assert.ok(reply.status === 400 && reply.json.errors[0].field === 'to', `${JSON.stringify(address)}: ${reply.status}`)
      const bulk = await sendBulk({ recipients: [{ to: address }], dryRun: true })
      // what no text may hold is refused before anybody looks at what it means
      if (address.includes('\0') || !address.isWellFormed()) expectStatus(bulk, 400)
      else assert.equal(expectStatus(bulk, 200).json.skipped[0].reason, 'invalid_address', JSON.stringify(address))
    }
    for (const toName of ['', 'x'.repeat(101), 'a\u2028b', 5]) expectStatus(await send({ to, toName }), 400)
    for (const priority of ['urgent', 5, null]) expectStatus(await send({ to, priority }), 400)
    for (const locale of ['fr', 'EN', 5]) expectStatus(await send({ to, locale }), 400)
    for (const subject of [
      '',
      ' ',
      'x'.repeat(301),
      '{% include "a" %}',
      '{{ name | nofilter }}',
      '{{ x.constructor }}',
      '{{ name | split: "" | join: "\n\n" }}',
    ]) {
      const reply = await send({ to, subject })
      assert.ok([400, 202].includes(reply.status), reply.text)
    }
    for (const filter of [
      {},
      { target: 'nobody' },
      { target: 'all', tenantId: 'x' },
      { target: 'all', roleId: 'x' },
      { target: 'all', extra: 1 },
      { target: 'all', ids: ['x'] },
    ])
      expectStatus(await sendBulk({ filter }), 400)
    for (const filter of [
      { roleId: randomUUID() },
      { groupId: 'x' },
      { groupId: randomUUID() },
      { tenantId: randomUUID() },
      { search: '%' },
    ])
      assert.equal(
        expectStatus(await sendBulk({ filter: { target: 'all', ...filter }, dryRun: true }), 200).json.total,
        0,
        JSON.stringify(filter),
      )
  })

  it('of a bounce that no mail fits change nothing, whatever they hold', async () => {
    const headers = { 'x-bounce-secret': bounceSecret }
    for (const body of [
      { to: '%', type: 'hard' },
      { providerMessageId: '<>', type: 'soft' },
      { providerMessageId: `<${randomUUID()}@x>`, type: 'soft' },
      { emailId: randomUUID(), to: 'a@x.test', type: 'complaint', diagnostic: 'x'.repeat(500), occurredAt: '9999-12-31T23:59:59Z' },
    ])
      expectStatus(await app.post(`${at}/bounces`, body, { headers }), 202)
    for (const body of [
      { to: 'a\0', type: 'hard' },
      { to: '', type: 'hard' },
      { emailId: 'x', type: 'hard' },
      { to: 'a', type: 'hard', occurredAt: 'x' },
    ])
      expectStatus(await app.post(`${at}/bounces`, body, { headers }), 400)
  })
})

it('times at the ends of the calendar are answered', async () => {
  const ends = [
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    '0000-01-01T00:00:00+14:00',
    '1969-12-31',
  ]
  for (const end of ends) {
    const time = encodeURIComponent(end)
    for (const query of [
      `/stats?dateTo=${time}`,
      `/stats?dateFrom=${time}`,
      `/stats?dateFrom=${time}&dateTo=${time}`,
      `?dateFrom=${time}`,
      `?dateTo=${time}`,
    ]) {
      const { status, text } = await app.get(`${at}${query}`, { token: own.token })
      assert.ok(status === 200 || status === 400, `${query} was ${status}: ${text}`)
    }
    if (!end.includes('T')) continue
    const emailId = await addMail(app, own.tenantId, { status: 'sent', sentAt: app.clock.now() })
    const reply = await app.post(
      `${at}/bounces`,
      { emailId, type: 'soft', occurredAt: end },
      { headers: { 'x-bounce-secret': bounceSecret } },
    )
    assert.ok(reply.status === 202 || reply.status === 400, `${end} was ${reply.status}: ${reply.text}`)
  }
})

it('a recipient of another tenant is answered as one who is not there', async () => {
  const foreign = await (await world(app)).person([])
  const replies = [foreign.id, randomUUID()].map(async (recipientId) => (await send({ to: foreign.email, recipientId })).json)
  const texts = (await Promise.all(replies)).map(({ traceId: _, ...rest }) => JSON.stringify(rest))
  assert.deepEqual([new Set(texts).size, JSON.parse(texts[0] as string).statusCode], [1, 404])
})

describe('an Idempotency-Key', () => {
  it('says nothing of a mail that went out of scope, and is no key of another endpoint', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const to = `${randomUUID()}@acme.example`
    const { id } = expectStatus(await send({ to }, own.token, key), 202).json
    assert.equal(expectStatus(await send({ to }, own.token, key), 202).json.id, id)
    const test = await app.post(`/api/v1/message-templates/${templateId}/send-test`, { to }, { token: own.token, headers: key })
    assert.equal(expectStatus(test, 409).json.code, 'idempotency_key_reused')
    const { kysely } = app.open.service.database
    await kysely
      .updateTable('emails')
      .set({ tenantId: (await world(app)).tenantId })
      .where('id', '=', id)
      .execute()
    const reply = await send({ to }, own.token, key)
    assert.ok(reply.status === 404 && !reply.text.includes(to), reply.text)
  })
})
