import { sql } from 'kysely'
import type { Identity } from '#core/identity-provider.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { mostMatches } from '#sign-in/sign-in-accounts.ts'
import type { SignInTarget } from '#sign-in/sign-in-target.ts'

/** An account that somebody of a provider is known by. */
export interface LinkedAccount {
  readonly linkId: string
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
  readonly username: string | null
  readonly firstName: string
  readonly lastName: string
  readonly isActive: boolean
  readonly isBlocked: boolean
  readonly isDeleted: boolean
}

/**
 * The accounts of one kind that are linked to somebody of a provider: in one place the one there is, a deleted one too; anywhere those that
 * live, in living tenants, the last used first, eight at most.
 */
// unscoped: by what a provider vouched for; before sign-in nobody has a scope
export async function linkedAccounts(
  ctx: PublicContext,
  kind: AccountKind,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
  target: SignInTarget,
): Promise<LinkedAccount[]> {
  const place =
    target.scope === 'anywhere'
      ? sql`a.deleted_at is null and not exists (select from tenants t where t.id = a.tenant_id and t.deleted_at is not null)
          and not exists (select from tenants_shut t where t.id = a.tenant_id)`
      : target.scope === 'tenant'
        ? sql`l.tenant_id = ${target.tenantId}`
        : sql`l.tenant_id is null`
  const { rows } = await sql<LinkedAccount>`
    select l.id as link_id, a.id, a.tenant_id, a.email, a.username, a.first_name, a.last_name, a.is_active, a.is_blocked, a.deleted_at is not null as is_deleted
    from external_logins l join accounts a on a.id = l.account_id and a.kind = l.kind
    where l.provider = ${provider} and l.subject = ${subject} and l.kind = ${kind} and ${place}
    order by l.last_used_at desc nulls last, a.id limit ${sql.lit(mostMatches)}`.execute(ctx.db)
  return rows
}

/**
 * Links somebody of a provider to an account. Under the account's lock.
 * @returns the id of the link; null where they are linked to an account of that kind in that tenant already
 */
// unscoped: a new row, of an account that is locked and was judged under the lock
export async function addLink(
  ctx: PublicContext,
  { id, kind, tenantId }: { readonly id: string; readonly kind: AccountKind; readonly tenantId: string | null },
  { provider, subject, email, displayName }: Identity,
): Promise<string | null> {
  const linkId = uuidv7(ctx.now)
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('externalLogins')
    .values({ id: linkId, accountId: id, kind, tenantId, provider, subject, email, displayName, linkedAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? linkId : null
}

/** The links of an account, the oldest first. */
// unscoped: by an account that is the caller's, or is locked
export const linksOf = (ctx: PublicContext, accountId: string) =>
  ctx.db.selectFrom('externalLogins').selectAll().where('accountId', '=', accountId).orderBy('linkedAt').orderBy('id').execute()

/** Takes every way in through a provider from an account, or those that were made before a moment. Under its lock. */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function dropLinks(ctx: PublicContext, accountId: string, before?: Date): Promise<void> {
  const links = ctx.db.deleteFrom('externalLogins').where('accountId', '=', accountId)
  await (before === undefined ? links : links.where('linkedAt', '<', before)).execute()
}

const linksAtOnce = 5000

/**
 * Takes links away that the people of a tenant made by one of its own providers, 5,000 at most: a large tenant's are more than one
 * statement has time for. Under the tenant's lock.
 * @returns whether none is left; else the transaction is to end, and another one to go on
 */
// unscoped: by a provider of a tenant, both locked and judged under the lock
export async function dropLinksBy(ctx: PublicContext, tenantId: string, provider: string): Promise<boolean> {
  const some = ctx.db
    .selectFrom('externalLogins')
    .select('id')
    .where('provider', '=', provider)
    .where('tenantId', '=', tenantId)
    .limit(linksAtOnce)
  const { numDeletedRows } = await ctx.db.deleteFrom('externalLogins').where('id', 'in', some).executeTakeFirst()
  return numDeletedRows < linksAtOnce
}

/**
 * Uses up what may be accepted once; of any number of callers one is told yes. After every other lock of the transaction, and in the one
 * that accepts it: what is rolled back has not been accepted.
 */
export async function acceptOnce(ctx: PublicContext, { once }: Pick<Identity, 'once'>): Promise<boolean> {
  if (once === null) return true
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('usedIdTokens')
    .values({ hash: once.hash, expiresAt: once.until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
