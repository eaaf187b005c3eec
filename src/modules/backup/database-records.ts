import type { Session } from '#db/database.ts'
import { appliedMigrations } from '#db/migrate.ts'
import { tableNames } from '#db/tables.ts'
import { type ArchiveRecord, jsonRecord, type Schema, type Sequence, type Table } from './archive-format.ts'

/**
 * What is of one database only: who must read what anew is asked by transactions of that cluster (`docs/decisions/0011`), and by
 * processes that are not there any more when another one starts.
 */
const leftOut = ['revocations']

/**
 * Bytes of rows that are asked for at once and of a record of them, and how many rows at the most. How long the next are nobody knows: a template
 * may have two megabytes in here, where each of its quotes is escaped twice, and many of them may lie behind many short ones.
 */
const wantedBytes = 512 * 1024
const mostRows = 64

/** How values are written as text, whatever the server or the account has set; and how long a slow disk may take. */
const settings = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`

/** Every row of the database as of one moment, table by table, and where its sequences stand. Nothing is locked but against changes of the schema. */
export async function* databaseRecords(session: Session): AsyncGenerator<ArchiveRecord> {
  await session.query('begin isolation level repeatable read read only')
  try {
    await session.query(settings)
    const migrations = await appliedMigrations(session)
    if (migrations === null) throw new Error('the database holds nothing of this service')
    yield jsonRecord('schema', { migrations, partitions: await partitionsOf(session) } satisfies Schema)
    const tables = await tablesOf(session)
    for (const table of tables) yield* tableRecords(session, table)
    yield jsonRecord('sequences', await sequencesOf(session, tables))
  } finally {
    await session.query('rollback').catch(() => undefined)
  }
}

const inOurSchema = `c.relnamespace = (select oid from pg_namespace where nspname = current_schema())`

async function tablesOf(session: Session): Promise<Table[]> {
  const { rows } = await session.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${inOurSchema} and c.relkind in ('r', 'p') and c.relname = any($1) group by c.relname order by c.relname collate "C"`,
    [tableNames.filter((name) => !leftOut.includes(name))],
  )
  return rows
}

async function partitionsOf(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_\\d{4}_\\d{2}$' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function sequencesOf(session: Session, tables: readonly Table[]): Promise<Sequence[]> {
  const { rows } = await session.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, d.objid::regclass::text as sequence
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S' join pg_class c on c.oid = d.refobjid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      and ${inOurSchema} and c.relname = any($1) order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  const found: Sequence[] = []
  for (const { table, column, sequence } of rows) {
    const state = await session.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${sequence}`,
    )
    const { last, isCalled } = state.rows[0]!
    found.push({ table, column, last: Number(last), isCalled })
  }
  return found
}

/** The rows of a table, each a JSON array of its values as text, which the database itself writes. */
async function* tableRecords(session: Session, table: Table): AsyncGenerator<ArchiveRecord> {
  yield jsonRecord('table', table)
  const values = table.columns.map((column) => `"${column}"::text`)
  await session.query(
    `declare backup_rows no scroll cursor for select json_build_array(${values.join(', ')})::text as row from "${table.name}"`,
  )
  let rows = 0
  for (let wanted = 16, isLast = false; !isLast; ) {
    const batch = (await session.query<{ row: string }>(`fetch forward ${wanted} from backup_rows`)).rows
    rows += batch.length
    isLast = batch.length < wanted
    if (batch.length === 0) break
    let bytes = 0
    for (const payload of payloadsOf(batch)) {
      bytes += payload.length
      yield { kind: 'rows', payload }
    }
    wanted = Math.min(mostRows, wanted * 4, Math.max(1, Math.floor((wantedBytes * batch.length) / bytes)))
  }
  await session.query('close backup_rows')
  yield jsonRecord('tableEnd', { rows })
}

/** The rows as lines, cut into what a record may hold: whoever reads one holds it whole. */
function* payloadsOf(batch: readonly { row: string }[]): Generator<Buffer> {
  const lines: Buffer[] = []
  let bytes = 0
  for (const { row } of batch) {
    const line = Buffer.from(`${row}\n`)
    if (bytes > 0 && bytes + line.length > wantedBytes) {
      yield Buffer.concat(lines.splice(0))
      bytes = 0
    }
    lines.push(line)
    bytes += line.length
  }
  if (bytes > 0) yield Buffer.concat(lines)
}
