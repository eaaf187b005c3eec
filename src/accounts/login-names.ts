import { sql } from 'kysely'
import { loginKey } from '#core/text/login-name.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { claimLoginNames } from './claimed-names.ts'

/** An account with what it signs in by. */
export interface LoginNamed {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly username: string | null
  readonly email: string
}

/**
 * Gives an account another address to sign in with, and frees the one it had. The new one is taken first: two who take each other's
 * are both refused at once, where two who gave up their own first would wait for each other.
 * @throws AppError 409 `conflict` naming `email`
 */
// unscoped: by the id of an account that was judged under the lock
export async function changeLoginAddress(ctx: PublicContext, account: LoginNamed, email: string): Promise<void> {
  const former = loginKey(account.email)
  if (loginKey(email) === former) return
  await claimLoginNames(ctx, { ...account, username: null, email })
  await ctx.db.deleteFrom('accountLogins').where('accountId', '=', account.id).where('key', '=', former).execute()
}

/**
 * Moves what an admin of a tenant signs in with to the platform: names, and links to providers.
 * @throws AppError 409 `conflict` naming each field whose value is taken there
 */
// unscoped: by the id of an admin who was judged under the lock
export async function moveLoginNamesToPlatform(ctx: PublicContext, admin: LoginNamed): Promise<void> {
  await claimLoginNames(ctx, { ...admin, tenantId: null })
  await ctx.db.deleteFrom('accountLogins').where('accountId', '=', admin.id).where('tenantId', '=', admin.tenantId).execute()
  // somebody who is linked to another admin of the platform already stays linked to that one; a tenant's own provider opens nobody there
  await sql`
    with gone as (delete from external_logins where account_id = ${admin.id} returning *)
    insert into external_logins (id, account_id, kind, tenant_id, provider, subject, email, display_name, linked_at, last_used_at)
    select id, account_id, kind, null, provider, subject, email, display_name, linked_at, last_used_at from gone
      where not exists (select from identity_providers p where p.tenant_id = ${admin.tenantId} and p.id::text = gone.provider)
      on conflict do nothing`.execute(ctx.db)
}
