import { crashPoint } from '#core/crash-points.ts'
import type { ObjectStore } from '#core/object-store.ts'
import type { Database, Session } from '#db/database.ts'
import { appliedMigrations, type MigrationMark, migrate } from '#db/migrate.ts'
import { tableNames } from '#db/tables.ts'
import { makePartitionNamed } from '#events/partitions.ts'
import { type CheckedArchive, checkArchive, firstUnknown } from './check-archive.ts'
import { type Loaded, loadArchive } from './load-archive.ts'
import { BackupRefused, readArchive } from './read-archive.ts'

/** What every database has that was ever served; what migrations themselves put in is in others. */
const telling = ['keys', 'accounts', 'tenants', 'events']

/** Whatever the server or the account has set: an index of a million rows and a store elsewhere take their time. */
const patience = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

export interface RestoreWork {
  readonly path: string
  /** Newest first; one of them is that of the backup. */
  readonly masterSecrets: readonly string[]
  readonly objects: ObjectStore
  /** Opens what is restored into; asked for when the whole file was proved. */
  openDatabase(): Promise<Database>
}

/**
 * Puts a backup into an empty database, of either kind, and into the store. The file is proved to its end before anything is opened, and that
 * the database is empty before anything is written. All rows come in one transaction: where the process ends before its end, the
 * database is as empty as it was, and takes the next restore. An archive of an older version is loaded at the level it was made at, and brought up to this one.
 * @throws BackupRefused, WrongMasterSecret, and the error of a statement or of the store
 */
export async function restoreBackup({ path, masterSecrets, objects, openDatabase }: RestoreWork): Promise<CheckedArchive & Loaded> {
  const archive = await checkArchive(path, masterSecrets)
  const database = await openDatabase()
  try {
    await database.session((session) => requireEmpty(session, archive.schema.migrations))
    const upTo = archive.schema.migrations.at(-1)!.name
    await migrate(database, undefined, { upTo })
    for (const name of archive.schema.partitions) await makePartitionNamed(database, name)
    const loaded = await database.session((session) => load(session, { path, masterSecrets, objects, archive }))
    await migrate(database)
    // so that the first plans are made for what there is; the embedded database has nobody else who would do it
    for (const { name } of archive.tables) await database.session((session) => session.query(`analyze "${name}"`))
    return { ...archive, ...loaded }
  } finally {
    await database.close()
  }
}

type Loading = Pick<RestoreWork, 'path' | 'masterSecrets' | 'objects'> & { archive: CheckedArchive }

async function load(session: Session, { path, masterSecrets, objects, archive }: Loading): Promise<Loaded> {
  const { tables } = archive
  await session.query('begin')
  try {
    await session.query(patience)
    // from here on nobody can make it anything but empty
    await session.query(`lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access exclusive mode`)
    await requireEmpty(session, archive.schema.migrations)
    // proved once more on the way: it could have been changed since
    const loaded = await loadArchive(session, readArchive(path, masterSecrets), { tables, objects })
    crashPoint('restore.before-commit')
    await session.query('commit')
    return loaded
  } catch (error) {
    await session.query('rollback').catch(() => undefined)
    throw error
  }
}

/** @throws BackupRefused for a database that holds anything, or has come further than the archive */
async function requireEmpty(session: Session, migrations: readonly MigrationMark[]): Promise<void> {
  const applied = await appliedMigrations(session)
  if (applied === null) return await requireNoTables(session)
  for (const name of telling) {
    const { rows: known } = await session.query('select to_regclass($1) is not null as there', [name])
    if (known[0].there && (await session.query(`select from "${name}" limit 1`)).rowCount !== 0) throw notEmpty()
  }
  const further = firstUnknown(applied, migrations)
  if (further !== undefined)
    throw new BackupRefused(`the database is empty, but has the tables of another version (${further}): name a new database`)
}

async function requireNoTables(session: Session): Promise<void> {
  const { rows } = await session.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relname = any($1) limit 1`,
    [tableNames],
  )
  if (rows.length > 0) throw notEmpty()
}

const notEmpty = () => new BackupRefused('the database is not empty: name a new one, for nothing that is there is ever replaced')
