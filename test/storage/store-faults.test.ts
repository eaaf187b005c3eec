/** What keeps a bucket from its work, of three vendors: away, full, other bytes, connections that are cut. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { AppError } from '#core/errors.ts'
import type { ObjectStore } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import type { Front } from '../rig/objects/front.ts'
import { type Backend, backends } from '../rig/objects/stores.ts'

const plain = 'application/octet-stream'
const megabyte = 1024 * 1024

async function* inChunks(body: Buffer, length = 200_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

const isAway = (error: unknown) => error instanceof AppError && error.status === 503

async function listed(store: ObjectStore, folder: string) {
  const pages = []
  for await (const page of store.list(folder)) pages.push(page)
  return pages
}

for (const name of ['s3', 'azure', 'gcs'] as const)
  describe(`faults of ${name}`, () => {
    let backend: Backend
    let front: Front
    let store: ObjectStore
    /** The same, that waits for nothing long. */
    let hasty: ObjectStore
    before(async () => {
      backend = await backends[name]()
      front = backend.front!
      store = openStorage(backend.url, backend.access)
      hasty = openStorage(backend.url, { ...backend.access, patienceMs: 1000 })
    })

    it('away or silent: 503 in time, with no word of what opens it; back again as if nothing had been', async () => {
      await store.put('files/ab/there', Buffer.from('x'), plain)
      for (const mode of ['refuse', 'silent'] as const) {
        front.mode = mode
        const asked = [
          hasty.put('files/ab/away', Buffer.from('x'), plain),
          hasty.put('files/ab/away', inChunks(Buffer.alloc(6 * megabyte)), plain),
          hasty.get('files/ab/there'),
          hasty.read('files/ab/there'),
          hasty.facts('files/ab/there'),
          hasty.delete('files/ab/there'),
        ]
        for (const settled of await Promise.allSettled(asked)) {
          assert.equal(settled.status, 'rejected', mode)
          const { reason } = settled as PromiseRejectedResult
          assert.equal((reason as AppError).status, 503, mode)
          const told = JSON.stringify({ ...reason, message: reason.message, cause: { ...reason.cause, message: reason.cause.message } })
          assert.doesNotMatch(told, /canary|Eby8vdM|authorization|signature|127\.0\.0\.1/i)
        }
        await assert.rejects(hasty.check())
        await assert.rejects(async () => listed(hasty, 'files'))
      }
      front.mode = 'pass'
      assert.equal((await hasty.get('files/ab/there'))?.body.toString(), 'x')
      assert.equal(await hasty.facts('files/ab/away'), null)
      await hasty.check()
    })

    it('full: 503, and nothing of it is there', async () => {
      front.mode = 'full'
      await assert.rejects(hasty.put('files/ab/full', Buffer.from('x'), plain), { status: 503 })
      await assert.rejects(hasty.put('files/ab/full', inChunks(Buffer.alloc(6 * megabyte)), plain), { status: 503 })
      front.mode = 'pass'
      assert.equal(await hasty.facts('files/ab/full'), null)
    })

    it('bytes that change on their way to it are not stored, on their way from it not taken for the whole', async () => {
      const body = Buffer.from(`${'x'.repeat(1000)}canary-of-bytes${'y'.repeat(1000)}`)
      const large = Buffer.concat([Buffer.alloc(6 * megabyte, 'z'), body])
      front.corrupt = { text: 'canary-of-bytes', where: 'request' }
      await assert.rejects(hasty.put('files/ab/wrong', body, plain), { status: 503 })
      await assert.rejects(store.put('files/ab/wrong', inChunks(large), plain), { status: 503 })
      front.corrupt = null
      assert.equal(await store.facts('files/ab/wrong'), null)
      await store.put('files/ab/right', body, plain)
      front.corrupt = { text: 'canary-of-bytes', where: 'response' }
      await assert.rejects(hasty.get('files/ab/right'))
      await assert.rejects(async () => text((await hasty.read('files/ab/right'))!))
      front.corrupt = null
      assert.ok((await store.get('files/ab/right'))?.body.equals(body))
    })

    it('a connection that is cut in the middle of a write: 503, and nothing of it is there', async () => {
      const patient = openStorage(backend.url, { ...backend.access, patienceMs: 5000 })
      const writes = {
        whole: [() => patient.put('files/cut/write', randomBytes(megabyte), plain), 200_000],
        'the first part': [() => patient.put('files/cut/write', inChunks(randomBytes(11 * megabyte)), plain), megabyte],
        'a later part': [() => patient.put('files/cut/write', inChunks(randomBytes(11 * megabyte)), plain), 7 * megabyte],
      } as const
      for (const [what, [write, after]] of Object.entries(writes)) {
        const { cuts } = front
        front.cutWritesAfter = after
        await assert.rejects(write(), isAway, what)
        front.cutWritesAfter = null
        assert.ok(front.cuts > cuts, what)
        assert.deepEqual([await store.facts('files/cut/write'), await listed(store, 'files/cut')], [null, []], what)
        assert.equal(backend.unfinished?.() ?? 0, 0, what)
      }
      await store.put('files/cut/write', Buffer.from('x'), plain)
      await store.delete('files/cut/write')
    })

    it('an answer that ends in the middle is no whole one', async () => {
      const body = randomBytes(megabyte)
      await store.put('files/ab/cut', body, plain)
      await cut(front, async () => {
        const whole = await store
          .read('files/ab/cut')
          .then(
            (stream) => buffer(stream!),
            () => null,
          )
          .catch(() => null)
        assert.ok(whole === null || whole.equals(body))
      })
    })
  })

async function cut(front: Front, work: () => Promise<void>): Promise<void> {
  const { cuts } = front
  front.cutAfter = 100_000
  await work()
  front.cutAfter = null
  assert.equal(front.cuts, cuts + 1)
}
