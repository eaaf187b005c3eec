import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PasswordHasher } from '#core/secrets/password.ts'
import { foreignHashProblem } from '#core/secrets/stored-hash.ts'

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
