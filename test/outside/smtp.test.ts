import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import PostalMime from 'postal-mime'
import type { MailTransport } from '#outside/mail/transport.ts'
import { mail, openTransport, type Relay, startRelay } from './relay.ts'

describe('mail through a relay', () => {
  let relay: Relay
  let transport: MailTransport

  beforeEach(async () => {
    relay = await startRelay()
    transport = openTransport(relay.url)
  })

  test('an Arabic mail arrives word for word', async () => {
    assert.deepEqual(await transport.send(mail), { kind: 'sent', providerMessageId: mail.messageId })
    const parsed = await PostalMime.parse(relay.messages[0]!)
    assert.equal(parsed.subject, mail.subject)
    assert.equal(parsed.text, mail.text)
    assert.equal(parsed.html?.trim(), mail.html)
    assert.equal(parsed.messageId, `<${mail.messageId}>`)
    assert.deepEqual(parsed.from, { name: 'شركة أكمي', address: 'no-reply@tenantry.test' })
    assert.deepEqual(parsed.to, [{ name: 'سارة القحطاني', address: 'sara@acme.test' }])
    assert.deepEqual(relay.recipients, ['sara@acme.test'])
    await transport.check()
  })

  test('a retried mail keeps its Message-ID', async () => {
    await transport.send(mail)
    await transport.send(mail)
    const ids = await Promise.all(relay.messages.map(async (message) => (await PostalMime.parse(message)).messageId))
    assert.deepEqual(ids, [`<${mail.messageId}>`, `<${mail.messageId}>`])
  })

  test('line breaks in subject and names add no header and no recipient on the wire', async () => {
    const hostile = '\r\nBcc: evil@x.test\r\nX-Evil: 1\u0000\n\nbody'
    const outcome = await transport.send({
      ...mail,
      subject: `Hello${hostile}`,
      toName: `Sara${hostile}`,
      from: `Acme${hostile} <no-reply@tenantry.test>`,
    })
    assert.equal(outcome.kind, 'sent')
    assert.deepEqual(relay.recipients, ['sara@acme.test'])
    const raw = relay.messages[0]!
    const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString()
    assert.doesNotMatch(head, /^(bcc|cc|x-evil|body)/im)
    assert.equal(raw.includes(0), false)
    assert.equal((await PostalMime.parse(raw)).headers.filter((header) => header.key === 'to').length, 1)
  })

  const notOneAddress = [
    'a@x.test, b@x.test',
    'a@x.test;b@x.test',
    'friends: a@x.test, b@x.test;',
    'v@x.test\r\nBcc: evil@x.test',
    'v@x.test\nRCPT TO:<evil@x.test>',
    'v@x.test\u0000',
    '"a@b"@x.test',
    '(comment)a@x.test',
    'Sara <a@x.test>',
    '<a@x.test>',
    'a@x.test ',
    'a@[127.0.0.1]',
    'a..b@x.test',
    'a@x..test',
    'a@-x.test',
    'a',
    '@x.test',
    '',
  ]
  for (const to of notOneAddress) {
    test(`${JSON.stringify(to)} is refused before anything is sent`, async () => {
      const outcome = await transport.send({ ...mail, to })
      assert.equal(outcome.kind, 'permanent')
      assert.equal(outcome.kind === 'permanent' && outcome.atRecipient, true)
      assert.deepEqual(relay.recipients, [])
    })
  }

  for (const to of ["o'brien+tag@mail.acme.test", 'admin@localhost', 'a.b-c_d@x-1.test']) {
    test(`${to} is one address`, async () => {
      assert.equal((await transport.send({ ...mail, to })).kind, 'sent')
      assert.deepEqual(relay.recipients, [to])
    })
  }

  test('a Message-ID or sender that could carry a header is refused', async () => {
    for (const wrong of [{ messageId: 'a@b>\r\nBcc: e@x.test' }, { from: 'a@x.test, b@x.test' }]) {
      const outcome = await transport.send({ ...mail, ...wrong })
      assert.deepEqual([outcome.kind, outcome.kind === 'permanent' && outcome.atRecipient], ['permanent', false])
    }
    assert.deepEqual(relay.messages, [])
  })
})
