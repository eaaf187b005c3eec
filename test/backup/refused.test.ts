/** What nothing is restored from: refused before anything is opened. */
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ServiceClock } from '#core/clock.ts'
import type { Database } from '#db/database.ts'
import { WrongMasterSecret } from '#db/keys/keys.ts'
import { type ArchiveRecord, archiveKey, jsonRecord } from '#modules/backup/archive-format.ts'
import { checkArchive } from '#modules/backup/check-archive.ts'
import { databaseRecords } from '#modules/backup/database-records.ts'
import { makeBackup } from '#modules/backup/make-backup.ts'
import { BackupRefused, readArchive } from '#modules/backup/read-archive.ts'
import { restoreBackup } from '#modules/backup/restore.ts'
import { writeArchive } from '#modules/backup/write-archive.ts'
import { LocalStore } from '#outside/storage/local.ts'
import { picture } from '../files/rig.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { testMasterSecret } from '../rig/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-refused-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const whole = join(folder, 'whole.backup')
const other = 'another secret of more than 32 bytes, at last'
let app: TestApp

const store = () => app.open.service.objects
/** @param database fails the test where none is to be opened */
const restore = (path: string, { masterSecrets = [testMasterSecret], database = null as Database | null } = {}) =>
  restoreBackup({
    path,
    masterSecrets,
    objects: store(),
    openDatabase: async () => database ?? assert.fail('the database was opened'),
  })
const refused = (path: string, reason: RegExp, options = {}) =>
  assert.rejects(restore(path, options), (error) => error instanceof BackupRefused && reason.test(error.message))

/** The records of the whole one as somebody else would write them. */
async function rewritten(name: string, change: (record: ArchiveRecord) => ArchiveRecord, secret = testMasterSecret): Promise<string> {
  const path = join(folder, name)
  async function* records() {
    for await (const record of readArchive(whole, [testMasterSecret])) if (record.kind !== 'end') yield change(record)
  }
  await writeArchive(path, archiveKey(secret), records())
  return path
}
const withJson = (kind: string, change: (value: Record<string, unknown>) => object) => (record: ArchiveRecord) =>
  record.kind === kind ? jsonRecord(record.kind, change(JSON.parse(record.payload.toString()))) : record

before(async () => {
  app = await startApp()
  const { tenant } = await tenantWithAdmin(app)
  await store().put(`avatars/${tenant.id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`, await picture().png().toBuffer(), 'image/png')
  const { database } = app.open.service
  const work = { objects: store(), clock: new ServiceClock(), kind: database.kind, openDatabase: async () => database }
  await makeBackup({ path: whole, key: archiveKey(testMasterSecret), ...work })
})

