import { z } from 'zod'
import { isReservedCode, isTenantCode } from '#core/text/tenant-code.ts'
import { queryBoolean } from '#db/lists/list-query.ts'
import { examplePassword } from '#http/example-values.ts'
import { EmailAddress, NewPassword, oneLine, PersonName } from '#http/person-fields.ts'
import { Id, named, recordShape, Timestamp } from '#http/shapes.ts'
import { TenantReference, TenantStatus } from '#http/start/tenant-shapes.ts'
import { BodyVersion } from '#http/version.ts'
import { PictureUrl, SettingsAnswer, SettingsChange } from './tenants.settings.schema.ts'

const fields = {
  id: Id,
  name: z.string(),
  code: z.string().meta({ description: 'Public workspace code' }),
  logoUrl: z.string().nullable(),
  parentTenantId: Id.nullable().meta({ description: 'Null for a root, and for the own tenant: what lies above is not shown' }),
  isActive: z.boolean().meta({ description: 'Whether its own status is Active' }),
  status: TenantStatus,
  statusReason: z.string().nullable(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  path: z.array(TenantReference).meta({ description: 'From the own tenant (for the platform: the root) down to this one' }),
  childCount: z.int().meta({ description: 'Tenants directly below it' }),
  adminCount: z.int().meta({ description: 'Its own admins; with those of all below it in `statistics`' }),
  createdAt: Timestamp,
  version: z.int(),
}

export const TenantItem = named('Tenant', recordShape('tenants', fields))

export const TenantDetail = named(
  'TenantDetail',
  recordShape('tenants', {
    ...fields,
    settings: SettingsAnswer,
    statistics: named('TenantStatistics', z.object({ adminCount: z.int(), userCount: z.int(), storageBytes: z.int() })),
    hierarchy: named(
      'TenantHierarchy',
      z.object({
        level: z.int(),
        path: z.array(TenantReference),
        childCount: z.int(),
        descendantCount: z.int(),
      }),
    ),
  }),
)

const TenantName = oneLine(200)

const TenantCode = z
  .string()
  .refine(isTenantCode, { params: { code: 'format' }, abort: true })
  .refine((code) => !isReservedCode(code), { params: { code: 'not_allowed_value' } })
  .meta({ description: '3 to 50 of a-z, 0-9 and dashes; unique over the service' })

const description = z.string().trim().max(2000).nullable().optional()
const address = z.string().trim().max(500).nullable().optional()
const logoUrl = PictureUrl.nullable().optional()

export const NewTenant = named(
  'NewTenant',
  z.strictObject({
    name: TenantName,
    code: TenantCode.optional().meta({ description: 'Made from the name when left out' }),
    parentTenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; a platform admin makes a root" }),
    description,
    address,
    logoUrl,
    admin: z
      .strictObject({ email: EmailAddress, firstName: PersonName, lastName: PersonName, password: NewPassword.optional() })
      .meta({ id: 'NewTenantAdmin' })
      .optional()
      .meta({ description: 'Its first TenantAdmin, invited by mail; needs `admins.create` too' }),
    settings: SettingsChange.optional(),
  }),
  {
    name: 'Acme',
    code: 'acme',
    admin: { email: 'sara@acme.example', firstName: 'Sara', lastName: 'Haddad', password: examplePassword },
    settings: { language: 'en', maxAdmins: 50 },
  },
)

/** A partial change: absent is unchanged. The place in the tree never changes. */
export const ChangeTenant = named(
  'TenantChange',
  z
    .strictObject({
      name: TenantName.optional(),
      code: TenantCode.optional(),
      description,
      address,
      logoUrl,
      isActive: z.boolean().optional().meta({ description: 'True for the status Active, false for Inactive where it was Active' }),
      status: TenantStatus.optional().meta({
        description:
          'Active and Inactive or Suspended in turn; Cancelled from anywhere, and back by a platform admin only. Not of the own tenant',
      }),
      statusReason: z
        .string()
        .trim()
        .max(500)
        .nullable()
        .optional()
        .meta({ description: 'Forgotten when the status changes without a new one' }),
      version: BodyVersion,
    })
    .refine(({ status, isActive }) => status === undefined || isActive === undefined || isActive === (status === 'Active'), {
      path: ['isActive'],
      params: { code: 'not_allowed_value' },
    }),
  { status: 'Suspended', statusReason: 'unpaid', version: 3 },
)

export const DeletionQuery = z.strictObject({
  cascade: queryBoolean.optional().meta({ description: 'Delete the tenants below it too; without it they are in the way (409)' }),
})
