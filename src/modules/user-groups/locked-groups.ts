import { type SqlBool, sql } from 'kysely'
import { runAgain } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { Restriction } from '#rights/effective-permissions.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'

/** A group as it is now and stays until the transaction ends. */
export interface LockedGroup {
  readonly id: string
  readonly tenantId: string | null
  readonly nameEn: string
  readonly nameAr: string | null
  readonly code: string
  readonly descriptionEn: string | null
  readonly descriptionAr: string | null
  readonly isActive: boolean
  readonly version: number
  /** Living ones, by id. */
  readonly roleIds: readonly string[]
  /** In the recycle bin: they give nothing until they are restored, and are given with the group all the same. */
  readonly sleepingRoleIds: readonly string[]
  readonly restrictions: readonly Restriction[]
}

export interface GroupLocks {
  /** What they will give. */
  readonly roleIds?: readonly string[]
  /** Who joins or leaves. */
  readonly accountIds?: readonly string[]
  /** Whose of them are changed as well: read before the locks and again under them. */
  readonly members?: ReadMembers
}

/** Of each group the living members that are meant, by id; a group without any is not in the answer. */
export type ReadMembers = (ctx: Context, groupIds: readonly string[]) => Promise<Map<string, string[]>>

export interface Locked {
  readonly grantor: Grantor
  /** Those of the groups that the caller may know of, by id. */
  readonly groups: readonly LockedGroup[]
  /** As the lock's `members` read them. */
  readonly members: ReadonlyMap<string, readonly string[]>
}

/**
 * Locks groups for change with everything that decides about it: the caller, the roles that they give, and their members where these
 * change too. Roles come before groups in the order of locks, so they are read before; what a group got meanwhile is locked last,
 * without waiting for it. Where somebody has it, the transaction is run again.
 */
export async function lockGroups(ctx: Context, ids: readonly string[], locks: GroupLocks = {}): Promise<Locked> {
  const before = await loadGroups(ctx, ids)
  const membersBefore = await readMembers(ctx, before, locks)
  const roleIds = [...before.flatMap(linkedRoles), ...(locks.roleIds ?? [])]
  const accountIds = [...new Set([...membersBefore.values()].flat()), ...(locks.accountIds ?? [])]
  const grantor = await lockGrantor(ctx, {
    grantsOf: [...new Set(before.map(({ tenantId }) => tenantId))],
    changedGroupIds: idsOf(before),
    roleIds,
    changedAccountIds: accountIds,
  })
  const groups = await loadGroups(ctx, idsOf(before))
  const members = await readMembers(ctx, groups, locks)
  const given = groups.flatMap(linkedRoles)
  await lockLate(ctx, 'roles', { found: given, locked: roleIds, mode: 'share' })
  await lockLate(ctx, 'accounts', { found: [...members.values()].flat(), locked: accountIds, mode: 'no key update' })
  return { grantor, groups, members }
}

/** Groups and members as `lockGroups` finds them, without any lock, for what only tells what would be done. */
export async function readGroups(
  ctx: Context,
  ids: readonly string[],
  locks: Pick<GroupLocks, 'members'>,
): Promise<Omit<Locked, 'grantor'>> {
  const groups = await loadGroups(ctx, ids)
  return { groups, members: await readMembers(ctx, groups, locks) }
}

const readMembers = async (ctx: Context, groups: readonly LockedGroup[], { members }: Pick<GroupLocks, 'members'>) =>
  members ? await members(ctx, idsOf(groups)) : new Map<string, string[]>()

/** All roles a group is linked with, those in the recycle bin too. */
export const linkedRoles = ({ roleIds, sleepingRoleIds }: LockedGroup): string[] => [...roleIds, ...sleepingRoleIds]

const idsOf = (groups: readonly LockedGroup[]) => groups.map(({ id }) => id)

interface Late {
  readonly found: readonly string[]
  readonly locked: readonly string[]
  readonly mode: 'share' | 'no key update'
}

