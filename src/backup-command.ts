import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ServiceClock } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { type Database, openDatabase, type Session } from '#db/database.ts'
import { KeyWrapping } from '#db/keys/key-wrapping.ts'
import { appliedMigrations, knownMigrations } from '#db/migrate.ts'
import { archiveKey } from '#modules/backup/archive-format.ts'
import { checkArchive, firstUnknown } from '#modules/backup/check-archive.ts'
import { makeBackup } from '#modules/backup/make-backup.ts'
import { restoreBackup } from '#modules/backup/restore.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import type { Config } from './config.ts'
import { presentSecrets } from './kept-secret.ts'

type Print = (line: string) => void

/** @returns what `backup …` or `restore …` does; null for words that are no such command */
export function backupCommand(
  command: 'backup' | 'restore',
  words: readonly string[],
): ((config: Config, print: Print) => Promise<void>) | null {
  const [first, path] = words
  if (words.length !== 2 || !path) return null
  const file = resolve(path)
  if (command === 'backup' && first === '--to') return (config, print) => backUp(config, file, print)
  if (command === 'backup' && first === 'verify') return (config, print) => verify(config, file, print)
  if (command === 'restore' && first === '--from') return (config, print) => restore(config, file, print)
  return null
}

async function backUp(config: Config, file: string, print: Print): Promise<void> {
  if (existsSync(file)) throw new Error(`${file} is there already: a backup takes nobody's place`)
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'database')))
    throw new Error(`there is no database in ${config.dataDirectory}`)
  const secrets = givenSecrets(config)
  const database = await open(config)
  try {
    await database.session((session) => requireOwn(session, secrets))
    const written = await makeBackup({
      path: file,
      key: archiveKey(secrets[0]!),
      objects: openStorage(config.storageUrl, { azure: config.azureAccess }),
      clock: new ServiceClock(),
      kind: database.kind,
      openDatabase: async () => database,
    }).catch((error) => Promise.reject(withFile(error, file)))
    print(`${written.sha256}  ${file}`)
    print(`rows: ${written.rows}, objects: ${written.objects}, bytes: ${written.bytes}`)
    if (written.missing > 0) print(`named by rows and not in the storage: ${written.missing} objects or more`)
  } finally {
    await database.close()
  }
}

/** A write that fails names no file by itself: `ENOSPC: no space left on device, write`. */
function withFile(error: NodeJS.ErrnoException, file: string): Error {
  const isUnnamed = ['write', 'fsync'].includes(error.syscall ?? '') && error.path === undefined
  return isUnnamed ? new Error(`${error.message} '${file}'`, { cause: error }) : error
}

async function verify(config: Config, file: string, print: Print): Promise<void> {
  const { header, rows, objects, schema } = await checkArchive(file, givenSecrets(config))
  print(`made: ${header.madeAt}, version: ${header.version}, database: ${header.database}, level: ${schema.migrations.at(-1)!.name}`)
  print(`rows: ${rows}, objects: ${header.holdsObjects ? objects : 'in their own store, and not in the file'}`)
}

async function restore(config: Config, file: string, print: Print): Promise<void> {
  const { header, rows, objects, withoutObject } = await restoreBackup({
    path: file,
    masterSecrets: givenSecrets(config),
    objects: openStorage(config.storageUrl, { azure: config.azureAccess }),
    openDatabase: () => open(config),
  })
  print(`restored: made ${header.madeAt}, rows: ${rows}, objects: ${objects}`)
  if (!header.holdsObjects) print('the objects are in the store that they were in: STORAGE_URL must name it, or a copy of it')
  else if (withoutObject > 0) print(`files without their object, which were deleted while the backup was made: ${withoutObject}`)
}

const open = (config: Config): Promise<Database> =>
  openDatabase({ url: config.databaseUrl, dataDirectory: config.dataDirectory, log: createLogger({ level: 'error' }) })

function givenSecrets(config: Config): readonly string[] {
  const secrets = presentSecrets(config)
  if (secrets.length === 0)
    throw new Error(
      `there is no master secret: put the file master-secret of the service into ${config.dataDirectory}, or set MASTER_SECRET to it`,
    )
  return secrets
}

/**
 * A backup that could not be restored must not be made: of a database of another version, whose tables this one does not know, or under a
 * secret that does not open its keys.
 * @throws WrongMasterSecret
 */
async function requireOwn(session: Session, secrets: readonly string[]): Promise<void> {
  const [applied, known] = [await appliedMigrations(session), await knownMigrations()]
  if (applied === null) throw new Error('the database holds nothing of this service')
  if (applied.length !== known.length || firstUnknown(applied, known) !== undefined)
    throw new Error('the database is of another version of the service: back it up with that one, or run `tenantry migrate` first')
  const wrapping = new KeyWrapping(secrets)
  const { rows } = await session.query<Parameters<KeyWrapping['unwrap']>[0]>('select purpose, kid, wrapped from keys')
  for (const key of rows) wrapping.unwrap(key)
}
