import { createHash } from 'node:crypto'
import { KeyWrapping } from '#db/keys/key-wrapping.ts'
import { knownMigrations, type MigrationMark } from '#db/migrate.ts'
import {
  type Header,
  headerShape,
  linesIn,
  objectEndShape,
  objectShape,
  type Schema,
  schemaShape,
  type Table,
  tableEndShape,
  tableShape,
} from './archive-format.ts'
import { BackupRefused, changed, parsed, readArchive } from './read-archive.ts'

/** What is kept in memory before the end proves it: tables, and bytes of the rows of keys. No service has nearly as much. */
const mostTables = 1000
const mostKeyBytes = 16 * 1024 * 1024
/** What a record in memory takes beside its bytes. */
const besideBytes = 1024

/** What an archive says of itself, proved. */
export interface CheckedArchive {
  readonly header: Header
  readonly schema: Schema
  readonly tables: readonly Table[]
  readonly rows: number
  readonly objects: number
}

/**
 * Reads a backup to its end and proves it: whole, unchanged, made under one of these secrets, which open the keys in it, and by this version
 * or an older one. Nothing is written.
 * @throws BackupRefused with the first thing that is wrong
 */
export async function checkArchive(path: string, masterSecrets: readonly string[]): Promise<CheckedArchive> {
  const wrapping = new KeyWrapping(masterSecrets)
  let header: Header | null = null
  let schema: Schema | null = null
  const tables: Table[] = []
  let table: { name: string; columns: readonly string[]; rows: number } | null = null
  let object: { key: string; bytes: number; hash: ReturnType<typeof createHash> } | null = null
  const keys: { columns: readonly string[]; payload: Buffer }[] = []
  let keyBytes = 0
  const counts = { rows: 0, objects: 0 }
  for await (const record of readArchive(path, masterSecrets)) {
    const { kind, payload } = record
    if (kind === 'header') header = parsed(headerShape, record)
    else if (kind === 'schema') schema = parsed(schemaShape, record)
    else if (kind === 'object') object = { key: parsed(objectShape, record).key, bytes: 0, hash: createHash('sha256') }
    else if (kind === 'bytes' && object) {
      object.bytes += payload.length
      object.hash.update(payload)
    } else if (kind === 'objectEnd') {
      const { bytes, sha256 } = parsed(objectEndShape, record)
      if (!object || object.bytes !== bytes || object.hash.digest('hex') !== sha256)
        throw new BackupRefused(`the object ${object?.key} is not what was stored`)
      counts.objects++
    } else if (kind === 'table') {
      if (tables.push(parsed(tableShape, record)) > mostTables) throw new BackupRefused(changed)
      table = { ...tables.at(-1)!, rows: 0 }
    } else if (kind === 'rows' && table) {
      table.rows += linesIn(payload)
      if (table.name !== 'keys') continue
      keyBytes += payload.length + besideBytes
      if (keyBytes > mostKeyBytes) throw new BackupRefused(changed)
      keys.push({ columns: table.columns, payload })
    } else if (kind === 'tableEnd') {
      const { rows } = parsed(tableEndShape, record)
      if (rows !== table?.rows) throw new BackupRefused(`the table ${table?.name} does not hold as many rows as it had`)
      counts.rows += rows
    }
  }
  if (!header || !schema || tables.length === 0) throw new BackupRefused('the file holds no database')
  // only now is it known that what it says was said by who made it
  await requireKnown(schema)
  for (const { columns, payload } of keys)
    for (const line of payload.toString().trimEnd().split('\n')) wrapping.unwrap(keyOf({ columns, line }))
  return { header, schema, tables, ...counts }
}

/** @throws BackupRefused for a database of a newer version, and of another program's */
async function requireKnown({ migrations }: Schema): Promise<void> {
  const unknown = firstUnknown(migrations, await knownMigrations())
  if (unknown !== undefined)
    throw new BackupRefused(`the file was made by a newer version of the service (its database has ${unknown}); use that version`)
}

/** The first of some migrations that is not the one of that place in others; undefined where they are their beginning. */
export const firstUnknown = (some: readonly MigrationMark[], others: readonly MigrationMark[]): string | undefined =>
  some.find(({ name, checksum }, at) => others[at]?.name !== name || others[at]?.checksum !== checksum)?.name

interface KeyRow {
  readonly columns: readonly string[]
  readonly line: string
}
type WrappedKey = Parameters<KeyWrapping['unwrap']>[0]

function keyOf({ columns, line }: KeyRow): WrappedKey {
  const values = JSON.parse(line) as string[]
  const value = (column: string) => values[columns.indexOf(column)]!
  return { purpose: value('purpose') as WrappedKey['purpose'], kid: value('kid'), wrapped: value('wrapped') }
}