// unscoped: by ids that groups in scope name; only locks
async function lockLate(ctx: Context, table: 'roles' | 'accounts', { found, locked, mode }: Late): Promise<void> {
  const known = new Set(locked)
  const ids = [...new Set(found)].filter((id) => !known.has(id))
  if (ids.length === 0) return
  const { rows } = await sql`
    select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for ${sql.raw(mode)} skip locked`.execute(ctx.db)
  if (rows.length < ids.length) throw runAgain('a group changed before it was locked')
}

/** What a locked group is and gives, of a row of `user_groups`. */
// unscoped: columns of groups in scope, with the roles that they give
export const groupColumns = [
  'userGroups.id',
  'userGroups.tenantId',
  'userGroups.nameEn',
  'userGroups.nameAr',
  'userGroups.code',
  'userGroups.descriptionEn',
  'userGroups.descriptionAr',
  'userGroups.isActive',
  'userGroups.version',
  sql<string[]>`array(select gr.role_id from user_group_roles gr join roles r on r.id = gr.role_id and r.deleted_at is null
    where gr.group_id = user_groups.id order by 1)`.as('roleIds'),
  sql<string[]>`array(select gr.role_id from user_group_roles gr join roles r on r.id = gr.role_id
    where gr.group_id = user_groups.id and r.deleted_at is not null and r.purged_at is null order by 1)`.as('sleepingRoleIds'),
  sql<Restriction[]>`coalesce((select jsonb_agg(jsonb_build_object('permission', gx.permission, 'fields', gx.fields) order by gx.permission)
    from user_group_restrictions gx where gx.group_id = user_groups.id), '[]')`.as('restrictions'),
] as const

/** Begins a query over the groups of these ids that are in the caller's scope, of living tenants. */
// unscoped: groups through their door; the tenant of each is only asked whether it is deleted
export const livingGroups = (ctx: Context, ids: readonly string[]) =>
  select(ctx, 'userGroups')
    .where(sql<SqlBool>`user_groups.id = any(${ids}::uuid[])`)
    .where(sql<SqlBool>`not exists (select from tenants t where t.id = user_groups.tenant_id and t.deleted_at is not null)`)

/** What they are and give, by id. */
async function loadGroups(ctx: Context, ids: readonly string[]): Promise<LockedGroup[]> {
  if (ids.length === 0) return []
  return await livingGroups(ctx, ids).select(groupColumns).orderBy('userGroups.id').execute()
}

/** Of each of these groups its living members, by id; a group without any is not in the answer. */
// unscoped: by groups that are locked, and were judged under the locks
export async function membersOf(ctx: Context, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<{ groupId: string; ids: string[] }>`
    select m.group_id, array_agg(m.account_id order by m.account_id) as ids
    from user_group_members m join accounts a on a.id = m.account_id and a.kind = 'admin' and a.deleted_at is null
    where m.group_id = any(${groupIds}::uuid[]) group by 1`.execute(ctx.db)
  return new Map(rows.map(({ groupId, ids }) => [groupId, ids]))
}

/** The next living members of a group in the order of ids. */
// unscoped: by a group in scope; who is to change is judged under the locks
export async function membersAfter(ctx: Context, groupId: string, after: string | null, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.account_id as id from user_group_members m join accounts a on a.id = m.account_id and a.kind = 'admin' and a.deleted_at is null
    where m.group_id = ${groupId} and (${after}::uuid is null or m.account_id > ${after}::uuid)
    order by m.account_id limit ${most}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** How many living members each of these groups has; a group without any is not in the answer. */
// unscoped: by groups in scope
export async function countMembers(ctx: Context, groupIds: readonly string[]): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<{ groupId: string; n: number }>`
    select m.group_id, count(*)::integer as n from user_group_members m
    where m.group_id = any(${groupIds}::uuid[])
      and not exists (select from accounts a where a.id = m.account_id and a.deleted_at is not null)
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ groupId, n }) => [groupId, n]))
}
