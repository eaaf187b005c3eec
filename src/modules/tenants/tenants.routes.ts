import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { createTenant } from './tenants.create.actions.ts'
import { tenantList } from './tenants.list.ts'
import { getTenantDetail } from './tenants.queries.ts'
import { NewTenant, TenantDetail, TenantItem } from './tenants.schema.ts'

export const tenantRoutes = {
  'GET /': route({
    operationId: 'listTenants',
    summary: 'Page of the own tenant and those below',
    access: can('tenants.view'),
    query: tenantList.querySchema,
    reply: tenantList.pageSchema,
    run: (ctx, { query }) => tenantList.read(ctx, query),
  }),

  'POST /': route({
    operationId: 'createTenant',
    summary: 'Create a tenant, with its first admin where one is given',
    access: can('tenants.create'),
    body: NewTenant,
    reply: TenantItem,
    status: 201,
    errors: [404, 409],
    location: (tenant) => `/api/v1/Tenants/${tenant.id}`,
    emits: ['tenant.created', 'admin.created', 'tenant.quota_near'],
    transaction: 'own',
    run: (ctx, { body }) => createTenant(ctx, body),
  }),

  'GET /:id': route({
    operationId: 'getTenant',
    summary: 'One tenant with its settings, statistics and place in the tree',
    access: can('tenants.view'),
    params: ById,
    reply: TenantDetail,
    run: (ctx, { params }) => getTenantDetail(ctx, params.id),
  }),
}
