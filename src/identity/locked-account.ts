import { sql } from 'kysely'
import { type AppError, forbidden, unauthenticated } from '#core/errors.ts'
import type { AccountKind, PublicContext } from '#db/context.ts'
import { ownTenantState, type TenantNode, type TenantState, worseState } from '#db/tenant-tree.ts'
import { hasLine, standInLine } from './line.ts'

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
}

/** What the tenants above an account say about signing in. */
export interface LockedTenants {
  readonly state: TenantState | null
  /** Sessions made up to here are dead for ever; a new one must be later. */
  readonly validAfter: Date | null
}

/**
 * Locks the tenant of an account and all above it, by id, against being suspended until the transaction ends: a session made
 * here either sees the suspension or is seen by it. To be called before `lockAccount`.
 * @param alone accounts that will be locked for change, whose place in line is nobody else's: itself, if nothing else is said
 */
export async function lockTenantsOf(ctx: PublicContext, accountId: string, alone: readonly string[] = [accountId]): Promise<LockedTenants> {
  if (hasLine(ctx)) {
    const tenants = sql<string[]>`array(select tenant_id from accounts where id = ${accountId} and tenant_id is not null)`
    await sql`select ${standInLine({ tenants, changed: sql`${alone}::uuid[]` })}`.execute(ctx.db)
  }
  const { rows } = await sql<Pick<TenantNode, 'status' | 'isDeleted' | 'sessionsValidAfter'>>`
    select t.status, t.deleted_at is not null as is_deleted, t.sessions_valid_after
    from accounts a join tenant_closure c on c.descendant_id = a.tenant_id join tenants t on t.id = c.ancestor_id
    where a.id = ${accountId} order by t.id for share of t`.execute(ctx.db)
  let state: TenantState | null = null
  let validAfter: Date | null = null
  for (const row of rows) {
    state = worseState(state, ownTenantState(row))
    if (row.sessionsValidAfter && (validAfter === null || row.sessionsValidAfter > validAfter)) validAfter = row.sessionsValidAfter
  }
  return { state, validAfter }
}

/** Locks one living account against change and against other sign-ins of it; undefined when there is none of this kind. */
export async function lockAccount(ctx: PublicContext, kind: AccountKind, accountId: string): Promise<LockedAccount | undefined> {
  // not joined: a join keeps the role that was found before the wait for the lock, and shows none where another was given meanwhile
  const { rows } = await sql<LockedAccount>`
    select a.id, a.kind, a.tenant_id, a.email, a.username, a.first_name, a.last_name,
      (select r.name from roles r where r.id = a.role_id) as role_name,
      coalesce((select r.seed = 'SuperAdmin' from roles r where r.id = a.role_id), false) as is_super_admin,
      a.is_active, a.is_blocked, a.is_protected, a.two_factor_enabled, a.must_change_password, a.temporary_password_until, a.password_changed_at
    from accounts a
    where a.id = ${accountId} and a.kind = ${kind} and a.deleted_at is null
    for no key update of a`.execute(ctx.db)
  return rows[0]
}

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

/** First and last name in one, for the audit log; the address when there is neither. */
export const fullName = (account: Pick<LockedAccount, 'firstName' | 'lastName' | 'email'>): string =>
  `${account.firstName} ${account.lastName}`.trim() || account.email

/** As the entity type of events calls the kind. */
export const entityTypeOf = (kind: AccountKind): 'Admin' | 'User' => (kind === 'admin' ? 'Admin' : 'User')
