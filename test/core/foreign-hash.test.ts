import assert from 'node:assert/strict'
import { test } from 'node:test'
import bcrypt from 'bcrypt'
import { isDear } from '#core/secrets/dear-hash.ts'
import { PasswordHasher } from '#core/secrets/password.ts'
import { foreignHashProblem, readHash, storedImport } from '#core/secrets/stored-hash.ts'

const hasher = new PasswordHasher({ cost: 4 })

/** Of other implementations, all of the same password. */
const published = {
  // reference implementation of Argon2 (phc-winner-argon2), test.c
  'argon2id of one lane': '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  'argon2id of two lanes': '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  'argon2id of 64 MiB': '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  // documentation of passlib
  'PBKDF2 of passlib': '$pbkdf2-sha256$6400$.6UI/S.nXIk8jcbdHx3Fhg$98jZicV16ODfEsEZeYPGHU3kbrUrvUEXOPimVSQDD44',
  // hashlib of Python
  'PBKDF2 with SHA-512':
    '$pbkdf2-sha512$i=1000,l=64$c2FsdHNhbHQ$Q6v4xwJ8a9nWPp2BeEoAYYhHSo2xRmPWART17vTpSxt2q6iNp7BOozW557qqa95eNjUO4gKs0CyvJbYGGku1tA',
}

test('hashes of other makers verify as they are, and ask to be renewed', async () => {
  for (const [name, stored] of Object.entries(published)) {
    assert.equal(foreignHashProblem(stored), null, name)
    assert.equal(await hasher.verify('password', stored), true, name)
    assert.equal(await hasher.verify('Password', stored), false, name)
    assert.equal(await hasher.verify('', stored), false, name)
    assert.equal(hasher.needsRehash(stored), true, name)
  }
})

test('they are of what was typed, not of its normal form', async () => {
  const stored = '$pbkdf2-sha256$i=2000,l=32$c2FsdHNhbHQ$NrCbvMBjYBJP52BQJ93dDTwKQpGUCkKkx87gjUjFZb0'
  assert.equal(await hasher.verify('pässwörd ﬁ', stored), true)
  assert.equal(await hasher.verify('pässwörd fi', stored), false)
})

test('bcrypt of another maker becomes ours whatever its cost, and is of what was typed', async () => {
  for (const cost of [4, 5]) {
    const stored = storedImport(await bcrypt.hash('pässwörd ﬁ', cost))
    assert.match(stored, /^\$imported\$2b/)
    assert.equal(await hasher.verify('pässwörd ﬁ', stored), true)
    assert.equal(await hasher.verify('pässwörd fi', stored), false)
    assert.equal(hasher.needsRehash(stored), true)
    assert.equal(foreignHashProblem(stored), 'format', 'the mark is ours to give')
  }
  const long = 'x'.repeat(72)
  const cut = storedImport(await bcrypt.hash(long, 4))
  assert.deepEqual([await hasher.verify(long, cut), await hasher.verify(`${long}y`, cut)], [true, false])
  assert.equal(await hasher.verify('password', storedImport(published['argon2id of one lane'])), true)
})

test('what would hold up others is dear: longer than ours, or of much memory', () => {
  const isDearAt12 = (stored: string) => isDear(readHash(stored)!, 12)
  const dear = [`$imported$2b$13$${bcryptRest}`, argon2(65536, 5), argon2(65537, 1), `$pbkdf2-sha256$i=2000000$${salt}$${tag}`]
  const others = [`$imported$2b$12$${bcryptRest}`, `$2b$15$${bcryptRest}`, argon2(65536, 3), `$pbkdf2-sha512$i=210000$${salt}$${tag}`]
  assert.deepEqual([...dear, ...others].map(isDearAt12), [...dear.map(() => true), ...others.map(() => false)])
})

