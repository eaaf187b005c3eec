import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRelayUrl } from '#outside/mail/relay-url.ts'
import { openMailTransport } from '#outside/mail/transport.ts'

test('a password goes to another host only over TLS, unless that is switched off by hand', () => {
  assert.equal(readRelayUrl('smtp://u:p@mail.acme.test').requireTls, true)
  assert.equal(readRelayUrl('smtp://u:p@mail.acme.test?requireTls=false').requireTls, false)
  assert.equal(readRelayUrl('smtp://u:p@[::1]:25').requireTls, false)
  assert.equal(readRelayUrl('smtp://mail.acme.test').requireTls, false)
  assert.equal(readRelayUrl('smtp://mail.acme.test?requiretls=true').requireTls, true)
})

test('ports follow the scheme', () => {
  assert.deepEqual(readRelayUrl('smtps://u:p%40@mail.acme.test'), {
    host: 'mail.acme.test',
    port: 465,
    secure: true,
    requireTls: true,
    auth: { user: 'u', pass: 'p@' },
  })
  assert.equal(readRelayUrl('smtp://mail.acme.test').port, 587)
  assert.equal(readRelayUrl('smtp://[::1]:2525').host, '::1')
})

describe('mail URLs', () => {
  const wrong = [
    'http://x',
    'smtp:',
    'smtp://',
    'mail',
    'outbox:/etc',
    'smtp://h?requireTsl=true',
    'smtp://h?requireTls=1',
    'smtp://h/x',
    'smtp://u:%zz@h',
  ]
  for (const url of wrong) {
    test(`${url} is refused`, () => {
      assert.throws(() => openMailTransport(url, { outboxDirectory: '/nonexistent' }), /mail URL/)
    })
  }

  test('the refusal never repeats the password', () => {
    const refused = (error: unknown) => error instanceof Error && !error.message.includes('hunter2')
    assert.throws(() => openMailTransport('smtp://u:hunter2@h?x=1', { outboxDirectory: '/nonexistent' }), refused)
  })
})
