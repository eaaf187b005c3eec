import { z } from 'zod'
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
    permissions: z.array(z.string()).meta({ description: 'What the caller may do, in the order of the catalogue' }),
    tenantId: Id.nullable(),
    tenantName: TenantName,
    createdAt: Timestamp,
    version: z.int(),
  }),
)
