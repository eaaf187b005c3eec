/** Embedded databases that are copied instead of made: initdb takes seconds, a copy a quarter of one. Kept on this machine. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { ArchivedFiles, type DatabaseArchive, readArchive, writeArchived } from './archived-files.ts'

const root = join(import.meta.dirname, '../..')
const migrationsFolder = join(root, 'src/db/migrations')
const silent = { info() {}, warn() {}, error() {} }

/** Names the state of the migrations. */
export function migrationsKey(): string {
  const hash = createHash('sha256')
  for (const file of globSync('*.sql', { cwd: migrationsFolder }).sort())
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  return hash.digest('hex').slice(0, 24)
}

/** A fresh database as initdb makes it. */
export const emptySnapshot = async (): Promise<Blob> => new Blob([await emptyBytes()])

const emptyBytes = (): Promise<Buffer<ArrayBuffer>> =>
  kept(`empty-${engineVersion()}`, async () => {
    const { dump, close } = await openEmbedded(null)
    const made = await dump()
    await close()
    return made
  })

let migrated: Promise<DatabaseArchive> | undefined
let empty: Promise<DatabaseArchive> | undefined

/** Read once a process. */
function migratedArchive(): Promise<DatabaseArchive> {
  migrated ??= migratedBytes().then(readArchive)
  return migrated
}

/** The files of a fresh database in memory with all migrations; for one opening. */
export const migratedFiles = async (): Promise<ArchivedFiles> => new ArchivedFiles(await migratedArchive())

/** Those of a database as initdb makes it; for one opening, which takes half of what a snapshot takes. */
export async function emptyFiles(): Promise<ArchivedFiles> {
  empty ??= emptyBytes().then(readArchive)
  return new ArchivedFiles(await empty)
}

/**
 * Puts into the data directory of a service what its first start makes there before it fills it: an embedded database with all migrations.
 * What a first start does by itself, `faults/start-faults` and `commands` try.
 */
export async function putMigratedDatabase(dataDirectory: string): Promise<void> {
  writeArchived(await migratedArchive(), join(dataDirectory, 'database'))
}

/** A new data directory that `putMigratedDatabase` has filled. */
export async function preparedDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-data-'))
  await putMigratedDatabase(directory)
  return directory
}

/** One with all migrations. */
const migratedBytes = (): Promise<Buffer<ArrayBuffer>> =>
  kept(`${engineVersion()}-${migrationsKey()}`, async () => {
    const database = await openDatabase({ url: null, dataDirectory: null, log: silent, snapshot: await emptySnapshot() })
    await migrate(database)
    const made = await database.dump()
    await database.close()
    return made
  })

/** A fresh embedded database in memory with all migrations. */
export const migratedDatabase = async (): Promise<Database> =>
  openDatabase({ url: null, dataDirectory: null, log: silent, files: await migratedFiles() })

const engineVersion = (): string =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies['@electric-sql/pglite'].replaceAll('.', '-')

async function kept(name: string, make: () => Promise<Blob>): Promise<Buffer<ArrayBuffer>> {
  const folder = join(tmpdir(), 'tenantry-test-snapshots')
  const file = join(folder, `${name}.tar`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await make()).arrayBuffer()))
    renameSync(unfinished, file)
  }
  return readFileSync(file)
}
