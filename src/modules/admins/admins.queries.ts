import { sql } from 'kysely'
import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { notFound } from '#core/errors.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import type { AdminDetail } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>

/** What of a block is told to who may block. */
interface Block {
  readonly isBlocked: boolean
  readonly blockReason: string | null
  readonly blockedAt: Date | null
  readonly blockedBy: string | null
}

/** The admins of these ids that are in the caller's scope, in any order. */
export const loadAdmins = async (ctx: Context, ids: readonly string[]): Promise<Admin[]> => (await load(ctx, ids)).map(({ admin }) => admin)

async function load(ctx: Context, ids: readonly string[]): Promise<{ admin: Admin; block: Block }[]> {
  const rows = await select(ctx, 'admins')
    // deleted roles give nothing, and so are not shown
    .leftJoin('roles', (join) => join.onRef('roles.id', '=', 'accounts.roleId').on('roles.deletedAt', 'is', null))
    .leftJoin('accountActivity', 'accountActivity.accountId', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.email',
      'accounts.username',
      'accounts.firstName',
      'accounts.lastName',
      'accounts.phoneNumber',
      'accounts.avatarUrl',
      'accounts.tenantId',
      'accounts.isActive',
      'accounts.isBlocked',
      'accounts.isProtected',
      'accounts.twoFactorEnabled',
      'accounts.createdAt',
      'accounts.version',
      'accounts.blockReason',
      'accounts.blockedAt',
      'accounts.blockedBy',
      'roles.id as roleId',
      'roles.name as roleName',
      'accountActivity.lastLoginAt',
      'accountActivity.lockedUntil',
    ])
    .where(sql<boolean>`accounts.id = any(${ids}::uuid[])`)
    .execute()
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.map(({ roleId, roleName, lockedUntil, blockReason, blockedAt, blockedBy, ...row }) => {
    const isLockedOut = lockedUntil !== null && lockedUntil > ctx.now
    const admin = {
      ...row,
      tenantName: nameOf(row.tenantId),
      role: roleId === null ? null : { id: roleId, name: roleName ?? '' },
      isLockedOut,
      lockoutEnd: isLockedOut ? lockedUntil : null,
      status: statusOf({ ...row, isLockedOut }),
    }
    return { admin, block: { isBlocked: row.isBlocked, blockReason, blockedAt, blockedBy } }
  })
}

/** Of several states the first that holds is told. */
function statusOf({ isBlocked, isActive, isLockedOut }: Pick<Admin, 'isBlocked' | 'isActive' | 'isLockedOut'>): Admin['status'] {
  if (isBlocked) return 'Blocked'
  if (!isActive) return 'Deactivated'
  return isLockedOut ? 'LockedOut' : 'Active'
}

/** One admin; 404 for an unknown, deleted or foreign one alike. */
export async function getAdmin(ctx: Context, id: string): Promise<Admin> {
  const [found] = await load(ctx, [id])
  if (!found) throw notFound()
  return ctx.actor.permissions.has('admins.update') ? { ...found.admin, ...(await shownBlock(ctx, found.block)) } : found.admin
}

/** Who blocked is not told where it was somebody from above; that and why it was done is. */
async function shownBlock(ctx: Context, { isBlocked, blockedBy, ...block }: Block) {
  if (!isBlocked) return { blockReason: null, blockedAt: null, blockedBy: null, blockedByName: null }
  const people = await peopleInScope(ctx, [blockedBy])
  const isKnown = blockedBy !== null && people.has(blockedBy)
  return { ...block, blockedBy: isKnown ? blockedBy : null, blockedByName: isKnown ? (people.get(blockedBy) ?? null) : null }
}
