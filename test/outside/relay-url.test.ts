import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ConfigurationError, readConfig } from '#config.ts'
import { readRelayUrl } from '#outside/mail/relay-url.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { selfSigned } from './relay.ts'

test('nothing goes to another host but over TLS, unless that is switched off by hand', () => {
  assert.equal(readRelayUrl('smtp://u:p@mail.acme.test').requireTls, true)
  assert.equal(readRelayUrl('smtp://u:p@mail.acme.test?requireTls=false').requireTls, false)
  assert.equal(readRelayUrl('smtp://u:p@[::1]:25').requireTls, false)
  assert.equal(readRelayUrl('smtp://mail.acme.test').requireTls, true)
  assert.equal(readRelayUrl('smtp://mail.acme.test?requiretls=true').requireTls, true)
})

test('ports follow the scheme', () => {
  assert.deepEqual(readRelayUrl('smtps://u:p%40@mail.acme.test'), {
    host: 'mail.acme.test',
    port: 465,
    secure: true,
    requireTls: true,
    isTlsAsked: false,
    auth: { user: 'u', pass: 'p@' },
  })
  assert.equal(readRelayUrl('smtp://mail.acme.test').port, 587)
  assert.equal(readRelayUrl('smtp://[::1]:2525').host, '::1')
})

describe('mail URLs', () => {
  const wrong: [string, RegExp][] = [
    ['http://x', /^must be outbox:/],
    ['smtp:', /^must be outbox:/],
    ['smtp://', /^(must be outbox:|names no host)/],
    ['mail', /^must be outbox:/],
    ['outbox:/etc', /^must be outbox:/],
    ['smtp://h:99999', /^must be outbox:/],
    ['smtp://h:0', /port 0/],
    ['smtp://h?requireTsl=true', /unknown parameter: requireTsl$/],
    ['smtp://h?requireTls=1', /requireTls/],
    ['smtp://h?requireTls=true&requireTLS=false', /requireTls twice/],
    ['smtp://h/x', /path/],
    ['smtp://u:%zz@h', /percent-encoded/],
    ['smtp://u@h', /without a password/],
  ]
  for (const [url, reason] of wrong) {
    test(`${url} is refused, as a setting that can't be`, () => {
      assert.throws(() => readRelayUrl(url), { message: reason })
      assert.throws(
        () => readConfig({ MAIL_URL: url }),
        (error) => {
          assert.ok(error instanceof ConfigurationError)
          assert.equal(error.problems.length, 1)
          assert.equal(error.problems[0]?.variable, 'MAIL_URL')
          assert.match(error.problems[0].reason, reason)
          return true
        },
      )
    })
  }

  test('the refusal never repeats the password', () => {
    const refused = (error: unknown) => error instanceof Error && !error.message.includes('hunter2')
    assert.throws(() => openMailTransport('smtp://u:hunter2@h?x=1', { outboxDirectory: '/nonexistent' }), refused)
    assert.throws(() => readConfig({ MAIL_URL: 'smtp://u:hunter2@h?x=1' }), refused)
  })

  test('MAIL_CA holds certificates, or MAIL_CA_FILE names a file of them', () => {
    const { cert } = selfSigned('relay.test')
    assert.equal(readConfig({ MAIL_CA: cert }).mail.ca, cert)
    assert.equal(readConfig({}).mail.ca, null)
    for (const wrong of ['/etc/ssl/ca.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
      assert.throws(() => readConfig({ MAIL_CA: wrong }), /MAIL_CA must be certificates in PEM/)
  })
})
