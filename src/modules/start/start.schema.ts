import { z } from 'zod'
import { MyPermissions } from '#http/permission-shapes.ts'
import { Preferences } from '#http/preference-fields.ts'
import { Id, named } from '#http/shapes.ts'
import { MenuItem } from '#http/start/menu-shapes.ts'
import { OwnAdmin } from '#http/start/own-admin.ts'
import { Branding, PasswordPolicy } from '#http/start/sign-in-page.ts'
import { TenantReference, TenantStatus } from '#http/start/tenant-shapes.ts'

const Duties = named(
  'Duties',
  z.object({
    passwordChange: z.boolean().meta({ description: 'A new password comes before anything else' }),
    twoFactorSetup: z.boolean().meta({ description: 'A second factor comes before anything else' }),
  }),
)

const OwnTenant = named(
  'OwnTenant',
  z.object({
    id: Id,
    name: z.string(),
    code: z.string(),
    status: TenantStatus,
    path: z.array(TenantReference).meta({ description: 'From the highest tenant that the caller sees, their own, down to it' }),
    branding: Branding,
  }),
)

const Impersonator = named('Impersonator', z.object({ id: Id, name: z.string() }))

const RunningService = named(
  'RunningService',
  z.object({
    name: z.string(),
    version: z.string(),
    features: z
      .object({ registration: z.boolean(), externalLogin: z.boolean(), webhooks: z.boolean() })
      .meta({ description: 'What is switched on for the whole service' }),
  }),
)

/** All that an application for admins begins with. As one's own profile it is masked by nothing. */
export const Start = named(
  'AdminStart',
  MyPermissions.extend({
    me: OwnAdmin,
    duties: Duties,
    passwordPolicy: PasswordPolicy,
    tenant: OwnTenant.nullable().meta({ description: 'Null for who belongs to the platform' }),
    impersonator: Impersonator.nullable().meta({ description: 'The original admin, while they act as the caller' }),
    preferences: Preferences,
    menus: z.array(MenuItem),
    unreadNotifications: z.int(),
    service: RunningService,
  }),
)
