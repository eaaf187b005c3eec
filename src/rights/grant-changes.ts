import { type RawBuilder, sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/rows/context.ts'
import type { Restriction } from './effective-permissions.ts'
import { type RestrictedFields, restrictionsIn } from './grants.ts'

/** A tenant, role or group that permissions were taken from. */
export interface Affected {
  readonly id: string
  readonly tenantId: string
  readonly name: string
}

/** Those of whom the very same is excludedId are excludedId of together: of thousands of tenants most lose the same. */
export type Grouped<T> = T & { readonly affected: readonly Affected[] }

export interface RevokedGrants {
  readonly taken: ReadonlySet<string>
  readonly tenants: readonly Grouped<{ taken: readonly string[] }>[]
  /** With all that they listed before, and the restricted fields of each. */
  readonly roles: readonly Grouped<{ listed: Readonly<Record<string, readonly string[]>> }>[]
  /** With all that they had before. */
  readonly groups: readonly Grouped<{ restrictions: readonly Restriction[] }>[]
}

/**
 * Takes permissions from a tenant and all tenants below it: from what they are granted, from their roles and from the restrictions
 * of their groups, deleted ones too, so that nothing comes back with a restore. What was delegated as restricted stays restricted.
 * One statement a table, however large the tree. Whatever lost something has a new version; the tenant itself gets it from whoever
 * changes it. Under `lockGrantor` with the tenant as changed. @returns who lost what
 */
export async function takeFromSubtree(ctx: Context, tenantId: string, taken: readonly PermissionName[]): Promise<RevokedGrants> {
  const below = sql`(select descendant_id from tenant_closure where ancestor_id = ${tenantId})`
  const isTaken = sql`permission = any(${taken}::text[])`
  return {
    taken: new Set(taken),
    tenants: await rowsOf(ctx, takenFromTenants(tenantId, below, isTaken)),
    roles: await rowsOf(ctx, takenFromRoles(below, isTaken)),
    groups: await rowsOf(ctx, takenFromGroups(below, isTaken)),
  }
}

const rowsOf = async <T>(ctx: Context, statement: RawBuilder<T>): Promise<T[]> => (await statement.execute(ctx.db)).rows

type Part = RawBuilder<unknown>
const affected = sql`jsonb_agg(jsonb_build_object('id', id, 'tenantId', tenant_id, 'name', name)) as affected`

/**
 * Whoever locks a tenant locks those above it as well, and so waits for the lock of the top. The sweep of the storage alone does not: it
 * locks in the order of ids, and so does this. What is erased has no more forms to refuse, and its job locks it in no order.
 */
// unscoped: what lies below a tenant that was judged under its lock
const takenFromTenants = (top: string, below: Part, isTaken: Part) => sql<RevokedGrants['tenants'][number]>`
  with gone as (
    delete from tenant_permissions where tenant_id in ${below} and ${isTaken} returning tenant_id, permission
  ), held as materialized (
    select id from tenants where id in (select tenant_id from gone) and id <> ${top} and purged_at is null order by id for no key update
  ), moved as (
    update tenants t set version = t.version + 1 from held where t.id = held.id
  ), lost as (
    select t.id, t.id as tenant_id, t.name, g.permissions
    from (select tenant_id, array_agg(permission order by permission) as permissions from gone group by tenant_id) g
      join tenants t on t.id = g.tenant_id
  )
  select permissions as taken, ${affected} from lost group by permissions`

/** A statement sees its tables as they were when it began: what is read beside the deletion is still whole. */
// unscoped: what lies below a tenant that was judged under its lock
const takenFromRoles = (below: Part, isTaken: Part) => sql<RevokedGrants['roles'][number]>`
  with gone as (
    delete from role_permissions where role_id in (select id from roles where tenant_id in ${below}) and ${isTaken} returning role_id
  ), lost as (
    update roles r set version = r.version + 1 from (select distinct role_id from gone) g where r.id = g.role_id
    returning r.id, r.tenant_id, r.name,
      (select jsonb_object_agg(permission, restricted_fields) from role_permissions where role_id = r.id) as listed
  )
  select listed, ${affected} from lost group by listed`

/** Takes restrictions of what is taken from all groups, and tells of each what is left. */
// unscoped: what lies below a tenant that was judged under its lock
const takenFromGroups = (below: Part, isTaken: Part) => sql<RevokedGrants['groups'][number]>`
  with gone as (
    delete from user_group_restrictions where group_id in (select id from user_groups where tenant_id in ${below}) and ${isTaken}
    returning group_id
  ), lost as (
    update user_groups u set version = u.version + 1 from (select distinct group_id from gone) g where u.id = g.group_id
    returning u.id, u.tenant_id, u.name_en as name, (
      select jsonb_agg(jsonb_build_object('permission', permission, 'fields', fields) order by permission)
      from user_group_restrictions where group_id = u.id) as restrictions
  )
  select restrictions, ${affected} from lost group by restrictions`

/** Gives permissions to one tenant alone: those below it, and roles that once listed them, get nothing back by it. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function giveToTenant(ctx: Context, tenantId: string, given: readonly PermissionName[]): Promise<void> {
  await sql`insert into tenant_permissions (tenant_id, permission)
    select ${tenantId}::uuid, unnest(${given}::text[]) on conflict do nothing`.execute(ctx.db)
}

/** Stores what is delegated as restricted to this very tenant, instead of what was. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function storeRestrictions(ctx: Context, tenantId: string, fields: RestrictedFields): Promise<void> {
  await ctx.db.deleteFrom('tenantRestrictions').where('tenantId', '=', tenantId).execute()
  const rows = restrictionsIn(fields).map(({ permission, fields }) => ({ tenantId, permission, fields: [...fields] }))
  if (rows.length > 0) await ctx.db.insertInto('tenantRestrictions').values(rows).execute()
}
