import { type SqlBool, sql } from 'kysely'
import { denied, notFound } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { refuseExcess } from '#rights/delegation.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { beyondByChange, beyondByGiving, excessIn } from './group-rights.ts'
import { type GroupLocks, type LockedGroup, lockGroups } from './locked-groups.ts'

/** One group, locked with the caller; 404 for an unknown, deleted or foreign one alike. */
export async function lockGroup(ctx: Context, id: string, locks: GroupLocks = {}): Promise<{ grantor: Grantor; group: LockedGroup }> {
  const { grantor, groups } = await lockGroups(ctx, [id], locks)
  const [group] = groups
  if (!group) throw notFound()
  return { grantor, group }
}

/** Throws 403 with the excess when the group carries what the grantor does not hold: nobody lets others into more than they have. */
export async function requireGivingWithin(ctx: Context, grantor: Grantor, group: LockedGroup): Promise<void> {
  refuseExcess(excessIn(await beyondByGiving(ctx, grantor, [group]), group.id))
}

/** Throws 403 with the excess of a change that reaches all members, who must not stand above the grantor; `ends`: its restrictions end with it. */
export async function requireChangeWithin(ctx: Context, grantor: Grantor, group: LockedGroup, ends: boolean): Promise<void> {
  refuseExcess(excessIn(await beyondByChange(ctx, grantor, [group], ends), group.id))
}

/**
 * Throws 404 naming `roleIds` unless all of these are living roles of the group's own tenant. Being SuperAdmin passes by transfer
 * alone: 403. Under the locks of the roles.
 */
export async function requireOwnRoles(ctx: Context, roleIds: readonly string[], tenantId: string | null): Promise<void> {
  if (roleIds.length === 0) return
  const roles = await select(ctx, 'roles')
    .select(['roles.id', 'roles.tenantId'])
    .where(sql<SqlBool>`roles.id = any(${roleIds}::uuid[])`)
    .execute()
  if (roles.length !== roleIds.length || roles.some((role) => role.tenantId !== tenantId)) throw notFound('roleIds')
  if (roleIds.includes(superAdminRoleId)) throw denied({ reason: 'superadmin_role' })
}

/**
 * Throws 403 when the SuperAdmin is among these people, or in the group, unless that is the caller. Somebody else who holds as much
 * stands as high, and could put a mask on the one who is to have none: bound by it, the SuperAdmin could neither end it nor stop them.
 */
// unscoped: by a group that is locked, and was judged under the lock
export async function refuseRestrictingSuperAdmin(ctx: Context, groupId: string, adminIds: readonly string[] = []): Promise<void> {
  const superAdmin = await select(ctx, 'admins')
    .select('accounts.id')
    .where('accounts.roleId', '=', superAdminRoleId)
    .where('accounts.id', '<>', ctx.actor.id)
    .where(
      sql<SqlBool>`(accounts.id = any(${adminIds}::uuid[])
        or exists (select from user_group_members m where m.group_id = ${groupId} and m.account_id = accounts.id))`,
    )
    .executeTakeFirst()
  if (superAdmin) throw denied({ reason: 'superadmin_account' })
}
