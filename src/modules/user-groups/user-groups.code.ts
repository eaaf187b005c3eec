import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { slugOf } from '#core/text/slug.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { freeCode } from '#db/rows/unused-code.ts'

/** A code made of a name; `group` where no Latin letter is in it. May be taken. */
export const groupCodeOf = (name: string): string => slugOf(name) || 'group'

const groupsOfTenant = (ctx: Context, tenantId: string | null) =>
  select(ctx, 'userGroups').where('userGroups.tenantId', tenantId === null ? 'is' : '=', tenantId)

/** Like `freeCode`, among the groups of one tenant. */
export const freeGroupCode = (ctx: Context, tenantId: string | null, wanted: string): Promise<string> =>
  freeCode(ctx, wanted, groupsOfTenant(ctx, tenantId).where('userGroups.code', '=', sql<string>`candidates.code`))

/** Throws 409 `conflict` naming `code` when another group of the tenant has it. */
export async function requireFreeCode(ctx: Context, tenantId: string | null, code: string): Promise<void> {
  const taken = await groupsOfTenant(ctx, tenantId).select('userGroups.id').where('userGroups.code', '=', code).executeTakeFirst()
  if (taken) throw conflict('code')
}

/** Whether somebody who was quicker took the code at the index. */
export const isCodeLost = (error: unknown): boolean => uniqueViolation(error)?.constraint === 'user_groups_code'
