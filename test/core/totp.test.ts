import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { newTotpSecret, qrPng, totpStep, totpUri } from '#core/secrets/totp.ts'

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1000)

// Six digits are the last six of the eight printed there.
for (const [seconds, code] of [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const) {
  test(`the code of second ${seconds} is that of RFC 6238, appendix B`, () => {
    assert.equal(totpStep(secret, code.slice(-6), at(seconds)), Math.floor(seconds / 30))
  })
}

test('a device 30 seconds off is taken, one 60 seconds off is not', () => {
  const code = '081804'
  const step = Math.floor(1111111109 / 30)
  for (const off of [-30, 0, 30]) assert.equal(totpStep(secret, code, at(1111111109 + off)), step)
  for (const off of [-60, 60]) assert.equal(totpStep(secret, code, at(1111111109 + off)), null)
})

test('the first step of all is step 0', () => {
  // RFC 4226, appendix D: counter 0.
  assert.equal(totpStep(secret, '755224', at(0)), 0)
})

test('a code is six ASCII digits and nothing else', () => {
  const now = at(1111111109)
  const forms = [
    '',
    ' 081804',
    '081804 ',
    '081804\n',
    '81804',
    '0081804',
    '０８１８０４',
    '٠٨١٨٠٤',
    '081804.0',
    '-81804',
    '+81804',
    '8.1804',
    '000000',
    '081805',
    '0x13f8',
  ]
  for (const form of forms) assert.equal(totpStep(secret, form, now), null, JSON.stringify(form))
  assert.throws(() => totpStep('1!', '081804', now), TypeError)
})

test('a secret is 20 random bytes in base32', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/)
  assert.notEqual(newTotpSecret(), newTotpSecret())
})

test('the URI is the specified one; names cannot add to it', () => {
  assert.equal(totpUri('Tenantry', 'ada@example.com', secret), `otpauth://totp/Tenantry:ada%40example.com?secret=${secret}&issuer=Tenantry`)
  const uri = totpUri('A:B?&=\r\n', 'x/#&secret=EVIL\ud800', secret)
  assert.equal(uri, `otpauth://totp/A%3AB%3F%26%3D%0D%0A:x%2F%23%26secret%3DEVIL%EF%BF%BD?secret=${secret}&issuer=A%3AB%3F%26%3D%0D%0A`)
  assert.match(totpUri('\ud800', 'ada', secret), /^otpauth:\/\/totp\/%EF%BF%BD:ada\?/)
  assert.deepEqual(new URL(uri).searchParams.getAll('secret'), [secret])
  assert.equal(new URL(uri).searchParams.get('issuer'), 'A:B?&=\r\n')
})

test('the picture is a PNG, and another one for another URI', async () => {
  const picture = await qrPng(totpUri('Tenantry', 'ada@example.com', secret))
  const [head, body = ''] = picture.split(',')
  assert.equal(head, 'data:image/png;base64')
  const { format, width, height } = await sharp(Buffer.from(body, 'base64')).metadata()
  assert.equal(format, 'png')
  assert.ok(width === height && width > 100)
  assert.notEqual(await qrPng(totpUri('Tenantry', 'bob@example.com', secret)), picture)
})
