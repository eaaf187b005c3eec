import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { OpaqueIds } from '#core/secrets/opaque-id.ts'
import { isUuid, uuidv7 } from '#core/uuid.ts'

const key = Buffer.alloc(32, 7)
const ids = new OpaqueIds(key)
const uuid = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'

test('an id comes back, in lower case, and one record always shows one id', () => {
  const text = ids.encode('tenant', uuid)
  assert.match(text, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(isUuid(text), false)
  assert.equal(ids.decode('tenant', text), uuid)
  assert.equal(ids.encode('tenant', uuid.toUpperCase()), text)
  assert.equal(new OpaqueIds(Buffer.from(key)).encode('tenant', uuid), text)
  for (let i = 0; i < 200; i++) {
    const id = uuidv7(new Date(i))
    assert.equal(ids.decode('group', ids.encode('group', id)), id)
  }
})

test('the ids that are out in the world stay as they are', () => {
  assert.equal(ids.encode('tenant', uuid), 'TjiLDGDaD0ITVUff-_Q2B0egekF3A5gcQDgXQjvL4qQ')
})

test('an id of one kind is none of another', () => {
  const [tenant, group] = [ids.encode('tenant', uuid), ids.encode('group', uuid)]
  assert.notEqual(tenant, group)
  assert.equal(ids.decode('group', tenant), null)
  assert.equal(ids.decode('tenant', group), null)
})

test('no bit can be changed, and there is no second spelling', () => {
  const text = ids.encode('tenant', uuid)
  const bytes = Buffer.from(text, 'base64url')
  for (let bit = 0; bit < 256; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    assert.equal(ids.decode('tenant', changed.toString('base64url')), null)
  }
  // The last character holds two bits that stand for nothing.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const respelled = text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]
  assert.deepEqual(Buffer.from(respelled, 'base64url'), bytes)
  for (const other of [respelled, `${text}=`, `${text}\n`, ` ${text}`, text.slice(1), `${text}A`, '', uuid, 'A'.repeat(43), '.'.repeat(43)])
    assert.equal(ids.decode('tenant', other), null, other)
})

test('another key reads nothing; a short one is refused', () => {
  assert.equal(new OpaqueIds(randomBytes(32)).decode('tenant', ids.encode('tenant', uuid)), null)
  assert.throws(() => new OpaqueIds(randomBytes(31)), /32 bytes/)
  assert.throws(() => ids.encode('tenant', 'x'), TypeError)
})

test('neighbours in time share nothing that can be seen', () => {
  const seen = new Set(Array.from({ length: 1000 }, () => ids.encode('tenant', uuidv7(new Date(0))).slice(0, 6)))
  assert.ok(seen.size > 990)
})
