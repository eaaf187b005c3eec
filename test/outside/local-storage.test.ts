import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AppError } from '#core/errors.ts'
import type { ListedObject, ObjectStore } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/open-storage.ts'

async function collected(store: ObjectStore, folder: string): Promise<(readonly ListedObject[])[]> {
  const pages = []
  for await (const page of store.list(folder)) pages.push(page)
  return pages
}

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

  test('a stream is stored whole or not at all, and read whole or in part', async () => {
    const parts = (fails: boolean) =>
      (async function* () {
        yield Buffer.from('0123')
        yield Buffer.from('456789')
        if (fails) throw new AppError(413, 'payload_too_large')
      })()
    await store.put('files/ab/c', parts(false), 'application/octet-stream')
    await assert.rejects(store.put('files/ab/d', parts(true), 'application/octet-stream'), { code: 'payload_too_large' })
    assert.deepEqual(await readdir(join(data, 'objects/files/ab')), ['c'])
    const read = async (range?: { start: number; end: number }) => text((await store.read('files/ab/c', range))!)
    assert.deepEqual([await read(), await read({ start: 3, end: 3 }), await read({ start: 8, end: 9 })], ['0123456789', '3', '89'])
    for (const key of ['files/ab/d', 'files/ab', 'files/ab/c/d']) assert.equal(await store.read(key), null, key)
  })

  test('a list tells of every object below a folder, a thousand at a time at most', async () => {
    assert.deepEqual(await collected(store, 'files'), [])
    const keys = Array.from({ length: 1001 }, (_, n) => `files/${String(n % 7)}/${n}`)
    for (const key of keys) await store.put(key, Buffer.from('xy'), 'image/png')
    await store.put('other/a', Buffer.from('x'), 'text/plain')
    const pages = await collected(store, 'files')
    assert.deepEqual(
      pages.map((page) => page.length),
      [1000, 1],
    )
    assert.deepEqual(new Set(pages.flat().map(({ key }) => key)), new Set(keys))
    assert.ok(pages.flat().every(({ bytes, modifiedAt }) => bytes === 2 && modifiedAt instanceof Date))
  })

  test('what a write left half done is taken away once it is old', async () => {
    await store.put('files/ab/c', Buffer.from('x'), 'image/png')
    const folder = join(data, 'objects/files/ab')
    for (const name of ['.old.1.tmp', '.young.1.tmp']) await writeFile(join(folder, name), 'x')
    await utimes(join(folder, '.old.1.tmp'), new Date(0), new Date(0))
    await store.deleteUnfinished(new Date(86_400_000))
    assert.deepEqual((await readdir(folder)).sort(), ['.c.type', '.young.1.tmp', 'c'])
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
