import { sql } from 'kysely'
import { denied, notFound } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { type GrantLocks, lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { requireNotSuperior } from '#rights/rank.ts'
import { isMarked } from './erased-people.ts'
import { type LockedAccount, lockAccount } from './locked-account.ts'

export interface LockedAdmin {
  readonly grantor: Grantor
  readonly admin: LockedAccount
}

/**
 * Locks one admin in scope, its tenant's grant and the caller, in the one order of locks; nobody may change what stands above them.
 * @throws AppError 404 unknown, deleted, foreign or erased with the tenant, 403 with `excess` for one who can do more than the caller
 */
export async function lockAdmin(ctx: Context, id: string, locks: GrantLocks = {}): Promise<LockedAdmin> {
  const tenantId = await tenantOf(ctx, id)
  const grantor = await lockGrantor(ctx, { ...locks, grantsOf: [tenantId], changedAccountIds: [id] })
  const admin = await lockAccount(ctx, 'admin', id)
  // it may have left the tenant for the platform before it was locked
  if (!admin || (await tenantOf(ctx, id)) !== tenantId) throw notFound()
  await requireNotSuperior(ctx, grantor, [id])
  return { grantor, admin }
}

async function tenantOf(ctx: Context, id: string): Promise<string | null> {
  const row = await select(ctx, 'admins')
    .select('accounts.tenantId')
    .where('accounts.id', '=', id)
    .where(sql<boolean>`not ${isMarked('accounts')}`)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.tenantId
}

/**
 * Throws 403 for the SuperAdmin, unless that is the caller: who holds as much still stands below, or a new address or password would
 * make a SuperAdmin of them.
 */
export function refuseSuperAdmin(ctx: Context, admin: Pick<LockedAccount, 'id' | 'isSuperAdmin'>): void {
  if (admin.isSuperAdmin && admin.id !== ctx.actor.id) throw denied({ reason: 'superadmin_account' })
}

/**
 * Throws 403 when the caller is the SuperAdmin no longer. Under `lockGrantor` with an account as changed, which locks the caller for change.
 */
// unscoped: the caller's own account
export async function requireStillSuperAdmin(ctx: Context): Promise<void> {
  const caller = await ctx.db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', ctx.actor.id)
    .where('roleId', '=', superAdminRoleId)
    .where('tenantId', 'is', null)
    .executeTakeFirst()
  if (!caller) throw denied({ reason: 'superadmin_only' })
}
