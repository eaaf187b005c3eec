import type { ObjectStore } from '#core/object-store.ts'
import type { Session } from '#db/database.ts'
import { type ArchiveRecord, objectShape, type Sequence, sequencesShape, type Table, tableEndShape, tableShape } from './archive-format.ts'
import { BackupRefused, parsed } from './read-archive.ts'

/** What was put back. */
export interface Loaded {
  rows: number
  objects: number
  /** Rows of files and pictures whose object is not in the archive. */
  withoutObject: number
}

/**
 * Puts the records of an archive into a database whose tables are empty and into a store, in the transaction that is open: foreign keys and
 * triggers are away meanwhile, for rows come in no order and what triggers count has come along; the keys prove every row when they are
 * put back. Objects are written as they come, and stay where the transaction does not end well.
 */
export async function loadArchive(
  session: Session,
  records: AsyncIterable<ArchiveRecord>,
  { tables, objects }: { tables: readonly Table[]; objects: ObjectStore },
): Promise<Loaded> {
  const loaded: Loaded = { rows: 0, objects: 0, withoutObject: 0 }
  const known = new Map<string, string>()
  await session.query('create temporary table restored_objects (key text primary key) on commit drop')
  const putBack = await takeRulesAway(
    session,
    tables.map(({ name }) => name),
  )
  await session.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}`)
  let insert = ''
  let rows = 0
  const iterator = records[Symbol.asyncIterator]()
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const record = next.value
    if (record.kind === 'object') {
      const { key, contentType } = parsed(objectShape, record)
      await objects.put(key, bytesOf(iterator), contentType)
      await session.query('insert into restored_objects (key) values ($1) on conflict do nothing', [key])
      loaded.objects++
    } else if (record.kind === 'table') {
      insert = await insertInto(session, parsed(tableShape, record), known)
      rows = 0
    } else if (record.kind === 'rows') {
      const { rowCount } = await session.query(insert, [`[${record.payload.toString().trimEnd().replaceAll('\n', ',')}]`])
      rows += rowCount ?? 0
    } else if (record.kind === 'tableEnd') {
      if (rows !== parsed(tableEndShape, record).rows) throw new BackupRefused('not every row could be put back')
      loaded.rows += rows
    } else if (record.kind === 'sequences') {
      for (const sequence of parsed(sequencesShape, record)) await setSequence(session, sequence)
    }
  }
  await putBack()
  loaded.withoutObject = await countWithoutObject(session, tables)
  return loaded
}

/** The bytes of the object that has begun, to its end. */
async function* bytesOf(records: AsyncIterator<ArchiveRecord>): AsyncGenerator<Buffer> {
  for (let next = await records.next(); !next.done && next.value.kind !== 'objectEnd'; next = await records.next()) yield next.value.payload
}

/** Takes foreign keys and triggers of the tables away. @returns what puts them back as they were, and proves the rows by the keys */
async function takeRulesAway(session: Session, tables: readonly string[]): Promise<() => Promise<void>> {
  const foreign = await session.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name) order by 1, 2`,
    [tables],
  )
  const triggered = await session.query<{ table: string }>(
    `select distinct tgrelid::regclass::text as table from pg_trigger
    where not tgisinternal and tgrelid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name) order by 1`,
    [tables],
  )
  for (const { table, name } of foreign.rows) await session.query(`alter table ${table} drop constraint "${name}"`)
  for (const { table } of triggered.rows) await session.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const { table } of triggered.rows) await session.query(`alter table ${table} enable trigger user`)
    for (const { table, name, definition } of foreign.rows)
      await session.query(`alter table ${table} add constraint "${name}" ${definition}`)
  }
}

/** The statement that takes rows as one JSON array; each value goes the way of the type that its column has here. */
async function insertInto(session: Session, { name, columns }: Table, known: Map<string, string>): Promise<string> {
  const found = known.get(name)
  if (found !== undefined) return found
  const { rows } = await session.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = to_regclass(quote_ident($1)) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const types = new Map(rows.map(({ column, type }) => [column, type]))
  const strange = columns.find((column) => !types.has(column))
  if (strange !== undefined || types.size !== columns.length) throw new BackupRefused(`the table ${name} has other columns in the file`)
  const values = columns.map((column, at) => `(r.row ->> ${at})::${types.get(column)}`)
  const text = `insert into "${name}" ("${columns.join('", "')}") overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::jsonb) as r (row)`
  known.set(name, text)
  return text
}

async function setSequence(session: Session, { table, column, last, isCalled }: Sequence): Promise<void> {
  await session.query('select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3, $4)', [table, column, last, isCalled])
}

async function countWithoutObject(session: Session, tables: readonly Table[]): Promise<number> {
  // an older version had neither, or one of them
  const named = ['files', 'stored_pictures'].filter((name) => tables.some((table) => table.name === name))
  if (named.length === 0) return 0
  const { rows } = await session.query<{ n: number }>(
    `select count(*)::integer as n from (${named.map((name) => `select key from ${name}`).join(' union all ')}) named
    where not exists (select from restored_objects o where o.key = named.key)`,
  )
  return rows[0]!.n
}
