import type { z } from 'zod'
import { ownPreferences } from '#accounts/own-preferences.ts'
import { unauthenticated } from '#core/errors.ts'
import { version } from '#core/package-version.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { Context } from '#db/rows/context.ts'
import { brandingOf, logoOf, policyOf } from '#http/start/sign-in-page.ts'
import { ownAdmin } from '#modules/admins/own-admin.ts'
import { readMenu } from '#modules/menus/menus.actions.ts'
import { countUnread } from '#modules/notifications/notifications.queries.ts'
import { myPermissions } from '#modules/permissions/permissions.actions.ts'
import type { Start } from './start.schema.ts'

type Answer = z.input<typeof Start>

/**
 * What an application for admins begins with, in a fixed number of statements, whatever there is. Everything is the caller's own, and so open to
 * whoever still owes a password or a second factor: without the policy they could not choose one.
 */
export async function readStart(ctx: Context): Promise<Answer> {
  const { actor, service } = ctx
  // read first: whether the process knows the settings is not asked again below
  if (actor.tenantId !== null) await knowTenants(service, [actor.tenantId])
  const [me, permissions, preferences, menus, unreadNotifications, tenant] = await Promise.all([
    ownAdmin(ctx),
    myPermissions(ctx),
    ownPreferences(ctx),
    readMenu(ctx, false),
    countUnread(ctx),
    ownTenant(ctx),
  ])
  const { serviceName, features } = service.options
  return {
    me,
    ...permissions,
    duties: { passwordChange: actor.mustChangePassword, twoFactorSetup: actor.requiresTwoFactorSetup },
    passwordPolicy: policyOf(service.settings.of(actor.tenantId)),
    tenant,
    impersonator: actor.impersonatorId === null ? null : { id: actor.impersonatorId, name: actor.impersonatorName ?? '' },
    preferences,
    menus,
    unreadNotifications,
    service: { name: serviceName, version, features: { ...features } },
  }
}

/** @throws AppError 401 where it was deleted just now */
// unscoped: the caller's own tenant
async function ownTenant(ctx: Context): Promise<Answer['tenant']> {
  const id = ctx.actor.tenantId
  if (id === null) return null
  const row = await ctx.db
    .selectFrom('tenants')
    .select(['id', 'name', 'code', 'status', 'logoUrl'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row) throw unauthenticated('session_revoked', true)
  const { logoUrl, ...tenant } = row
  const { settings } = ctx.service
  return { ...tenant, path: [{ id, name: tenant.name }], branding: brandingOf(settings.of(id), logoOf(settings, { id, logoUrl })) }
}
