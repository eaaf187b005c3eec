import type { Database, Session } from '#db/database.ts'
import { errorCode, isRefusedParameter, UnfitDatabase } from '#db/database-errors.ts'

/** Between two connections of ours others may come and go on a shared one: each round finds it but by such a chance. */
const rounds = 5

const shared = 'the pooler in front of PostgreSQL shares connections between transactions; use its session mode (pool_mode = session)'

/**
 * Refuses a pooler that gives a connection to another client between two transactions: prepared statements, LISTEN, locks and settings of a
 * session are lost or met by others there. Found by which server process answers: while one client stands in a transaction, the idle one of
 * another must be neither the same nor a different one than before.
 * @throws UnfitDatabase for such a pooler, and for one that refuses a parameter of the address
 */
export async function requireSessions(database: Pick<Database, 'session'>): Promise<void> {
  try {
    await database.session((idle) => database.session((busy) => compare(idle, busy)))
  } catch (error) {
    if (isRefusedParameter(error))
      throw new UnfitDatabase(`the pooler in front of PostgreSQL refuses DATABASE_URL: ${(error as Error).message}`)
    if (/not allowed in statement pooling mode/.test((error as Error).message)) throw new UnfitDatabase(shared)
    throw error
  }
}

async function compare(idle: Session, busy: Session): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const before = await serverProcess(idle)
    await busy.query('begin')
    try {
      const other = await serverProcess(busy)
      const after = await serverProcess(idle)
      if (other === before || after !== before) throw new UnfitDatabase(shared)
    } finally {
      await busy.query('rollback')
    }
  }
}

/** With its time of start, for behind a balancer two servers may have the same number. */
async function serverProcess(session: Session): Promise<string> {
  const { rows } = await session.query<{ process: string }>(
    `select pid || ' ' || backend_start as process from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]!.process
}

const extension = 'pg_trgm'

/**
 * Has the extension that the search needs, in whatever schema it lies: what this session makes finds it there.
 * @throws UnfitDatabase when it is not there and can't be made, or lies where this account may not look
 */
export async function prepareExtension(session: Session): Promise<void> {
  const found = await extensionSchema(session)
  if (found === null) await makeExtension(session)
  else if (!found.isUsable)
    throw new UnfitDatabase(`the extension ${extension} lies in the schema ${found.schema}, which this account of PostgreSQL may not use`)
  else if (!found.isOnPath)
    await session.query(`select set_config('search_path', current_setting('search_path') || ', ' || quote_ident($1), false)`, [
      found.schema,
    ])
}

async function extensionSchema(session: Session): Promise<{ schema: string; isUsable: boolean; isOnPath: boolean } | null> {
  const { rows } = await session.query<{ schema: string; isUsable: boolean; isOnPath: boolean }>(
    `select nspname as schema, has_schema_privilege(n.oid, 'usage') as "isUsable", nspname = any(current_schemas(true)) as "isOnPath"
      from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = $1`,
    [extension],
  )
  return rows[0] ?? null
}

async function makeExtension(session: Session): Promise<void> {
  const { rowCount } = await session.query('select from pg_available_extensions where name = $1', [extension])
  if (!rowCount)
    throw new UnfitDatabase(
      `the server of PostgreSQL lacks the extension ${extension}; install its contributed modules (postgresql-contrib)`,
    )
  try {
    await session.query(`create extension ${extension}`)
  } catch (error) {
    if (errorCode(error) !== '42501') throw error
    throw new UnfitDatabase(
      `this account of PostgreSQL may not create the extension ${extension}; let an administrator run CREATE EXTENSION ${extension} in this database`,
    )
  }
}
