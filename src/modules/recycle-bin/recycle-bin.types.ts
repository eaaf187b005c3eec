import { type SqlBool, sql } from 'kysely'
import { searchKey } from '#core/account-search.ts'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import { likePattern } from '#db/list-query.ts'
import type { BinEntry, BinSource } from '#identity/bin-entries.ts'
import { purgeAdmin, purgeGroup, purgeRole, purgeTenant } from '#identity/purge-entry.ts'
import { restoreAdmin } from '#identity/restore-admin.ts'
import { restoreGroup } from '#identity/restore-group.ts'
import { accountObstacles, groupObstacles, type Obstacles, roleObstacles, tenantObstacles } from '#identity/restore-obstacles.ts'
import { restoreRole } from '#identity/restore-role.ts'
import { restoreTenant } from '#identity/restore-tenant.ts'

export interface BinType extends Omit<BinSource, 'type'> {
  /** Without it a caller does not see entries of this type. */
  readonly view: PermissionName
  readonly update: PermissionName
  readonly delete: PermissionName
  /** What stands in the way of a restore, of many at once. */
  readonly obstacles: (ctx: Context, ids: readonly string[]) => Promise<Obstacles>
  /** Under its own locks; looks again whether the entry is still there. */
  readonly restore: (ctx: Context, entry: BinEntry) => Promise<void>
  readonly purge: (ctx: Context, entry: BinEntry) => Promise<void>
  /** The record shows its id, and its tenant's, opaquely. */
  readonly isOpaque?: true
}

const nameHolds = (text: string, ...columns: string[]) =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`e.${sql.raw(column)} ilike ${likePattern(text.trim())}`),
    sql` or `,
  )})`

/** The whole text has the index, the first line of it is the name: an address finds nobody here. */
function personFound(text: string) {
  const key = searchKey(text)
  if (key === '') return null
  return sql<SqlBool>`(e.search like ${likePattern(key)} and split_part(e.search, E'\\n', 1) like ${likePattern(key)})`
}

/** What the recycle bin holds. Another type is another line here: its rows are deleted by `deleted_at` and marked by `purged_at`. */
const binTypes = {
  Admin: {
    table: 'accounts',
    only: sql<SqlBool>`e.kind = 'admin'`,
    tenant: 'tenant_id',
    name: sql<string>`trim(e.first_name || ' ' || e.last_name)`,
    found: personFound,
    view: 'admins.view',
    update: 'admins.update',
    delete: 'admins.delete',
    obstacles: accountObstacles,
    restore: restoreAdmin,
    purge: purgeAdmin,
  },
  Tenant: {
    table: 'tenants',
    only: null,
    tenant: 'id',
    name: sql<string>`e.name`,
    found: (text) => nameHolds(text, 'name', 'code'),
    view: 'tenants.view',
    update: 'tenants.update',
    delete: 'tenants.delete',
    obstacles: tenantObstacles,
    restore: restoreTenant,
    purge: purgeTenant,
  },
  Role: {
    table: 'roles',
    only: null,
    tenant: 'tenant_id',
    name: sql<string>`e.name`,
    found: (text) => nameHolds(text, 'name'),
    view: 'roles.view',
    update: 'roles.manage',
    delete: 'roles.manage',
    obstacles: roleObstacles,
    restore: restoreRole,
    purge: purgeRole,
  },
  UserGroup: {
    table: 'user_groups',
    only: null,
    tenant: 'tenant_id',
    name: sql<string>`e.name_en`,
    found: (text) => nameHolds(text, 'name_en', 'name_ar', 'code'),
    view: 'groups.view',
    update: 'groups.update',
    delete: 'groups.delete',
    obstacles: groupObstacles,
    restore: restoreGroup,
    purge: purgeGroup,
    isOpaque: true,
  },
} as const satisfies Readonly<Record<string, BinType>>

type BinTypeName = keyof typeof binTypes

export const binTypeNames = Object.keys(binTypes) as [BinTypeName, ...BinTypeName[]]

export const binTypeOf = (name: string): BinType => binTypes[name as BinTypeName]

/** As a source of entries. */
export const sourceOf = (name: string): BinSource => ({ ...binTypeOf(name), type: name })
