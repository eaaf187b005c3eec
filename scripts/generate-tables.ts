import { writeFile } from 'node:fs/promises'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { CamelCasePlugin, sql } from 'kysely'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'

const target = new URL('../src/db/tables.ts', import.meta.url)

const header = `// Generated from src/db/migrations by \`npm run generate\`; changed there and nowhere else.
import type { ColumnType } from 'kysely'

/** A column the database fills in when an insert leaves it out. */
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** A moment; Date when read. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** jsonb; parsed when read. An array must be written by JSON.stringify: the driver would make it a PostgreSQL array. */
export type Json = ColumnType<JsonValue, string | JsonObject, string | JsonObject>
export type JsonObject = { [key: string]: unknown }
// biome-ignore lint/suspicious/noExplicitAny: who reads a column knows what was written to it
export type JsonValue = any
`

const typeNames: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  timestamptz: 'Timestamp',
}

/** Kysely's own renaming, so that what is printed is what the plug-in will make of it. */
class Names extends CamelCasePlugin {
  camel(name: string): string {
    const camel = this.camelCase(name)
    if (this.snakeCase(camel) !== name)
      throw new Error(`${name} does not survive CamelCasePlugin: it comes back as ${this.snakeCase(camel)}`)
    return camel
  }
}

interface Column {
  tableName: string
  columnName: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isComputed: boolean
  checks: string[]
}

const columnsOf = sql<Column>`
  select c.relname as table_name, a.attname as column_name, t.typname as type, a.attnotnull as is_required,
    a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as is_computed,
    array(select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
  order by c.relname collate "C", a.attnum`

/** The values of \`check (x in ('a', 'b'))\` as PostgreSQL prints it back: \`CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))\`. */
function literals(checks: string[]): string | undefined {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[('(?:[^']|'')*'::text(?:, )?)+\]\)\)\)$/.exec(check)
    if (list) return [...check.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value]) => `'${value!.replaceAll("''", "\\'")}'`).join(' | ')
  }
  return undefined
}

function typeOf({ type, checks, isRequired, hasDefault, isComputed }: Column): string {
  const isArray = type.startsWith('_')
  const element = typeNames[isArray ? type.slice(1) : type] ?? 'string'
  const value = isArray ? `${element === 'Timestamp' ? 'Date' : element}[]` : (literals(checks) ?? element)
  const whole = isRequired ? value : `${value} | null`
  if (isComputed) return `ColumnType<${value === 'Timestamp' ? 'Date' : value}, never, never>`
  return hasDefault ? `Generated<${whole}>` : whole
}

/**
 * The text of src/db/tables.ts: what the migrations make of an empty database, as types for Kysely.
 * @param files of one that has them all; one is made without
 */
export async function generateTables(files?: Filesystem): Promise<string> {
  const log = { info() {}, warn: console.warn, error: console.error }
  const database = await openDatabase({ url: null, dataDirectory: null, log, ...(files && { files }) })
  try {
    await migrate(database)
    const { rows } = await columnsOf.execute(database.kysely)
    const names = new Names()
    const tables = Map.groupBy(rows, ({ tableName }) => tableName)
    const lines = [...tables].map(([table, columns]) => {
      const fields = columns.map((column) => `    ${names.camel(column.columnName)}: ${typeOf(column)}`)
      return `  ${names.camel(table)}: {\n${fields.join('\n')}\n  }`
    })
    const list = [...tables.keys()].map((table) => `  '${table}',`).join('\n')
    const inDatabase = `/** As the database calls them. */\nexport const tableNames: readonly string[] = [\n${list}\n]`
    return `${header}\n${inDatabase}\n\nexport interface Tables {\n${lines.join('\n')}\n}\n`
  } finally {
    await database.close()
  }
}

if (import.meta.main && process.argv.includes('--write')) await writeFile(target, await generateTables())
