import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PublicContext } from './context.ts'

/**
 * Conditions that a tenant is not deleted with one above whose deletion, restore or erasure is still being written to all below it (migration
 * 0025): its own row, its roles and groups may say that they live. To stand beside every `deleted_at is null` of such rows.
 *
 * In a transaction the database is asked, so that nothing is written into them, whichever process shut them. A plain read asks only when
 * this process knows of such a tenant: at once of what it did itself, within a second of the others' doing, like all that the tree in memory says.
 * @param column the id of the tenant; the platform's (null) is never shut
 */
export function notShut(ctx: Pick<PublicContext, 'inTransaction' | 'service'>, column: RawBuilder<unknown>): RawBuilder<SqlBool>[] {
  if (!ctx.inTransaction && !ctx.service.tenants.hasLateMarks) return []
  return [sql<SqlBool>`not ${isShut(column)}`]
}

/** That a tenant is shut, asked of the database in any case. */
export const isShut = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from tenants_shut shut where shut.id = ${column})`

/** That it is erased with one above, whatever its own row says. */
export const isErasedAbove = (column: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from tenants_erased erased where erased.id = ${column})`
