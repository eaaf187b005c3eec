/** What a test does to the tables of a log, taken back row by row: to write thousands anew for each of a hundred changes takes minutes. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** The tables that hold a log, in the order in which a proof reads them, with what their rows are known by. */
const tables = { audit_seals: ['chain_id', 'sequence'], events: ['id'], audit_chains: ['id'] }

/** The same for each of the tables, as one command. */
function forEach(statements: (table: string, keys: readonly string[]) => string): RawBuilder<unknown> {
  const all = Object.entries(tables).map(([table, keys]) => statements(table, keys))
  // a proof that found a break leaves a read behind, which is waited for here and nowhere later
  const locks = Object.keys(tables).map((table) => `lock table ${table} in access exclusive mode`)
  return sql.raw(`do $do$ begin ${[...locks, ...all].join(';')}; end $do$`)
}

const operations = {
  insert: 'new table as after',
  update: 'old table as before new table as after',
  delete: 'old table as before',
}

/** Notes what goes from the tables and what comes into them. */
const notes = forEach(
  (table) => `
    create table gone_${table} as select * from ${table} limit 0; create table come_${table} as select * from ${table} limit 0;
    create function note_${table}() returns trigger language plpgsql as $$ begin
      if tg_op <> 'INSERT' then insert into gone_${table} select * from before; end if;
      if tg_op <> 'DELETE' then insert into come_${table} select * from after; end if;
      return null;
    end $$;
    ${Object.entries(operations)
      .map(
        ([operation, rows]) => `create trigger note_${operation} after ${operation} on ${table} referencing ${rows}
          for each statement execute function note_${table}()`,
      )
      .join(';')}`,
)

const restored = forEach(
  (table, keys) => `
    drop function note_${table} cascade;
    delete from ${table} n using (table come_${table} except all table gone_${table}) c
      where ${keys.map((key) => `n.${key} = c.${key}`).join(' and ')};
    insert into ${table} ${table === 'audit_chains' ? 'overriding system value' : ''}
      (table gone_${table} except all table come_${table});
    drop table gone_${table}, come_${table}`,
)

/** Does something to the tables, looks, and puts them back as they were. */
export async function undone<T>(
  db: Kysely<Tables>,
  change: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  look: () => Promise<T>,
): Promise<T> {
  await notes.execute(db)
  try {
    for (const statement of Array.isArray(change) ? change : [change]) await statement.execute(db)
    return await look()
  } finally {
    await restored.execute(db)
  }
}
