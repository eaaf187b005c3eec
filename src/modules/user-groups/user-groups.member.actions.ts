import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { notFound, stateConflict } from '#core/errors.ts'
import { revokeMany } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { refuseExcess, restrictionsNotLiftable } from '#rights/delegation.ts'
import { mostGroupsOfAdmin } from '#rights/permission-sources.ts'
import { requireNoneSuperior, requireNotSuperior } from '#rights/rank.ts'
import { getGroup } from './user-groups.queries.ts'
import { lockGroup, refuseRestrictingSuperAdmin, requireGivingWithin } from './user-groups.rights.ts'
import { touch } from './user-groups.roles.actions.ts'
import type { Group as GroupShape } from './user-groups.schema.ts'

type Group = z.input<typeof GroupShape>

/**
 * Puts admins of the group's own tenant into it; whoever is in it already stays. All of them or none.
 * @throws AppError 404 unknown or foreign group or admins, 403 with `excess`: the group gives, or one of those who join holds, what the
 * caller does not; 409 `quota_exceeded` where one of them is in fifty groups already
 */
// unscoped: a new row, whose group and account were judged under the locks
export async function addMembers(ctx: Context, id: string, adminIds: readonly string[]): Promise<Group> {
  const { tenantId } = await requireOwnAdmins(ctx, id, adminIds)
  const { group, grantor } = await lockGroup(ctx, id, { accountIds: adminIds })
  // once more under the locks: one of them may be deleted by now
  await requireOwnAdmins(ctx, id, adminIds)
  const there = await membersAmong(ctx, id, adminIds)
  const added = adminIds.filter((adminId) => !there.has(adminId))
  if (added.length === 0) return await getGroup(ctx, id)
  await requireRoomForGroup(ctx, added)
  await requireGivingWithin(ctx, grantor, group)
  await requireNoneSuperior(ctx, grantor, added)
  if (group.restrictions.length > 0) await refuseRestrictingSuperAdmin(ctx, id, added)
  await ctx.db
    .insertInto('userGroupMembers')
    .values(added.map((accountId) => ({ groupId: id, accountId, addedAt: ctx.now, addedBy: ctx.actor.id })))
    .execute()
  await touch(ctx, id)
  await revokeMany(ctx, 'account', added)
  await emit(ctx, 'group.members_added', { tenantId, entityId: id, entityName: group.nameEn, data: { adminIds: added } })
  return await getGroup(ctx, id)
}

/**
 * Throws 409 `quota_exceeded` where one of them is in as many groups as anybody may be; those of the recycle bin count, for they may come back.
 * Under the locks of the accounts.
 */
// unscoped: by accounts that were judged under the locks
async function requireRoomForGroup(ctx: Context, adminIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id from user_group_members where account_id = any(${adminIds}::uuid[])
    group by account_id having count(*) >= ${mostGroupsOfAdmin} limit 1`.execute(ctx.db)
  if (rows.length > 0) throw stateConflict('quota_exceeded', { quota: 'groupsOfAdmin' })
}

/** Throws 404, naming `adminIds` where the group is there, unless all are living admins of the group's own tenant. */
async function requireOwnAdmins(ctx: Context, groupId: string, adminIds: readonly string[]): Promise<{ tenantId: string | null }> {
  const group = await select(ctx, 'userGroups').select('userGroups.tenantId').where('userGroups.id', '=', groupId).executeTakeFirst()
  if (!group) throw notFound()
  const admins = await select(ctx, 'admins')
    .select(['accounts.tenantId'])
    .where(sql<SqlBool>`accounts.id = any(${adminIds}::uuid[])`)
    .execute()
  if (admins.length !== adminIds.length || admins.some(({ tenantId }) => tenantId !== group.tenantId)) throw notFound('adminIds')
  return group
}

/**
 * Takes an admin out of a group; roles of their own stay theirs.
 * @throws AppError 404 unknown or foreign group, or no living member of it; 403 with `excess`: the group gives or the admin holds what
 * the caller does not, or the group restricts the caller in what it restricts the admin in
 */
// unscoped: by a group and an account that were judged under the locks
export async function removeMember(ctx: Context, id: string, adminId: string): Promise<void> {
  if (!(await isOwnAdmin(ctx, adminId))) throw notFound()
  const { group, grantor } = await lockGroup(ctx, id, { accountIds: [adminId] })
  if (!(await isOwnAdmin(ctx, adminId)) || !(await membersAmong(ctx, id, [adminId])).has(adminId)) throw notFound()
  await requireGivingWithin(ctx, grantor, group)
  await requireNotSuperior(ctx, grantor, [adminId])
  refuseExcess(restrictionsNotLiftable(grantor, group.restrictions))
  await ctx.db.deleteFrom('userGroupMembers').where('groupId', '=', id).where('accountId', '=', adminId).execute()
  await touch(ctx, id)
  await revokeMany(ctx, 'account', [adminId])
  await emit(ctx, 'group.member_removed', {
    tenantId: group.tenantId,
    entityId: id,
    entityName: group.nameEn,
    data: { adminId },
  })
}

const isOwnAdmin = async (ctx: Context, id: string): Promise<boolean> =>
  (await select(ctx, 'admins').select('accounts.id').where('accounts.id', '=', id).executeTakeFirst()) !== undefined

// unscoped: by a group that `lockGroup` judged under the lock
async function membersAmong(ctx: Context, groupId: string, accountIds: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom('userGroupMembers')
    .select('accountId')
    .where('groupId', '=', groupId)
    .where(sql<SqlBool>`account_id = any(${accountIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ accountId }) => accountId))
}
