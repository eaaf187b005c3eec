import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import bcrypt from 'bcrypt'
import { AppError } from '#core/errors.ts'
import { PasswordHasher } from '#core/secrets/password.ts'

const hasher = new PasswordHasher({ cost: 4 })

test('a password verifies, another one does not', async () => {
  const stored = await hasher.hash('correct horse')
  assert.match(stored, /^\$2b\$04\$/)
  assert.equal(await hasher.verify('correct horse', stored), true)
  assert.equal(await hasher.verify('correct horsf', stored), false)
  assert.notEqual(await hasher.hash('correct horse'), stored)
})

test('passwords equal in their first 72 bytes are not interchangeable', async () => {
  const short = 'x'.repeat(72)
  const [plain, long] = [await hasher.hash(short), await hasher.hash(`${short}a`)]
  assert.equal(await hasher.verify(short, plain), true)
  assert.equal(await hasher.verify(`${short}a`, plain), false)
  assert.equal(await hasher.verify(`${short}a`, long), true)
  assert.equal(await hasher.verify(`${short}b`, long), false)
  assert.equal(await hasher.verify(short, long), false)
})

test('the digest of a long password is not a password', async () => {
  const long = 'y'.repeat(100)
  const digest = createHash('sha384').update(long).digest('base64')
  const stored = await hasher.hash(long)
  assert.match(stored, /^\$sha384\$2b\$04\$/)
  assert.equal(await hasher.verify(digest, stored), false)
  assert.equal(await hasher.verify(digest, stored.replace('$sha384', '')), true)
  assert.equal(await hasher.verify(long, stored.replace('$sha384', '')), false)
})

test('256 bytes are verified whole', async () => {
  const password = '😀'.repeat(63)
  const stored = await hasher.hash(`${password}😀`)
  assert.equal(await hasher.verify(`${password}😀`, stored), true)
  assert.equal(await hasher.verify(`${password}😁`, stored), false)
  assert.equal(await hasher.verify(password, stored), false)
})

test('spaces count, spelling in Unicode does not, NUL ends nothing', async () => {
  const spaced = await hasher.hash(' secret ')
  assert.equal(await hasher.verify(' secret ', spaced), true)
  assert.equal(await hasher.verify('secret', spaced), false)
  assert.equal(await hasher.verify('caf\u00e9 noir', await hasher.hash('cafe\u0301 noir')), true)
  assert.equal(await hasher.verify('cafe\u0301 noir', await hasher.hash('caf\u00e9 noir')), true)
  const nul = await hasher.hash('a\0b')
  assert.equal(await hasher.verify('a\0b', nul), true)
  for (const other of ['a', 'a\0c', 'a\0']) assert.equal(await hasher.verify(other, nul), false)
  assert.equal(await hasher.verify('a\0a', await hasher.hash('a')), false)
})

test('imported hashes verify as they are', async () => {
  const imported = await bcrypt.hash('secret', 4)
  for (const variant of ['$2a', '$2b', '$2y']) {
    assert.equal(await hasher.verify('secret', imported.replace('$2b', variant)), true, variant)
    assert.equal(await hasher.verify('Secret', imported.replace('$2b', variant)), false, variant)
  }
})

test('a published vector of another implementation verifies', async () => {
  // Openwall crypt_blowfish, wrapper.c.
  const stored = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'
  assert.equal(await hasher.verify('U*U', stored), true)
  assert.equal(await hasher.verify('U*U*', stored), false)
})

test('an unreadable stored value is a wrong password and costs the same', async () => {
  // The hash of 'secret' at cost 16, more than is ever run for anyone.
  const costly = '$2b$16$7Llww6tKWVF3p8vGkhGjD.WC3ZH9iPLiW9zlGZfdMrH8VKiFLhnnO'
  for (const stored of ['', 'secret', '$2b$04$short', costly, '$2x$04$' + '.'.repeat(53), '$sha384', `$sha384${'$sha384'}$2b$04$`]) {
    const before = hasher.hashes
    assert.equal(await hasher.verify('secret', stored), false)
    assert.equal(hasher.hashes, before + 1)
    assert.equal(hasher.needsRehash(stored), false)
  }
})

test('a check for nobody is one run of the configured cost', async () => {
  const before = hasher.hashes
  await hasher.verifyEach('secret', [])
  assert.equal(hasher.hashes, before + 1)
})

test('a check costs as a hash of the configured cost would, to the round, whatever the age of the stored one', async () => {
  const raised = new PasswordHasher({ cost: 8 })
  const old = await Promise.all([4, 5, 7, 8].map((cost) => new PasswordHasher({ cost }).hash('secret')))
  const [start, hashes] = [raised.work, raised.hashes]
  await raised.verifyEach('secret', [])
  assert.equal(raised.work - start, 2 ** 8)
  for (const [n, stored] of old.entries()) {
    for (const password of ['secret', 'another']) {
      const before = raised.work
      assert.equal(await raised.verify(password, stored), password === 'secret')
      assert.equal(raised.work - before, 2 ** 8, `hash ${n}`)
    }
  }
  assert.equal(raised.hashes - hashes, 9)
})

test('several are checked in one turn, which begins when it is its own', async () => {
  const narrow = new PasswordHasher({ cost: 4, concurrency: 1, queueLimit: 2 })
  const stored = await narrow.hash('secret')
  const [first, second] = await Promise.all([narrow.verifyEach('secret', [stored, null, 'odd', stored]), narrow.verifyEach('secret', [])])
  assert.deepEqual([first.isRight, second.isRight], [[true, false, false, true], []])
  assert.ok(second.begunMs >= first.endedMs, 'the time in the queue is no part of a turn')
  assert.equal(narrow.hashes, 6)
})

test('only a raised work factor asks for a new hash', async () => {
  const raised = new PasswordHasher({ cost: 5 })
  for (const password of ['secret', 'z'.repeat(90)]) {
    const [low, high] = [await hasher.hash(password), await raised.hash(password)]
    assert.equal(raised.needsRehash(low), true)
    assert.equal(raised.needsRehash(high), false)
    assert.equal(hasher.needsRehash(high), false)
    assert.equal(await raised.verify(password, low), true)
  }
  raised.cost = 6
  assert.match(await raised.hash('secret'), /^\$2b\$06\$/)
  for (const cost of [3, 16, 4.5, Number.NaN]) {
    assert.throws(() => new PasswordHasher({ cost }), RangeError)
    assert.throws(() => {
      raised.cost = cost
    }, RangeError)
  }
  assert.equal(raised.cost, 6)
})

test('beyond the queue a password is turned away unhashed', async () => {
  const narrow = new PasswordHasher({ cost: 4, concurrency: 1, queueLimit: 1 })
  const results = await Promise.allSettled([narrow.hash('a'), narrow.verifyEach('a', []), narrow.verify('a', 'b'), narrow.hash('c')])
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && result.reason instanceof AppError && result.reason.code),
    [false, false, 'unavailable', 'unavailable'],
  )
  assert.equal(narrow.hashes, 2)
})
