import { type Kysely, sql } from 'kysely'
import { foldCase, loginKey } from '#core/login-name.ts'
import { accountSearchText, type SearchedAccount } from '#core/search-text.ts'
import type { Tables } from '#db/tables.ts'

const batchSize = 500

interface Old extends SearchedAccount {
  readonly id: string
  readonly search: string
}

/**
 * Brings the texts that accounts are searched by, and the addresses they sign in with, into today's form: those that an older version
 * wrote. One batch, in the order of ids; what was changed since it was read is left for the next run.
 * @returns the last id that was read; null when there are no more
 */
export async function renewSearchTexts(db: Kysely<Tables>, afterId: string | null): Promise<string | null> {
  const { rows } = await sql<Old>`
    select id, first_name, last_name, username, email, phone_number, search from accounts
    where search not like E'%\n%\n%\n%\n%' ${afterId === null ? sql`` : sql`and id > ${afterId}`}
    order by id limit ${batchSize}`.execute(db)
  await renewAddresses(db, rows)
  const renewed = rows.map((row) => ({ id: row.id, old: row.search, search: accountSearchText(row) }))
  await sql`
    update accounts a set search = r.search
    from jsonb_to_recordset(${JSON.stringify(renewed)}::jsonb) as r (id uuid, old text, search text)
    where a.id = r.id and a.search = r.old`.execute(db)
  return rows.length < batchSize ? null : rows.at(-1)!.id
}

/**
 * Domains are compared by their A-labels. An address whose twin somebody else has already stays as it was; of two that would become one
 * in the same batch the shorter is renewed, for what makes the other longer can't be seen.
 */
async function renewAddresses(db: Kysely<Tables>, accounts: readonly Old[]): Promise<void> {
  const changed = accounts
    .map(({ id, email }) => ({ id, old: foldCase(email), key: loginKey(email) }))
    .filter(({ old, key }) => old !== key)
  if (changed.length === 0) return
  await sql`
    with renewed as (
      select distinct on (l.kind, l.tenant_id, r.key) l.account_id, r.old, r.key
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id uuid, old text, key text)
        join account_logins l on l.account_id = r.id and l.key = r.old
      where not exists (
        select from account_logins o where o.kind = l.kind and o.key = r.key
          and (o.tenant_id = l.tenant_id or o.tenant_id is null and l.tenant_id is null))
      order by l.kind, l.tenant_id, r.key, length(r.old), l.account_id
    )
    update account_logins l set key = r.key from renewed r where l.account_id = r.account_id and l.key = r.old`.execute(db)
}
