import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import { permissionCatalogue } from '#core/permissions.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { effectivePermissions } from '#rights/effective-permissions.ts'
import type { Role } from './roles.schema.ts'

/** As it is shown, with what it was seeded as; that never leaves. */
export type RoleRecord = z.input<typeof Role> & { seed: string | null }

interface Listed {
  readonly permission: string
  readonly restrictedFields: readonly string[]
}

interface Titled {
  readonly id: string
  readonly titleEn: string
  readonly titleAr: string | null
  readonly isVisible: boolean
}

const listed = sql<Listed[]>`coalesce((
  select jsonb_agg(jsonb_build_object('permission', p.permission, 'restrictedFields', p.restricted_fields))
  from role_permissions p where p.role_id = roles.id), '[]')`

/** Of those roles alone that follow it. */
// unscoped: a column of roles in scope
const grant = sql<string[]>`case when roles.reach = 'listed' then '{}' else array(
  select tp.permission from tenant_permissions tp where tp.tenant_id = roles.tenant_id) end`

// unscoped: a column of roles in scope
const shown = sql<Titled[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', m.id, 'titleEn', m.title_en, 'titleAr', m.title_ar, 'isVisible', m.is_visible)
    order by m.position, m.id)
  from role_menu_items rm join menu_items m on m.id = rm.menu_item_id where rm.role_id = roles.id), '[]')`

/** The roles of these ids that are in the caller's scope, in any order, in one statement however many they are. */
export async function loadRoles(ctx: Context, ids: readonly string[]): Promise<RoleRecord[]> {
  const rows = await select(ctx, 'roles')
    .select([
      'roles.id',
      'roles.name',
      'roles.description',
      'roles.isDefault',
      'roles.isSystem',
      'roles.seed',
      'roles.reach',
      'roles.tenantId',
      'roles.createdAt',
      'roles.version',
      listed.as('listed'),
      grant.as('grant'),
      shown.as('shown'),
    ])
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('accounts.roleId', '=', 'roles.id')
        .where('accounts.kind', '=', 'admin')
        .where('accounts.deletedAt', 'is', null)
        .as('adminCount'),
    )
    .where(sql<boolean>`roles.id = any(${ids}::uuid[])`)
    .execute()
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  return rows.map(({ listed, grant, shown, seed, reach, adminCount, ...row }) => ({
    ...row,
    seed,
    tenantName: nameOf(row.tenantId),
    adminCount: Number(adminCount),
    permissions: permissionsOf({ id: row.id, name: row.name, seed, reach, permissions: listed }, row.tenantId, grant),
    menuItems: shown.map(({ id, titleEn, titleAr, isVisible }) => ({
      id,
      title: (ctx.language === 'ar' ? titleAr : null) ?? titleEn,
      isVisible,
    })),
  }))
}

type HeldRole = NonNullable<Parameters<typeof effectivePermissions>[0]['role']>

/** What it lists; where it follows the grant, what it reaches of that now. */
function permissionsOf(role: HeldRole, tenantId: string | null, grant: readonly string[]): RoleRecord['permissions'] {
  const own = role.permissions.map(({ permission }) => permission)
  const reached = effectivePermissions({
    tenantId,
    role,
    groups: [],
    grant: role.reach === 'listed' ? own : tenantId === null ? 'all' : grant,
    tenantRestrictions: [],
  })
  return permissionCatalogue
    .filter(({ name }) => reached.permissions.has(name))
    .map(({ id, name, category }) => ({ id, name, category, restrictedFields: reached.masks.get(name) ?? [] }))
}

/** One role; 404 for an unknown, deleted or foreign one alike. */
export async function getRole(ctx: Context, id: string): Promise<RoleRecord> {
  const [role] = await loadRoles(ctx, [id])
  if (!role) throw notFound()
  return role
}
