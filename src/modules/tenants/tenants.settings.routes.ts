import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { changeSettings, getSettings } from './tenants.settings.actions.ts'
import { SettingsAnswer, SettingsChange } from './tenants.settings.schema.ts'

export const tenantSettingsRoutes: Routes = {
  'GET /:id/settings': route({
    operationId: 'getTenantSettings',
    summary: 'Settings of a tenant as they hold, and where each comes from',
    access: can('tenants.view'),
    params: ById,
    reply: SettingsAnswer,
    run: (ctx, { params }) => getSettings(ctx, params.id),
  }),

  'PUT /:id/settings': route({
    operationId: 'updateTenantSettings',
    summary: 'Change settings of a tenant: absent stays, null is inherited again',
    description:
      'Quotas and `auditEnabled` are set, and `auditRetentionDays` is lowered, from outside the tenant only (403 `field_restricted`). A quota below what is used takes nothing away, it stops growth.',
    access: can('tenants.update'),
    params: ById,
    body: SettingsChange,
    reply: SettingsAnswer,
    emits: ['tenant.settings_changed'],
    transaction: 'own',
    run: (ctx, { params, body }) => changeSettings(ctx, params.id, body),
  }),
}
