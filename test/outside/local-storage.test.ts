import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { ObjectStore } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/local.ts'

describe('objects in a folder', () => {
  let data: string
  let store: ObjectStore

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'tenantry-objects-'))
    store = openStorage(pathToFileURL(join(data, 'objects')).href)
  })
  afterEach(() => rm(data, { recursive: true }))

  test('what is put is got, with its type, until it is deleted', async () => {
    const key = 'avatars/7b1c6a5e/x_1.webp'
    assert.equal(await store.get(key), null)
    await store.put(key, Buffer.from([0, 1, 255]), 'image/webp')
    assert.deepEqual(await store.get(key), { body: Buffer.from([0, 1, 255]), contentType: 'image/webp' })
    await store.put(key, Buffer.from('new'), 'image/png')
    assert.deepEqual(await store.get(key), { body: Buffer.from('new'), contentType: 'image/png' })
    await store.delete(key)
    await store.delete(key)
    assert.equal(await store.get(key), null)
    assert.deepEqual(await readdir(join(data, 'objects/avatars/7b1c6a5e')), [])
  })

  test('a second store on the same folder sees it', async () => {
    await store.put('a', Buffer.from('x'), 'text/plain')
    assert.equal((await openStorage(pathToFileURL(join(data, 'objects')).href).get('a'))?.contentType, 'text/plain')
  })

  test('nobody but this account may read it', async () => {
    await store.put('a/b', Buffer.from('x'), 'text/plain')
    assert.equal((await stat(join(data, 'objects/a'))).mode & 0o777, 0o700)
    assert.equal((await stat(join(data, 'objects/a/b'))).mode & 0o777, 0o600)
  })

  const malformed = [
    '',
    '.',
    '..',
    '../x',
    'a/../../x',
    'a//b',
    '/a',
    'a/',
    './a',
    'a/.b',
    '.a.type',
    'A',
    'a b',
    'a\u0000b',
    'a\\b',
    'a%2e',
    'ä',
    'a\n',
    'x'.repeat(201),
  ]
  for (const key of malformed) {
    test(`${JSON.stringify(key.slice(0, 30))} is no key`, async () => {
      await writeFile(join(data, 'x'), 'outside')
      await assert.rejects(store.put(key, Buffer.from('x'), 'text/plain'), /malformed/)
      await assert.rejects(store.get(key), /malformed/)
      await assert.rejects(store.delete(key), /malformed/)
    })
  }

  test('a folder is no object', async () => {
    await store.put('a/b', Buffer.from('x'), 'text/plain')
    assert.equal(await store.get('a'), null)
    assert.equal(await store.get('a/b/c'), null)
  })

  test('concurrent writes of one key leave one of them, whole', async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => Buffer.alloc(100_000, index))
    await Promise.all(bodies.map((body) => store.put('k', body, 'text/plain')))
    const { body } = (await store.get('k'))!
    assert.ok(bodies.some((candidate) => candidate.equals(body)))
    assert.deepEqual((await readdir(join(data, 'objects'))).sort(), ['.k.type', 'k'])
  })

  test('health leaves nothing behind and sees a folder that cannot be written', async () => {
    await store.check()
    assert.deepEqual(await readdir(join(data, 'objects')), [])
    await writeFile(join(data, 'file'), '')
    await assert.rejects(openStorage(pathToFileURL(join(data, 'file', 'objects')).href).check())
  })

  test('other URLs are refused', () => {
    for (const url of ['s3://bucket', 'file:', 'file:relative', 'file://host/path', '', '/data']) {
      assert.throws(() => openStorage(url), Error)
    }
  })
})
