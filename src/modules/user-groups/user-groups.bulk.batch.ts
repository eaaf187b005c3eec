import { type SqlBool, sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { update } from '#db/owned.ts'
import { revokeMany } from '#db/revocations.ts'
import { emitAll } from '#events/emit.ts'
import { type AdminMove, type AdminMoveOutcome, isThereAlready, moveAdmins, permissionOfMove } from '#identity/admin-lifecycle.ts'
import type { Giver } from '#identity/effective-permissions.ts'
import { excessOfChange } from '#identity/group-rights.ts'
import { type LockedGroup, lockGroups } from '#identity/locked-groups.ts'

export interface BatchOutcome {
  readonly affected: number
  readonly skipped: readonly { readonly id: string; readonly code: string }[]
  readonly affectedAdmins: readonly string[]
  readonly skippedAdmins: AdminMoveOutcome['skipped']
}

const permissionOfGroupMove = { activate: 'groups.update', deactivate: 'groups.update', delete: 'groups.delete' } as const

/** Moves some groups in this transaction, with their members where it cascades: a fixed number of statements for all of them. */
export async function moveBatch(
  ctx: Context,
  move: AdminMove,
  ids: readonly string[],
  { cascade, dryRun }: { readonly cascade: boolean; readonly dryRun: boolean },
): Promise<BatchOutcome> {
  // what opened the route is asked for below: groups that were moved before stay moved, and are told
  const { giver, groups, members } = await lockGroups({ ...ctx, permission: undefined }, ids, { withMembers: cascade })
  if (!isStillAllowed(giver, move, cascade)) {
    return { affected: 0, skipped: ids.map((id) => ({ id, code: 'permission_denied' })), affectedAdmins: [], skippedAdmins: [] }
  }
  const found = new Set(groups.map(({ id }) => id))
  const moving = groups.filter((group) => !isThereAlready(group, move))
  const excess = await excessOfChange(ctx, giver, moving, move !== 'activate')
  const refused = new Set(moving.filter(({ id }) => excess.has(id)).map(({ id }) => id))
  const allowed = moving.filter(({ id }) => !refused.has(id))
  // before the groups: what their members hold must be what they hold now
  const cascading = cascade ? groups.filter(({ id }) => !refused.has(id)).flatMap(({ id }) => members.get(id) ?? []) : []
  const admins = await moveAdmins(ctx, giver, move, cascading, dryRun)
  if (!dryRun) await apply(ctx, move, allowed)
  return {
    affected: allowed.length,
    skipped: [
      ...ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'not_found' })),
      ...[...refused].map((id) => ({ id, code: 'permission_denied' })),
    ],
    affectedAdmins: admins.affected,
    skippedAdmins: admins.skipped,
  }
}

/** The permission may be gone since the request came in: with a group that this very request has switched off, even. */
const isStillAllowed = ({ permissions }: Giver, move: AdminMove, cascade: boolean): boolean =>
  permissions.has(permissionOfGroupMove[move]) && (!cascade || permissions.has(permissionOfMove[move]))

const eventOf = { activate: 'group.activated', deactivate: 'group.deactivated', delete: 'group.deleted' } as const

async function apply(ctx: Context, move: AdminMove, groups: readonly LockedGroup[]): Promise<void> {
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
