import { z } from 'zod'
import { examplePassword } from '#http/example-values.ts'
import { PersonName, PhoneNumber } from '#http/person-fields.ts'
import { Id, named, TenantName, Timestamp } from '#http/shapes.ts'

/** One's own profile. No mask holds for it: everybody may see what is stored about themselves. */
export const OwnAdmin = named(
  'OwnProfile',
  z.object({
    id: Id,
    email: z.string(),
    username: z.string().nullable(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    avatarUrl: z.string().nullable().meta({ description: 'Relative path' }),
    isActive: z.boolean(),
    twoFactorEnabled: z.boolean(),
    roleId: Id.nullable(),
    roleName: z.string().nullable(),
    tenantId: Id.nullable(),
    tenantName: TenantName,
    createdAt: Timestamp,
    version: z.int(),
  }),
)

export const ChangeMe = named(
  'OwnProfileChange',
  z.strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    phoneNumber: PhoneNumber.nullable().optional().meta({ description: 'E.164; null clears it' }),
    version: z.int().min(1).optional().meta({ description: 'Of the record as it was read; a stale one is refused' }),
  }),
  { firstName: 'Sara', phoneNumber: '+962790000000' },
)

export const ChangePassword = named(
  'PasswordChange',
  z.strictObject({
    currentPassword: z.string().min(1).max(1024),
    newPassword: z.string().min(1).max(1024),
  }),
  { currentPassword: examplePassword, newPassword: `${examplePassword} 2` },
)
