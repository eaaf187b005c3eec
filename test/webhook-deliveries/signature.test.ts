/** Signatures of webhooks: known vectors, and what openssl makes of the same bytes. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { signatureHeaders, signingKey } from '#modules/webhook-deliveries/signature.ts'

const secret = 'whsec_dGVzdC1zZWNyZXQtMzItYnl0ZXMtbG9uZy0xMjM0NTY='
const body =
  '{"event":"admin.created","timestamp":"2026-11-20T10:00:00.000Z","tenantId":"7b1c6a5e-0c55-4d0a-9d55-0c8a3b6d1f10","data":{"adminId":"0f7d3c3e-64b0-4a8e-9f0e-1c2d3e4f5a6b","email":"sara@acme.test","role":"Support","tenantId":"7b1c6a5e-0c55-4d0a-9d55-0c8a3b6d1f10"}}'
const content = { id: '3f0a5a44-97f6-4f0c-8a2f-0b4a5f0b7c11', at: new Date(1795168800_000), body }
const sign = (current: string, previous: string | null = null, of = content) =>
  signatureHeaders({ current: signingKey(current), previous: previous === null ? null : signingKey(previous) }, of)

describe('X-Webhook-Signature', () => {
  it("is GitHub's of the example in GitHub's manual", () => {
    const headers = sign("It's a Secret to Everybody", null, { ...content, body: 'Hello, World!' })
    assert.deepEqual(headers, { 'x-webhook-signature': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17' })
  })

  it('is keyed with the whole secret, prefix and all', () => {
    assert.equal(sign(secret)['x-webhook-signature'], 'sha256=1a1d78a1a42ff21211f3a6e49acd42bc09c92445e7ced382fd3dc8eda94e1645')
  })

  it('is what openssl makes of the same bytes, in any script', () => {
    for (const text of [body, '{"a":"سلام 🚀 \u2028"}', ''])
      for (const key of [secret, 'p1ain secret, with a comma'])
        assert.equal(
          sign(key, null, { ...content, body: text })['x-webhook-signature'],
          `sha256=${execFileSync('openssl', ['dgst', '-sha256', '-hmac', key], { input: text }).toString().trim().split(' ').at(-1)}`,
        )
  })

  it('has both while a previous secret lives, the current one first', () => {
    const both = sign(secret, 'the secret before it')
    const one = (key: string) => sign(key)['x-webhook-signature']
    assert.equal(both['x-webhook-signature'], `${one(secret)},${one('the secret before it')}`)
  })

  it('is never made with an empty secret', () => {
    assert.throws(() => sign(''), /empty/)
    assert.throws(() => sign(secret, ''), /empty/)
  })
})

describe('the headers of Standard Webhooks', () => {
  it('cover id, time and body, keyed with the decoded bytes', () => {
    const { 'x-webhook-signature': _, ...standard } = sign(secret)
    assert.deepEqual(standard, {
      'webhook-id': content.id,
      'webhook-timestamp': '1795168800',
      'webhook-signature': 'v1,2tM6n5Iq0k7BM1Ul0HUShMXkcomvTvBDIoKs/B+PxNA=',
    })
  })

  it('are those that their own package makes, of every key that it knows', () => {
    for (const key of [secret, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `whsec_${Buffer.alloc(64, 255).toString('base64')}`])
      for (const text of [body, '{"a":"سلام 🚀 \u2028"}', '{}']) {
        const signature = new Webhook(key).sign(content.id, content.at, text)
        assert.equal(sign(key, null, { ...content, body: text })['webhook-signature'], signature)
      }
  })

  it('are those of the example in the specification of Standard Webhooks', () => {
    const of = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1614265330_000), body: '{"test": 2432232314}' }
    assert.equal(
      sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', null, of)['webhook-signature'],
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('hold a signature for each secret of that form, and none for others', () => {
    const other = `whsec_${Buffer.from('another key of some length').toString('base64')}`
    const one = (key: string) => sign(key)['webhook-signature']
    assert.equal(sign(other, secret)['webhook-signature'], `${one(other)} ${one(secret)}`)
    assert.equal(sign('a plain secret 16', secret)['webhook-signature'], one(secret))
    for (const plain of ['a plain secret 16', 'whsec_', 'whsec_not base64!', 'whsec_abc'])
      assert.deepEqual(Object.keys(sign(plain)), ['x-webhook-signature'], plain)
  })

  it('take the second of the attempt, not its millisecond', () => {
    const at = new Date(1795168800_999)
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${content.id}.1795168800.${body}`)
    assert.equal(sign(secret, null, { ...content, at })['webhook-signature'], `v1,${signature.digest('base64')}`)
  })
})
