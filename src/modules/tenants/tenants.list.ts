import { type SqlBool, sql } from 'kysely'
import { defineList } from '#db/list.ts'
import { booleanFilter, idFilter, type ListFilter, likePattern, oneOfFilter } from '#db/list-query.ts'
import { loadTenants } from './tenants.queries.ts'
import { TenantItem } from './tenants.schema.ts'

const isActive: ListFilter<boolean> = {
  ...booleanFilter('tenants.status'),
  where: (value) => sql<SqlBool>`(tenants.status = 'Active') = ${value}`,
}

/** The own tenant has no parent as far as the caller is told, and so is not found under it either. */
const parentTenantId: ListFilter<string> = {
  ...idFilter('tenants.parent_id'),
  where: (id, ctx) =>
    ctx.actor.tenantId === null
      ? sql<SqlBool>`tenants.parent_id = ${id}`
      : sql<SqlBool>`(tenants.parent_id = ${id} and tenants.id <> ${ctx.actor.tenantId})`,
}

export const tenantList = defineList({
  name: 'tenants',
  table: 'tenants',
  view: 'tenants.view',
  item: TenantItem,
  load: loadTenants,
  sort: {
    createdAt: { by: sql`tenants.created_at`, type: 'timestamptz', isIndexed: true },
    name: { by: sql`lower(tenants.name)`, type: 'text' },
    code: { by: sql`tenants.code`, type: 'text' },
    status: { by: sql`tenants.status`, type: 'text' },
  },
  filter: {
    isActive,
    status: oneOfFilter('tenants.status', ['Active', 'Inactive', 'Suspended', 'Cancelled']),
    parentTenantId,
  },
  search: (_ctx, text) => sql<SqlBool>`(tenants.name ilike ${likePattern(text.trim())} or tenants.code ilike ${likePattern(text.trim())})`,
})
