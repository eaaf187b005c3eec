import { z } from 'zod'
import { isReservedCode, isTenantCode } from '#core/tenant-code.ts'
import { EmailAddress, NewPassword, oneLine, PersonName } from '#http/person-fields.ts'
import { Id, recordShape, Timestamp } from '#http/shapes.ts'
import { PictureUrl, SettingsAnswer, SettingsChange } from './tenants.settings.schema.ts'

const fields = {
  id: Id,
  name: z.string(),
  code: z.string().meta({ description: 'Public workspace code' }),
  logoUrl: z.string().nullable(),
  parentTenantId: Id.nullable().meta({ description: 'Null for a root, and for the own tenant: what lies above is not shown' }),
  isActive: z.boolean().meta({ description: 'Whether its own status is Active' }),
  status: z.enum(['Active', 'Inactive', 'Suspended', 'Cancelled']),
  statusReason: z.string().nullable(),
  description: z.string().nullable(),
  address: z.string().nullable(),
  createdAt: Timestamp,
  version: z.int(),
}

export const TenantItem = recordShape('tenants', fields, [])

export const TenantDetail = recordShape(
  'tenants',
  {
    ...fields,
    settings: SettingsAnswer,
    statistics: z.object({ adminCount: z.int(), userCount: z.int(), storageBytes: z.int() }),
    hierarchy: z.object({
      level: z.int(),
      path: z.array(z.object({ id: Id, name: z.string() })),
      childCount: z.int(),
      descendantCount: z.int(),
    }),
  },
  [],
)

const TenantName = oneLine(200)

const TenantCode = z
  .string()
  .refine(isTenantCode, { params: { code: 'format' }, abort: true })
  .refine((code) => !isReservedCode(code), { params: { code: 'not_allowed_value' } })
  .meta({ description: '3 to 50 of a-z, 0-9 and dashes; unique over the service' })

export const NewTenant = z.strictObject({
  name: TenantName,
  code: TenantCode.optional().meta({ description: 'Made from the name when left out' }),
  parentTenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; a platform admin makes a root" }),
  description: z.string().trim().max(2000).nullable().optional(),
  address: z.string().trim().max(500).nullable().optional(),
  logoUrl: PictureUrl.nullable().optional(),
  admin: z
    .strictObject({ email: EmailAddress, firstName: PersonName, lastName: PersonName, password: NewPassword.optional() })
    .optional()
    .meta({ description: 'Its first TenantAdmin, invited by mail; needs `admins.create` too' }),
  settings: SettingsChange.optional(),
})
