import { loginKey } from '#core/text/login-name.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { claimLoginNames } from './new-account.ts'

export interface NamedAdmin {
  readonly id: string
  readonly tenantId: string | null
  readonly username: string | null
  readonly email: string
}

/**
 * Gives an admin another address to sign in with, and frees the one it had. The new one is taken first: two who take each other's
 * are both refused at once, where two who gave up their own first would wait for each other.
 * @throws AppError 409 `conflict` naming `email`
 */
// unscoped: by the id of an admin who was judged under the lock
export async function changeLoginAddress(ctx: PublicContext, admin: NamedAdmin, email: string): Promise<void> {
  const former = loginKey(admin.email)
  if (loginKey(email) === former) return
  await claimLoginNames(ctx, { ...admin, kind: 'admin', username: null, email })
  await ctx.db.deleteFrom('accountLogins').where('accountId', '=', admin.id).where('key', '=', former).execute()
}

/**
 * Moves what an admin of a tenant signs in with to the platform.
 * @throws AppError 409 `conflict` naming each field whose value is taken there
 */
// unscoped: by the id of an admin who was judged under the lock
export async function moveLoginNamesToPlatform(ctx: PublicContext, admin: NamedAdmin): Promise<void> {
  await claimLoginNames(ctx, { ...admin, kind: 'admin', tenantId: null })
  await ctx.db.deleteFrom('accountLogins').where('accountId', '=', admin.id).where('tenantId', '=', admin.tenantId).execute()
}
