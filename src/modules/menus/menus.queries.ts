import { sql } from 'kysely'
import type { AppError } from '#core/errors.ts'
import { lockByName } from '#db/rows/advisory-locks.ts'
import type { Context } from '#db/rows/context.ts'

/** An item as it stands in the database. */
export interface MenuRow {
  readonly id: string
  readonly tenantId: string | null
  readonly key: string
  readonly titleEn: string
  readonly titleAr: string | null
  readonly path: string | null
  readonly icon: string | null
  readonly parentId: string | null
  readonly position: number
  readonly requiredPermission: string | null
  readonly isVisible: boolean
  readonly version: number
}

/** The platform's items and those of the caller's tenant, in the order in which siblings are shown: of either at most `mostItems`. */
// unscoped: what the platform has is shown to all, the rest is the caller's own tenant's and of none below it
export async function loadMenu(ctx: Context): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    select id, tenant_id, key, title_en, title_ar, path, icon, parent_id, position, required_permission, is_visible, version
    from menu_items where tenant_id is null or tenant_id = ${ctx.actor.tenantId}
    order by position, key, id`.execute(ctx.db)
  return rows
}

/** What the roles of the caller list between them; empty where none lists anything. Of what sleeps (a role in the bin, an inactive group) nothing counts. */
// unscoped: of the caller's own roles
export async function listedItems(ctx: Context): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.menu_item_id as id
    from (
      select role_id from accounts where id = ${ctx.actor.id}
      union
      select gr.role_id from user_group_members m
        join user_groups g on g.id = m.group_id and g.is_active and g.deleted_at is null
        join user_group_roles gr on gr.group_id = g.id
        where m.account_id = ${ctx.actor.id}
    ) held
    join roles r on r.id = held.role_id and r.deleted_at is null
    join role_menu_items i on i.role_id = r.id`.execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Lets one change at a time into the menu of the caller's tenant, or of the platform, until the transaction ends. Before any row is locked. */
export async function lockMenu(ctx: Context): Promise<void> {
  await lockByName(ctx.db, 'menu', ctx.actor.tenantId ?? 'platform')
}

/**
 * Keeps items that others are to stand below from being deleted until the transaction ends; the platform's are not under a tenant's lock.
 * @throws `gone` when one is
 */
// unscoped: items that the caller was shown
export async function holdParents(ctx: Context, ids: readonly string[], gone: AppError): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { rows } = await sql`select id from menu_items where id = any(${wanted}::uuid[]) order by id for key share`.execute(ctx.db)
  if (rows.length < wanted.length) throw gone
}
