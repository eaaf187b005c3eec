/** What a command says that can't be done: the true cause and the file, and blames DATA_DIR and DATABASE_URL for their own faults only. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { backUpApart } from '#modules/backup/backup-apart.ts'
import { onDatabase } from '../backup/rig.ts'
import { runCommand, testMasterSecret } from '../rig/service.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'
import { putMigratedDatabase } from '../rig/snapshots.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-command-faults-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const place = (name: string) => {
  const path = join(folder, name)
  mkdirSync(path, { mode: 0o700 })
  return path
}
const dataDirectory = place('data')
before(() => putMigratedDatabase(dataDirectory))

const env = { MASTER_SECRET: testMasterSecret }
const run = (words: readonly string[], more: object = {}) => runCommand(words, { dataDirectory, env, ...more })
const put = (name: string, bytes: number) => {
  mkdirSync(join(dataDirectory, 'files/avatars'), { recursive: true })
  writeFileSync(join(dataDirectory, 'files/avatars', name), randomBytes(bytes))
}

describe('a backup', () => {
  it('names its own file where that can not be written', { skip: !mayMount() }, async () => {
    const disk = smallDisk(1)
    put('picture', 2 * 1024 * 1024)
    const path = join(disk.path, 'x.backup')
    assert.deepEqual(await run(['backup', '--to', path]), {
      exit: 1,
      stdout: [],
      stderr: [`tenantry: ENOSPC: no space left on device, write '${path}'`],
    })
    assert.deepEqual(readdirSync(disk.path), [])
    execFileSync('mount', ['-o', 'remount,ro', disk.path])
    const { exit, stderr } = await run(['backup', '--to', path])
    assert.equal(exit, 1)
    assert.match(stderr.join('\n'), /^tenantry: EROFS: read-only file system, open '\S+\/\.x\.backup\.[0-9a-f]+\.tmp'$/)
  })

  it('says why an upload could not be read, at night too', async () => {
    put('unreadable', 10)
    const type = join(dataDirectory, 'files/avatars/.unreadable.type')
    symlinkSync(type, type)
    try {
      const reason = `ELOOP: too many symbolic links encountered, open '${type}'`
      const { exit, stderr } = await run(['backup', '--to', join(folder, 'unreadable.backup')])
      assert.deepEqual([exit, stderr], [1, [`tenantry: ${reason}`]])
      const storageUrl = pathToFileURL(join(dataDirectory, 'files')).href
      const work = { path: join(folder, 'nightly.backup'), key: '00'.repeat(32), storageUrl, copy: folder }
      await assert.rejects(
        backUpApart(work, async () => {}, new AbortController().signal),
        { message: reason },
      )
    } finally {
      rmSync(type)
    }
  })
})

it('a restore says why an upload could not be written, and which file it could not read', async () => {
  put('whole', 10)
  const path = join(folder, 'whole.backup')
  assert.equal((await run(['backup', '--to', path])).exit, 0)
  const target = place('restored')
  writeFileSync(join(folder, 'no-folder'), '')
  const storage = { STORAGE_URL: pathToFileURL(join(folder, 'no-folder')).href }
  const written = await run(['restore', '--from', path], { dataDirectory: target, env: { ...env, ...storage } })
  assert.equal(written.exit, 1)
  assert.match(written.stderr.join('\n'), /^tenantry: E[A-Z]+: [^,]+, mkdir '\S+no-folder\/avatars'$/)
  const read = await run(['restore', '--from', join(folder, 'nowhere.backup')])
  assert.deepEqual([read.exit, read.stderr.length], [1, 1])
  assert.match(read.stderr[0]!, /^tenantry: ENOENT: [^,]+, \w+ '\S+nowhere\.backup'$/)
})

describe('a database that does not fit', () => {
  const refused = async (sentence: RegExp, more = {}) => {
    const { exit, stderr } = await run([], more)
    assert.equal(exit, 78, stderr.join('\n'))
    assert.match(stderr.join('\n'), sentence)
  }
  const change = (statement: string) => onDatabase({ dataDirectory }, (session) => session.query(statement))

  it('ends a start with 78: its keys are wrapped with another secret', async () => {
    assert.equal((await run(['keys', 'list'])).exit, 0)
    await refused(/^tenantry: MASTER_SECRET does not open the keys/, { env: { MASTER_SECRET: testMasterSecret.toLowerCase() } })
  })

  it('ends a start with 78: it is newer, or was made by a migration that is another now', async () => {
    await change(`insert into schema_migrations (name, checksum) values ('9999_later.sql', '')`)
    await refused(/^tenantry: the database is newer than this version of the service \(it has 9999_later\.sql\)/)
    await change(`delete from schema_migrations where name = '9999_later.sql'`)
    await change(`update schema_migrations set checksum = 'another' where name like '0001_%'`)
    await refused(/^tenantry: migration 0001_\S+ was changed after it had been applied/)
  })
})

it('a command whose database takes its connection and says nothing was not reached', async () => {
  const open = new Set<Socket>()
  const silent = createServer((socket) => open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const databaseUrl = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/none`
  const { exit, stderr } = await runCommand(['migrate'], { databaseUrl })
  for (const socket of open) socket.destroy()
  silent.close()
  assert.deepEqual([exit, stderr], [69, ['tenantry: the database of DATABASE_URL was not reached: timeout expired']])
})
