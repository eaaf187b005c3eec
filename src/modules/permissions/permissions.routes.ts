import { z } from 'zod'
import { tenantOrOwn } from '#db/rows/owned.ts'
import { can } from '#http/access.ts'
import { GrantedPermission, MyPermissions, PermissionCategory, PermissionItem } from '#http/permission-shapes.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { myPermissions } from './permissions.actions.ts'
import { explainPermission } from './permissions.explain.ts'
import { allCategories, availablePermissions, getPermission } from './permissions.queries.ts'
import { AvailableQuery, ExplainQuery, Explanation } from './permissions.schema.ts'

export const permissionRoutes = {
  'GET /': route({
    operationId: 'listPermissions',
    summary: 'All permissions there are, by category',
    access: can('roles.view'),
    reply: z.array(PermissionCategory),
    run: async (ctx) => allCategories(ctx),
  }),

  'GET /my': route({
    operationId: 'getOwnPermissions',
    summary: "The caller's effective permissions",
    access: 'admin',
    reply: MyPermissions,
    run: (ctx) => myPermissions(ctx),
  }),

  'GET /categories': route({
    operationId: 'listPermissionCategories',
    summary: 'The categories with their permissions',
    access: can('roles.view'),
    reply: z.array(PermissionCategory),
    run: async (ctx) => allCategories(ctx),
  }),

  'GET /available-for-tenant': route({
    operationId: 'listAvailablePermissions',
    summary: 'What may be granted and assigned in a tenant',
    access: can('roles.view'),
    query: AvailableQuery,
    reply: z.array(GrantedPermission),
    errors: [404],
    // opaque as well: a group shows its tenant so
    run: async (ctx, { query }) => availablePermissions(ctx, await tenantOrOwn(ctx, query.tenantId, 'tenantId', 'either')),
  }),

  'GET /explain': route({
    operationId: 'explainPermission',
    summary: 'Why an admin may do something, or why not, link by link',
    description: 'For another admin than the caller `admins.view` is needed too. Tenants above the own are not named.',
    access: can('roles.view'),
    query: ExplainQuery,
    reply: Explanation,
    errors: [404],
    run: (ctx, { query }) => explainPermission(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getPermission',
    summary: 'One permission',
    access: can('roles.view'),
    params: ById,
    reply: PermissionItem,
    run: async (ctx, { params }) => getPermission(ctx, params.id),
  }),
}
