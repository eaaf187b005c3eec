import { sql } from 'kysely'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { peopleInScope } from './people-in-scope.ts'

/** What of a block is told to who may block. */
export interface Block {
  readonly isBlocked: boolean
  readonly blockReason: string | null
  readonly blockedAt: Date | null
  readonly blockedBy: string | null
}

/** The accounts of one kind with these ids that are in the caller's scope, in any order: what is shown of either kind, and the block apart. */
export async function loadShownAccounts(ctx: Context, kind: AccountKind, ids: readonly string[]) {
  const rows = await select(ctx, accountDoors[kind])
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
      'accounts.emailVerifiedAt',
      'accounts.phoneVerifiedAt',
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
  return rows.map(({ lockedUntil, blockReason, blockedAt, blockedBy, ...row }) => {
    const isLockedOut = lockedUntil !== null && lockedUntil > ctx.now
    const block: Block = { isBlocked: row.isBlocked, blockReason, blockedAt, blockedBy }
    const account = {
      ...row,
      tenantName: nameOf(row.tenantId),
      isLockedOut,
      lockoutEnd: isLockedOut ? lockedUntil : null,
      status: statusOf({ ...row, isLockedOut }),
    }
    return { account, block }
  })
}

interface States {
  readonly isBlocked: boolean
  readonly isActive: boolean
  readonly isLockedOut: boolean
}

/** Of several states the first that holds is told. */
function statusOf({ isBlocked, isActive, isLockedOut }: States): 'Blocked' | 'Deactivated' | 'LockedOut' | 'Active' {
  if (isBlocked) return 'Blocked'
  if (!isActive) return 'Deactivated'
  return isLockedOut ? 'LockedOut' : 'Active'
}

/** As it is told to who may block. Who blocked is not told where it was somebody from above; that and why it was done is. */
export async function shownBlock(ctx: Context, { isBlocked, blockedBy, ...block }: Block) {
  if (!isBlocked) return { blockReason: null, blockedAt: null, blockedBy: null, blockedByName: null }
  const people = await peopleInScope(ctx, [blockedBy])
  const isKnown = blockedBy !== null && people.has(blockedBy)
  return { ...block, blockedBy: isKnown ? blockedBy : null, blockedByName: isKnown ? (people.get(blockedBy) ?? null) : null }
}
