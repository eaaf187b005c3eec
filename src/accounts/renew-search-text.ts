import { sql, type Transaction } from 'kysely'
import { foldCase, loginKey } from '#core/text/login-name.ts'
import { accountSearchText, type SearchedAccount } from '#core/text/search-text.ts'
import type { Database } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

const batchSize = 500
/** Accounts that are looked at together for an address beyond ASCII. */
const windowSize = 1000

type Renewing = Pick<Database, 'kysely' | 'transaction'>

interface Old extends SearchedAccount {
  readonly id: string
}

/** A text of the old form has three lines; the partial index `accounts_search_old` finds them. */
const isOld = sql`search not like E'%\n%\n%\n%\n%'`

/**
 * Brings the addresses that an older version stored into the form that people sign in with today, all of them; to be awaited before
 * anybody is answered, for until then their owners could not sign in, and others could take the other form of one. Only letters beyond
 * ASCII make a difference: few rows are written, and a database without old rows costs one look at an empty index.
 */
export async function renewOldAddresses(database: Renewing): Promise<void> {
  for (let old = await readOld(database, null, windowSize); old.length > 0; old = await readOld(database, old.at(-1)!.id, windowSize)) {
    const ids = old.filter(({ email }) => /[^\0-\x7f]/.test(email)).map(({ id }) => id)
    if (ids.length > 0) await renew(database, ids)
  }
}

/**
 * Brings the texts that accounts are searched by, and the addresses they sign in with, into today's form: those that an older version
 * wrote. One batch, in the order of ids.
 * @returns the last id that was looked at; null when there are no more
 */
export async function renewSearchTexts(database: Renewing, afterId: string | null): Promise<string | null> {
  const ids = (await readOld(database, afterId, batchSize)).map(({ id }) => id)
  if (ids.length > 0) await renew(database, ids)
  return ids.at(-1) ?? null
}

// unscoped: a job over all tenants
async function readOld({ kysely }: Renewing, afterId: string | null, most: number): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from accounts where ${isOld} ${afterId === null ? sql`` : sql`and id > ${afterId}`}
    order by id limit ${most}`.execute(kysely)
  return rows
}

/** Under the locks of the accounts: whoever changes an address or a name waits, or was before and is seen. */
// unscoped: a job over all tenants
async function renew(database: Renewing, ids: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await sql<Old>`
      select id, first_name, last_name, username, email, phone_number from accounts
      where id = any(${ids}::uuid[]) and ${isOld} order by id for no key update`.execute(tx)
    await renewAddresses(tx, rows)
    const renewed = rows.map((row) => ({ id: row.id, search: accountSearchText(row) }))
    await sql`
      update accounts a set search = r.search
      from jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb) as r (id uuid, search text)
      where a.id = r.id`.execute(tx)
  })
}

/**
 * Domains are compared by their A-labels. An address whose twin somebody else has already stays as it was; of two that would become one
 * in the same batch the shorter is renewed, for what makes the other longer can't be seen.
 */
// unscoped: a job over all tenants
async function renewAddresses(tx: Transaction<Tables>, accounts: readonly Old[]): Promise<void> {
  const changed = accounts
    .map(({ id, email }) => ({ id, old: foldCase(email), key: loginKey(email) }))
    .filter(({ old, key }) => old !== key)
  if (changed.length === 0) return
  await sql`
    with old as (
      select l.account_id, l.kind, l.tenant_id, r.old, r.key
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id uuid, old text, key text)
        join account_logins l on l.account_id = r.id and l.key = r.old
    ), renewed as (
      insert into account_logins (account_id, kind, tenant_id, key)
      select account_id, kind, tenant_id, key from old order by kind, tenant_id, key, length(old), account_id
      on conflict do nothing returning account_id
    )
    delete from account_logins l using old
    where l.account_id = old.account_id and l.key = old.old and l.account_id in (select account_id from renewed)`.execute(tx)
}
