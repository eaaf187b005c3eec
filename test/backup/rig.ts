/** What a database holds, to be compared with what another one holds. */
import { openDatabase, type Session } from '#db/database.ts'
import { tableNames } from '#db/tables.ts'

const log = { info() {}, warn() {}, error() {} }

/** Runs `work` on a database that no service has open, of either kind. */
export async function onDatabase<T>(
  place: { databaseUrl?: string; dataDirectory?: string },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url = null, dataDirectory = null } = place
  const database = await openDatabase({ url, dataDirectory, log })
  try {
    return await database.session(work)
  } finally {
    await database.close()
  }
}

/** By table: how many rows there are, and a digest of all their values; where the sequences stand, and the partitions of events. */
export async function contentOf(session: Session): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const name of tableNames.filter((name) => name !== 'revocations')) {
    const { rows } = await session.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text) collate "C")), '') as content from "${name}" t`,
    )
    content[name] = rows[0].content
  }
  const { rows } = await session.query(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema()`,
  )
  for (const { name, last } of rows) content[name] = last
  const months = await session.query(
    `select c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) as month from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass order by 1`,
  )
  content['months of events'] = months.rows.map(({ month }) => month).join('\n')
  return content
}
