import { sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import type { Context } from '#db/context.ts'
import type { Restriction } from './effective-permissions.ts'
import { type RestrictedFields, restrictionsIn } from './grants.ts'

/** What permissions were taken from, and what it had before, in the order of names. */
interface Loser {
  readonly id: string
  readonly tenantId: string
  readonly name: string
  readonly before: readonly string[]
}

export interface Losses {
  readonly taken: ReadonlySet<string>
  readonly tenants: readonly Loser[]
  readonly roles: readonly (Loser & { readonly restrictedFields: Readonly<Record<string, readonly string[]>> })[]
  /** `before` are the permissions that the group restricted. */
  readonly groups: readonly (Loser & { readonly restrictions: readonly Restriction[] })[]
}

/**
 * Takes permissions from a tenant and all tenants below it: from what they are granted, from their roles and from the restrictions
 * of their groups, deleted ones too, so that nothing comes back with a restore. What was delegated as restricted stays restricted.
 * One statement a table, however large the tree. Under `lockGiver` with the tenant as changed.
 */
export async function takeFromSubtree(ctx: Context, tenantId: string, taken: readonly PermissionName[]): Promise<Losses> {
  const below = sql`(select descendant_id from tenant_closure where ancestor_id = ${tenantId})`
  const isTaken = sql`permission = any(${taken}::text[])`
  // a statement sees its tables as they were when it began: what is told as `before` is still whole
  const { rows: tenants } = await sql<Losses['tenants'][number]>`
    with gone as (
      delete from tenant_permissions where tenant_id in ${below} and ${isTaken} returning tenant_id
    )
    select t.id, t.id as tenant_id, t.name,
      array(select permission from tenant_permissions where tenant_id = t.id order by permission collate "C") as before
    from (select distinct tenant_id from gone) lost join tenants t on t.id = lost.tenant_id`.execute(ctx.db)
  const { rows: roles } = await sql<Losses['roles'][number]>`
    with gone as (
      delete from role_permissions where role_id in (select id from roles where tenant_id in ${below}) and ${isTaken} returning role_id
    )
    update roles r set version = r.version + 1 from (select distinct role_id from gone) lost where r.id = lost.role_id
    returning r.id, r.tenant_id, r.name,
      array(select permission from role_permissions where role_id = r.id order by permission collate "C") as before,
      coalesce((
        select jsonb_object_agg(permission, restricted_fields) from role_permissions where role_id = r.id and restricted_fields <> '{}'
      ), '{}') as restricted_fields`.execute(ctx.db)
  const { rows: groups } = await sql<Losses['groups'][number]>`
    with gone as (
      delete from user_group_restrictions where group_id in (select id from user_groups where tenant_id in ${below}) and ${isTaken}
      returning group_id
    )
    update user_groups g set version = g.version + 1 from (select distinct group_id from gone) lost where g.id = lost.group_id
    returning g.id, g.tenant_id, g.name_en as name,
      array(select permission from user_group_restrictions where group_id = g.id order by permission collate "C") as before,
      (select jsonb_agg(jsonb_build_object('permission', permission, 'fields', fields))
        from user_group_restrictions where group_id = g.id) as restrictions`.execute(ctx.db)
  return { taken: new Set(taken), tenants, roles, groups }
}

/** Gives permissions to one tenant alone: those below it, and roles that once listed them, get nothing back by it. */
export async function giveToTenant(ctx: Context, tenantId: string, given: readonly PermissionName[]): Promise<void> {
  await sql`insert into tenant_permissions (tenant_id, permission)
    select ${tenantId}::uuid, unnest(${given}::text[]) on conflict do nothing`.execute(ctx.db)
}

/** Stores what is delegated as restricted to this very tenant, instead of what was. */
export async function storeRestrictions(ctx: Context, tenantId: string, fields: RestrictedFields): Promise<void> {
  await ctx.db.deleteFrom('tenantRestrictions').where('tenantId', '=', tenantId).execute()
  const rows = restrictionsIn(fields).map(({ permission, fields }) => ({ tenantId, permission, fields: [...fields] }))
  if (rows.length > 0) await ctx.db.insertInto('tenantRestrictions').values(rows).execute()
}
