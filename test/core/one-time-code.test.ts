import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { hashToken, keyedHash, newBackupCodes, newCode, newToken, normalizeBackupCode, sameBytes } from '#core/secrets/one-time-code.ts'

test('codes are six digits, leading zeros kept, each digit about as often as another', () => {
  const codes = Array.from({ length: 20_000 }, newCode)
  for (const code of codes) assert.match(code, /^[0-9]{6}$/)
  for (let place = 0; place < 6; place++) {
    const counts = new Map<string, number>()
    for (const code of codes) counts.set(code[place]!, (counts.get(code[place]!) ?? 0) + 1)
    assert.equal(counts.size, 10)
    // 2,000 expected, standard deviation 42: eight of them is never reached by chance.
    for (const count of counts.values()) assert.ok(Math.abs(count - 2000) < 340, `${count} at place ${place}`)
  }
})

test('a set of backup codes is ten different ones of eight digits', () => {
  const codes = newBackupCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^[0-9]{8}$/)
  assert.notDeepEqual(newBackupCodes(), codes)
})

test('a backup code may be typed with spaces and dashes, not with more or fewer digits', () => {
  for (const text of ['01234567', '0123 4567', '0123-4567', ' 01-23-45-67 ']) assert.equal(normalizeBackupCode(text), '01234567')
  for (const text of ['', '0123456', '012345678', '0123456a', '٠١٢٣٤٥٦٧', '０１２３４５６７', '+1234567', `01234567${' '.repeat(100)}`])
    assert.equal(normalizeBackupCode(text), null)
})

test('tokens carry 256 bits and are stored as SHA-256', () => {
  const token = newToken()
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  assert.notEqual(newToken(), token)
  assert.equal(hashToken('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('bytes are the same or not, lengths included', () => {
  assert.equal(sameBytes(Buffer.from('ab'), Buffer.from('ab')), true)
  assert.equal(sameBytes(Buffer.from('ab'), Buffer.from('ac')), false)
  assert.equal(sameBytes(Buffer.from('ab'), Buffer.from('abc')), false)
})

test('a keyed hash depends on the key, every part and where one ends', () => {
  const key = randomBytes(32)
  const base = keyedHash(key, 'reset', 'account', '012345')
  assert.deepEqual(keyedHash(key, 'reset', 'account', '012345'), base)
  for (const other of [
    keyedHash(randomBytes(32), 'reset', 'account', '012345'),
    keyedHash(key, 'verify', 'account', '012345'),
    keyedHash(key, 'reseta', 'ccount', '012345'),
    keyedHash(key, 'reset', 'account012345'),
    keyedHash(key, 'reset', 'account', '012345', ''),
  ])
    assert.notDeepEqual(other, base)
})
