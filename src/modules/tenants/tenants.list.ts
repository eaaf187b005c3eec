import { type SqlBool, sql } from 'kysely'
import { defineList, type ListPart } from '#db/lists/list.ts'
import { booleanFilter, idFilter, type ListFilter, oneOfFilter } from '#db/lists/list-query.ts'
import { searchColumns } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { loadTenants } from './tenants.queries.ts'
import { TenantItem } from './tenants.schema.ts'
import { loadNearTenants } from './tenants.tree.queries.ts'
import { NearTenant } from './tenants.tree.schema.ts'

const isActive: ListFilter<boolean> = {
  ...booleanFilter('tenants.status', 'Whether its own status is Active'),
  where: (value) => sql<SqlBool>`(tenants.status = 'Active') = ${value}`,
}

/** The own tenant has no parent as far as the caller is told, and so is not found under it either. */
const parentTenantId: ListFilter<string> = {
  ...idFilter('tenants.parent_id', 'Tenants directly below this one'),
  where: (id, ctx) =>
    ctx.actor.tenantId === null
      ? sql<SqlBool>`tenants.parent_id = ${id}`
      : sql<SqlBool>`(tenants.parent_id = ${id} and tenants.id <> ${ctx.actor.tenantId})`,
}

const tenants = {
  table: 'tenants',
  view: 'tenants.view',
  sort: {
    createdAt: { by: sql`tenants.created_at`, type: 'timestamptz', isIndexed: true },
    name: { by: sql`lower(tenants.name)`, type: 'text' },
    code: { by: sql`tenants.code`, type: 'text' },
    status: { by: sql`tenants.status`, type: 'text' },
  },
  filter: {
    isActive,
    status: oneOfFilter('tenants.status', ['Active', 'Inactive', 'Suspended', 'Cancelled'], 'Its own status'),
    parentTenantId,
  },
  search: (_ctx: Context, text: string) => searchColumns(text, ['tenants.name', 'tenants.code']),
} as const

export const tenantList = defineList({ ...tenants, name: 'tenants', item: TenantItem, page: 'TenantPage', load: loadTenants })

/** Tenants, each with its place beside the caller's tenant: for `ownAndChildren` only. */
export const nearTenantList = defineList({
  ...tenants,
  name: 'near tenants',
  item: NearTenant,
  page: 'NearTenantPage',
  load: loadNearTenants,
})

const isChildOf = (parentId: string | null) =>
  parentId === null ? sql<SqlBool>`tenants.parent_id is null` : sql<SqlBool>`tenants.parent_id = ${parentId}`

/** The children of a tenant; of the platform, the roots. */
export const childrenOf = (parentId: string | null): ListPart => ({ name: `children of ${parentId}`, where: isChildOf(parentId) })

/** A tenant and its children; of the platform, the roots. */
export const ownAndChildren = (tenantId: string | null): ListPart => ({
  name: `own and children of ${tenantId}`,
  where: tenantId === null ? isChildOf(null) : sql<SqlBool>`(tenants.id = ${tenantId} or tenants.parent_id = ${tenantId})`,
})
