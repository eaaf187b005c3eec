import type { z } from 'zod'
import { subTenantRoom } from '#accounts/quotas.ts'
import { permissionCatalogue } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import { grantable } from '#rights/grants.ts'
import { mostLevels } from './new-tenant.ts'
import type { CreationPermissions } from './tenants.tree.schema.ts'

type Answer = z.input<typeof CreationPermissions>

/**
 * Whether the caller could create a tenant directly below its own (platform: a root), and what it could grant. That the quota
 * of a tenant above is full is told, as making one would; how much of it is left is not, for that is others' doing.
 */
export async function creationPermissions(ctx: Context): Promise<Answer> {
  const room = await subTenantRoom(ctx, ctx.actor.tenantId)
  const reasons: Answer['reasons'] = [
    ...(ctx.actor.permissions.has('tenants.create') ? [] : (['permission_denied'] as const)),
    ...(room.isFull ? (['quota_exceeded'] as const) : []),
    ...(room.levels >= mostLevels ? (['too_deep'] as const) : []),
  ]
  const toGrant = permissionCatalogue.filter(({ name }) => grantable.has(name) && ctx.actor.permissions.has(name))
  return {
    canCreate: reasons.length === 0,
    reasons,
    quotas: {
      maxSubTenants: room.maxSubTenants,
      usedSubTenants: room.used,
      remainingSubTenants: room.remaining,
      maxAdmins: room.maxAdmins,
      maxRoles: room.maxRoles,
    },
    grantablePermissionIds: toGrant.map(({ id }) => id),
  }
}
