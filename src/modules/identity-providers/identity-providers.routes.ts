import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { addProvider, changeProvider, deleteProvider } from './identity-providers.actions.ts'
import { listProviders } from './identity-providers.queries.ts'
import {
  ByProvider,
  ChangeIdentityProvider,
  IdentityProvider,
  IdentityProviderList,
  NewIdentityProvider,
} from './identity-providers.schema.ts'

/** Below /api/v1/Tenants: OpenID providers that a tenant brings along for its own people. */
export const identityProviderRoutes: Routes = {
  'GET /:id/identity-providers': route({
    operationId: 'listIdentityProviders',
    summary: 'OpenID providers of a tenant',
    access: can('tenants.view'),
    params: ById,
    reply: IdentityProviderList,
    run: (ctx, { params }) => listProviders(ctx, params.id),
  }),

  'POST /:id/identity-providers': route({
    operationId: 'addIdentityProvider',
    summary: 'Give a tenant an OpenID provider of its own; ten at most',
    description: 'Its discovery document is read at once: an issuer that does not answer, or names itself otherwise, is refused.',
    access: can('tenants.update'),
    params: ById,
    body: NewIdentityProvider,
    reply: IdentityProvider,
    status: 201,
    errors: [409],
    location: ({ tenantId, id }) => `/api/v1/Tenants/${tenantId}/identity-providers/${id}`,
    emits: ['tenant.identity_provider_created'],
    transaction: 'own',
    run: (ctx, { params, body }) => addProvider(ctx, params.id, body),
  }),

  'PUT /:id/identity-providers/:providerId': route({
    operationId: 'changeIdentityProvider',
    summary: 'Change an OpenID provider of a tenant',
    description:
      'With another issuer or client it is another provider: the links that people made by the old one end. A kept secret does not move to another issuer: it is sent again, or null.',
    access: can('tenants.update'),
    params: ByProvider,
    body: ChangeIdentityProvider,
    reply: IdentityProvider,
    errors: [409],
    emits: ['tenant.identity_provider_updated'],
    transaction: 'own',
    run: (ctx, { params, body: { version, ...wanted }, exchange }) =>
      changeProvider(ctx, params.id, params.providerId, wanted, versionSent(version, exchange)),
  }),

  'DELETE /:id/identity-providers/:providerId': route({
    operationId: 'deleteIdentityProvider',
    summary: 'Delete an OpenID provider of a tenant, with the links that people made by it',
    access: can('tenants.update'),
    params: ByProvider,
    status: 204,
    emits: ['tenant.identity_provider_deleted'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await deleteProvider(ctx, params.id, params.providerId)
      return undefined
    },
  }),
}
