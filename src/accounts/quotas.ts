import { sql } from 'kysely'
import { stateConflict } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { type Quota, type QuotaUse, warnOfQuota } from './quota-warnings.ts'

/** Throws 409 where one more would be too many, and tells those whose quota is nearly or wholly used up by it. */
async function useOneMore(ctx: PublicContext, quota: Quota, uses: readonly QuotaUse[]): Promise<void> {
  if (uses.some(({ used, limit }) => used >= limit)) throw stateConflict('quota_exceeded', { quota })
  await warnOfQuota(
    ctx,
    quota,
    uses.map(({ used, ...use }) => ({ ...use, used: used + 1 })),
  )
}

/**
 * Throws 409 `quota_exceeded` when a tenant has no room for one more admin of its own. The tenant must be locked for change in this
 * transaction before, or two that ask at once both get the last place. The platform has no quota; 0 or null is none.
 */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function requireAdminRoom(ctx: PublicContext, tenantId: string | null): Promise<void> {
  if (tenantId === null) return
  const { rows } = await sql<QuotaUse>`
    select s.tenant_id, s.max_admins as limit, coalesce((
      select sum(n) from tenant_account_counts c where c.tenant_id = s.tenant_id and c.kind = 'admin'), 0)::integer as used
    from tenant_settings s where s.tenant_id = ${tenantId} and s.max_admins > 0`.execute(ctx.db)
  await useOneMore(ctx, 'maxAdmins', rows)
}

/** Throws 409 `quota_exceeded` when a tenant, locked for change before, has no room for one more role of its own; the seeded ones don't count. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function requireRoleRoom(ctx: PublicContext, tenantId: string | null): Promise<void> {
  if (tenantId === null) return
  const { rows } = await sql<QuotaUse>`
    select s.tenant_id, s.max_roles as limit, (
      select count(*) from roles r where r.tenant_id = s.tenant_id and r.seed is null and r.deleted_at is null)::integer as used
    from tenant_settings s where s.tenant_id = ${tenantId} and s.max_roles > 0`.execute(ctx.db)
  await useOneMore(ctx, 'maxRoles', rows)
}

/** The tenant and those above it that bound how many tenants there may be below them, in the order of locks. */
// unscoped: quotas of tenants above bind, whoever sees them; only ids to lock come out
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
// unscoped: quotas of tenants above bind, whoever sees them; only a refusal comes out
export async function requireSubTenantRoom(ctx: PublicContext, parentId: string): Promise<void> {
  const { rows } = await sql<QuotaUse>`
    select s.tenant_id, s.max_sub_tenants as limit, (
      select count(*) from tenant_closure down join tenants t on t.id = down.descendant_id
      where down.ancestor_id = s.tenant_id and down.depth > 0 and t.deleted_at is null and not ${isShut(sql`t.id`)})::integer as used
    from tenant_closure up join tenant_settings s on s.tenant_id = up.ancestor_id
    where up.descendant_id = ${parentId} and s.max_sub_tenants > 0`.execute(ctx.db)
  await useOneMore(ctx, 'maxSubTenants', rows)
}

export interface SubTenantRoom {
  /** What is set on the tenant itself; null is unlimited. */
  readonly maxSubTenants: number | null
  readonly maxAdmins: number | null
  readonly maxRoles: number | null
  /** Living tenants below. */
  readonly used: number
  /** What the tenant's own quota leaves; null where it has none. What one above leaves would tell what its other tenants have used. */
  readonly remaining: number | null
  /** Whether one more would be refused, whosever quota along the lineage is full: making one tells that anyway. */
  readonly isFull: boolean
  /** Of the tree, down to and with this tenant; 0 for the platform. */
  readonly levels: number
}

/** How many tenants may still be made below one, by the same count that `requireSubTenantRoom` takes; null asks for the platform. */
// unscoped: by the caller's own tenant; of those above only that there is no room, and how many they are
export async function subTenantRoom(ctx: PublicContext, tenantId: string | null): Promise<SubTenantRoom> {
  if (tenantId === null) {
    const { rows } = await sql<{
      used: number
    }>`select count(*)::integer as used from tenants t where deleted_at is null and not ${isShut(sql`t.id`)}`.execute(ctx.db)
    return { maxSubTenants: null, maxAdmins: null, maxRoles: null, used: rows[0]!.used, remaining: null, isFull: false, levels: 0 }
  }
  const { rows } = await sql<SubTenantRoom>`
    with lineage as (
      select up.ancestor_id, s.max_sub_tenants, s.max_admins, s.max_roles, used.n
      from tenant_closure up left join tenant_settings s on s.tenant_id = up.ancestor_id
        cross join lateral (
          select case when up.depth = 0 or s.max_sub_tenants > 0 then (
            select count(*) from tenant_closure down join tenants t on t.id = down.descendant_id
            where down.ancestor_id = up.ancestor_id and down.depth > 0 and t.deleted_at is null and not ${isShut(sql`t.id`)}) end as n
        ) used
      where up.descendant_id = ${tenantId}
    )
    select nullif(own.max_sub_tenants, 0) as max_sub_tenants, nullif(own.max_admins, 0) as max_admins,
      nullif(own.max_roles, 0) as max_roles, own.n::integer as used,
      case when own.max_sub_tenants > 0 then greatest(0, own.max_sub_tenants - own.n)::integer end as remaining,
      bound.is_full, bound.levels::integer
    from lineage own cross join (
      select coalesce(bool_or(max_sub_tenants > 0 and max_sub_tenants <= n), false) as is_full, count(*) as levels from lineage
    ) bound
    where own.ancestor_id = ${tenantId}`.execute(ctx.db)
  return rows[0]!
}
