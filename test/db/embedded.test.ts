import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { isUnavailable } from '#db/database-errors.ts'
import { DataDirectoryInUse, lockDataDirectory } from '#db/embedded/data-lock.ts'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { eventually } from '../rig/ports.ts'
import { emptySnapshot } from '../rig/snapshots.ts'
import { child, temporaryDirectory } from './children.ts'

const holder = `
  import { lockDataDirectory } from '#db/embedded/data-lock.ts'
  const [directory] = process.argv.slice(1)
  try {
    await lockDataDirectory(directory)
    console.log('locked')
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log(error.name)
    console.log(error.message)
  }`

describe('the lock of a data directory', () => {
  test('refuses a second process with one line, and is free after kill -9', async () => {
    const directory = temporaryDirectory()
    const first = child(holder, directory)
    assert.equal(await first.line('locked'), 'locked')

    const second = child(holder, directory)
    assert.equal(await second.ended, 0)
    assert.equal(second.lines[0], 'DataDirectoryInUse')
    assert.equal(second.lines.length, 2)
    assert.match(second.lines[1]!, new RegExp(`^the data directory ${directory} is in use by another process`))
    await assert.rejects(lockDataDirectory(directory), DataDirectoryInUse)

    first.process.kill('SIGKILL')
    await first.ended
    await (await lockDataDirectory(directory)).release()
  })

  test('refuses a second opening in the same process, by another path too, until released', async () => {
    const directory = temporaryDirectory()
    const lock = await lockDataDirectory(directory)
    const link = join(temporaryDirectory(), 'link')
    fs.symlinkSync(directory, link)
    await assert.rejects(lockDataDirectory(directory), DataDirectoryInUse)
    await assert.rejects(lockDataDirectory(link), DataDirectoryInUse)
    // a refused opening closes its own descriptor, which must not drop the lock of the first
    assert.equal((await child(holder, directory).line('DataDirectoryInUse')) !== null, true)
    await lock.release()
    await lock.release()
    await (await lockDataDirectory(link)).release()
  })
})

describe('the embedded database', () => {
  let directory: string
  let snapshot: Blob
  before(async () => {
    directory = temporaryDirectory()
    snapshot = await emptySnapshot()
  })
  after(() => mock.restoreAll())

  test('writes every commit through to the disk', async () => {
    const database = await openEmbedded(join(directory, 'database'), { snapshot })
    const client = await database.pool.connect()
    await client.query('create table if not exists synced (n integer)')
    const fsync = mock.method(fs, 'fsyncSync')
    for (let n = 0; n < 25; n++) await client.query('insert into synced values ($1)', [n])
    const commits = fsync.mock.callCount()
    await client.query('select * from synced')
    const reads = fsync.mock.callCount() - commits
    mock.restoreAll()
    client.release()
    await database.close()
    assert.ok(commits >= 25, `25 commits, ${commits} calls of fsync`)
    assert.equal(reads, 0)
  })

  test('goes on after an error, a dropped client and a transaction nobody ended', async () => {
    const { pool, close } = await openEmbedded(null, { snapshot })
    const first = await pool.connect()
    await first.query('create table t (n integer primary key)')
    await assert.rejects(first.query('select * from nowhere'), { code: '42P01' })
    await first.query('begin')
    await first.query('insert into t values (1)')
    first.release(true)

    const second = await pool.connect()
    assert.deepEqual((await second.query('select count(*) as n from t')).rows, [{ n: 0 }])
    await second.query('insert into t values ($1)', [2])
    await assert.rejects(second.query('insert into t values ($1)', [2]), { code: '23505', constraint: 't_pkey' })
    second.release()
    const third = await pool.connect()
    assert.deepEqual((await third.query('select n from t')).rows, [{ n: 2 }])
    third.release()
    await close()
  })

  test('a client that was ended sends nothing more of what waited in it', async () => {
    const { pool, close } = await openEmbedded(null, { snapshot })
    const ended = await pool.connect()
    await ended.query('create table t (n integer)')
    const insert = (n: number) => ended.query('insert into t values ($1)', [n])
    const [underway, waiting] = [insert(1), insert(2)]
    ended.release(true)
    await underway
    await assert.rejects(waiting, /terminated/)
    const next = await pool.connect()
    assert.deepEqual((await next.query('select n from t')).rows, [{ n: 1 }])
    next.release()
    await close()
  })

  test('a statement is still prepared after a value that has no text', async () => {
    const { pool, close } = await openEmbedded(null, { snapshot })
    const client = await pool.connect()
    const circle: { self?: unknown } = {}
    circle.self = circle
    for (const isKnown of [false, true]) {
      const ask = (value: unknown) => client.query(`select $1::jsonb as ${isKnown ? 'known' : 'unknown'}`, [value])
      if (isKnown) for (let i = 0; i < 3; i++) await ask({})
      for (let i = 0; i < 3; i++) await assert.rejects(ask(circle), TypeError)
      assert.equal((await ask({})).rowCount, 1)
    }
    client.release()
    await close()
  })

  // without room for a table a statement fails, without room for the log PostgreSQL itself ends
  for (const [part, expected] of [
    ['/base/', '53100'],
    ['/pg_wal/', '57P02'],
  ] as const) {
    test(`a disk that is full for ${part} fails what is written, and with room again the database is back by itself`, async () => {
      const dataDirectory = temporaryDirectory()
      const database = await openDatabase({ url: null, dataDirectory, snapshot, log: { info() {}, warn() {}, error() {} } })
      await sql`create table filled (t text)`.execute(database.kysely)
      const fill = () =>
        database.transaction((tx) => sql`insert into filled select repeat(md5(i::text), 20) from generate_series(1, 2000) i`.execute(tx))
      await fill()
      const write = fs.writeSync as (...all: unknown[]) => number
      const full = mock.method(fs, 'writeSync', (fd: number, ...rest: unknown[]) => {
        if (!fs.readlinkSync(`/proc/self/fd/${fd}`).includes(part)) return write(fd, ...rest)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      })
      const codes = new Set<string>()
      for (let i = 0; i < 4; i++) {
        await assert.rejects(fill(), (error) => {
          codes.add((error as { code: string }).code)
          return isUnavailable(error)
        })
      }
      assert.ok(full.mock.callCount() > 0)
      mock.restoreAll()
      await eventually('the database', async () => {
        await fill()
        return true
      })
      assert.deepEqual((await sql`select count(*) as n from filled`.execute(database.kysely)).rows, [{ n: 4000 }])
      await database.close()
      assert.ok(codes.has(expected), [...codes].join())
    })
  }

  test('starts from a snapshot', async () => {
    const original = await openEmbedded(null, { snapshot: await emptySnapshot() })
    const client = await original.pool.connect()
    await client.query('create table kept as select 7 as n')
    client.release()
    const snapshot = await original.dump()
    await original.close()

    const stored = join(temporaryDirectory(), 'database')
    for (const place of [null, stored]) {
      const copy = await openEmbedded(place, { snapshot })
      const client = await copy.pool.connect()
      assert.deepEqual((await client.query('select n from kept')).rows, [{ n: 7 }])
      await client.query('update kept set n = 8')
      client.release()
      await copy.close()
    }
    // a directory that has a database keeps its own
    const again = await openEmbedded(stored, { snapshot })
    const reader = await again.pool.connect()
    assert.deepEqual((await reader.query('select n from kept')).rows, [{ n: 8 }])
    reader.release()
    await again.close()
  })
})
