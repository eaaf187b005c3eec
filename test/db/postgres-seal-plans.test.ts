/** How a log is proved that was sealed a moment ago: nobody has gathered statistics of it yet. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#db/database.ts'
import { migrate } from '#db/migrate.ts'
import type { Tables } from '#db/tables.ts'
import { readPart } from '#events/seals/read-part.ts'
import { atEnd } from '../rig/cleanup.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

it('finds the seal of an erasure by its entry, and never walks down the chain for it', async () => {
  const { url } = await sharedPostgresDatabase()
  const database = await openDatabase({ url, dataDirectory: null, log: { info() {}, warn() {}, error() {} } })
  await migrate(database)
  await database.close()
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => void asked.push(query),
  })
  atEnd(() => db.destroy())
  await sql`alter table audit_seals set (autovacuum_enabled = false)`.execute(db)
  const seals = (from: number, to: number) => sql`
    insert into audit_seals (chain_id, sequence, kind, event_id, digest, person_digest, is_erased, key_id, mac)
    select 1, n, 'entry', gen_random_uuid(), '', '', true, 'k', '' from generate_series(${from}::integer, ${to}::integer) n`
  await seals(1, 1).execute(db)
  await sql`analyze audit_seals`.execute(db)
  await seals(2, 20_000).execute(db)
  await readPart(db, 1, 10_000, 500)
  const last = asked.at(-1)!
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>({ ...last, sql: `explain ${last.sql}` })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /Index Scan using audit_seals_erasure on audit_seals/, plan)
  assert.doesNotMatch(plan, /Index Scan Backward using audit_seals_pkey/, plan)
})
