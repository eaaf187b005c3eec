import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstUuidAt, isUuid, uuidBytes, uuidFromName, uuidOf, uuidv7 } from '#core/uuid.ts'

const time = new Date('2022-02-22T19:22:22Z')

test('version 7 carries the time, its version and its variant (RFC 9562, appendix A.6)', () => {
  assert.match(uuidv7(time), /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('ids of one millisecond rise and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidv7(time))
  for (const [i, id] of ids.entries()) assert.ok(i === 0 || ids[i - 1]! < id)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids of two milliseconds made in turns rise within each', () => {
  const other = new Date(time.getTime() + 5000)
  let [a, b] = [uuidv7(time), uuidv7(other)]
  for (let i = 0; i < 100; i++) {
    const [nextA, nextB] = [uuidv7(time), uuidv7(other)]
    assert.ok(a < nextA && nextA < nextB && b < nextB)
    ;[a, b] = [nextA, nextB]
  }
})

test('an id of a later time is greater', () => {
  const first = uuidv7(time)
  assert.ok(first < uuidv7(new Date(time.getTime() + 1)))
})

test('ids cannot be told from one another: the low bits and every new counter are random', () => {
  const lowBits = new Set(Array.from({ length: 1000 }, () => uuidv7(time).slice(-10)))
  assert.equal(lowBits.size, 1000)
  const counters = new Set(Array.from({ length: 1000 }, (_, i) => uuidv7(new Date(time.getTime() + i)).slice(14, 23)))
  assert.ok(counters.size > 990)
})

test('the first id of a millisecond bounds all of it', () => {
  const bound = firstUuidAt(time)
  assert.equal(bound, '017f22e2-79b0-7000-8000-000000000000')
  assert.ok(bound <= uuidv7(time))
  assert.ok(uuidv7(new Date(time.getTime() - 1)) < bound)
})

test('version 5 is the published one (RFC 9562, appendix A.4)', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  assert.equal(uuidFromName(dns, 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  assert.equal(uuidFromName(dns.toUpperCase(), 'www.example.com'), '2ed6657d-e927-568b-95e1-2665a8aea6a2')
  assert.throws(() => uuidFromName('dns', 'www.example.com'), TypeError)
})

test('any version in any case is a UUID, anything around it is not', () => {
  const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'
  for (const text of [id, id.toUpperCase(), '00000000-0000-0000-0000-000000000000']) assert.equal(isUuid(text), true)
  for (const text of ['', `${id}\n`, ` ${id}`, `{${id}}`, id.replaceAll('-', ''), id.slice(1), id.replace('f', 'g')])
    assert.equal(isUuid(text), false)
  assert.equal(uuidOf(uuidBytes(id.toUpperCase())), id)
})
