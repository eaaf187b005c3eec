import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { open, seal, sealedKid } from '#core/secrets/secret-box.ts'

const [key, other] = [randomBytes(32), randomBytes(32)]
const keys = (kid: string) => ({ k1: key, k2: other })[kid]
const context = 'accounts.totp:1'

test('what is sealed opens again, text and bytes, empty and long', () => {
  for (const plaintext of ['', 'geheim', 'سر', 'x'.repeat(10_000)]) {
    const sealed = seal(key, 'k1', plaintext, context)
    assert.match(sealed, /^v1\.k1\.[A-Za-z0-9_-]+$/)
    assert.equal(open(keys, sealed, context).toString(), plaintext)
  }
  const bytes = randomBytes(100)
  assert.deepEqual(open(keys, seal(other, 'k2', bytes, context), context), bytes)
})

test('the key id is read without a key, and chooses it', () => {
  assert.equal(sealedKid(seal(other, 'k2', 'a', context)), 'k2')
  assert.throws(() => open(keys, seal(other, 'k3', 'a', context), context), /no key k3/)
  assert.throws(() => open(keys, seal(other, 'k1', 'a', context), context), /does not open/)
})

test('two seals of one secret differ', () => {
  assert.notEqual(seal(key, 'k1', 'a', context), seal(key, 'k1', 'a', context))
})

test('no bit of a sealed value or its context can be changed', () => {
  const sealed = seal(key, 'k1', 'geheim', context)
  const bytes = Buffer.from(sealed.slice(6), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.throws(() => open(keys, `v1.k1.${changed.toString('base64url')}`, context), /does not open/)
  }
  assert.throws(() => open(keys, sealed, 'accounts.totp:2'), /does not open/)
  assert.throws(() => open(keys, sealed.replace('v1.k1', 'v1.k2'), context), /does not open/)
})

test('what is no sealed value is none', () => {
  const sealed = seal(key, 'k1', 'geheim', context)
  for (const text of [
    '',
    'v1',
    'v1..',
    'v1.k1.',
    'v1.k1.AAAA',
    sealed.replace('v1', 'v2'),
    `${sealed}=`,
    `${sealed}\n`,
    `${sealed}.x`,
    ` ${sealed}`,
  ]) {
    assert.throws(() => open(keys, text, context), /not a sealed value/, JSON.stringify(text))
    assert.throws(() => sealedKid(text), /not a sealed value/)
  }
})

test('there is no second spelling of a sealed value', () => {
  // 34 bytes: the last character holds four bits that stand for nothing.
  const sealed = seal(key, 'k1', 'geheim', context)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const respelled = sealed.slice(0, -1) + alphabet[alphabet.indexOf(sealed.at(-1)!) ^ 1]
  assert.throws(() => open(keys, respelled, context), /not a sealed value/)
})

test('keys are 32 bytes and key ids plain', () => {
  for (const size of [0, 16, 31, 33]) assert.throws(() => seal(randomBytes(size), 'k1', 'a', context), /32 bytes/)
  for (const kid of ['', 'a.b', 'a b', 'x'.repeat(65)]) assert.throws(() => seal(key, kid, 'a', context), /key id/)
})
