/** Texts that nobody could guess, in every text column of every record there is, and whose each record is. */
import { sql } from 'kysely'
import { revoke } from '#db/live/revocations.ts'
import { change } from '../auth/people.ts'
import type { TestApp } from '../harness.ts'

/** In everybody's texts, so that a search for it would find all of them. */
export const common = 'zanzibar'
/** In the texts of everybody but the tenants that were named. */
export const canary = 'canary-3f9c'

interface Column {
  readonly table: string
  readonly name: string
}

/** Text columns of what tenants own that may hold any text; the log of events fills itself, and names to sign in by stay. */
async function textColumns(app: TestApp): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as name
    from information_schema.columns c
    where c.table_schema = current_schema() and c.data_type = 'text' and c.table_name not like 'events%'
      and c.is_generated = 'NEVER' and c.table_name not in ('jobs', 'emails', 'sessions', 'account_logins', 'account_activity')
      and c.table_name !~ '_(counts|totals)$'
      -- what is sealed must open, and an address be one
      and not (c.table_name = 'webhooks' and c.column_name in ('secret', 'url'))
      -- a file answers with its type, and what has another checksum is not sent to its end
      and not (c.table_name = 'files' and c.column_name in ('content_type', 'checksum'))
      and (c.table_name = 'tenants' or exists (select from information_schema.columns o
        where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'tenant_id'))
      and not exists (select from information_schema.constraint_column_usage u
        join information_schema.check_constraints k using (constraint_schema, constraint_name)
        where u.table_name = c.table_name and u.column_name = c.column_name and k.check_clause not like '%IS NOT NULL%')
      and not exists (select from information_schema.key_column_usage k
        where k.table_name = c.table_name and k.column_name = c.column_name)
    order by 1, 2`.execute(app.open.service.database.kysely)
  return rows
}

/** Fills them: what belongs to `tenantIds` and to those below gets the common word, everything else the canary too. */
export async function plant(app: TestApp, tenantIds: readonly string[]): Promise<string[]> {
  const planted = await textColumns(app)
  await change(app, async (ctx) => {
    for (const { table, name } of planted) {
      const [owner, key] = table === 'tenants' ? ['id', 'id'] : ['tenant_id', table === 'tenant_settings' ? 'tenant_id' : 'ctid']
      await sql`update ${sql.table(table)} t set ${sql.ref(name)} =
          case when exists (select from tenant_closure c where c.descendant_id = t.${sql.ref(owner as string)} and c.ancestor_id = any(${tenantIds}::uuid[]))
          then '' else ${`${canary} `} end || ${`${common} ${name} `} || t.${sql.ref(key as string)}::text`.execute(ctx.db)
    }
    const { rows } = await sql<{ id: string }>`select id from tenants`.execute(ctx.db)
    for (const { id } of rows) for (const kind of ['tenant', 'settings'] as const) await revoke(ctx, kind, id)
    const people = await sql<{ id: string }>`select id from accounts`.execute(ctx.db)
    for (const { id } of people.rows) await revoke(ctx, 'account', id)
  })
  return planted.map(({ table, name }) => `${table}.${name}`)
}

/** Whose every record is that belongs to a tenant or to the platform (null), by its id. */
export async function ownersOf(app: TestApp): Promise<ReadonlyMap<string, string | null>> {
  const { kysely } = app.open.service.database
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.columns o on o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'tenant_id'
    where c.table_schema = current_schema() and c.column_name = 'id' and c.data_type = 'uuid'`.execute(kysely)
  const parts = tables.map(({ name }) => `select id, tenant_id from ${name}`)
  const { rows } = await sql
    .raw<{ id: string; tenantId: string | null }>(`select id, id as tenant_id from tenants union ${parts.join(' union ')}`)
    .execute(kysely)
  return new Map(rows.map(({ id, tenantId }) => [id, tenantId]))
}

/** The records that a text names by their ids, plain or opaque. */
export function recordsNamed(app: TestApp, text: string): string[] {
  const { opaqueIds } = app.open.service.keys
  const plain = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi) ?? []
  const opaque = (text.match(/(?<![\w-])[\w-]{43}(?![\w-])/g) ?? []).flatMap(
    (word) => opaqueIds.decode('tenant', word) ?? opaqueIds.decode('group', word) ?? [],
  )
  return [...plain.map((id) => id.toLowerCase()), ...opaque]
}
