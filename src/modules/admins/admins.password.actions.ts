import { aboutAccount } from '#accounts/account-events.ts'
import { lockAdmin, refuseSuperAdmin } from '#accounts/admin-edit.ts'
import { takeMailRoom } from '#accounts/mail-caps.ts'
import { storeNewPassword } from '#accounts/new-password.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { refuseOneself } from './admins.lifecycle.actions.ts'
import { getAdmin } from './admins.queries.ts'

/**
 * Takes an admin's password and mails a temporary one; it stands nowhere else. Whether the account is active, blocked or locked stays
 * as it is. Not in a transaction, because it hashes.
 * @throws AppError 404 unknown or foreign, 403 oneself, the SuperAdmin, or with `excess` one who stands above the caller,
 * 429 `rate_limited` when the mailbox was sent too many
 */
export async function resetAdminPassword(ctx: Context, id: string): Promise<void> {
  await refuseOneself(ctx, id)
  const { passwordMinLength } = ctx.service.settings.of((await getAdmin(ctx, id)).tenantId)
  const temporary = temporaryPassword(passwordMinLength)
  const hash = await ctx.service.passwords.hash(temporary)
  await transact(ctx, async (ctx) => {
    const { admin } = await lockAdmin(ctx, id)
    refuseSuperAdmin(ctx, admin)
    await takeMailRoom(ctx, [admin.email])
    await storeNewPassword(ctx, admin, { hash, keptSession: null, because: 'password_reset', temporary })
    await emit(ctx, 'admin.password_reset', aboutAccount(admin))
  })
}
