import { shiftCounts } from '#accounts/account-counts.ts'
import { type LockedAccount, lockAccount } from '#accounts/locked-account.ts'
import { storeNewPassword } from '#accounts/new-password.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import { runAgain } from '#db/database-errors.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { lockTenantsOf } from '#rights/locked-tenants.ts'
import { clearFailures } from '#sign-in/failures.ts'
import { deleteSecondFactor, storeSwitch } from '#sign-in/two-factor-switch.ts'

/**
 * Gives the SuperAdmin back to whoever runs the service: a new password that must be changed at the first sign-in, no lock, no
 * block, no live session. Two-factor stays on unless told otherwise: a stolen shell alone should not open a lost phone's account.
 * @returns the password; it stands nowhere else
 * @throws Error when there is no SuperAdmin
 */
// unscoped: the one SuperAdmin, on the command line
export async function resetSuperAdmin(service: Service, options: { disableTwoFactor: boolean }): Promise<string> {
  const ctx = systemContext(service)
  const password = temporaryPassword()
  const hash = await service.passwords.hash(password)
  await transact(ctx, async (ctx) => {
    const found = await ctx.db.selectFrom('accounts').select('id').where('roleId', '=', superAdminRoleId).executeTakeFirst()
    if (found) await lockTenantsOf(ctx, found.id)
    const account = found && (await lockAccount(ctx, 'admin', found.id))
    if (!account) throw new Error('there is no SuperAdmin to reset')
    // handed on while this waited: the former one must not be let in by it
    if (!account.isSuperAdmin) throw runAgain('the SuperAdmin is another by now')
    await storeNewPassword(ctx, account, { hash, keptSession: null, because: 'password_reset' })
    await letIn(ctx, account)
    if (options.disableTwoFactor) {
      await deleteSecondFactor(ctx, account.id)
      await storeSwitch(ctx, account.id, false, null)
    }
    await emit(ctx, 'service.superadmin_reset', {
      tenantId: null,
      entityId: account.id,
      personName: fullName(account),
      data: { twoFactorDisabled: options.disableTwoFactor },
    })
  })
  return password
}

// unscoped: the one SuperAdmin, on the command line
async function letIn(ctx: PublicContext, account: LockedAccount): Promise<void> {
  const { id, tenantId, isActive, isBlocked } = account
  await clearFailures(ctx, account, 'all')
  await ctx.db
    .updateTable('accounts')
    .set(({ eb }) => ({
      mustChangePassword: true,
      isActive: true,
      isBlocked: false,
      ...{ blockedAt: null, blockedBy: null, blockReason: null },
      version: eb('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('id', '=', id)
    .execute()
  await shiftCounts(ctx, 'admin', [{ tenantId, from: { isActive, isBlocked }, to: { isActive: true, isBlocked: false } }])
}
