import { sql } from 'kysely'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { shownRecipients } from './recipient-mask.ts'

/** Whom a mail is written to. */
export interface Addressee {
  readonly type: 'admin' | 'user' | 'external'
  readonly id: string | null
  readonly address: string
  readonly firstName: string
  readonly lastName: string
  readonly language: 'en' | 'ar' | null
}

const ofAccounts = (ctx: Context, kind: AccountKind) =>
  select(ctx, accountDoors[kind]).select([
    'accounts.id',
    'accounts.email',
    'accounts.emailKey',
    'accounts.firstName',
    'accounts.lastName',
    'accounts.language',
  ])
type AccountRow = Awaited<ReturnType<ReturnType<typeof ofAccounts>['execute']>>[number]

const addresseeOf = (type: AccountKind, { id, email, firstName, lastName, language }: AccountRow): Addressee => ({
  ...{ type, id, firstName, lastName, language },
  address: email,
})

export const addressKey = (address: string) => address.toLowerCase()

/**
 * The accounts in scope that have these addresses, by `addressKey`. Only of kinds whose addresses the caller may see: of any other an address
 * is like that of a stranger, or what becomes of a mail would tell whose it is.
 * @param meant by `addressKey` the id of the account that is meant, where several have one address; without one it is the first of them
 */
export async function addresseesOf(
  ctx: Context,
  addresses: readonly string[],
  meant: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, Addressee>> {
  const keys = addresses.map(addressKey)
  const found = new Map<string, Addressee>()
  for (const kind of shownRecipients(ctx.actor)) {
    if (kind === 'external') continue
    const rows = await ofAccounts(ctx, kind).where(sql<boolean>`accounts.email_key = any(${keys}::text[])`).orderBy('accounts.id').execute()
    for (const row of rows) {
      const key = row.emailKey
      const id = meant.get(key)
      if (row.id === id || (id === undefined && !found.has(key))) found.set(key, addresseeOf(kind, row))
    }
  }
  return found
}

/** The accounts of these ids that are in scope now, in their order. */
export async function addresseesById(ctx: Context, kind: AccountKind, ids: readonly string[]): Promise<Addressee[]> {
  const rows = await ofAccounts(ctx, kind).where(sql<boolean>`accounts.id = any(${ids}::uuid[])`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [addresseeOf(kind, row)] : []
  })
}

/** Which of these are still in scope, with the address that they had: who is gone, or has another one, is a stranger like any other. */
export async function stillThere(
  ctx: Context,
  all: readonly Pick<Addressee, 'type' | 'id' | 'address'>[],
): Promise<(to: Pick<Addressee, 'id' | 'address'>) => boolean> {
  const present = new Map<string | null, string>()
  for (const kind of ['admin', 'user'] as const) {
    const ids = all.flatMap(({ type, id }) => (type === kind && id !== null ? [id] : []))
    if (ids.length > 0) for (const { id, address } of await addresseesById(ctx, kind, ids)) present.set(id, addressKey(address))
  }
  return ({ id, address }) => present.get(id) === addressKey(address)
}

/** Somebody whom nobody here is known by. */
export const stranger = (address: string): Addressee => ({
  ...{ type: 'external', id: null, address, firstName: '', lastName: '', language: null },
})
