import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/context.ts'
import { select } from '#db/owned.ts'
import type { AdminDetail } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>

/** The admins of these ids that are in the caller's scope, in any order. */
export async function loadAdmins(ctx: Context, ids: readonly string[]): Promise<Admin[]> {
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
      'roles.id as roleId',
      'roles.name as roleName',
      'accountActivity.lastLoginAt',
      'accountActivity.lockedUntil',
    ])
    .where(sql<boolean>`accounts.id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ roleId, roleName, lockedUntil, ...row }) => {
    const isLockedOut = lockedUntil !== null && lockedUntil > ctx.now
    return {
      ...row,
      role: roleId === null ? null : { id: roleId, name: roleName ?? '' },
      isLockedOut,
      status: statusOf({ ...row, isLockedOut }),
    }
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
  const [admin] = await loadAdmins(ctx, [id])
  if (!admin) throw notFound()
  return admin
}
