import { sql } from 'kysely'
import type { MailedAccount } from '#accounts/account-mail.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'

/** An end user whose number is still to be proved. */
export interface PhoneAccount extends MailedAccount {
  readonly kind: 'user'
  readonly username: string | null
  readonly language: 'en' | 'ar' | null
}

const mostAccounts = 50

/**
 * The end users with this number who may use their accounts and have not proved it yet, the oldest first, in one tenant or in all. What the
 * statement says of the kind and of the proof is what the index is about (migration 0029).
 */
// unscoped: by a number, before sign-in; what is found is told to the phone only
export async function unprovedAccounts(ctx: PublicContext, number: string, tenant: string | 'any'): Promise<PhoneAccount[]> {
  const inTenant = tenant === 'any' ? sql`true` : sql`a.tenant_id = ${tenant}`
  const { rows } = await sql<PhoneAccount>`
    select a.id, a.kind, a.tenant_id, a.email, a.username, a.first_name, a.last_name, a.language from accounts a
    where a.kind = 'user' and a.phone_number = ${number} and a.phone_verified_at is null and a.deleted_at is null
      and a.is_active and not a.is_blocked and ${inTenant}
      and not exists (select from tenants t where t.id = a.tenant_id and t.deleted_at is not null) and not ${isShut(sql`a.tenant_id`)}
    order by a.id limit ${sql.lit(mostAccounts)}`.execute(ctx.db)
  await knowTenants(
    ctx.service,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.filter(({ tenantId }) => ctx.service.tenants.state(tenantId) === null)
}
