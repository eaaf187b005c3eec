/** What files are kept on, a folder or a bucket of three vendors: the same of all of them. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { AppError } from '#core/errors.ts'
import type { ObjectStore } from '#core/object-store.ts'
import { HeldBytes } from '#outside/storage/held-bytes.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { type Backend, backends } from '../rig/objects/stores.ts'

const plain = 'application/octet-stream'
const megabyte = 1024 * 1024

async function* inChunks(body: Buffer, fails?: Error, length = 200_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
  if (fails) throw fails
}

const isAway = (error: unknown) => error instanceof AppError && error.status === 503

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function listed(store: ObjectStore, folder: string) {
  const pages = []
  for await (const page of store.list(folder)) pages.push(page)
  return pages
}

for (const [name, start] of Object.entries(backends))
  describe(`objects on ${name}`, () => {
    let backend: Backend
    let store: ObjectStore
    before(async () => {
      backend = await start()
      store = openStorage(backend.url, backend.access)
    })

    it('what is put is got, with its type, until it is deleted; deleting again is no error', async () => {
      const key = 'avatars/7b1c6a5e/x_1.webp'
      assert.deepEqual([await store.get(key), await store.read(key), await store.facts(key)], [null, null, null])
      await store.put(key, Buffer.from([0, 1, 255]), 'image/webp')
      assert.deepEqual(await store.get(key), { body: Buffer.from([0, 1, 255]), contentType: 'image/webp' })
      assert.deepEqual(await store.facts(key), { bytes: 3, contentType: 'image/webp' })
      await store.put(key, Buffer.from('other'), 'image/png')
      assert.deepEqual(await store.get(key), { body: Buffer.from('other'), contentType: 'image/png' })
      await store.delete(key)
      await store.delete(key)
      assert.deepEqual([await store.get(key), await store.read(key), await store.facts(key)], [null, null, null])
    })

    it('those who do not read hold nobody else up', async () => {
      await store.put('files/slow/read', randomBytes(megabyte), plain)
      const unread = []
      try {
        for (let readers = 0; readers < 210; readers++) unread.push((await store.read('files/slow/read'))!)
        await store.put('files/slow/other', Buffer.from('meanwhile'), plain)
        assert.equal((await store.get('files/slow/other'))?.body.toString(), 'meanwhile')
      } finally {
        for (const stream of unread) stream.destroy()
      }
      for (const key of ['files/slow/read', 'files/slow/other']) await store.delete(key)
    })

    it('those who send slowly hold nobody else up, however many uploads of one they are', async () => {
      const held = new HeldBytes(4 * megabyte)
      const shared = openStorage(backend.url, { ...backend.access, held })
      const goOn = Promise.withResolvers<void>()
      const sent = Array.from({ length: 8 }, () => Promise.withResolvers<void>())
      async function* slow(n: number): AsyncGenerator<Buffer> {
        yield Buffer.alloc(500_000, 'a')
        sent[n]!.resolve()
        await goOn.promise
        yield Buffer.alloc(100, 'b')
      }
      const uploads = sent.map(async ({ resolve }, n) => {
        try {
          await shared.put(`files/slow/sent${n}`, slow(n), plain, 'of one')
          return 'stored'
        } catch (error) {
          // told before it is asked for more
          resolve()
          return isAway(error) ? 'away' : error
        }
      })
      await Promise.all(sent.map(({ promise }) => promise))
      await shared.put('files/slow/beside', inChunks(Buffer.alloc(megabyte, 'c')), plain, 'of another')
      goOn.resolve()
      const outcomes = await Promise.all(uploads)
      const stored = outcomes.filter((outcome) => outcome === 'stored').length
      assert.equal(stored, name === 'file' ? 8 : 4, outcomes.join())
      assert.equal(outcomes.filter((outcome) => outcome === 'away').length, 8 - stored, outcomes.join())
      assert.equal((await shared.facts('files/slow/beside'))?.bytes, megabyte)
      // what was held is let go of
      await shared.put('files/slow/beside', inChunks(Buffer.alloc(2 * megabyte, 'd')), plain, 'of one')
    })

    it('nothing is something too', async () => {
      await store.put('files/no/thing', inChunks(Buffer.alloc(0)), plain)
      assert.deepEqual(await store.get('files/no/thing'), { body: Buffer.alloc(0), contentType: plain })
      assert.deepEqual(await store.facts('files/no/thing'), { bytes: 0, contentType: plain })
    })

    it('a stream of many parts is read whole and in ranges, of any place', async () => {
      const body = randomBytes(12 * megabyte + 17)
      await store.put('files/ab/large', inChunks(body), plain)
      assert.deepEqual(await store.facts('files/ab/large'), { bytes: body.length, contentType: plain })
      assert.equal(sha256(await buffer((await store.read('files/ab/large'))!)), sha256(body))
      const ranges = [
        [0, 0],
        [body.length - 1, body.length - 1],
        [5 * megabyte - 3, 5 * megabyte + 3],
        [1, body.length - 2],
      ] as const
      for (const [start, end] of ranges)
        assert.equal(
          sha256(await buffer((await store.read('files/ab/large', { start, end }))!)),
          sha256(body.subarray(start, end + 1)),
          `${start}-${end}`,
        )
    })

    it('a stream of several parts that breaks leaves nothing, and throws what broke it', async () => {
      const fault = new AppError(413, 'payload_too_large')
      for (const bytes of [1000, 11 * megabyte]) {
        const key = `files/cut/${bytes}`
        await assert.rejects(store.put(key, inChunks(Buffer.alloc(bytes), fault), plain), (error) => error === fault)
        assert.deepEqual([await store.read(key), await store.facts(key)], [null, null])
      }
      assert.deepEqual(await listed(store, 'files/cut'), [])
      assert.equal(backend.unfinished?.() ?? 0, 0)
    })

    it('whoever reads only the beginning may go', async () => {
      await store.put('files/ab/left', randomBytes(3 * megabyte), plain)
      const stream = (await store.read('files/ab/left'))!
      for await (const chunk of stream) {
        assert.ok((chunk as Buffer).length > 0)
        break
      }
      assert.ok(stream.destroyed)
      assert.equal((await store.get('files/ab/left'))?.body.length, 3 * megabyte)
    })

    it('a list tells of every object below a folder, page after page, and of all there are', async () => {
      const keys = Array.from({ length: 43 }, (_, n) => `many/${String(n % 7)}/${n}`)
      await Promise.all(keys.map((key) => store.put(key, Buffer.from('xy'), plain)))
      await store.put('manyother', Buffer.from('x'), plain)
      const pages = await listed(openStorage(backend.url, { ...backend.access, pageLength: 20 }), 'many')
      assert.deepEqual(
        pages.map(({ length }) => length),
        backend.front ? [20, 20, 3] : [43],
      )
      assert.deepEqual(
        pages
          .flat()
          .map(({ key }) => key)
          .sort(),
        [...keys].sort(),
      )
      const now = Date.now()
      assert.ok(pages.flat().every(({ bytes, modifiedAt }) => bytes === 2 && Math.abs(modifiedAt.getTime() - now) < 600_000))
      const all = (await listed(store, '')).flat().map(({ key }) => key)
      assert.ok(all.includes('manyother') && all.includes(keys[42]!) && !all.some((key) => key.includes('probe')))
      assert.deepEqual(await listed(store, 'none'), [])
    })

    it('a name that is none is refused before anything is asked', async () => {
      const asked = backend.front?.seen.length
      for (const key of [
        '',
        '..',
        '../x',
        'a//b',
        '/a',
        'a/',
        '.probe',
        'A',
        'a b',
        'a\u0000b',
        'a\\b',
        'a%2e',
        'ä',
        'a\n',
        'a?b',
        'x'.repeat(201),
      ])
        for (const work of [store.put(key, Buffer.from('x'), plain), store.get(key), store.read(key), store.delete(key)])
          await assert.rejects(work, /malformed/, JSON.stringify(key))
      await assert.rejects(async () => listed(store, '../x'), /malformed/)
      assert.equal(backend.front?.seen.length, asked)
    })

    it('writes of one name at once leave one of them, whole', async () => {
      const bodies = Array.from({ length: 6 }, (_, index) => Buffer.alloc(100_000, index))
      await Promise.all(bodies.map((body) => store.put('files/k', body, plain)))
      const { body } = (await store.get('files/k'))!
      assert.ok(bodies.some((candidate) => candidate.equals(body)))
    })

    it('health holds, and leaves no object', async () => {
      await store.check()
      await store.check()
      assert.deepEqual(
        (await listed(store, '')).flat().filter(({ key }) => !/^(avatars|files|many)/.test(key)),
        [],
      )
    })

    it('what is unfinished and young stays, and what is old is taken away', async () => {
      await backend.leaveUnfinished?.()
      const left = backend.leaveUnfinished ? 1 : 0
      assert.equal(backend.unfinished?.() ?? 0, left)
      await store.deleteUnfinished(new Date(Date.now() - 60_000))
      assert.equal(backend.unfinished?.() ?? 0, left, 'it is young')
      await store.deleteUnfinished(new Date(Date.now() + 60_000))
      assert.equal(backend.unfinished?.() ?? 0, 0)
    })
  })
