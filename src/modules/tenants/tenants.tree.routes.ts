import { z } from 'zod'
import { requireTenantInScope } from '#db/rows/owned.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, ByTenant } from '#http/shapes.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { creationPermissions } from './tenants.creation.queries.ts'
import { childrenOf, nearTenantList, ownAndChildren, tenantList } from './tenants.list.ts'
import { countsBelow, statisticsOf } from './tenants.statistics.queries.ts'
import { readTree } from './tenants.tree.queries.ts'
import { CreationPermissions, DescendantCount, Statistics, TenantTreeNode } from './tenants.tree.schema.ts'

/** A parent is settled by the address. */
const childrenQuery = tenantList.querySchemaWithout('parentTenantId')

export const tenantTreeRoutes: Routes = {
  'GET /tree': route({
    operationId: 'getTenantTree',
    summary: 'The own tenant with all below it, as a tree; for the platform, every root',
    access: can('tenants.view'),
    reply: z.array(TenantTreeNode),
    errors: [413],
    run: (ctx) => readTree(ctx),
  }),

  'GET /myChildren': route({
    operationId: 'listOwnChildTenants',
    summary: "Page of the own tenant's children; for the platform, of the roots",
    access: can('tenants.view'),
    query: childrenQuery,
    reply: tenantList.pageSchema,
    run: (ctx, { query }) => tenantList.read(ctx, query, childrenOf(ctx.actor.tenantId)),
  }),

  'GET /myTenantAndChildren': route({
    operationId: 'listOwnTenantAndChildren',
    summary: 'Page of the own tenant and its children, each with its place; for the platform, of the roots',
    access: can('tenants.view'),
    query: nearTenantList.querySchemaWithout('parentTenantId'),
    reply: nearTenantList.pageSchema,
    run: (ctx, { query }) => nearTenantList.read(ctx, query, ownAndChildren(ctx.actor.tenantId)),
  }),

  'GET /creation-permissions': route({
    operationId: 'getTenantCreationPermissions',
    summary: 'Whether the caller can create a tenant below its own, how many more, and what it can grant',
    access: can('tenants.view'),
    reply: CreationPermissions,
    run: (ctx) => creationPermissions(ctx),
  }),

  'GET /:id/children': route({
    operationId: 'listChildTenants',
    summary: "Page of a tenant's children",
    access: can('tenants.view'),
    params: ById,
    query: childrenQuery,
    reply: tenantList.pageSchema,
    run: async (ctx, { params, query }) => tenantList.read(ctx, query, childrenOf(await requireTenantInScope(ctx, params.id))),
  }),

  'GET /:id/stats': route({
    operationId: 'getTenantStatistics',
    summary: 'What a tenant and all below it hold',
    access: can('tenants.view'),
    params: ById,
    reply: Statistics,
    run: async (ctx, { params }) => statisticsOf(ctx, await requireTenantInScope(ctx, params.id)),
  }),

  'GET /:id/descendant-count': route({
    operationId: 'countDescendantTenants',
    summary: 'How many tenants there are below a tenant, at any depth',
    access: can('tenants.view'),
    params: ById,
    reply: DescendantCount,
    run: async (ctx, { params }) => ({ count: (await countsBelow(ctx, await requireTenantInScope(ctx, params.id))).descendantCount }),
  }),

  'GET /:id/admins': route({
    operationId: 'listTenantAdmins',
    summary: "Page of a tenant's own admins",
    access: can('admins.view'),
    params: ByTenant,
    query: adminList.querySchemaWithout('tenantId'),
    reply: adminList.pageSchema,
    run: async (ctx, { params, query }) =>
      adminList.read(ctx, { ...query, tenantId: await requireTenantInScope(ctx, params.id, undefined, 'either') }),
  }),
}
