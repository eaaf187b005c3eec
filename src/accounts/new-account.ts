import { AppError, type FieldProblem } from '#core/errors.ts'
import { accountSearchText } from '#core/text/search-text.ts'
import { uuidv7 } from '#core/uuid.ts'
import { runAgain } from '#db/database-errors.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { rowInsert } from '#db/rows/insert-rows.ts'
import { shiftCounts } from './account-counts.ts'
import { claimNames, type ExternalLogin, judgeNames, type Named, namesOf, takenFields } from './claimed-names.ts'

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
  /** Where somebody vouches for the address, or the number. */
  emailVerifiedAt?: Date | null
  phoneVerifiedAt?: Date | null
  /** Of one that was made elsewhere; else it is made now. */
  createdAt?: Date
  /** End of a temporary password; null for one that lasts. */
  temporaryPasswordUntil?: Date | null
  createdBy: string | null
  /** Linked from the beginning to somebody of a provider. */
  externalLogins?: readonly ExternalLogin[]
}

/** What became of one of several: its id, or the fields whose values are another account's. */
export type Made = { readonly id: string } | { readonly taken: readonly FieldProblem[] }

/**
 * Makes an account with everything that belongs to it: login names, activity, password, counts. Inside a transaction only.
 * @returns its id
 * @throws AppError 409 `conflict` naming the field whose value is another account's username or address; never the value
 */
export async function createAccount(ctx: PublicContext, kind: AccountKind, account: NewAccount): Promise<string> {
  const { tenantId } = account
  const [made] = await createAccounts(ctx, { kind, tenantId }, [account])
  if (!made || 'taken' in made) throw new AppError(409, 'conflict', { fields: [...(made?.taken ?? [])] })
  return made.id
}

/**
 * Makes many accounts of one tenant, in as few statements as one takes. Of two that want one name the first gets it, whoever stands first in
 * the list, and those whose names are taken are left out.
 */
export async function createAccounts(
  ctx: PublicContext,
  place: { readonly kind: AccountKind; readonly tenantId: string | null },
  wanted: readonly Omit<NewAccount, 'tenantId'>[],
): Promise<Made[]> {
  if (!ctx.inTransaction) throw new Error('an account is made in one transaction')
  const all = wanted.map((account) => ({ ...account, ...place, id: uuidv7(ctx.now) }))
  const judged = await judgeNames(ctx, place, all)
  const free = all.filter((_, n) => judged[n]?.length === 0)
  await insertAccounts(ctx, free)
  const claimed = await claimNames(ctx, free)
  const lost = free.filter((account) => namesOf(account).some(({ key }) => claimed.get(key) !== account.id))
  if (lost.length > 0 && free.length < all.length) throw runAgain('a name that others were refused for was taken by somebody else')
  const made = lost.length === 0 ? free : free.filter((account) => !lost.includes(account))
  if (lost.length > 0) await forget(ctx, lost)
  if (made.length > 0) await insertBelongings(ctx, made)
  const state = { isActive: true, isBlocked: false }
  await shiftCounts(ctx, place.kind, [{ tenantId: place.tenantId, from: null, to: state, n: made.length }])
  const ids = new Set(made.map(({ id }) => id))
  return all.map((account, n) =>
    ids.has(account.id) ? { id: account.id } : { taken: judged[n]?.length ? judged[n] : takenFields(account, claimed) },
  )
}

type WithId = Omit<NewAccount, 'tenantId'> & Named

// unscoped: new rows, whose tenant was judged under its lock
const insertIntoAccounts = rowInsert('accounts', {
  id: 'uuid',
  kind: 'text',
  tenantId: 'uuid',
  username: 'text',
  email: 'text',
  firstName: 'text',
  lastName: 'text',
  search: 'text',
  phoneNumber: 'text',
  roleId: 'uuid',
  language: 'text',
  emailVerifiedAt: 'timestamptz',
  phoneVerifiedAt: 'timestamptz',
  mustChangePassword: 'boolean',
  temporaryPasswordUntil: 'timestamptz',
  passwordChangedAt: 'timestamptz',
  createdAt: 'timestamptz',
  createdBy: 'uuid',
})

async function insertAccounts(ctx: PublicContext, accounts: readonly WithId[]): Promise<void> {
  const rows = accounts.map(({ passwordHash, externalLogins, mustChangePassword = false, createdAt = ctx.now, ...columns }) => ({
    phoneNumber: null,
    language: null,
    emailVerifiedAt: null,
    phoneVerifiedAt: null,
    temporaryPasswordUntil: null,
    ...columns,
    mustChangePassword,
    createdAt,
    search: accountSearchText(columns),
    passwordChangedAt: passwordHash === null ? null : ctx.now,
  }))
  await insertIntoAccounts(ctx.db, rows)
}

// unscoped: of accounts that were just made
const insertIntoActivity = rowInsert('accountActivity', { accountId: 'uuid' })
// unscoped: of accounts that were just made
const insertIntoCredentials = rowInsert('credentials', {
  id: 'uuid',
  accountId: 'uuid',
  kind: 'text',
  secret: 'text',
  createdAt: 'timestamptz',
})

async function insertBelongings(ctx: PublicContext, accounts: readonly WithId[]): Promise<void> {
  await insertIntoActivity(
    ctx.db,
    accounts.map(({ id }) => ({ accountId: id })),
  )
  const secrets = accounts.flatMap(({ id, passwordHash }) =>
    passwordHash === null
      ? []
      : [{ id: uuidv7(ctx.now), accountId: id, kind: 'password' as const, secret: passwordHash, createdAt: ctx.now }],
  )
  await insertIntoCredentials(ctx.db, secrets)
}

/** Those whose names somebody else took at the same instant, with the names that they did get. */
// unscoped: accounts that were made a moment ago, in this transaction
const forget = (ctx: PublicContext, accounts: readonly WithId[]) =>
  ctx.db
    .deleteFrom('accounts')
    .where(
      'id',
      'in',
      accounts.map(({ id }) => id),
    )
    .execute()
