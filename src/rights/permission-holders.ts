import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import type { Tables } from '#db/tables.ts'
import { effectivePermissions } from './effective-permissions.ts'
import { loadPermissionSources } from './permission-sources.ts'

/** Whose admins are asked for, and by which permission; null for the platform. */
export interface HoldersAsked {
  readonly tenantId: string | null
  readonly permission: PermissionName
}

/** An admin who holds what was asked for. */
export interface Holder {
  readonly id: string
  readonly tenantId: string | null
}

/** So many of a tenant are told of anything. */
const mostHolders = 100

/** One text for each thing that can be asked. */
export const keyOfAsked = ({ tenantId, permission }: HoldersAsked): string => `${tenantId} ${permission}`

/**
 * The admins of a tenant's own who can sign in and hold a permission, 100 of each tenant at most, by `keyOfAsked`. Roles and groups that may
 * give it are looked up first, and what each admin holds is then judged as everywhere, grant included: three statements at most, however
 * many things are asked.
 */
export async function holdersOf(db: Kysely<Tables>, asked: readonly HoldersAsked[]): Promise<Map<string, Holder[]>> {
  const distinct = [...new Map(asked.map((each) => [keyOfAsked(each), each])).values()]
  const found = [
    ...(await candidates(
      db,
      distinct.filter(({ tenantId }) => tenantId !== null),
      (table) => sql`${sql.ref(`${table}.tenant_id`)} = q."tenantId"`,
    )),
    ...(await candidates(
      db,
      distinct.filter(({ tenantId }) => tenantId === null),
      (table) => sql`${sql.ref(`${table}.tenant_id`)} is null`,
    )),
  ]
  const sources = await loadPermissionSources(db, [...new Set(found.map(({ id }) => id))])
  const held = new Map([...sources].map(([id, source]) => [id, effectivePermissions(source).permissions]))
  const holders = new Map<string, Holder[]>(distinct.map((each) => [keyOfAsked(each), []]))
  for (const { id, tenantId, permission } of found)
    if (held.get(id)?.has(permission)) holders.get(keyOfAsked({ tenantId, permission }))?.push({ id, tenantId })
  return holders
}

type Candidate = Holder & { readonly permission: PermissionName }

// unscoped: a worker tells the admins of the very tenant that something happened to
async function candidates(
  db: Kysely<Tables>,
  asked: readonly HoldersAsked[],
  isOwn: (table: 'r' | 'g') => RawBuilder<unknown>,
): Promise<Candidate[]> {
  if (asked.length === 0) return []
  const gives = sql`r.deleted_at is null and (r.reach = 'granted' or (r.reach = 'views' and q.permission like '%.view')
    or exists (select from role_permissions p where p.role_id = r.id and p.permission = q.permission))`
  const canSignIn = sql`a.kind = 'admin' and a.deleted_at is null and a.is_active and not a.is_blocked`
  const { rows } = await sql<Candidate>`
    select q."tenantId" as tenant_id, q.permission, found.id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as q ("tenantId" uuid, permission text)
      cross join lateral (
        (select a.id from accounts a
          where a.role_id = any(array(select r.id from roles r where ${isOwn('r')} and ${gives})) and ${canSignIn} limit ${mostHolders})
        union
        (select a.id from user_groups g join user_group_roles gr on gr.group_id = g.id join roles r on r.id = gr.role_id and ${gives}
            join user_group_members m on m.group_id = g.id join accounts a on a.id = m.account_id and ${canSignIn}
          where ${isOwn('g')} and g.deleted_at is null and g.is_active limit ${mostHolders})
        limit ${mostHolders}
      ) found`.execute(db)
  return rows
}
