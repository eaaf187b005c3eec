import { type SqlBool, sql } from 'kysely'
import { defineList } from '#db/lists/list.ts'
import { booleanFilter } from '#db/lists/list-query.ts'
import { searchColumns } from '#db/lists/text-search.ts'
import type { Context } from '#db/rows/context.ts'
import { loadRoles } from './roles.queries.ts'
import { Role } from './roles.schema.ts'

export const roleList = defineList({
  name: 'roles',
  table: 'roles',
  view: 'roles.view',
  item: Role,
  page: 'RolePage',
  load: loadRoles,
  sort: {
    createdAt: { by: sql`roles.created_at`, type: 'timestamptz', isIndexed: true },
    name: { by: sql`roles.name_key`, type: 'text' },
    isDefault: { by: sql`roles.is_default`, type: 'boolean' },
    isSystem: { by: sql`roles.is_system`, type: 'boolean' },
  },
  filter: {
    isDefault: booleanFilter('roles.is_default', 'Whether it is the default role of its tenant'),
    isSystem: booleanFilter('roles.is_system', 'Whether it belongs to the service'),
  },
  search: (_ctx, text) => searchColumns(text, ['roles.name', 'roles.description']),
})

type Query = Parameters<typeof roleList.read>[1]

/** The caller's own tenant's roles; with `within` those of that tenant and of all below it. */
export const ownRoles = (ctx: Context, query: Query) =>
  query.within === undefined ? rolesOf(ctx, ctx.actor.tenantId, query) : roleList.read(ctx, query)

/** A page of the roles of one tenant, or of the platform: never of those below. The tenant is in scope. */
export const rolesOf = (ctx: Context, tenantId: string | null, query: Query) =>
  roleList.read(ctx, query, {
    name: `of ${tenantId}`,
    where: tenantId === null ? sql<SqlBool>`roles.tenant_id is null` : sql<SqlBool>`roles.tenant_id = ${tenantId}`,
  })
