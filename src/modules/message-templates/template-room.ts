import { type SqlBool, sql } from 'kysely'
import { stateConflict } from '#core/errors.ts'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'

/** Living templates of one tenant, and of the platform. Each may be half a megabyte. */
export const mostTemplates = 200

/**
 * Keeps others from adding templates to the platform, which has no row to lock, until the transaction ends; of a tenant its own row is that
 * lock. Before any row is locked.
 */
export async function lockTemplatesOf(ctx: PublicContext, tenantId: string | null): Promise<void> {
  if (tenantId === null) await lockByName(ctx.db, 'platformTemplates', '')
}

/** Throws 409 `quota_exceeded` when there is no room for one more. Under the lock of the tenant, or `lockTemplatesOf`. */
// unscoped: counts the templates of one tenant, under its lock
export async function requireTemplateRoom(ctx: Context, tenantId: string | null): Promise<void> {
  const isTheirs = tenantId === null ? sql<SqlBool>`tenant_id is null` : sql<SqlBool>`tenant_id = ${tenantId}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from message_templates where ${isTheirs} and deleted_at is null`.execute(ctx.db)
  if (rows[0]!.n >= mostTemplates) throw stateConflict('quota_exceeded', { quota: 'messageTemplates' })
}
