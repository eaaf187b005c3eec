import { z } from 'zod'
import { Id, named, recordShape } from '#http/shapes.ts'
import { TenantStatus } from '#http/start/tenant-shapes.ts'
import { TenantDetail, TenantItem } from './tenants.schema.ts'

export interface TreeNode {
  id: string
  name: string
  code: string
  status: z.output<typeof TenantStatus>
  level: number
  children: TreeNode[]
}

export const TenantTreeNode: z.ZodType<TreeNode, TreeNode> = z
  .object({
    id: Id,
    name: z.string(),
    code: z.string(),
    status: TenantStatus,
    level: z.int().meta({ description: '0 for the own tenant; for the platform, for a root' }),
    children: z.array(z.lazy(() => TenantTreeNode)),
  })
  .meta({ id: 'TenantTreeNode' })

/** A tenant as its place is seen by the caller. */
export const NearTenant = named(
  'NearTenant',
  recordShape('tenants', {
    ...TenantItem.shape,
    level: z.int().meta({ description: '0 for the own tenant; for the platform, for a root' }),
    relation: z.enum(['self', 'child']),
  }),
)

export const Statistics = TenantDetail.shape.statistics
export const DescendantCount = named('DescendantCount', z.object({ count: z.int() }))

const limit = z.int().nullable().meta({ description: 'Null: unlimited' })

export const CreationPermissions = named(
  'TenantCreationPermissions',
  z.object({
    canCreate: z.boolean().meta({ description: 'Whether a tenant can be created directly below the own one (platform: a root)' }),
    reasons: z
      .array(z.enum(['permission_denied', 'quota_exceeded', 'too_deep']))
      .meta({ description: 'Why not; the codes that creating one would be refused with' }),
    quotas: named(
      'TenantQuotas',
      z.object({
        maxSubTenants: limit,
        usedSubTenants: z.int(),
        remainingSubTenants: limit.meta({ description: 'What `maxSubTenants` leaves; a quota above may be full before. Null: unlimited' }),
        maxAdmins: limit,
        maxRoles: limit,
      }),
    ),
    grantablePermissionIds: z.array(Id).meta({ description: 'What may be granted to a tenant below' }),
  }),
)
