import { type SqlBool, sql } from 'kysely'
import { stateConflict } from '#core/errors.ts'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Context, PublicContext } from '#db/rows/context.ts'

/** Living subscriptions of one tenant, and of the platform. */
export const mostWebhooks = 20

/**
 * Keeps others from adding subscriptions to the platform, which has no row to lock, until the transaction ends; of a tenant its own row is
 * that lock. Before any row is locked.
 */
export async function lockWebhooksOf(ctx: PublicContext, tenantId: string | null): Promise<void> {
  if (tenantId === null) await lockByName(ctx.db, 'platformWebhooks', '')
}

/** How many living ones a tenant has; null is the platform. */
// unscoped: counts the subscriptions of one tenant, under its lock
export async function countWebhooks(ctx: PublicContext, tenantId: string | null): Promise<number> {
  const isTheirs = tenantId === null ? sql<SqlBool>`tenant_id is null` : sql<SqlBool>`tenant_id = ${tenantId}`
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhooks where ${isTheirs} and deleted_at is null`.execute(ctx.db)
  return rows[0]!.n
}

/** Throws 409 `webhook_limit_reached` when there is no room for one more. Under the lock of the tenant, or `lockWebhooksOf`. */
export async function requireWebhookRoom(ctx: Context, tenantId: string | null): Promise<void> {
  if ((await countWebhooks(ctx, tenantId)) >= mostWebhooks) throw stateConflict('webhook_limit_reached')
}
