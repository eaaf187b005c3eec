import { sql } from 'kysely'
import { stateConflict } from '#core/errors.ts'
import type { PublicContext } from '#db/context.ts'

const exceeded = (quota: 'maxAdmins' | 'maxSubTenants') => stateConflict('quota_exceeded', { quota })

/**
 * Throws 409 `quota_exceeded` when a tenant has no room for one more admin of its own. The tenant must be locked for change in this
 * transaction before, or two that ask at once both get the last place. The platform has no quota; 0 or null is none.
 */
export async function requireAdminRoom(ctx: PublicContext, tenantId: string | null): Promise<void> {
  if (tenantId === null) return
  const { rows } = await sql<{ isFull: boolean }>`
    select s.max_admins > 0 and s.max_admins <= coalesce((
      select sum(n) from tenant_account_counts c where c.tenant_id = s.tenant_id and c.kind = 'admin'), 0) as is_full
    from tenant_settings s where s.tenant_id = ${tenantId}`.execute(ctx.db)
  if (rows[0]?.isFull) throw exceeded('maxAdmins')
}

/** The tenant and those above it that bound how many tenants there may be below them, in the order of locks. */
export async function boundingAncestors(ctx: PublicContext, parentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.tenant_id as id from tenant_closure c join tenant_settings s on s.tenant_id = c.ancestor_id
    where c.descendant_id = ${parentId} and s.max_sub_tenants > 0 order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Throws 409 `quota_exceeded` when one more tenant below `parentId` would be too many for it or for any tenant above: a quota bounds
 * the whole subtree. The bounding ancestors must be locked for change in this transaction before.
 */
export async function requireSubTenantRoom(ctx: PublicContext, parentId: string): Promise<void> {
  const { rows } = await sql`
    select from tenant_closure up join tenant_settings s on s.tenant_id = up.ancestor_id
    where up.descendant_id = ${parentId} and s.max_sub_tenants > 0 and s.max_sub_tenants <= (
      select count(*) from tenant_closure down join tenants t on t.id = down.descendant_id
      where down.ancestor_id = s.tenant_id and down.depth > 0 and t.deleted_at is null)
    limit 1`.execute(ctx.db)
  if (rows.length > 0) throw exceeded('maxSubTenants')
}
