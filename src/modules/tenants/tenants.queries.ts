import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { knowPlaces, knowTenants } from '#db/live/known-tenants.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { TenantDetail, TenantItem } from './tenants.schema.ts'
import { countsBelow, statisticsOf } from './tenants.statistics.queries.ts'

type Tenant = z.input<typeof TenantItem>
type Detail = z.input<typeof TenantDetail>

/** The tenants of these ids that are in the caller's scope, in any order. */
// unscoped: tenants through their door; what lies below one is in scope with it
export async function loadTenants(ctx: Context, ids: readonly string[]): Promise<Tenant[]> {
  const rows = await select(ctx, 'tenants')
    .select([
      'tenants.id',
      'tenants.name',
      'tenants.code',
      'tenants.logoUrl',
      'tenants.parentId',
      'tenants.status',
      'tenants.statusReason',
      'tenants.description',
      'tenants.address',
      'tenants.createdAt',
      'tenants.version',
      // by its index, the few that are deleted among them
      sql<number>`(select count(*) from tenants child where child.parent_id = tenants.id and child.deleted_at is null)::integer`.as(
        'childCount',
      ),
      sql<number>`greatest(0, coalesce((select t.admins from tenant_totals t where t.tenant_id = tenants.id), 0))`.as('adminCount'),
    ])
    .where(sql<boolean>`tenants.id = any(${ids}::uuid[])`)
    .execute()
  await knowPlaces(
    ctx.service,
    rows.map(({ parentId }) => parentId),
  )
  return rows.map(({ parentId, ...row }) => ({
    ...row,
    path: [...(row.id === ctx.actor.tenantId || parentId === null ? [] : pathOf(ctx, parentId)), { id: row.id, name: row.name }],
    parentTenantId: row.id === ctx.actor.tenantId ? null : parentId,
    isActive: row.status === 'Active',
  }))
}

/** One tenant; 404 for an unknown, deleted or foreign one alike. */
export async function getTenant(ctx: Context, id: string): Promise<Tenant> {
  const [tenant] = await loadTenants(ctx, [id])
  if (!tenant) throw notFound()
  return tenant
}

/** One tenant with its settings, what it holds, and where it stands. Throws 404 like `getTenant`. */
export async function getTenantDetail(ctx: Context, id: string): Promise<Detail> {
  const tenant = await getTenant(ctx, id)
  await knowTenants(ctx.service, [id])
  const [statistics, { childCount, descendantCount }] = await Promise.all([statisticsOf(ctx, id), countsBelow(ctx, id)])
  const path = pathOf(ctx, id)
  return {
    ...tenant,
    settings: settingsOf(ctx, id),
    statistics,
    hierarchy: { level: path.length - 1, path, childCount, descendantCount },
  }
}

/** All settings as they hold, with where each comes from; a tenant above the caller's is not named, and what holds in it not told. */
export function settingsOf(ctx: Context, id: string): Detail['settings'] {
  const { settings, tenants } = ctx.service
  const sources = Object.entries(settings.sources(id))
  const inherited = sources.flatMap(([name, { tenantId }]) =>
    tenantId !== undefined && tenants.isWithin(ctx.actor.tenantId, tenantId) ? [[name, tenants.node(tenantId)?.name ?? ''] as const] : [],
  )
  const parentId = tenants.node(id)?.parentId ?? null
  const above = tenants.isWithin(ctx.actor.tenantId, parentId) ? settings.of(parentId) : null
  const covered = sources.flatMap(([name, { from }]) =>
    above !== null && from === 'own' && !settings.isQuota(name) ? [[name, above[name as keyof Settings]] as const] : [],
  )
  return {
    ...(settings.of(id) as Settings),
    sources: Object.fromEntries(sources.map(([name, { from }]) => [name, from])),
    inheritedFrom: Object.fromEntries(inherited),
    inherited: Object.fromEntries(covered),
  }
}

/** From the caller's own tenant (for the platform: the root) down to this one. */
function pathOf(ctx: Context, id: string): { id: string; name: string }[] {
  const { tenants } = ctx.service
  return tenants
    .lineage(id)
    .filter((node) => tenants.isWithin(ctx.actor.tenantId, node.id))
    .map((node) => ({ id: node.id, name: node.name }))
    .reverse()
}
