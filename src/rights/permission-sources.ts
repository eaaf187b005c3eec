import { CompiledQuery, type Kysely, sql } from 'kysely'
import { registerHotStatement } from '#db/postgres/hot-statements.ts'
import { type HotStatement, runHot } from '#db/rows/hot-query.ts'
import type { Tables } from '#db/tables.ts'
import type { PermissionSource } from './effective-permissions.ts'
import type { WholeSource } from './grantor-rights.ts'

/** What is read: what lives; or beside it what sleeps (in the recycle bin, with its tenant too), each with a mark. What is erased is neither. */
const living = {
  role: 'r.deleted_at is null',
  mark: '',
  group: 'true',
  isActive: 'g.is_active and g.deleted_at is null',
  restrictedBy: '',
} as const
const sleepingToo = {
  role: 'r.purged_at is null',
  mark: ", 'isAsleep', r.deleted_at is not null",
  group: 'g.purged_at is null',
  isActive: 'g.is_active and (g.deleted_at is null or g.deleted_with is not null)',
  restrictedBy: ", 'tenantId', tx.tenant_id",
} as const

/** A role `r` with all that it lists, as JSON. */
const roleJson = (
  mark: string,
) => `jsonb_build_object('id', r.id, 'name', r.name, 'seed', r.seed, 'reach', r.reach, 'permissions', coalesce((
  select jsonb_agg(jsonb_build_object('permission', p.permission, 'restrictedFields', p.restricted_fields))
  from role_permissions p where p.role_id = r.id), '[]')${mark})`

// unscoped: columns of accounts that whoever puts them into a statement chose
const columnsOf = ({ role, mark, group, isActive, restrictedBy }: typeof living | typeof sleepingToo) => `
  (select ${roleJson(mark)} from roles r where r.id = a.role_id and ${role}) as role,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', g.id,
      'isActive', ${isActive},
      'roleIds', coalesce((select jsonb_agg(gr.role_id) from user_group_roles gr where gr.group_id = g.id), '[]'),
      'restrictions', coalesce((select jsonb_agg(jsonb_build_object('permission', gx.permission, 'fields', gx.fields))
        from user_group_restrictions gx where gx.group_id = g.id), '[]')))
    from user_group_members m join user_groups g on g.id = m.group_id and ${group} where m.account_id = a.id), '[]') as groups,
  coalesce((
    select jsonb_agg(${roleJson(mark)}) from roles r where ${role} and r.id = any(array(
      select gr.role_id from user_group_members m join user_groups g on g.id = m.group_id and ${group}
        join user_group_roles gr on gr.group_id = g.id where m.account_id = a.id)
    )), '[]') as group_roles,
  case when a.tenant_id is null then '"all"' else coalesce((
    select jsonb_agg(tp.permission) from tenant_permissions tp where tp.tenant_id = a.tenant_id), '[]') end as grant,
  coalesce((
    select jsonb_agg(jsonb_build_object('permission', tx.permission, 'fields', tx.fields${restrictedBy}))
    from tenant_closure c join tenant_restrictions tx on tx.tenant_id = c.ancestor_id
    where c.descendant_id = a.tenant_id), '[]') as tenant_restrictions`

/**
 * The columns of a `SourceRow` of account `a`, for a select list; the one place that reads what permissions are made of. Groups are
 * there whether active or not, so that whoever keeps the result knows what it depends on.
 */
export const permissionSourceColumns = columnsOf(living)

/** What an account may hold by so many groups at most: each session reads them all. */
export const mostGroupsOfAdmin = 50

/**
 * What these columns give of a holding: a role that several groups give is there once, or an account in fifty groups of a hundred roles each
 * would cost five thousand roles at each reading.
 */
export type SourceRow<S extends PermissionSource = PermissionSource> = Omit<S, 'groups'> & {
  readonly groups: readonly (Omit<S['groups'][number], 'roles'> & { readonly roleIds: readonly string[] })[]
  readonly groupRoles: S['groups'][number]['roles']
}

/** The holding of a row: each group with its roles. A role that does not count is in none of them. */
export function holdingIn<S extends PermissionSource, R extends SourceRow<S>>(row: R & SourceRow<S>) {
  const { groups, groupRoles, ...others } = row
  const byId = new Map(groupRoles.map((role) => [role.id, role]))
  const whole = groups.map(({ roleIds, ...group }) => ({ ...group, roles: roleIds.flatMap((id) => byId.get(id) ?? []) }))
  return { ...others, groups: whole } as unknown as Omit<R, 'groups' | 'groupRoles'> & Pick<S, 'groups'>
}

/** See `uncountedIds`: to plan these costs more than to run them. */
const oneOf = 'any(array(select unnest($1::uuid[])))'
// unscoped: by accounts that the caller was judged for, or whose sign-in is proved
const holdingsStatement = `select a.id as account_id, a.tenant_id, ${permissionSourceColumns} from accounts a where a.id = ${oneOf}`
// unscoped: by accounts that the caller was judged for, or whose rank is compared
const wholeStatement = `select a.id as account_id, a.tenant_id, ${columnsOf(sleepingToo)} from accounts a where a.id = ${oneOf}`
for (const statement of [holdingsStatement, wholeStatement]) registerHotStatement(statement)

/** What each of these accounts holds now, in one statement however many they are; unknown ids are not in the answer. */
export async function loadPermissionSources(
  db: Kysely<Tables>,
  accountIds: readonly string[],
): Promise<Map<string, PermissionSource & { readonly accountId: string }>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await runHot(db, permissionSourcesOf(accountIds))
  return new Map(rows.map((row) => [row.accountId, holdingIn<PermissionSource, typeof row>(row)]))
}

/** The statement of `loadPermissionSources`; `holdingIn` makes a source of each row. */
export const permissionSourcesOf = (accountIds: readonly string[]): HotStatement<SourceRow & { readonly accountId: string }> =>
  CompiledQuery.raw(holdingsStatement, [accountIds])

/** What each of these accounts holds, with all that sleeps around it; unknown ids are not in the answer. */
export async function loadWholeSources(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Map<string, WholeSource>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await db.executeQuery<SourceRow<WholeSource> & { accountId: string }>(CompiledQuery.raw(wholeStatement, [accountIds]))
  return new Map(rows.map((row) => [row.accountId, holdingIn<WholeSource, typeof row>(row)]))
}

/** A role as an account of this tenant would hold it. */
export interface RoleOf {
  readonly roleId: string
  readonly tenantId: string | null
}

/** What an account would hold by each of these roles alone; one in the recycle bin is marked, one that is erased gives nothing. */
export async function holdingsOfRoles(db: Kysely<Tables>, roles: readonly RoleOf[]): Promise<(WholeSource & RoleOf)[]> {
  if (roles.length === 0) return []
  const [ids, tenantIds] = [roles.map(({ roleId }) => roleId), roles.map(({ tenantId }) => tenantId)]
  const { rows } = await sql<SourceRow<WholeSource> & RoleOf>`select a.role_id, a.tenant_id, ${sql.raw(columnsOf(sleepingToo))}
    from (select null::uuid as id, role_id, tenant_id
      from unnest(${ids}::uuid[], ${tenantIds}::uuid[]) as t (role_id, tenant_id)) a`.execute(db)
  return rows.map((row) => holdingIn<WholeSource, typeof row>(row))
}
