/** Embedded databases that are copied instead of made: initdb takes seconds, a copy a quarter of one. Kept on this machine. */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import { openEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { ArchivedFiles, type DatabaseArchive, readArchive } from './archived-files.ts'

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
export const emptySnapshot = (): Promise<Blob> =>
  kept(`empty-${engineVersion()}`, async () => {
    const { dump, close } = await openEmbedded(null)
    const made = await dump()
    await close()
    return made
  })

let archive: Promise<DatabaseArchive> | undefined

/** The files of a fresh database in memory with all migrations; for one opening. The archive is read once a process. */
export async function migratedFiles(): Promise<ArchivedFiles> {
  archive ??= migratedSnapshot().then(readArchive)
  return new ArchivedFiles(await archive)
}

/** One with all migrations. */
const migratedSnapshot = (): Promise<Blob> =>
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

async function kept(name: string, make: () => Promise<Blob>): Promise<Blob> {
  const folder = join(tmpdir(), 'tenantry-test-snapshots')
  const file = join(folder, `${name}.tar`)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    writeFileSync(unfinished, Buffer.from(await (await make()).arrayBuffer()))
    renameSync(unfinished, file)
  }
  return new Blob([readFileSync(file)])
}
