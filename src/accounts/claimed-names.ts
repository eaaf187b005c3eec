import { sql } from 'kysely'
import { AppError, type FieldProblem } from '#core/errors.ts'
import { loginKey } from '#core/text/login-name.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { rowInsert } from '#db/rows/insert-rows.ts'

/** An account with what it is to sign in by. */
export interface Named {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly username: string | null
  readonly email: string
  readonly externalLogins?: readonly ExternalLogin[]
}

/** Somebody of a provider, by what it calls them. */
export interface ExternalLogin {
  readonly provider: string
  readonly subject: string
}

interface Name {
  readonly field: string
  readonly key: string
  readonly link?: ExternalLogin
}

type SignsIn = Pick<Named, 'username' | 'email' | 'externalLogins'>

/**
 * What an account signs in with, by its fields: one name space of usernames and addresses per kind and tenant, and beside it those of
 * providers, told apart by a NUL that no name has.
 */
export const namesOf = ({ username, email, externalLogins = [] }: SignsIn): Name[] => [
  { field: 'email', key: loginKey(email) },
  ...(username === null ? [] : [{ field: 'username', key: loginKey(username) }]),
  ...externalLogins.map((link, n) => ({ field: `externalLogins.${n}`, key: linkKey(link), link })),
]

const linkKey = ({ provider, subject }: ExternalLogin) => `\0${provider}\0${subject}`

const conflictOf = (field: string): FieldProblem => ({ field, code: 'conflict' })

/** The fields of an account whose names were claimed for another one, or for none of these. */
export const takenFields = (account: Named, claimed: ReadonlyMap<string, string>): FieldProblem[] =>
  namesOf(account).flatMap(({ field, key }) => (claimed.get(key) === account.id ? [] : [conflictOf(field)]))

/**
 * The fields of each account whose names are taken by now, or by one that stands before it; [] for who may have theirs. No promise: only
 * the claim decides. One alone needs none, and is free here.
 * @param wanted names of those before them, to which theirs are added
 */
export async function judgeNames(
  ctx: PublicContext,
  place: Pick<Named, 'kind' | 'tenantId'>,
  accounts: readonly SignsIn[],
  wanted?: Set<string>,
): Promise<FieldProblem[][]> {
  if (accounts.length === 1 && !wanted) return [[]]
  const taken = await takenNames(ctx, place, accounts.flatMap(namesOf))
  const before = wanted ?? new Set<string>()
  return accounts.map((account) => {
    const names = namesOf(account)
    const problems = names.flatMap(({ field, key }) => (taken.has(key) || before.has(key) ? [conflictOf(field)] : []))
    if (problems.length === 0) for (const { key } of names) before.add(key)
    return problems
  })
}

// unscoped: whether a name is free, in a tenant that was judged
async function takenNames(
  ctx: PublicContext,
  { kind, tenantId }: Pick<Named, 'kind' | 'tenantId'>,
  names: readonly Name[],
): Promise<ReadonlySet<string>> {
  const keys = names.flatMap(({ key, link }) => (link ? [] : [key]))
  const links = names.flatMap(({ link }) => link ?? [])
  const inPlace = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}`
  const { rows } = await sql<{ key: string }>`
    select key from account_logins where kind = ${kind} and key = any(${keys}) and ${inPlace}`.execute(ctx.db)
  const taken = new Set(rows.map(({ key }) => key))
  if (links.length === 0) return taken
  const { rows: linked } = await sql<ExternalLogin>`
    select provider, subject from external_logins where kind = ${kind} and ${inPlace} and (provider, subject) in (
      select * from unnest(${links.map(({ provider }) => provider)}::text[], ${links.map(({ subject }) => subject)}::text[]))`.execute(
    ctx.db,
  )
  for (const link of linked) taken.add(linkKey(link))
  return taken
}

// unscoped: names of accounts that are made or were judged under their lock
const insertIntoLogins = rowInsert(
  'accountLogins',
  { kind: 'text', tenantId: 'uuid', key: 'text', accountId: 'uuid' },
  'on conflict do nothing returning key, account_id',
)
// unscoped: what else such accounts sign in by
const insertIntoLinks = rowInsert(
  'externalLogins',
  { id: 'uuid', kind: 'text', tenantId: 'uuid', accountId: 'uuid', provider: 'text', subject: 'text', linkedAt: 'timestamptz' },
  'on conflict do nothing returning provider, subject, account_id',
)

/**
 * Takes the names of accounts, in one statement and sorted: two accounts with crossed names would wait for each other for ever.
 * @returns those that were free, with whose they are now
 */
export async function claimNames(ctx: PublicContext, accounts: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const names = accounts.flatMap((account) => {
    const { id, kind, tenantId } = account
    const unique = new Map(namesOf(account).map((name) => [name.key, name]))
    return [...unique.values()].map(({ key, link }) => ({ key, link, owner: { kind, tenantId, accountId: id } }))
  })
  names.sort((one, two) => (one.key < two.key ? -1 : 1))
  const logins = names.flatMap(({ key, link, owner }) => (link ? [] : [{ ...owner, key }]))
  const links = names.flatMap(({ link, owner }) =>
    link ? [{ ...owner, id: uuidv7(ctx.now), provider: link.provider, subject: link.subject, linkedAt: ctx.now }] : [],
  )
  const claimed = new Map<string, string>()
  const freeLogins = await insertIntoLogins<{ key: string; accountId: string }>(ctx.db, logins)
  for (const { key, accountId } of freeLogins) claimed.set(key, accountId)
  const freeLinks = await insertIntoLinks<ExternalLogin & { accountId: string }>(ctx.db, links)
  for (const link of freeLinks) claimed.set(linkKey(link), link.accountId)
  return claimed
}

/**
 * Takes the names an account signs in with.
 * @throws AppError 409 `conflict` naming each field whose value is taken
 */
export async function claimLoginNames(ctx: PublicContext, account: Named): Promise<void> {
  const fields = takenFields(account, await claimNames(ctx, [account]))
  if (fields.length > 0) throw new AppError(409, 'conflict', { fields })
}
