import { z } from 'zod'
import { requireTenantInScope } from '#db/rows/owned.ts'
import { rehearsedOrDone } from '#db/rows/rehearsal.ts'
import { can } from '#http/access.ts'
import { DryRunQuery } from '#http/bulk/dry-run.ts'
import { GrantedCategory, GrantedPermission } from '#http/permission-shapes.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { availablePermissions, inCategories } from '#modules/permissions/permissions.queries.ts'
import { changeGrant } from './tenants.grant.actions.ts'
import { GrantChange, GrantChanged } from './tenants.grant.schema.ts'

export const tenantGrantRoutes = {
  'GET /:id/permissions': route({
    operationId: 'listTenantPermissions',
    summary: 'What a tenant is granted',
    access: can('tenants.view'),
    params: ById,
    reply: z.array(GrantedPermission),
    run: async (ctx, { params }) => availablePermissions(ctx, await requireTenantInScope(ctx, params.id)),
  }),

  'GET /:id/permissions/grouped': route({
    operationId: 'listTenantPermissionsByCategory',
    summary: 'What a tenant is granted, by category',
    access: can('tenants.view'),
    params: ById,
    reply: z.array(GrantedCategory),
    run: async (ctx, { params }) => inCategories(ctx, await availablePermissions(ctx, await requireTenantInScope(ctx, params.id))),
  }),

  'PUT /:id/permissions': route({
    operationId: 'replaceTenantPermissions',
    summary: 'Replace what a tenant is granted, from above it; what is taken is taken from everything below it too',
    access: can('tenants.update'),
    params: ById,
    query: DryRunQuery,
    body: GrantChange,
    reply: GrantChanged,
    errors: [409],
    transaction: 'own',
    emits: ['tenant.permissions_changed', 'role.permissions_changed', 'group.restrictions_changed'],
    run: (ctx, { params, query, body, exchange }) =>
      rehearsedOrDone(ctx, query.dryRun, (ctx) => changeGrant(ctx, params.id, body, versionSent(body.version, exchange))),
  }),
}
