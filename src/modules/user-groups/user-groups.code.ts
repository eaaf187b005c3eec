import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import type { Context } from '#db/context.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import { select } from '#db/owned.ts'

const longestMade = 40
/** A name that is taken this often gets a code that nobody counts: all without Latin letters are one name here. */
const mostNumbers = 1000

/** A code made of a name: Latin letters without their marks, everything else a dash; `group` where nothing is left. May be taken. */
export function groupCodeOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestMade)
    .replace(/^-+|-+$/g, '')
  return slug || 'group'
}

const groupsOfTenant = (ctx: Context, tenantId: string | null) =>
  select(ctx, 'userGroups').where('userGroups.tenantId', tenantId === null ? 'is' : '=', tenantId)

/** The code itself where it is free in the tenant, else with the first number behind it that is, or with something random. */
export async function freeGroupCode(ctx: Context, tenantId: string | null, wanted: string): Promise<string> {
  const taken = groupsOfTenant(ctx, tenantId).where('userGroups.code', '=', sql<string>`candidates.code`)
  const { rows } = await sql<{ code: string }>`
    select code from (
      select ${wanted}::text as code, 1 as n union all select ${wanted} || '-' || n, n from generate_series(2, ${sql.lit(mostNumbers)}) n
    ) candidates
    where not exists ${taken} order by n limit 1`.execute(ctx.db)
  return rows[0]?.code ?? `${wanted}-${randomBytes(4).toString('hex')}`
}

/** Throws 409 `conflict` naming `code` when another group of the tenant has it. */
export async function requireFreeCode(ctx: Context, tenantId: string | null, code: string): Promise<void> {
  const taken = await groupsOfTenant(ctx, tenantId).select('userGroups.id').where('userGroups.code', '=', code).executeTakeFirst()
  if (taken) throw conflict('code')
}

/** Whether somebody who was quicker took the code at the index. */
export const isCodeLost = (error: unknown): boolean => uniqueViolation(error)?.constraint === 'user_groups_code'
