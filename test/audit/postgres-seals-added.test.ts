/** What is read to find entries that were added: by the index of their own log, however much others logged between them. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { nilUuid } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'
import { addedBefore, areAll, maxUuid } from '#events/seals/added.ts'
import { openBench } from '../jobs/bench.ts'
import { atEnd } from '../rig/cleanup.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
const busy = '0190a5b0-0000-7000-8000-000000000001'
const quiet = '0190a5b0-0000-7000-8000-000000000002'

it('reads the entries of the log itself alone, with statistics and without', { skip: !isPostgres }, async () => {
  const { url } = await sharedPostgresDatabase()
  await (await openBench({ url })).close()
  const asked: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    log: ({ query }) => void asked.push(query),
  })
  atEnd(() => db.destroy())
  const logs = [busy, quiet, null]
  // of a hundred entries one is of the quiet tenant and one of the platform
  await sql`alter table events_default set (autovacuum_enabled = false)`.execute(db)
  await sql`
    insert into events (id, tenant_id, type, actor_kind, outcome, created_at)
    select ('0190a5b0-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      case n % 100 when 1 then ${quiet}::uuid when 2 then null else ${busy}::uuid end, 'role.created', 'admin', 'success', now()
    from generate_series(1, 60000) n`.execute(db)
  await sql`
    insert into audit_seals (chain_id, sequence, kind, event_id, digest, person_digest, is_erased, key_id, mac)
    select case n % 100 when 1 then 2 when 2 then 3 else 1 end, n, 'entry', ('0190a5b0-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '', '', true, 'k', '' from generate_series(1, 60000) n`.execute(db)
  await sql`insert into audit_chains (tenant_id) select unnest(${logs}::uuid[])`.execute(db)
  await sql`update audit_backfill set sealed_to = ${maxUuid}::uuid`.execute(db)
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await sql`analyze`.execute(db)
    for (const [at, tenantId] of logs.entries()) {
      const owner = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}::uuid`
      const { rows } = await sql<{ id: string }>`select id from events where ${owner} order by id limit 500`.execute(db)
      const ids = rows.map(({ id }) => id)
      const log = { id: at + 1, tenantId }
      const looks: [() => Promise<unknown>, unknown, number][] = [
        [() => areAll(db, log, nilUuid, ids), true, 1000],
        [() => areAll(db, log, nilUuid, ids.slice(250)), false, 1000],
        [() => addedBefore(db, log, nilUuid, [maxUuid]), new Map(), 50],
        [() => addedBefore(db, log, nilUuid, ids), new Map(), 3000],
        // each after one that was sealed long before
        [
          () =>
            addedBefore(
              db,
              log,
              nilUuid,
              ids.filter((_, n) => n % 2 === 0),
            ),
          new Map(),
          5000,
        ],
      ]
      for (const [look, answer, most] of looks) {
        assert.deepEqual(await look(), answer)
        const last = asked.at(-1)!
        const plan = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
          ...last,
          sql: `explain (analyze, buffers, format json) ${last.sql}`,
        })
        const { Plan } = plan.rows[0]!['QUERY PLAN'][0]
        const pages = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
        assert.ok(pages <= most, `${pages} pages of ${tenantId} ${statistics} statistics: ${JSON.stringify(Plan)}`)
      }
    }
  }
})
