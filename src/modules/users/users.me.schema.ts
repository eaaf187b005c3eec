import { z } from 'zod'
import { Id, named, Timestamp } from '#http/shapes.ts'

/** One's own profile as an end user. No mask holds for it: everybody may see what is stored about themselves. */
export const OwnUser = named(
  'OwnUserProfile',
  z.object({
    id: Id,
    username: z.string().nullable(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
    avatarUrl: z.string().nullable().meta({ description: 'Relative path' }),
    isActive: z.boolean(),
    emailVerified: z.boolean(),
    phoneVerified: z.boolean(),
    twoFactorEnabled: z.boolean(),
    tenantId: Id,
    tenantCode: z.string().meta({ description: 'Public code of that workspace' }),
    createdAt: Timestamp,
    version: z.int(),
  }),
)
