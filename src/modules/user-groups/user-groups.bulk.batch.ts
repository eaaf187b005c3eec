import { type SqlBool, sql } from 'kysely'
import { type AccountTransition, changeAccountState, isThereAlready, permissionOfMove } from '#accounts/account-lifecycle.ts'
import type { ErrorCode } from '#core/errors.ts'
import { revokeMany } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { emitAll } from '#events/emit.ts'
import type { BulkWork, StillWanted } from '#http/bulk/bulk-run.ts'
import { beyondByChange, beyondByGiving } from './group-rights.ts'
import { type Locked, type LockedGroup, lockGroups, membersOf, type ReadMembers, readGroups } from './locked-groups.ts'
import type { GroupBatch, GroupOutcome } from './user-groups.bulk.parts.ts'

const permissionOfGroupMove = { activate: 'groups.update', deactivate: 'groups.update', delete: 'groups.delete' } as const

/**
 * Moves groups, with their members where it cascades: a fixed number of statements for each batch. A group that is cut into parts is
 * switched on with the first and switched off or deleted with the last, so that a member who is active is never without what the group
 * restricts, and whoever sends it again after it was broken off finds the members that are left (docs/decisions/0021-large-work-in-parts.md).
 */
export const groupBulk = (
  move: AccountTransition,
  cascade: boolean,
  stillWanted?: StillWanted,
): BulkWork<GroupBatch, Locked, GroupOutcome> => ({
  // a group that this very request has switched off may have given them
  permissions: [permissionOfGroupMove[move], ...(cascade ? [permissionOfMove[move]] : [])],
  lock: (ctx, batch) => lockGroups(ctx, batch.ids, { members: membersIn(batch, cascade) }),
  read: async (ctx, grantor, batch) => ({ grantor, ...(await readGroups(ctx, batch.ids, { members: membersIn(batch, cascade) })) }),
  async act(ctx, locked, batch, isTrial) {
    const wanted = stillWanted && !isTrial && isFirst(batch) ? new Set(await stillWanted(ctx, batch.ids)) : null
    const groups = wanted ? locked.groups.filter(({ id }) => wanted.has(id)) : locked.groups
    const { allowed, refused } = await judged(ctx, { ...locked, groups }, move, batch)
    // before the groups: what their members hold must be what they hold now
    const cascading = groups.filter(({ id }) => !refused.has(id)).flatMap(({ id }) => locked.members.get(id) ?? [])
    const admins = await changeAccountState(ctx, locked.grantor, { kind: 'admin', move }, cascading, isTrial)
    const moved = isTurn(batch, move) ? allowed : []
    if (!isTrial) await apply(ctx, move, moved)
    const found = new Set(locked.groups.map(({ id }) => id))
    return {
      affected: moved.length,
      skipped: [
        ...batch.ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found' as const })),
        ...[...refused].map((id) => ({ id, code: 'permission_denied' as const })),
      ],
      affectedAdmins: admins.affected,
      skippedAdmins: admins.skipped,
      isDone: isLast(batch) || groups.length === refused.size,
    }
  },
  skip: ({ ids }, code) => skippedGroups(ids, code),
})

/** The outcome where nothing was done. */
export const skippedGroups = (ids: readonly string[], code: ErrorCode): GroupOutcome => ({
  affected: 0,
  skipped: ids.map((id) => ({ id, code })),
  affectedAdmins: [],
  skippedAdmins: [],
  isDone: true,
})

const isFirst = ({ part }: GroupBatch) => part?.isFirst !== false
const isLast = ({ part }: GroupBatch) => part?.isLast !== false
/** Whether the groups themselves change with this batch. */
const isTurn = (batch: GroupBatch, move: AccountTransition) => (move === 'activate' ? isFirst(batch) : isLast(batch))

function membersIn({ part }: GroupBatch, cascade: boolean): ReadMembers {
  if (!cascade) return async () => new Map()
  return part ? (ctx, ids) => part.read(ctx, ids) : membersOf
}

/** All members are looked at with the first part and the last; between them each part's own are, one by one. */
async function judged(ctx: Context, { grantor, groups }: Locked, move: AccountTransition, batch: GroupBatch) {
  const moving = groups.filter((group) => !isThereAlready(group, move))
  const excess =
    isFirst(batch) || isLast(batch)
      ? await beyondByChange(ctx, grantor, moving, move !== 'activate')
      : await beyondByGiving(ctx, grantor, moving)
  const refused = new Set(moving.filter(({ id }) => excess.has(id)).map(({ id }) => id))
  return { allowed: moving.filter(({ id }) => !refused.has(id)), refused }
}

const eventOf = { activate: 'group.activated', deactivate: 'group.deactivated', delete: 'group.deleted' } as const

async function apply(ctx: Context, move: AccountTransition, groups: readonly LockedGroup[]): Promise<void> {
  if (groups.length === 0) return
  const ids = groups.map(({ id }) => id)
  const isActive = move === 'activate'
  const state = move === 'delete' ? { deletedAt: ctx.now, deletedBy: ctx.actor.id } : { isActive }
  await update(ctx, 'userGroups')
    .set(({ eb }) => ({ ...state, version: eb('version', '+', 1) }))
    .where(sql<SqlBool>`user_groups.id = any(${ids}::uuid[])`)
    .execute()
  await revokeMany(ctx, 'group', ids)
  await emitAll(
    ctx,
    eventOf[move],
    groups.map(({ id, tenantId, nameEn }) => ({
      tenantId,
      entityId: id,
      entityName: nameEn,
      ...(move !== 'delete' && { changes: { isActive: { before: !isActive, after: isActive } } }),
    })),
  )
}
