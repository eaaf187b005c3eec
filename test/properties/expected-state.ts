/** What the database says of who may do what, read in one statement, and what follows from it by the model. */
import { sql } from 'kysely'
import type { TestApp } from '../harness.ts'
import { type ModelRole, none, type Rights, rightsOf } from './model.ts'

type FieldsOf = Readonly<Record<string, string[]>>
export interface TenantTruth {
  readonly id: string
  readonly parentId: string | null
  readonly status: string
  readonly isDeleted: boolean
  readonly version: number
  readonly grant: readonly string[]
  readonly restrictions: FieldsOf
}
export interface RoleTruth {
  readonly id: string
  readonly tenantId: string | null
  readonly reach: ModelRole['reach']
  readonly seed: string | null
  readonly isDeleted: boolean
  readonly version: number
  readonly lists: FieldsOf
}
export interface GroupTruth {
  readonly id: string
  readonly tenantId: string | null
  readonly isActive: boolean
  readonly isDeleted: boolean
  readonly version: number
  readonly roleIds: readonly string[]
  readonly memberIds: readonly string[]
  readonly restrictions: FieldsOf
}
export interface AccountTruth {
  readonly id: string
  readonly tenantId: string | null
  readonly email: string
  readonly roleId: string | null
  readonly isDeleted: boolean
  /** Can't sign in. */
  readonly isOut: boolean
  /** The whole row. */
  readonly row: unknown
}
interface Rows {
  readonly tenants: readonly TenantTruth[]
  readonly roles: readonly RoleTruth[]
  readonly groups: readonly GroupTruth[]
  readonly accounts: readonly AccountTruth[]
}

/** Rows at one moment, in the order of their making, and the rights they make. */
export class Truth {
  readonly tenants: ReadonlyMap<string, TenantTruth>
  readonly roles: ReadonlyMap<string, RoleTruth>
  readonly groups: ReadonlyMap<string, GroupTruth>
  readonly accounts: ReadonlyMap<string, AccountTruth>
  /** Of everything stored but what a refusal may leave behind. */
  readonly digest: string
  readonly #rights = new Map<string, Rights>()

  constructor({ tenants, roles, groups, accounts }: Rows, digest: string) {
    this.tenants = byId(tenants)
    this.roles = byId(roles)
    this.groups = byId(groups)
    this.accounts = byId(accounts)
    this.digest = digest
  }

  /** The tenant and all above it, nearest first. */
  lineage(tenantId: string | null): TenantTruth[] {
    const tenant = tenantId === null ? undefined : this.tenants.get(tenantId)
    return tenant ? [tenant, ...this.lineage(tenant.parentId)] : []
  }

  /** Whether the tenant is the given one or below it; everything is below the platform. */
  isWithin(above: string | null, tenantId: string | null): boolean {
    return above === null || this.lineage(tenantId).some(({ id }) => id === above)
  }

  /** What an account's role and groups give it, whether it can sign in or not. */
  rightsOf(accountId: string): Rights {
    const known = this.#rights.get(accountId)
    if (known) return known
    const rights = this.#rightsOf(accountId, false)
    this.#rights.set(accountId, rights)
    return rights
  }

  /** The same if nothing were restricted by delegation. */
  freedRightsOf(accountId: string): Rights {
    return this.#rightsOf(accountId, true)
  }

  #rightsOf(accountId: string, isFreed: boolean): Rights {
    const account = this.accounts.get(accountId)
    const groups = [...this.groups.values()].filter(({ memberIds }) => memberIds.includes(accountId))
    return account ? this.rightsIn(account.tenantId, this.modelRole(account.roleId), groups, isFreed) : none
  }

  /** What an account of the tenant would have by this role and these groups alone; `isFreed`: if nothing were restricted by delegation. */
  rightsIn(tenantId: string | null, role: ModelRole | null, groups: readonly GroupTruth[] = [], isFreed = false): Rights {
    const lineage = this.lineage(tenantId)
    return rightsOf({
      isPlatform: tenantId === null,
      role,
      groups: groups.map((group) => ({
        isActive: group.isActive && !group.isDeleted,
        roles: group.roleIds.flatMap((id) => this.modelRole(id) ?? []),
        restrictions: new Map(Object.entries(group.restrictions)),
      })),
      grant: new Set(lineage[0]?.grant),
      delegated: (isFreed ? [] : lineage).map(({ restrictions }) => new Map(Object.entries(restrictions))),
    })
  }

  /** What the role alone gives in its tenant. */
  rightsBy(roleId: string): Rights {
    return this.rightsIn(this.roles.get(roleId)?.tenantId ?? null, this.modelRole(roleId))
  }

  /** A living role as the model has it. */
  modelRole(roleId: string | null): ModelRole | null {
    const role = roleId === null ? undefined : this.roles.get(roleId)
    return role && !role.isDeleted ? { reach: role.reach, lists: new Map(Object.entries(role.lists)) } : null
  }
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))

