import { z } from 'zod'
import { PermissionSlug } from '#http/permission-shapes.ts'
import { named } from '#http/shapes.ts'
import { reasons } from './explanation.ts'

export const AvailableQuery = z.strictObject({
  tenantId: z.string().max(100).optional().meta({
    description: "Plain or opaque, as a group shows it; the caller's own when left out; a platform admin's is the platform",
  }),
})

export const ExplainQuery = z.strictObject({
  adminId: z.string().max(100).optional().meta({ description: 'The caller when left out; anybody else needs `admins.view` too' }),
  permission: PermissionSlug.meta({ description: 'Slug of the permission' }),
})

const Step = named(
  'ExplanationStep',
  z.object({
    source: z.enum(['account', 'role', 'group', 'tenant', 'platform']),
    effect: z.enum(['gives', 'withholds', 'restricts']),
    reason: z.enum(reasons),
    id: z.string().nullable().meta({
      description: 'Of the role, group or tenant; null for what lies above the own tenant, and for a group without `groups.view`',
    }),
    name: z.string().nullable(),
    via: z
      .object({ id: z.string().nullable(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'The group that brings the role; nameless without `groups.view`, unless it is about the caller' }),
    restrictedFields: z.array(z.string()),
  }),
)

export const Explanation = named(
  'PermissionExplanation',
  z.object({
    allowed: z
      .boolean()
      .meta({ description: 'Whether a role gives the permission, the tenant is granted it, and neither account nor tenant is shut out' }),
    restrictedFields: z.array(z.string()).meta({ description: 'What is restricted of it in the end' }),
    chain: z.array(Step).meta({
      description: 'What shuts the account out first, then roles and groups, then the tenant and those above it as far as the caller sees',
    }),
  }),
)
