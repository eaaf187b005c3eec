import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'

/**
 * Makes a role show exactly these menu items. Showing is all it does: no right ever follows from it.
 * Throws 404 `menuItemIds` when one is neither the role's tenant's nor the platform's.
 */
// unscoped: of the role's own tenant or the platform, which it says itself
export async function storeMenuItems(ctx: Context, roleId: string, tenantId: string | null, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  // kept from being deleted until the role names them
  const { rows } = await sql<{ id: string }>`
    select id from menu_items where id = any(${wanted}::uuid[]) and (tenant_id is null or tenant_id = ${tenantId}::uuid)
    order by id for key share`.execute(ctx.db)
  if (rows.length < wanted.length) throw notFound('menuItemIds')
  await sql`delete from role_menu_items where role_id = ${roleId} and menu_item_id <> all(${wanted}::uuid[])`.execute(ctx.db)
  await sql`
    insert into role_menu_items (role_id, menu_item_id) select ${roleId}::uuid, id from unnest(${wanted}::uuid[]) id
    on conflict do nothing`.execute(ctx.db)
}
