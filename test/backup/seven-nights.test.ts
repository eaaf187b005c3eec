/** The job of the nightly backup, night by night. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import { migrate } from '#db/migrate.ts'
import type { Service } from '#db/rows/context.ts'
import { archiveKey } from '#modules/backup/archive-format.ts'
import { BackupState } from '#modules/backup/backup-state.ts'
import { checkArchive } from '#modules/backup/check-archive.ts'
import { nightlyBackup } from '#modules/backup/nightly.jobs.ts'
import { eventually } from '../rig/ports.ts'
import { testMasterSecret } from '../rig/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-nights-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** All but the mark of whose directory it is. */
const namesIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => !name.startsWith('.tenantry-owner-'))
    .sort()

async function numbersOf(state: BackupState) {
  const { tenantry_backup_last_success_timestamp_seconds: newest, tenantry_backups_total: ends } = state.measures()
  const [samples, ended] = [await newest!.read(), await ends!.read()]
  const count = (outcome: string) => ended.find(({ labels }) => labels.outcome === outcome)!.value
  return { newest: samples[0]!.value, made: count('made'), failed: count('failed') }
}

describe('seven nights', () => {
  const dataDirectory = join(folder, 'data')
  const directory = join(folder, 'seven')
  const night = new Date('2026-03-08T02:10:00Z')
  const log = { info() {}, warn() {}, error() {} }
  const key = archiveKey(testMasterSecret)
  let database: Database
  let service: Service
  const job = (more: { directory?: string; state?: BackupState } = {}) => {
    const storageUrl = pathToFileURL(join(dataDirectory, 'files')).href
    return nightlyBackup({ directory, dataDirectory, storageUrl, key, log, state: new BackupState(), ...more })
  }
  const never = new AbortController().signal
  const serviceOf = async (open: Database, secrets = [testMasterSecret]) =>
    ({ database: open, keys: await KeyRing.open(open, secrets, night) }) as unknown as Service

  before(async () => {
    database = await openDatabase({ url: null, dataDirectory, log })
    await migrate(database)
    service = await serviceOf(database)
    await sql`create table ballast as select repeat(md5(g::text), 30) as text from generate_series(1, 20000) g`.execute(database.kysely)
    await mkdir(directory)
    for (let day = 1; day <= 7; day++) writeFileSync(join(directory, `tenantry-2026030${day}T020500Z.backup`), 'an older one')
    writeFileSync(join(directory, '.tenantry-20260307T020500Z.backup.0123456789ab.tmp'), 'of a process that was killed')
    writeFileSync(join(directory, 'notes.txt'), 'of somebody else')
  })
  after(() => database.close())

  it('are kept, the oldest goes when a newer one is whole, and a second is not made in a night', async () => {
    const nightly = job()
    await nightly.run(service, night, never)
    const names = namesIn(directory)
    const days = ['02', '03', '04', '05', '06', '07'].map((day) => `tenantry-202603${day}T020500Z.backup`)
    assert.deepEqual(names, ['notes.txt', ...days, 'tenantry-20260308T021000Z.backup'])
    const { tables, header } = await checkArchive(join(directory, names.at(-1)!), [testMasterSecret])
    assert.ok(tables.length > 50 && header.database === 'embedded')
    await nightly.run(service, new Date('2026-03-09T01:59:00Z'), never)
    assert.deepEqual(namesIn(directory), names)
  })

  it('are known to the next process, which has made none itself', async () => {
    const state = new BackupState()
    assert.deepEqual(await numbersOf(state), { newest: 0, made: 0, failed: 0 })
    await job({ state }).run(service, new Date('2026-03-08T09:00:00Z'), never)
    assert.deepEqual(await numbersOf(state), { newest: night.getTime() / 1000, made: 0, failed: 0 })
  })

  it('are kept though a clock that was wrong has named seven of a time to come', async () => {
    const ahead = join(folder, 'ahead')
    await mkdir(ahead)
    const future = [1, 2, 3, 4, 5, 6, 7].map((day) => `tenantry-2040030${day}T020500Z.backup`)
    for (const name of future) writeFileSync(join(ahead, name), 'of another time')
    await job({ directory: ahead }).run(service, night, never)
    assert.deepEqual(namesIn(ahead), ['tenantry-20260308T021000Z.backup', ...future])
  })

  it('lose nothing by one that fails, which is tried again after an hour', async () => {
    const blocked = join(folder, 'blocked')
    writeFileSync(blocked, 'no folder')
    const state = new BackupState()
    const nightly = job({ directory: blocked, state })
    await assert.rejects(nightly.run(service, night, never), /ENOTDIR|EEXIST/)
    rmSync(blocked)
    await assert.rejects(nightly.run(service, new Date(night.getTime() + 59 * 60_000), never), /ENOTDIR|EEXIST/)
    assert.ok(!existsSync(blocked))
    assert.deepEqual(await numbersOf(state), { newest: 0, made: 0, failed: 1 })
    const again = new Date(night.getTime() + 61 * 60_000)
    await nightly.run(service, again, never)
    assert.equal(namesIn(blocked).length, 1)
    assert.deepEqual(await numbersOf(state), { newest: again.getTime() / 1000, made: 1, failed: 1 })
  })

  it('are of one service: another that is given the directory removes nothing there, and says so', async () => {
    const shared = join(folder, 'shared')
    await job({ directory: shared }).run(service, night, never)
    const ownMark = readdirSync(shared).find((name) => name.startsWith('.tenantry-owner-'))!
    await rename(join(shared, ownMark), join(shared, '.tenantry-owner-0123456789abcdef'))
    writeFileSync(join(shared, '.tenantry-20260308T023000Z.backup.0123456789ab.tmp'), 'which the other is writing')
    const before = readdirSync(shared).sort()
    const state = new BackupState()
    const next = new Date('2026-03-09T02:10:00Z')
    await assert.rejects(job({ directory: shared, state }).run(service, next, never), /holds the backups of another service/)
    assert.deepEqual(readdirSync(shared).sort(), before)
    assert.deepEqual(await numbersOf(state), { newest: 0, made: 0, failed: 1 })
    // the one whose it is goes on, and removes what it left unfinished itself
    await rename(join(shared, '.tenantry-owner-0123456789abcdef'), join(shared, ownMark))
    await job({ directory: shared }).run(service, new Date('2026-03-08T09:00:00Z'), never)
    assert.deepEqual(namesIn(shared), ['tenantry-20260308T021000Z.backup'])
  })

  it('go on under a new master secret', async () => {
    const renewed = await serviceOf(database, ['another secret of more than 32 bytes, at last', testMasterSecret])
    await job({ directory: join(folder, 'shared') }).run(renewed, new Date('2026-03-08T09:20:00Z'), never)
    service = await serviceOf(database, [testMasterSecret, 'another secret of more than 32 bytes, at last'])
  })

  it('keep no log of a copy whose process was killed', async () => {
    // what a copy leaves that is killed in its middle: more and more of the log would be kept
    await sql`select pg_create_physical_replication_slot('tenantry_copy', true)`.execute(database.kysely)
    await database.close()
    database = await openDatabase({ url: null, dataDirectory, log })
    service = await serviceOf(database)
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_replication_slots`.execute(database.kysely)
    assert.equal(rows[0]!.n, 0)
  })

  it('leave nothing of one that was stopped, and the next is made', async () => {
    const stopped = join(folder, 'stopped')
    const stop = new AbortController()
    const run = job({ directory: stopped }).run(service, night, stop.signal)
    // aborted while the files are copied
    await eventually('the copy to begin', () => existsSync(join(dataDirectory, 'backup-copy', 'database', 'base')))
    stop.abort(new Error('the service is stopping'))
    await assert.rejects(run, /the service is stopping/)
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pg_replication_slots`.execute(database.kysely)
    assert.deepEqual([rows[0]!.n, existsSync(join(dataDirectory, 'backup-copy'))], [0, false])
    assert.deepEqual(
      readdirSync(stopped).filter((name) => name.endsWith('.backup')),
      [],
    )
    await job({ directory: stopped }).run(service, night, never)
    const names = namesIn(stopped)
    assert.equal(names.length, 1)
    assert.ok(readFileSync(join(stopped, names[0]!)).length > 1000)
  })
})
