import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { isErasedAbove } from '#db/rows/shut-tenants.ts'
import { entityUuid } from '#events/entity-id.ts'

/** That an account (of this table or alias) is marked as erased, or its tenant is: the accounts of a large one are marked later. */
export const isMarked = (accounts: 'accounts' | 'a'): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(accounts)}.purged_at is not null or ${isOfErased(sql.ref(`${accounts}.tenantId`))})`

/** That the tenant of this id is erased, by its own mark or by that of one above, which may come first. */
// unscoped: a condition on rows of a query that has its scope
export const isOfErased = (tenantId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(exists (select from tenants gone where gone.id = ${tenantId} and gone.purged_at is not null) or ${isErasedAbove(tenantId)})`

/** Of these ids those of accounts that are marked as erased: until the job has come to what names them, nobody is told. */
// unscoped: tells of ids on rows in scope only that nobody is behind them any more
export async function erasedAmong(ctx: PublicContext, ids: readonly (string | null)[]): Promise<Set<string>> {
  const asked = [...new Set(ids)].filter((id) => id !== null && isUuid(id))
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a where a.id = any(${asked}::uuid[]) and ${isMarked('a')}`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

const ids = {
  'events.actor_id': sql`events.actor_id`,
  'events.entity_id': entityUuid('events'),
}

/** That a column of events holds the id of an account that is marked as erased. */
// unscoped: a condition on rows of a query that has its scope
export const isErased = (column: keyof typeof ids): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from accounts a where a.id = ${ids[column]} and ${isMarked('a')})`
