import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { addDomain, deleteDomain, makePrimary, requestCheck } from './domains.actions.ts'
import { listDomains } from './domains.queries.ts'
import { ByDomain, CheckAnswer, DomainList, NewDomain, OwnedDomain } from './domains.schema.ts'

/** Below /api/v1/Tenants: the names under which a tenant's people reach the service. */
export const domainRoutes: Routes = {
  'GET /:id/domains': route({
    operationId: 'listTenantDomains',
    summary: 'Domains of a tenant, with the DNS records that prove those that are not verified',
    access: can('tenants.view'),
    params: ById,
    reply: DomainList,
    run: (ctx, { params }) => listDomains(ctx, params.id),
  }),

  'POST /:id/domains': route({
    operationId: 'addTenantDomain',
    summary: 'Claim a domain for a tenant',
    description:
      'The answer says which DNS record proves it. Claims of several tenants for one name stand beside each other until one is proved.',
    access: can('tenants.update'),
    params: ById,
    body: NewDomain,
    reply: OwnedDomain,
    status: 201,
    errors: [409],
    location: ({ tenantId, id }) => `/api/v1/Tenants/${tenantId}/domains/${id}`,
    emits: ['tenant.domain_created'],
    run: (ctx, { params, body }) => addDomain(ctx, params.id, body.domainName),
  }),

  'DELETE /:id/domains/:domainId': route({
    operationId: 'deleteTenantDomain',
    summary: 'Delete a domain of a tenant; none takes the place of the primary one',
    access: can('tenants.update'),
    params: ByDomain,
    status: 204,
    emits: ['tenant.domain_deleted'],
    run: async (ctx, { params }) => {
      await deleteDomain(ctx, params.id, params.domainId)
      return undefined
    },
  }),

  'PUT /:id/domains/:domainId/primary': route({
    operationId: 'makeTenantDomainPrimary',
    summary: 'Make a verified domain the one that links for end users lead to',
    access: can('tenants.update'),
    params: ByDomain,
    reply: OwnedDomain,
    errors: [409],
    emits: ['tenant.domain_primary_changed'],
    run: (ctx, { params }) => makePrimary(ctx, params.id, params.domainId),
  }),

  'POST /:id/domains/:domainId/verify': route({
    operationId: 'verifyTenantDomain',
    summary: 'Have the DNS record of a domain looked up, at once and then again and again for 72 hours',
    description: 'How it went stands in the list. A domain that is verified stays so.',
    access: can('tenants.update'),
    params: ByDomain,
    reply: CheckAnswer,
    status: 202,
    emits: ['tenant.domain_verification_requested'],
    run: (ctx, { params }) => requestCheck(ctx, params.id, params.domainId),
  }),
}
