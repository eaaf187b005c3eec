import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Session } from './database.ts'
import { prepareExtension, requireSessions } from './postgres/fitness.ts'

/** The database holds migrations this code does not know: it was used by a newer version, which this one must not run beside. */
export class NewerDatabase extends Error {
  constructor(unknown: string[]) {
    super(`the database is newer than this version of the service (it has ${unknown.join(', ')}); start the newer version`)
    this.name = 'NewerDatabase'
  }
}

/** A migration file is not what was once applied under its name. */
export class ChangedMigration extends Error {
  constructor(name: string) {
    super(`migration ${name} was changed after it had been applied; put the old text back and add a new file`)
    this.name = 'ChangedMigration'
  }
}

/** A migration as the database remembers it. */
export interface MigrationMark {
  readonly name: string
  /** SHA-256 of its text, in hexadecimal digits. */
  readonly checksum: string
}

interface Migration extends MigrationMark {
  readonly text: string
}

/** Any fixed number, the same in every version: who holds it migrates. */
const advisoryLock = 7_203_115_202

const ownFolder = new URL('./migrations/', import.meta.url)
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const wrong = names.find((name, index) => !fileName.test(name) || name.slice(0, 4) === names[index - 1]?.slice(0, 4))
  if (wrong) throw new Error(`migration ${wrong}: names are 0001_words.sql, each number once`)
  return await Promise.all(
    names.map(async (name) => {
      // line ends may differ between check-outs of one file
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Those that this code knows, in their order. */
export async function knownMigrations(): Promise<MigrationMark[]> {
  return (await readMigrations(ownFolder)).map(({ name, checksum }) => ({ name, checksum }))
}

/** Those that a database was given, in their order; null where there never was any. */
export async function appliedMigrations(session: Session): Promise<MigrationMark[] | null> {
  const { rows: found } = await session.query(`select to_regclass('schema_migrations') is not null as there`)
  if (!found[0].there) return null
  return (await session.query<MigrationMark>(`select name, checksum from schema_migrations order by name collate "C"`)).rows
}

async function applied(session: Session): Promise<Map<string, string>> {
  await session.query(`create table if not exists schema_migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  const { rows } = await session.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function apply(session: Session, { name, text, checksum }: Migration): Promise<void> {
  await session.query('begin')
  try {
    await session.query(text)
    await session.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await session.query('commit')
  } catch (error) {
    // the first error is the one to tell; on a lost connection the server rolls back by itself
    await session.query('rollback').catch(() => {})
    if (error instanceof Error) error.message = `migration ${name}: ${error.message}`
    throw error
  }
}

/**
 * Brings the database up to this code: runs the files of `folder` (0001_words.sql …) that it has not seen, in order, each in one
 * transaction together with the record of it, so that a crash leaves whole files only. Several processes may call it at once on
 * PostgreSQL: one works, the others wait on an advisory lock and find nothing to do.
 * @param upTo the last file to apply; all without it
 * @returns the names of the files applied by this call.
 * @throws UnfitDatabase, NewerDatabase, ChangedMigration, or the error of a statement.
 */
export async function migrate(
  database: Pick<Database, 'kind' | 'session'>,
  folder: URL = ownFolder,
  { upTo }: { upTo?: string } = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder)
  if (database.kind === 'postgres') await requireSessions(database)
  return await database.session(async (session) => {
    // the lock is the session's: it ends with the connection, whatever happens
    if (database.kind === 'postgres') await session.query('select pg_advisory_lock($1)', [advisoryLock])
    if (database.kind === 'postgres') await prepareExtension(session)
    const before = await applied(session)
    const known = new Set(migrations.map(({ name }) => name))
    const unknown = [...before.keys()].filter((name) => !known.has(name))
    if (unknown.length > 0) throw new NewerDatabase(unknown)
    const changed = migrations.find(({ name, checksum }) => before.has(name) && before.get(name) !== checksum)
    if (changed) throw new ChangedMigration(changed.name)

    const missing = migrations.filter(({ name }) => !before.has(name) && (upTo === undefined || name <= upTo))
    for (const migration of missing) await apply(session, migration)
    return { applied: missing.map(({ name }) => name) }
  })
}
