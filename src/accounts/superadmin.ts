import { denied } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { Context } from '#db/rows/context.ts'
import type { LockedAccount } from './locked-account.ts'

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
