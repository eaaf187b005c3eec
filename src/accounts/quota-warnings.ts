import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { emit } from '#events/emit.ts'

export type Quota = 'maxAdmins' | 'maxRoles' | 'maxSubTenants' | 'maxStorageBytes'

/** How much of a quota a tenant will have used when what is asked for is made. */
export interface QuotaUse {
  readonly tenantId: string
  readonly used: number
  readonly limit: number
}

/** In percent; at the higher that is reached. */
const bounds = [100, 80] as const

/**
 * Tells once, in the transaction of what uses it up, that 80 or 100 percent of a quota are used: again only when the quota was set to another
 * number. The tenants must be locked for change before.
 */
// unscoped: tenants whose quotas bind, whoever sees them
export async function warnOfQuota(ctx: PublicContext, quota: Quota, uses: readonly QuotaUse[]): Promise<void> {
  for (const { tenantId, used, limit } of uses) {
    const percent = bounds.find((bound) => used * 100 >= limit * bound)
    if (percent === undefined) continue
    const { rows } = await sql`
      insert into tenant_quota_warnings (tenant_id, quota, percent, quota_limit) values (${tenantId}, ${quota}, ${percent}, ${limit})
      on conflict (tenant_id, quota, percent) do update set quota_limit = excluded.quota_limit
        where tenant_quota_warnings.quota_limit <> excluded.quota_limit
      returning percent`.execute(ctx.db)
    if (rows.length === 0) continue
    await emit(ctx, 'tenant.quota_near', {
      tenantId,
      entityId: tenantId,
      entityName: ctx.service.tenants.node(tenantId)?.name ?? null,
      data: { quota, used, limit, percent },
    })
  }
}
