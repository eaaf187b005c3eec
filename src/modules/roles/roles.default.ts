import { sql } from 'kysely'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Context } from '#db/rows/context.ts'
import { select, update } from '#db/rows/owned.ts'

/**
 * The role that is a tenant's default now, or the platform's. Until the transaction ends nobody else gives the default away, so
 * that the role found is the one to take it from. To be called before `lockGrantor`, which then locks it among the changed roles.
 */
export async function lockDefault(ctx: Context, tenantId: string | null): Promise<string[]> {
  await lockByName(ctx.db, 'defaultRole', tenantId ?? 'platform')
  const rows = await select(ctx, 'roles')
    .select('roles.id')
    .where('roles.tenantId', 'is not distinct from', tenantId)
    .where('roles.isDefault', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes the default from the roles that `lockDefault` found, so that another may have it. @returns those it was taken from */
export async function takeDefault(
  ctx: Context,
  former: readonly string[],
): Promise<{ id: string; name: string; tenantId: string | null }[]> {
  if (former.length === 0) return []
  return await update(ctx, 'roles')
    .set(({ eb }) => ({ isDefault: false, version: eb('version', '+', 1) }))
    .where(sql<boolean>`roles.id = any(${former}::uuid[])`)
    .where('isDefault', '=', true)
    .returning(['id', 'name', 'tenantId'])
    .execute()
}