describe('a file', () => {
  it('that is whole is proved, by any of the secrets that are given', async () => {
    const { rows, objects, tables } = await checkArchive(whole, [other, testMasterSecret])
    assert.ok(rows > 100 && tables.length > 50)
    assert.equal(objects, 1)
  })

  it('says that it holds no objects where they are in a store elsewhere', async () => {
    const path = join(folder, 'elsewhere.backup')
    const { database } = app.open.service
    const work = { clock: new ServiceClock(), kind: database.kind, openDatabase: async () => database }
    await makeBackup({ path, key: archiveKey(testMasterSecret), objects: { ...store(), name: 's3' }, ...work })
    const checked = await checkArchive(path, [testMasterSecret])
    assert.deepEqual([checked.header.holdsObjects, checked.objects], [false, 0])
  })

  it('that is cut anywhere', async () => {
    const bytes = readFileSync(whole)
    for (const length of [0, 1, 8, 200, bytes.length >> 1, bytes.length - 200, bytes.length - 5, bytes.length - 1]) {
      const path = join(folder, 'cut.backup')
      writeFileSync(path, bytes.subarray(0, length))
      await refused(path, /^the file (is cut|is no backup)/)
    }
  })

  it('that was cut and closed again', async () => {
    const plain = zstdDecompressSync(readFileSync(whole))
    for (const length of [3, 9, 12, plain.length >> 1, plain.length - 3]) {
      const path = join(folder, 'closed.backup')
      writeFileSync(path, zstdCompressSync(plain.subarray(0, length)))
      await refused(path, /^the file (is cut|is no backup)/)
    }
  })

  it('in which a bit is another, wherever', async () => {
    const bytes = readFileSync(whole)
    const plain = zstdDecompressSync(bytes)
    const path = join(folder, 'changed.backup')
    /** Some bits of a frame say nothing of what is in it: the size of its window, or how a block was packed. Then it is the same backup. */
    const holdsTheSame = (packed: Buffer) => {
      try {
        return zstdDecompressSync(packed).equals(plain)
      } catch {
        return false
      }
    }
    let refusals = 0
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
      const copy = Buffer.from(bytes)
      copy[at]! ^= 0x10
      if (holdsTheSame(copy)) continue
      refusals++
      writeFileSync(path, copy)
      await refused(path, /^the (file|object|table) /)
    }
    assert.ok(refusals > 30, `${refusals} of 40`)
    for (let at = 0; at < plain.length; at += Math.ceil(plain.length / 40)) {
      const copy = Buffer.from(plain)
      copy[at]! ^= 0x01
      writeFileSync(path, zstdCompressSync(copy))
      await refused(path, /^the (file|object|table) /)
    }
  })

  it('with something behind its end', async () => {
    const path = join(folder, 'longer.backup')
    const bytes = readFileSync(whole)
    writeFileSync(path, Buffer.concat([bytes, zstdCompressSync(Buffer.from('more'))]))
    await refused(path, /^the file was changed/)
    writeFileSync(path, zstdCompressSync(Buffer.concat([zstdDecompressSync(bytes), Buffer.from('x')])))
    await refused(path, /^the file was changed/)
  })

  it('that a stranger made longer than memory is, behind the beginning of a true one', async () => {
    const plain = zstdDecompressSync(readFileSync(whole))
    // whoever has seen one backup has its first record, which proves the secret
    const begin = plain.subarray(0, 14 + plain.readUInt32BE(10))
    const head = (letter: string, length: number) => {
      const bytes = Buffer.alloc(5, letter)
      bytes.writeUInt32BE(length, 1)
      return bytes
    }
    const table = Buffer.from('{"name":"keys","columns":["kid"]}')
    const rows = Buffer.alloc(1024 * 1024, 'x\n')
    const bombs: Record<string, Buffer[]> = {
      'a long head of an object': [head('O', 2 * rows.length), rows, rows],
      'many rows of keys': [head('T', table.length), table, ...Array.from({ length: 20 }, () => [head('R', rows.length), rows]).flat()],
      'many tables': Array.from({ length: 1100 }, () => [head('T', table.length), table]).flat(),
    }
    for (const [name, parts] of Object.entries(bombs)) {
      const path = join(folder, 'bomb.backup')
      writeFileSync(path, zstdCompressSync(Buffer.concat([begin, ...parts])))
      // not "is cut", which would say that all of it was read
      await refused(path, /^the file was changed/).catch((error) => assert.fail(`${name}: ${error}`))
    }
    writeFileSync(
      join(folder, 'bomb.backup'),
      zstdCompressSync(Buffer.concat([plain.subarray(0, 9), head('H', rows.length * 2), rows, rows])),
    )
    await refused(join(folder, 'bomb.backup'), /^the file was changed/)
  })

  it('of another program', async () => {
    const path = join(folder, 'other.backup')
    for (const bytes of [Buffer.from('PGDMP'), zstdCompressSync(Buffer.alloc(10_000, 'x'))]) {
      writeFileSync(path, bytes)
      await refused(path, /^the file (is no backup|is cut)/)
    }
    await assert.rejects(restore(join(folder, 'none.backup')), /ENOENT/)
  })

  it('of a newer version, in its format or its database', async () => {
    const format = withJson('header', (header) => ({ ...header, format: 2, version: '9.1.0' }))
    await refused(await rewritten('format.backup', format), /^the file was made by a newer version \(9\.1\.0\)/)
    const later = withJson('schema', (schema) => ({
      ...schema,
      migrations: [...(schema.migrations as object[]), { name: '9999_later.sql', checksum: 'x' }],
    }))
    await refused(await rewritten('later.backup', later), /newer version of the service \(its database has 9999_later\.sql\)/)
  })

  it('under another master secret, or whose keys are under another one', async () => {
    await refused(whole, /^the file was made under another master secret/, { masterSecrets: [other] })
    const sealed = await rewritten(
      'keys.backup',
      withJson('header', (header) => header),
      other,
    )
    await refused(sealed, /^the file was changed/)
    const proof = (await header(whole)).secret
    assert.ok(!JSON.stringify(proof).includes(testMasterSecret))
    // as a backup that was made while the service still ran under the older secret would be
    const path = join(folder, 'older.backup')
    const { database } = app.open.service
    const work = { objects: store(), clock: new ServiceClock(), kind: database.kind, openDatabase: async () => database }
    await makeBackup({ path, key: archiveKey(other), ...work })
    await assert.rejects(restore(path, { masterSecrets: [other] }), WrongMasterSecret)
  })
})

