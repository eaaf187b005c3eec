import { type OwnProfile, ownProfile } from '#accounts/own-profile.ts'
import { unauthenticated } from '#core/errors.ts'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import { tenantName } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'

const listed = new WeakMap<ReadonlySet<PermissionName>, readonly PermissionName[]>()

/** The effective permissions in the order of the catalogue. Put in order once for a session, which memory keeps until a right of it changes. */
function listOf(permissions: ReadonlySet<PermissionName>): readonly PermissionName[] {
  const known = listed.get(permissions) ?? permissionNames.filter((name) => permissions.has(name))
  listed.set(permissions, known)
  return known
}

/** An admin's own profile as it is shown: with what they may do, and the name of their tenant. */
export const asShown = async (ctx: Context, profile: OwnProfile) => ({
  ...profile,
  permissions: [...listOf(ctx.actor.permissions)],
  tenantName: await tenantName(ctx, profile.tenantId),
})

/** The caller's own. @throws AppError 401 when the account was deleted just now */
export async function ownAdmin(ctx: Context) {
  const profile = await ownProfile(ctx)
  if (!profile) throw unauthenticated('session_revoked', true)
  return await asShown(ctx, profile)
}
