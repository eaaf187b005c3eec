import { sql } from 'kysely'
import { type QuotaUse, warnOfQuota } from '#accounts/quota-warnings.ts'
import { stateConflict } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'

/**
 * Throws 409 `quota_exceeded` when what is stored for a tenant is more than its quota by now: files, logos and avatars, what was just added
 * with them. The triggers of these rows have locked the tenant's total, so that of several at once each is judged with those before it. The
 * platform has no quota; 0 or null is none.
 * @param more bytes that were added beyond those that went; a tenant over its quota may still store less than it did
 */
// unscoped: by the tenant whose total was changed in this transaction
export async function requireStorageRoom(ctx: PublicContext, tenantId: string | null, more: number): Promise<void> {
  if (tenantId === null || more <= 0) return
  const { rows } = await sql<QuotaUse>`
    select s.tenant_id, s.max_storage_bytes as limit, t.storage_bytes as used
    from tenant_settings s join tenant_totals t on t.tenant_id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.max_storage_bytes > 0`.execute(ctx.db)
  if (rows.some(({ used, limit }) => used > limit)) throw stateConflict('quota_exceeded', { quota: 'maxStorageBytes' })
  await warnOfQuota(ctx, 'maxStorageBytes', rows)
}