test('dear ones are checked one at a time beside the others, and so many wait', { timeout: 20_000 }, async () => {
  const narrow = new PasswordHasher({ cost: 4, concurrency: 1 })
  const done: string[] = []
  const check = async (name: string, stored: string) => {
    const isRight = await narrow.verify('password', stored)
    done.push(name)
    return isRight
  }
  const ours = await narrow.hash('password')
  // nine ways to write the same: two at most may wait for one
  const padding = ['', '=', '==']
  const forms = padding.flatMap((one) =>
    padding.map((two) => `${published['argon2id of 64 MiB'].replace(/\$([^$]+)$/, `${one}$$$1`)}${two}`),
  )
  const dear = [...forms, ...forms].map((stored) => check('dear', stored))
  const ordinary = Array.from({ length: 10 }, () => check('ours', ours))
  const found = await Promise.allSettled([...dear, ...ordinary])
  const refused = found.filter(({ status }) => status === 'rejected')
  assert.deepEqual([refused.length, (refused[0] as PromiseRejectedResult).reason.code], [1, 'unavailable'])
  assert.deepEqual(done.slice(-10), Array(10).fill('dear'), 'ours did not wait for those before them')
  assert.ok(found.every((one) => one.status === 'rejected' || one.value))
})

test('several of several makers are checked in one turn', async () => {
  const { isRight } = await hasher.verifyEach('password', [...Object.values(published), null, await hasher.hash('password'), 'odd'])
  assert.deepEqual(isRight, [true, true, true, true, true, false, true, false])
})

test('what a cheap one spares is spent beside it', async () => {
  const dear = new PasswordHasher({ cost: 10 })
  for (const password of ['password', 'another']) {
    const before = dear.work
    assert.equal(await dear.verify(password, published['PBKDF2 with SHA-512']), password === 'password')
    const spent = dear.work - before
    assert.ok(spent >= 2 ** 9 && spent < 2 ** 10 + 2 ** 8, `${spent} rounds`)
  }
})

const salt = 'c2FsdHNhbHQ'
const tag = 'nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
const bcryptRest = '.'.repeat(53)
const argon2 = (memory: number, passes: number) => `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${tag}`

test('dearer ones than the bounds are told apart from what can not be read, and are never run', async () => {
  const bounds = {
    null: [
      `$2a$15$${bcryptRest}`,
      `$2y$04$${bcryptRest}`,
      `$argon2id$v=19$m=262144,t=10,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}=`,
      `$pbkdf2-sha256$i=2000000$${salt}$${tag}`,
    ],
    too_big: [
      `$2b$16$${bcryptRest}`,
      `$2b$31$${bcryptRest}`,
      `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=64,t=11,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=4294967295,t=4294967295,p=16$${salt}$${tag}`,
      `$pbkdf2-sha256$i=2000001,l=32$${salt}$${tag}`,
    ],
    format: [
      '',
      'password',
      `$2b$03$${bcryptRest}`,
      `$2b$32$${bcryptRest}`,
      `$2x$10$${bcryptRest}`,
      `$sha384$2b$10$${bcryptRest}`,
      `$argon2i$v=19$m=64,t=1,p=1$${salt}$${tag}`,
      `$argon2id$v=16$m=64,t=1,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=64,t=1,p=17$${salt}$${tag}`,
      `$argon2id$v=19$m=15,t=1,p=2$${salt}$${tag}`,
      `$argon2id$v=19$m=64,t=0,p=1$${salt}$${tag}`,
      `$argon2id$v=19$m=64,t=1,p=1$c2FsdA$${tag}`,
      `$argon2id$v=19$m=64,t=1,p=1$${salt}$nf65`,
      `$pbkdf2-sha1$i=1000$${salt}$${tag}`,
      `$pbkdf2-sha256$i=1000,l=31$${salt}$${tag}`,
      `$pbkdf2-sha256$i=-1$${salt}$${tag}`,
      `$pbkdf2-sha256$i=1000$${salt}$${tag}${tag}`,
      `$pbkdf2-sha256$i=1000$${salt}$${tag}\n`,
      `$pbkdf2-sha256$i=1000$${'A'.repeat(600)}$${tag}`,
    ],
  }
  for (const [problem, all] of Object.entries(bounds)) {
    for (const stored of all) assert.equal(String(foreignHashProblem(stored)), problem, stored)
  }
  for (const stored of [...bounds.too_big, ...bounds.format]) assert.equal(await hasher.verify('password', stored), false, stored)
})
