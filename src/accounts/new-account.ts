import { AppError } from '#core/errors.ts'
import { loginKey } from '#core/text/login-name.ts'
import { accountSearchText } from '#core/text/search-text.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { shiftCounts } from './account-counts.ts'

export interface NewAccount {
  tenantId: string | null
  username: string | null
  email: string
  firstName: string
  lastName: string
  phoneNumber?: string | null
  roleId: string | null
  language?: 'en' | 'ar' | null
  /** As `PasswordHasher.hash` made it, before the transaction; null for an account that can't sign in with one. */
  passwordHash: string | null
  mustChangePassword?: boolean
  /** End of a temporary password; null for one that lasts. */
  temporaryPasswordUntil?: Date | null
  createdBy: string | null
}

/**
 * Makes an account with everything that belongs to it: login names, activity, password, counts. Inside a transaction only.
 * @returns its id
 * @throws AppError 409 `conflict` naming the field whose value is another account's username or address; never the value
 */
// unscoped: a new row, whose tenant was judged under its lock
export async function createAccount(ctx: PublicContext, kind: AccountKind, account: NewAccount): Promise<string> {
  if (!ctx.inTransaction) throw new Error('an account is made in one transaction')
  const id = uuidv7(ctx.now)
  const { passwordHash, ...columns } = account
  await ctx.db
    .insertInto('accounts')
    .values({
      ...columns,
      id,
      kind,
      search: accountSearchText(account),
      createdAt: ctx.now,
      passwordChangedAt: passwordHash === null ? null : ctx.now,
    })
    .execute()
  await claimLoginNames(ctx, { id, kind, tenantId: account.tenantId, username: account.username, email: account.email })
  await ctx.db.insertInto('accountActivity').values({ accountId: id }).execute()
  if (passwordHash !== null) {
    await ctx.db
      .insertInto('credentials')
      .values({ id: uuidv7(ctx.now), accountId: id, kind: 'password', secret: passwordHash, createdAt: ctx.now })
      .execute()
  }
  await shiftCounts(ctx, kind, [{ tenantId: account.tenantId, from: null, to: { isActive: true, isBlocked: false } }])
  return id
}

/**
 * Takes the names an account signs in with: one name space of usernames and addresses per kind and tenant. Sorted, in one
 * statement: two accounts with crossed names would wait for each other for ever.
 * @throws AppError 409 `conflict` naming each field whose value is taken
 */
// unscoped: names of an account that is made or was judged under its lock
export async function claimLoginNames(
  ctx: PublicContext,
  account: { id: string; kind: AccountKind; tenantId: string | null; username: string | null; email: string },
): Promise<void> {
  const { id, kind, tenantId } = account
  const names = { email: loginKey(account.email), ...(account.username !== null && { username: loginKey(account.username) }) }
  const keys = [...new Set(Object.values(names))].sort()
  const claimed = await ctx.db
    .insertInto('accountLogins')
    .values(keys.map((key) => ({ kind, tenantId, key, accountId: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute()
  if (claimed.length === keys.length) return
  const mine = new Set(claimed.map(({ key }) => key))
  const fields = Object.entries(names).flatMap(([field, key]) => (mine.has(key) ? [] : [{ field, code: 'conflict' as const }]))
  throw new AppError(409, 'conflict', { fields })
}
