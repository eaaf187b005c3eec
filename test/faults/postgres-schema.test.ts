/** While versions are rolled out the former one still runs, on the schema of the new one: migrations only add (expand, then contract). */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import { withClient } from '../rig/postgres.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const folder = join(import.meta.dirname, '../../src/db/migrations')
/** The last migration of the version before; moves on with each release. */
const former = '0014'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
}

async function columns(url: string): Promise<Map<string, Column>> {
  const { rows } = await withClient(url, (db) =>
    db.query<Column>(`select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "hasDefault"
      from information_schema.columns where table_schema = 'public' and table_name !~ '^events_'`),
  )
  return new Map(rows.map((column) => [`${column.table}.${column.name}`, column]))
}

/** Unique indexes and checks, which refuse what the former version writes. */
async function rules(url: string): Promise<{ table: string; rule: string }[]> {
  const { rows } = await withClient(url, (db) =>
    db.query(`select c.relname as table, pg_get_constraintdef(r.oid) as rule from pg_constraint r join pg_class c on c.oid = r.conrelid
        where c.relnamespace = 'public'::regnamespace and not c.relispartition
      union select t.relname, regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON') from pg_index i join pg_class t on t.oid = i.indrelid
        where i.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition`),
  )
  return rows
}

it('every migration since the former version lets the former version go on', async () => {
  const { url } = await sharedPostgresDatabase()
  const database = await openDatabase({ url, dataDirectory: null, log: { info() {}, warn() {}, error() {} } as never })
  const part = mkdtempSync(join(tmpdir(), 'tenantry-migrations-'))
  try {
    for (const name of readdirSync(folder)) if (name.slice(0, 4) <= former) cpSync(join(folder, name), join(part, name))
    await migrate(database, pathToFileURL(`${part}/`))
    const [before, rulesBefore] = [await columns(url), await rules(url)]
    await migrate(database)
    const [now, rulesNow] = [await columns(url), await rules(url)]
    const tables = new Set([...before.values()].map(({ table }) => table))
    const faults: string[] = []
    for (const [key, column] of before) {
      const found = now.get(key)
      if (!found) faults.push(`${key} is gone`)
      else if (found.type !== column.type) faults.push(`${key} was ${column.type} and is ${found.type}`)
      else if (column.isNullable && !found.isNullable && !found.hasDefault) faults.push(`${key} became mandatory`)
      else if (column.hasDefault && !found.hasDefault && !found.isNullable) faults.push(`${key} lost its default`)
    }
    for (const [key, { table, isNullable, hasDefault }] of now) {
      if (!before.has(key) && tables.has(table) && !isNullable && !hasDefault)
        faults.push(`${key} is mandatory, and the former version does not know it`)
    }
    for (const { table, rule } of rulesNow) {
      const isKnown = rulesBefore.some((former) => former.table === table && (former.rule === rule || allowsMore(rule, former.rule)))
      if (tables.has(table) && !isKnown && !isOfNewColumns(table, rule, before, now)) faults.push(`${table} has a new rule: ${rule}`)
    }
    assert.deepEqual(faults, [])
  } finally {
    await database.close()
    rmSync(part, { recursive: true, force: true })
  }
})

/** Whether a check looks at nothing that the former version writes: what it leaves out is null, of which every check holds. */
function isOfNewColumns(table: string, rule: string, before: ReadonlyMap<string, Column>, now: ReadonlyMap<string, Column>): boolean {
  const named = [...now.values()].filter((column) => column.table === table && new RegExp(`\\b${column.name}\\b`).test(rule))
  return (
    rule.startsWith('CHECK') && named.length > 0 && named.every(({ name, hasDefault }) => !before.has(`${table}.${name}`) && !hasDefault)
  )
}

/** Whether both are lists of values for one column, and the new one holds all of the former. */
function allowsMore(rule: string, former: string): boolean {
  const [column, ...values] = listed(former)
  const [same, ...now] = listed(rule)
  return column !== undefined && column === same && values.every((value) => now.includes(value))
}

const listed = (rule: string): string[] => {
  const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(rule) ?? []
  return column === undefined || list === undefined ? [] : [column, ...list.split(', ')]
}
