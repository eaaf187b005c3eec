import { sql } from 'kysely'
import type { MailedAccount } from '#accounts/account-mail.ts'
import { loginKey } from '#core/text/login-name.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { namedTenant, tenantOfHost } from './sign-in-target.ts'

/** Whom a request about a forgotten password is about: an address, in one tenant or (without `tenantId`) wherever it is found. */
export interface ResetTarget {
  readonly email: string
  readonly tenantId?: string | null | undefined
  /** That the request was sent to, where that matters. */
  readonly host?: string | null | undefined
}

export interface ResetAccount extends MailedAccount {
  readonly username: string | null
  readonly isActive: boolean
  readonly isBlocked: boolean
  readonly emailVerifiedAt: Date | null
}

/** One person has few accounts; a mail for each must not become a flood. */
const mostAccounts = 50

/** 'any' where no tenant is named and none has proved the host. Throws 400 naming `tenantId` for a malformed one. */
export const tenantOf = (ctx: PublicContext, target: ResetTarget): string | 'any' =>
  namedTenant(ctx, target.tenantId) ?? tenantOfHost(ctx, target.host) ?? 'any'

/** The living accounts with this address. A key with `@` is an address: no username holds one. */
// unscoped: by an address, before sign-in; what is found is told to the mailbox only
export async function accountsOf(ctx: PublicContext, kind: AccountKind, email: string, tenant: string | 'any'): Promise<ResetAccount[]> {
  const inTenant = tenant === 'any' ? sql`true` : sql`l.tenant_id = ${tenant}`
  const { rows } = await sql<ResetAccount>`
    select a.id, a.kind, a.tenant_id, a.email, a.username, a.first_name, a.last_name, a.is_active, a.is_blocked, a.email_verified_at
    from account_logins l join accounts a on a.id = l.account_id and a.kind = l.kind and a.deleted_at is null
    where l.key = ${loginKey(email)} and l.kind = ${kind} and ${inTenant}
    order by a.id limit ${sql.lit(mostAccounts)}`.execute(ctx.db)
  await knowTenants(
    ctx.service,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows
}

/**
 * Those of these accounts that still have the address, none of which gets another one before the transaction ends. For what opens an account to
 * whoever reads its mailbox: an administrator who changes the address waits and then takes back what was made, or was first, and the former
 * mailbox is sent nothing. After the caps: for what is not sent nobody's account is locked.
 */
// unscoped: by accounts of an address, before sign-in; what is found is told to the mailbox only
export async function keptAmong(
  ctx: PublicContext,
  { kind, email, tenant }: { readonly kind: AccountKind; readonly email: string; readonly tenant: string | 'any' },
  accounts: readonly ResetAccount[],
): Promise<ResetAccount[]> {
  const ids = accounts.map(({ id }) => id)
  if (ids.length === 0) return []
  await sql`select from accounts where id = any(${ids}::uuid[]) order by id for share`.execute(ctx.db)
  // read again: while this waited for the locks it may have become another address
  return (await accountsOf(ctx, kind, email, tenant)).filter((account) => ids.includes(account.id) && mayReset(ctx, account))
}

/** Whether an account may have its password reset: a reset never opens what was blocked, deactivated or suspended. */
export const mayReset = (ctx: PublicContext, account: Pick<ResetAccount, 'isActive' | 'isBlocked' | 'tenantId'>): boolean =>
  account.isActive && !account.isBlocked && ctx.service.tenants.state(account.tenantId) === null
