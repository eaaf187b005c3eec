import { z } from 'zod'
import type { PermissionName } from '#core/permissions.ts'
import { Id, TenantName, Timestamp } from './shapes.ts'

/** What is shown of an account of either kind, wherever it stands. */
export const accountFields = {
  id: Id,
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
  avatarUrl: z.string().nullable().meta({ description: 'Relative path' }),
  tenantName: TenantName,
  isActive: z.boolean(),
  isBlocked: z.boolean(),
  isLockedOut: z.boolean(),
  twoFactorEnabled: z.boolean(),
  lastLoginAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: z.int(),
}

/** What is shown of one account beside that; of a block only to who holds `permission`. */
export function accountStateFields(permission: PermissionName) {
  const toWhoMayBlock = `only told to who holds \`${permission}\``
  return {
    status: z.enum(['Blocked', 'Deactivated', 'LockedOut', 'Active']).meta({ description: 'The first of them that holds' }),
    lockoutEnd: Timestamp.nullable().meta({ description: 'Until when wrong passwords keep the account locked' }),
    blockReason: z
      .string()
      .nullable()
      .optional()
      .meta({ description: `As it was given; ${toWhoMayBlock}` }),
    blockedAt: Timestamp.nullable().optional().meta({ description: toWhoMayBlock }),
    blockedBy: Id.nullable()
      .optional()
      .meta({ description: `Null too for who is out of scope; ${toWhoMayBlock}` }),
    blockedByName: z.string().nullable().optional().meta({ description: toWhoMayBlock }),
  }
}

/** Why somebody is blocked, in the words of who does it. */
export const BlockReason = z.string().trim().max(500).optional()
