/** `tenantry storage copy`: every object in another store, proved, again and again. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { ObjectStore } from '#core/object-store.ts'
import { copyObjects } from '#outside/storage/copy-objects.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { azureAccounts, type Backend, backends } from '../rig/objects/stores.ts'
import { runCommand } from '../rig/service.ts'

const objects: Readonly<Record<string, { body: Buffer; contentType: string }>> = {
  'files/ab/large': { body: randomBytes(6_000_000), contentType: 'application/octet-stream' },
  'files/cd/small': { body: Buffer.from('canary of files'), contentType: 'application/octet-stream' },
  'files/ef/empty': { body: Buffer.alloc(0), contentType: 'application/octet-stream' },
  'avatars/a.webp': { body: randomBytes(1000), contentType: 'image/webp' },
}
const bytes = Object.values(objects).reduce((sum, { body }) => sum + body.length, 0)
const quiet = { progress: () => undefined, failure: () => undefined }

async function assertAll(store: ObjectStore): Promise<void> {
  const keys = []
  for await (const page of store.list('')) keys.push(...page.map(({ key }) => key))
  assert.deepEqual(new Set(keys), new Set(Object.keys(objects)))
  assert.equal(keys.length, Object.keys(objects).length)
  for (const [key, { body, contentType }] of Object.entries(objects)) {
    const found = await store.get(key)
    assert.ok(found?.body.equals(body) && found.contentType === contentType, key)
  }
}

describe('storage copy', () => {
  let from: Backend
  let s3: Backend
  let source: ObjectStore
  let target: ObjectStore
  before(async () => {
    from = await backends.file()
    s3 = await backends.s3()
    source = openStorage(from.url)
    target = openStorage(s3.url)
    for (const [key, { body, contentType }] of Object.entries(objects)) await source.put(key, body, contentType)
  })
  const copy = (...words: string[]) => runCommand(['storage', 'copy', ...words], { env: s3.env })

  it('copies all there is, and leaves what is equal', async () => {
    const first = await copy('--from', from.url, '--to', s3.url)
    assert.deepEqual([first.exit, first.stderr], [0, []])
    assert.equal(first.stdout.at(-1), `objects: 4, copied: 4 (${bytes} bytes), equal: 0, gone meanwhile: 0, failed: 0`)
    await assertAll(target)
    const other = Buffer.from(objects['files/cd/small']!.body)
    other[3]! ^= 1
    await target.put('files/cd/small', other, 'application/octet-stream')
    assert.deepEqual(await copyObjects(source, target, quiet), {
      objects: 4,
      copied: 1,
      equal: 3,
      gone: 0,
      failed: 0,
      bytesCopied: other.length,
    })
    await assertAll(target)
  })

  it('goes on where it was broken off, and from any store to any other', async () => {
    const [gcs, folder] = [openStorage((await backends.gcs()).url), openStorage((await backends.file()).url)]
    await gcs.put('avatars/a.webp', objects['avatars/a.webp']!.body, 'image/webp')
    assert.deepEqual(await copyObjects(target, gcs, quiet), {
      objects: 4,
      copied: 3,
      equal: 1,
      gone: 0,
      failed: 0,
      bytesCopied: bytes - 1000,
    })
    assert.equal((await copyObjects(gcs, folder, quiet)).copied, 4)
    await assertAll(folder)
  })

  it('ends with 1 and names what is not there as it was, and tells nothing that opens a store', async () => {
    const { front } = s3
    await target.delete('files/cd/small')
    front!.corrupt = { text: 'canary of files', where: 'request' }
    const { exit, stdout, stderr } = await copy('--from', from.url, '--to', s3.url)
    front!.corrupt = null
    assert.equal(exit, 1)
    assert.deepEqual(stderr, [
      'files/cd/small: s3 write: the storage has other bytes than it was sent',
      'tenantry: 1 objects could not be copied: run it again',
    ])
    assert.match(stdout.at(-1)!, /equal: 3, gone meanwhile: 0, failed: 1$/)
    assert.equal(await target.facts('files/cd/small'), null)
    front!.mode = 'refuse'
    const away = await copyObjects(source, openStorage(s3.url, { patienceMs: 1000 }), quiet)
    front!.mode = 'pass'
    assert.deepEqual([away.copied, away.failed], [0, 4])
  })

  it('copies from one account of Azure into another, each opened by what is its own', async () => {
    const [one, other] = await azureAccounts()
    const words = ['storage', 'copy', '--from', one.url, '--to', other.url]
    const [own, theirs] = [one.env.AZURE_STORAGE_KEY!, other.env.AZURE_STORAGE_KEY!]
    await openStorage(one.url, one.access).put('files/ab/small', Buffer.from('of one account'), 'text/plain')
    const wrong = await runCommand(words, { env: { AZURE_STORAGE_KEY: own } })
    assert.equal(wrong.exit, 1, 'the key of the one does not open the other')
    const done = await runCommand(words, { env: { AZURE_STORAGE_KEY: own, TO_AZURE_STORAGE_KEY: theirs } })
    assert.deepEqual([done.exit, done.stderr], [0, []])
    assert.match(done.stdout.at(-1)!, /^objects: 1, copied: 1 /)
    const found = await openStorage(other.url, other.access).get('files/ab/small')
    assert.equal(found?.body.toString(), 'of one account')
    // back again the keys change places
    const back = ['storage', 'copy', '--from', other.url, '--to', one.url]
    const again = await runCommand(back, { env: { AZURE_STORAGE_KEY: theirs, TO_AZURE_STORAGE_KEY: own } })
    assert.match(again.stdout.at(-1)!, /^objects: 1, copied: 0 .*, equal: 1,/)
  })

  it('refuses a place that is none, or that lies in the other, and words that are no command', async () => {
    const wrong: [string, string, RegExp][] = [
      ['s3://key:secret@bucket?region=x', from.url, /--from must be without user/],
      [from.url, 'gcs:x', /--to must/],
      [`${from.url}-misspelt`, s3.url, /--from names a directory that is not there/],
      [from.url, 'azure://account/container', /--to needs AZURE_STORAGE_KEY/],
      [from.url, `${from.url}/files`, /--to must not lie in --from/],
    ]
    const refused = wrong.map(async ([one, other, reason]) => {
      const { exit, stderr } = await copy('--from', one, '--to', other)
      assert.equal(exit, 78)
      assert.match(stderr.join('\n'), reason)
      assert.doesNotMatch(stderr.join('\n'), /secret/)
    })
    await Promise.all(refused)
    assert.equal((await copy('--from', from.url)).exit, 64)
  })
})