/** What a refused call may write: its event with all that follows, and what signing in and being there leaves. */
const written =
  /^(?:events.*|outbox|poisoned_events|event_counts|security_log|sessions|refresh_tokens|account_activity|unknown_logins|name_failures|code_limits|periodic_jobs|migrations)$/

const fieldsOf = (table: string, owner: string, id: string, column: string) =>
  sql.raw(`coalesce((
  select jsonb_object_agg(x.permission, x.${column}) from ${table} x where x.${owner} = ${id}), '{}')`)

/** Reads it all; a digest by table, so that a failure can tell which one changed. */
export async function readTruth(app: TestApp): Promise<Truth> {
  const { kysely } = app.open.service.database
  const { rows } = await sql<Rows>`select
    (select jsonb_agg(jsonb_build_object('id', t.id, 'parentId', t.parent_id, 'status', t.status, 'isDeleted', t.deleted_at is not null,
      'version', t.version,
      'grant', array(select p.permission from tenant_permissions p where p.tenant_id = t.id order by 1),
      'restrictions', ${fieldsOf('tenant_restrictions', 'tenant_id', 't.id', 'fields')}) order by t.created_at, t.id) from tenants t) as tenants,
    (select jsonb_agg(jsonb_build_object('id', r.id, 'tenantId', r.tenant_id, 'reach', r.reach, 'seed', r.seed,
      'isDeleted', r.deleted_at is not null, 'version', r.version,
      'lists', ${fieldsOf('role_permissions', 'role_id', 'r.id', 'restricted_fields')}) order by r.created_at, r.id) from roles r) as roles,
    (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'tenantId', g.tenant_id, 'isActive', g.is_active,
      'isDeleted', g.deleted_at is not null, 'version', g.version,
      'roleIds', array(select x.role_id from user_group_roles x where x.group_id = g.id order by 1),
      'memberIds', array(select x.account_id from user_group_members x where x.group_id = g.id order by 1),
      'restrictions', ${fieldsOf('user_group_restrictions', 'group_id', 'g.id', 'fields')}) order by g.created_at, g.id), '[]')
      from user_groups g) as groups,
    (select jsonb_agg(jsonb_build_object('id', a.id, 'tenantId', a.tenant_id, 'email', a.email, 'roleId', a.role_id,
      'isDeleted', a.deleted_at is not null,
      'isOut', a.deleted_at is not null or a.is_blocked or not a.is_active,
      'row', to_jsonb(a)) order by a.created_at, a.id) from accounts a) as accounts`.execute(kysely)
  return new Truth(rows[0] as Rows, await digestOf(app))
}

const statements = new WeakMap<TestApp, string>()

/** Every row of every table but those a refusal writes, a line a table. */
export async function digestOf(app: TestApp, also = /^$/): Promise<string> {
  const { kysely } = app.open.service.database
  let statement = statements.get(app)
  if (!statement || also.source !== '^$') {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') order by 1`.execute(kysely)
    const parts = rows
      .filter(({ name }) => !written.test(name) && !also.test(name))
      .map(({ name }) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`)
    statement = `select string_agg(name || ' ' || hash, E'\\n' order by name) as digest from (${parts.join(' union all ')}) x`
    if (also.source === '^$') statements.set(app, statement)
  }
  const { rows } = await sql.raw<{ digest: string }>(statement).execute(kysely)
  return (rows[0] as { digest: string }).digest
}
