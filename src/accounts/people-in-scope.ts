import { sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { accountInScope } from '#db/rows/owned.ts'
import { isMarked } from './erased-people.ts'

/**
 * Which of these accounts, deleted ones too, are the caller's own tenant's or below, each with its full name, in one statement; null for
 * one that has no name (never its address) or is being erased. Whoever is not in the answer must be neither named nor told by id. For the
 * platform every id is in it.
 */
// unscoped: adds the scope itself, deleted accounts included
export async function peopleInScope(ctx: Context, ids: readonly (string | null)[]): Promise<Map<string, string | null>> {
  const asked = [...new Set(ids)].filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('accounts')
    .select([
      'accounts.id',
      sql<string | null>`case when not ${isMarked('accounts')} then nullif(trim(first_name || ' ' || last_name), '') end`.as('name'),
    ])
    .where(sql<boolean>`accounts.id = any(${asked}::uuid[])`)
    .where(accountInScope(ctx, 'accounts.id'))
    .execute()
  const everybody = ctx.actor.tenantId === null ? asked.map((id) => [id, null] as const) : []
  return new Map([...everybody, ...rows.map(({ id, name }) => [id, name] as const)])
}
