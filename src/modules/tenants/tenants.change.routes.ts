import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { deleteTenant } from './tenants.delete.actions.ts'
import { putLogo } from './tenants.logo.actions.ts'
import { ChangeTenant, DeletionQuery, TenantItem } from './tenants.schema.ts'
import { updateTenant } from './tenants.update.actions.ts'

const logoBytes = 5 * 1024 * 1024

export const tenantChangeRoutes: Routes = {
  'PUT /:id': route({
    operationId: 'updateTenant',
    summary: 'Change a tenant, or switch it on and off',
    description:
      'Any status but Active ends every session in the tenant and below it at once and for ever. Nobody changes the status of the own tenant.',
    access: can('tenants.update'),
    params: ById,
    body: ChangeTenant,
    reply: TenantItem,
    errors: [409],
    emits: ['tenant.updated', 'tenant.activated', 'tenant.deactivated'],
    transaction: 'own',
    run: (ctx, { params, body: { version, ...change }, exchange }) => updateTenant(ctx, params.id, change, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteTenant',
    summary: 'Delete a tenant, with `cascade` also those below it',
    description:
      'Its roles, groups and webhooks go with it, its admins and users are deactivated, their sessions end at once. Nobody deletes the own tenant.',
    access: can('tenants.delete'),
    params: ById,
    query: DeletionQuery,
    status: 204,
    errors: [409],
    emits: ['tenant.deleted'],
    transaction: 'own',
    run: async (ctx, { params, query }) => {
      await deleteTenant(ctx, params.id, query.cascade ?? false)
      return undefined
    },
  }),

  'POST /:id/logo': route({
    operationId: 'uploadTenantLogo',
    summary: 'Upload the logo of a tenant: JPEG, PNG, SVG or WebP, 5 MB at most',
    description:
      'Pictures are drawn anew without metadata; an SVG keeps shapes, gradients and text only. ' +
      '`If-Match` may name the version that it was made for: 409 `version_conflict` when the record moved on.',
    access: can('tenants.update'),
    params: ById,
    upload: { maxBytes: logoBytes },
    reply: TenantItem,
    errors: [409],
    emits: ['tenant.updated'],
    also: ['PUT /api/v1/tenants/:id/logo'],
    transaction: 'own',
    run: (ctx, { params, file, exchange }) => putLogo(ctx, params.id, file.bytes, versionSent(undefined, exchange)),
  }),
}
