import { sql } from 'kysely'
import { type AppError, forbidden, unauthenticated } from '#core/errors.ts'
import type { TenantState } from '#db/live/tenant-tree.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { type HotStatement, runHot } from '#db/rows/hot-query.ts'

/** An account as it is now and stays until the transaction ends. */
export interface LockedAccount {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly email: string
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly roleName: string | null
  readonly isSuperAdmin: boolean
  readonly isActive: boolean
  readonly isBlocked: boolean
  readonly isProtected: boolean
  readonly twoFactorEnabled: boolean
  readonly mustChangePassword: boolean
  readonly temporaryPasswordUntil: Date | null
  readonly passwordChangedAt: Date | null
  /** Null until its owner has shown that mail to the address arrives. */
  readonly emailVerifiedAt: Date | null
}

/** Locks one living account against change and against other sign-ins of it; undefined when there is none of this kind. */
export async function lockAccount(ctx: PublicContext, kind: AccountKind, accountId: string): Promise<LockedAccount | undefined> {
  const { rows } = await runHot(ctx.db, accountLock(kind, accountId))
  return rows[0]
}

/** The statement of `lockAccount`. */
// unscoped: by an id that sign-in proved, or that was judged in scope before; who locks judges again
export const accountLock = (kind: AccountKind, accountId: string): HotStatement<LockedAccount> =>
  // not joined: a join keeps the role that was found before the wait for the lock, and shows none where another was given meanwhile
  sql<LockedAccount>`
    select a.id, a.kind, a.tenant_id, a.email, a.username, a.first_name, a.last_name,
      (select r.name from roles r where r.id = a.role_id) as role_name,
      coalesce((select r.seed = 'SuperAdmin' from roles r where r.id = a.role_id), false) as is_super_admin,
      a.is_active, a.is_blocked, a.is_protected, a.two_factor_enabled, a.must_change_password, a.temporary_password_until, a.password_changed_at,
      a.email_verified_at
    from accounts a
    where a.id = ${accountId} and a.kind = ${kind} and a.deleted_at is null
    for no key update of a`

/**
 * Why an account may not sign in, or null. To be told only to who has proved the password; a deleted tenant's accounts are
 * answered like no account at all.
 */
export function refusalOf(account: Pick<LockedAccount, 'isActive' | 'isBlocked'>, tenant: TenantState | null): AppError | null {
  if (tenant === 'tenant_deleted') return unauthenticated('invalid_credentials')
  if (account.isBlocked) return forbidden('account_blocked')
  if (!account.isActive) return forbidden('account_inactive')
  return tenant === null ? null : forbidden(tenant)
}

/** A refusal of `refusalOf` in the words of an event: why a right password opened nothing. */
export const causeOfRefusal = ({ code }: AppError): string => code.replace(/^account_/, '')
