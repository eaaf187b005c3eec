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
      'roles', coalesce((select jsonb_agg(${roleJson(mark)}) from user_group_roles gr join roles r on r.id = gr.role_id and ${role}
        where gr.group_id = g.id), '[]'),
      'restrictions', coalesce((select jsonb_agg(jsonb_build_object('permission', gx.permission, 'fields', gx.fields))
        from user_group_restrictions gx where gx.group_id = g.id), '[]')))
    from user_group_members m join user_groups g on g.id = m.group_id and ${group} where m.account_id = a.id), '[]') as groups,
  case when a.tenant_id is null then '"all"' else coalesce((
    select jsonb_agg(tp.permission) from tenant_permissions tp where tp.tenant_id = a.tenant_id), '[]') end as grant,
  coalesce((
    select jsonb_agg(jsonb_build_object('permission', tx.permission, 'fields', tx.fields${restrictedBy}))
    from tenant_closure c join tenant_restrictions tx on tx.tenant_id = c.ancestor_id
    where c.descendant_id = a.tenant_id), '[]') as tenant_restrictions`

/**
 * The columns of a `PermissionSource` of account `a`, for a select list; the one place that reads what permissions are made of. Groups are
 * there whether active or not, so that whoever keeps the result knows what it depends on.
 */
export const permissionSourceColumns = columnsOf(living)

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
  return new Map(rows.map((row) => [row.accountId, row]))
}

/** The statement of `loadPermissionSources`. */
export const permissionSourcesOf = (accountIds: readonly string[]): HotStatement<PermissionSource & { readonly accountId: string }> =>
  CompiledQuery.raw(holdingsStatement, [accountIds])

/** What each of these accounts holds, with all that sleeps around it; unknown ids are not in the answer. */
export async function loadWholeSources(db: Kysely<Tables>, accountIds: readonly string[]): Promise<Map<string, WholeSource>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await db.executeQuery<WholeSource & { accountId: string }>(CompiledQuery.raw(wholeStatement, [accountIds]))
  return new Map(rows.map((row) => [row.accountId, row]))
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
  const { rows } = await sql<WholeSource & RoleOf>`select a.role_id, a.tenant_id, ${sql.raw(columnsOf(sleepingToo))}
    from (select null::uuid as id, role_id, tenant_id
      from unnest(${ids}::uuid[], ${tenantIds}::uuid[]) as t (role_id, tenant_id)) a`.execute(db)
  return rows
}
