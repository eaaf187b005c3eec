/** A store that can't be opened ends the start, by name; one that is only away does not. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { ObjectStore } from '#core/object-store.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { tryStorage } from '#outside/storage/try-storage.ts'
import { killEnv } from '../faults/kill-loop.ts'
import { type Backend, backends } from '../rig/objects/stores.ts'
import { runCommand, startService } from '../rig/service.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-refused-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'a-file')
writeFileSync(file, '')

const otherKey = randomBytes(64).toString('base64')
const secrets = /canary|AKIA|Eby8vdM|SharedKey|signature=/i

async function refused(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const dataDirectory = join(folder, randomBytes(4).toString('hex'))
  const { exit, stdout, stderr } = await runCommand([], { dataDirectory, env: { ...killEnv, ...env } })
  assert.equal(exit, 78, [...stdout, ...stderr].join('\n'))
  assert.match(stderr.at(-1) ?? '', sentence)
  const told = [...stdout, ...stderr].join('\n')
  assert.doesNotMatch(told, secrets)
  assert.ok(!told.includes(otherKey))
  assert.ok(!existsSync(join(dataDirectory, 'database')), 'a database, whose password nobody would have seen')
}

/** The same server, and something else in the address. */
const changed = ({ url }: Backend, from: RegExp, to: string) => url.replace(from, to)

describe('a start', () => {
  it('ends with 78 where the folder can not be made', async () => {
    const url = pathToFileURL(join(file, 'files')).href
    await refused({ STORAGE_URL: url }, /^ {2}STORAGE_URL names a folder that can not be used: ENOTDIR: .*a-file/)
  })

  it('ends with 78 where the bucket is not there', async () => {
    const s3 = await backends.s3()
    const url = changed(s3, /tenantry-test/, 'nobodys-bucket')
    await refused({ ...s3.env, STORAGE_URL: url }, /^ {2}STORAGE_URL names what refuses us: s3 write: NoSuchBucket \(404\)$/)
  })

  it('ends with 78 where the key is another one', async () => {
    const azure = await backends.azure()
    const sentence = /^ {2}STORAGE_URL names what refuses us: azure write: \w+ \(403\)$/
    await refused({ AZURE_STORAGE_KEY: otherKey, STORAGE_URL: azure.url }, sentence)
  })

  it('serves while the store is away, with a warning, and stores when it is back', async () => {
    const s3 = await backends.s3()
    s3.front!.mode = 'refuse'
    await using service = await startService({ env: { ...killEnv, ...s3.env, STORAGE_URL: s3.url, LOG_LEVEL: 'warn' } })
    assert.equal((await service.http.get('/health')).status, 200)
    const told = service.logs.filter(({ msg }) => msg === 'nothing can be stored now')
    assert.equal(told.length, 1, service.stdout.join('\n'))
    assert.doesNotMatch(JSON.stringify(told), secrets)
    s3.front!.mode = 'pass'
    await openStorage(s3.url).check()
  })
})

describe('what a store says', () => {
  const outcome = async (store: ObjectStore, withinMs?: number) => {
    const found = await tryStorage(store, withinMs)
    return found === null ? 'there' : 'refused' in found ? found.refused.replace(/: .*?(\(\d+\))?$/, ' $1').trim() : 'away'
  }
  const open = ({ url, access }: Backend, at = url) => openStorage(at, { ...access, patienceMs: 1000 })

  for (const [kind, start] of Object.entries(backends))
    if (kind !== 'file')
      it(`${kind}: a refusal is one, and what passes by itself is none`, async () => {
        const backend = await start()
        assert.equal(await outcome(open(backend)), 'there')
        const elsewhere = changed(backend, kind === 'azure' ? /files-[0-9a-f]+/ : /tenantry-test/, 'nobodys')
        assert.equal(await outcome(open(backend, elsewhere)), 'names what refuses us (404)')
        for (const status of [401, 403, 404]) {
          backend.front!.mode = status
          assert.equal(await outcome(open(backend)), `names what refuses us (${status})`)
        }
        for (const mode of ['refuse', 'silent', 'full', 429, 500, 503] as const) {
          backend.front!.mode = mode
          assert.equal(await outcome(open(backend)), 'away', String(mode))
        }
      })

  it('one that says nothing holds the start up no longer than it may', async () => {
    const s3 = await backends.s3()
    s3.front!.mode = 'silent'
    const begun = performance.now()
    assert.equal(await outcome(openStorage(s3.url), 300), 'away')
    assert.ok(performance.now() - begun < 2000)
  })

  it('a folder is made and written to', async () => {
    assert.equal(await outcome(openStorage(pathToFileURL(join(folder, 'new/files')).href)), 'there')
    assert.equal(await outcome(openStorage(pathToFileURL(file).href)), 'names a folder that can not be used')
  })

  it('a folder on a full disk is there, and takes nothing now', { skip: !mayMount() }, async () => {
    const disk = smallDisk(1)
    disk.fill()
    assert.equal(await outcome(openStorage(pathToFileURL(join(disk.path, 'files')).href)), 'away')
    disk.free()
    assert.equal(await outcome(openStorage(pathToFileURL(join(disk.path, 'files')).href)), 'there')
  })
})