it('a backup is not made where rows name uploads and the store has none, as where its volume is not mounted', async () => {
  const { database } = app.open.service
  const path = join(folder, 'unmounted.backup')
  const work = {
    path,
    key: archiveKey(testMasterSecret),
    clock: new ServiceClock(),
    kind: database.kind,
    openDatabase: async () => database,
  }
  const ask = (text: string) => database.session((session) => session.query(text))
  await ask(`insert into stored_pictures (key, tenant_id, bytes) values ('avatars/named', null, 1), ('avatars/other', null, 1)`)
  try {
    const unmounted = makeBackup({ ...work, objects: new LocalStore(join(folder, 'unmounted')) })
    await assert.rejects(unmounted, /^Error: rows name 2 uploads, and STORAGE_URL holds none/)
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('unmounted.backup')),
      [],
    )
    assert.equal((await makeBackup({ ...work, objects: store() })).missing, 1, 'one object is there')
  } finally {
    await ask(`delete from stored_pictures where key in ('avatars/named', 'avatars/other')`)
  }
})

it('long rows behind short ones come in records that can be read, however the first of them were', async () => {
  const { database } = app.open.service
  // each quote is escaped as JSON twice: four bytes
  const fill = `insert into service_settings (name, value, updated_at) select 'long.' || n, to_jsonb(repeat('"', case when n < 100 then 1 else 100000 end)), now()
    from generate_series(1, 140) n`
  try {
    const [rows, longest] = await database.session(async (session) => {
      await session.query(fill)
      let [found, longest] = [0, 0]
      for await (const { kind, payload } of databaseRecords(session)) {
        if (kind !== 'rows') continue
        found += payload
          .toString()
          .split('\n')
          .filter((line) => line.includes('"long.')).length
        longest = Math.max(longest, payload.length)
      }
      return [found, longest]
    })
    assert.equal(rows, 140)
    assert.ok(longest < 1024 * 1024, `${longest} bytes in one record`)
  } finally {
    await database.session((session) => session.query(`delete from service_settings where name like 'long.%'`))
  }
})

it('a database that is not empty is refused before anything is written', async () => {
  const { database } = app.open.service
  await sleep(5)
  const rows = () => database.session(async (session) => (await session.query('select count(*)::integer as n from events')).rows[0].n)
  const before = await rows()
  await refused(whole, /^the database is not empty/, { database: { ...database, close: async () => {} } })
  assert.equal(await rows(), before)
})

async function header(path: string) {
  for await (const { payload } of readArchive(path, [testMasterSecret])) return JSON.parse(payload.toString())
}
