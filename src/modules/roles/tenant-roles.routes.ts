import { requireTenantInScope } from '#db/rows/owned.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ByTenant } from '#http/shapes.ts'
import { roleList, rolesOf } from './roles.list.ts'

/** Below /api/v1/Tenants: the roles of one tenant. */
export const tenantRoleRoutes: Routes = {
  'GET /:id/roles': route({
    operationId: 'listTenantRoles',
    summary: 'Page of roles of a tenant',
    access: can('roles.view'),
    params: ByTenant,
    query: roleList.querySchema,
    reply: roleList.pageSchema,
    run: async (ctx, { params, query }) => await rolesOf(ctx, await requireTenantInScope(ctx, params.id, undefined, 'either'), query),
  }),
}
