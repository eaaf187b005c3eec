import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Where counting ends, and how many entries are looked at for it. */
export const unsealedCeiling = 10_000

/**
 * How many entries of a log (null: the platform's) are not sealed yet: those that wait to be told, were set aside, or that the walk over
 * what older versions logged has not come to. Up to the ceiling, at a cost that has a bound.
 */
// unscoped: the caller judged whose log it may prove
export async function countUnsealed(db: Kysely<Tables>, tenantId: string | null): Promise<number> {
  const isTheirs = tenantId === null ? sql`e.tenant_id is null` : sql`e.tenant_id = ${tenantId}::uuid`
  const { rows } = await sql<{ n: number }>`
    with waiting as materialized (
      select event_id from outbox union all select event_id from poisoned_events limit ${unsealedCeiling}
    ), older as materialized (
      select e.id, e.is_logged from events e
      where ${isTheirs} and e.id > (select sealed_to from audit_backfill) order by e.id limit ${unsealedCeiling}
    )
    select least(${unsealedCeiling},
      (select count(*) from waiting w cross join lateral (
        select from events e where e.id = w.event_id and ${isTheirs} and e.is_logged offset 0) theirs)
      + (select count(*) from older e where e.is_logged
          and not exists (select from audit_seals s where s.event_id = e.id and s.kind = 'entry')
          and not exists (select from waiting w where w.event_id = e.id)))::integer as n`.execute(db)
  return rows[0]!.n
}
