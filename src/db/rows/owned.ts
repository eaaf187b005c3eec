import {
  type Insertable,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { notFound } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Tables } from '#db/tables.ts'
import type { Actor, Context } from './context.ts'
import { notShut } from './shut-tenants.ts'

/** What tenants own, by the names modules know it under; `admins` and `users` are the accounts of that kind. */
export const ownedTables = {
  admins: { table: 'accounts', kind: 'admin', tenant: 'accounts.tenant_id', isRecycled: true },
  users: { table: 'accounts', kind: 'user', tenant: 'accounts.tenant_id', isRecycled: true },
  roles: { table: 'roles', kind: null, tenant: 'roles.tenant_id', isRecycled: true },
  userGroups: { table: 'userGroups', kind: null, tenant: 'user_groups.tenant_id', isRecycled: true },
  tenants: { table: 'tenants', kind: null, tenant: 'tenants.id', isRecycled: true },
  emails: { table: 'emails', kind: null, tenant: 'emails.tenant_id', isRecycled: false },
  identityProviders: { table: 'identityProviders', kind: null, tenant: 'identity_providers.tenant_id', isRecycled: false },
  webhooks: { table: 'webhooks', kind: null, tenant: 'webhooks.tenant_id', isRecycled: true },
  messageTemplates: { table: 'messageTemplates', kind: null, tenant: 'message_templates.tenant_id', isRecycled: true },
  menuItems: { table: 'menuItems', kind: null, tenant: 'menu_items.tenant_id', isRecycled: false },
  files: { table: 'files', kind: null, tenant: 'files.tenant_id', isRecycled: false, goesWithTenant: true },
  tenantDomains: { table: 'tenantDomains', kind: null, tenant: 'tenant_domains.tenant_id', isRecycled: false },
} as const

/** The door to the accounts of a kind. */
export const accountDoors = { admin: 'admins', user: 'users' } as const

export type OwnedName = keyof typeof ownedTables
export type TableOf<N extends OwnedName> = (typeof ownedTables)[N]['table']

/**
 * The rows a caller may know of: those of its tenant and of all tenants below. The platform has everything; what belongs to the
 * platform (no tenant) is never a tenant's. Null where no condition is needed.
 */
export function scopeOf(actor: Pick<Actor, 'tenantId'>, tenantColumn: string): RawBuilder<SqlBool> | null {
  if (actor.tenantId === null) return null
  return sql<SqlBool>`exists (select from tenant_closure
    where tenant_closure.ancestor_id = ${actor.tenantId} and tenant_closure.descendant_id = ${sql.ref(tenantColumn)})`
}

/**
 * That a row lives: by its own mark, and by those of the tenants above where these are ahead of it. An account is deleted by itself
 * alone: in a deleted tenant it is nobody's, but stays on the lists of those who stand above.
 */
export function livingConditions(ctx: Context, name: OwnedName): RawBuilder<SqlBool>[] {
  const { table, kind, tenant, isRecycled } = ownedTables[name]
  if ('goesWithTenant' in ownedTables[name]) return ofLivingTenant(ctx, sql.ref(tenant))
  if (!isRecycled) return []
  return [sql<SqlBool>`${sql.ref(`${table}.deletedAt`)} is null`, ...(kind === null ? notShut(ctx, sql.ref(tenant)) : [])]
}

/** What has no mark of its own is nobody's while its tenant is deleted, and back with that. */
const ofLivingTenant = (ctx: Context, tenant: RawBuilder<unknown>): RawBuilder<SqlBool>[] => [
  sql<SqlBool>`not exists (select from tenants gone where gone.id = ${tenant} and gone.deleted_at is not null)`,
  ...notShut(ctx, tenant),
]

/** Everything that must hold of a row of `name` for this caller to reach it: kind, not deleted, in scope. */
export function scopeConditions(ctx: Context, name: OwnedName): RawBuilder<SqlBool>[] {
  const { table, kind, tenant } = ownedTables[name]
  const scope = scopeOf(ctx.actor, tenant)
  return [
    ...(kind === null ? [] : [sql<SqlBool>`${sql.ref(`${table}.kind`)} = ${kind}`]),
    ...livingConditions(ctx, name),
    ...(scope ? [scope] : []),
  ]
}

/** Begins a query over the caller's living rows of one kind. With `update` and `insert` the only way of a module to them. */
export function select<N extends OwnedName>(ctx: Context, name: N): SelectQueryBuilder<Tables, TableOf<N>, object> {
  // one table of several is not resolvable by Kysely's types; callers get those of theirs
  const rows = ctx.db.selectFrom(ownedTables[name].table as 'accounts')
  return scopeConditions(ctx, name).reduce((query, condition) => query.where(condition), rows) as unknown as SelectQueryBuilder<
    Tables,
    TableOf<N>,
    object
  >
}

/** Begins a change of the caller's living rows of one kind. */
export function update<N extends OwnedName>(ctx: Context, name: N): UpdateQueryBuilder<Tables, TableOf<N>, TableOf<N>, UpdateResult> {
  const rows = ctx.db.updateTable(ownedTables[name].table as 'accounts')
  return scopeConditions(ctx, name).reduce((query, condition) => query.where(condition), rows) as unknown as UpdateQueryBuilder<
    Tables,
    TableOf<N>,
    TableOf<N>,
    UpdateResult
  >
}

/** A new row of one kind; its kind of account follows from the name. */
type NewRow<N extends OwnedName> = Omit<Insertable<Tables[TableOf<N>]>, 'kind'>

/**
 * Adds a row, as it then stands. Throws 404 when its tenant (of a tenant: its parent) is not the caller's or below; a row of the
 * platform can only be added by the platform.
 */
export async function insert<N extends OwnedName>(ctx: Context, name: N, row: NewRow<N>): Promise<Selectable<Tables[TableOf<N>]>> {
  const { table, kind } = ownedTables[name]
  const { tenantId, parentId } = row as { tenantId?: string | null; parentId?: string | null }
  const owner = (name === 'tenants' ? parentId : tenantId) ?? null
  if (owner !== null) await requireTenantInScope(ctx, owner)
  else if (ctx.actor.tenantId !== null) throw notFound()
  const values = { ...row, ...(kind !== null && { kind }) }
  const added = await ctx.db
    .insertInto(table as 'accounts')
    .values(values as unknown as Insertable<Tables['accounts']>)
    .returningAll()
    .executeTakeFirstOrThrow()
  return added as unknown as Selectable<Tables[TableOf<N>]>
}

/**
 * The id of a living tenant that is the caller's own or below it; `form` says whether the opaque spelling is taken too. Costs no
 * SQL unless the tenant is so new that this process has not heard of it.
 * @throws AppError 404, the same for an unknown, deleted and foreign one; with `field` where the id stood in a body
 */
export async function requireTenantInScope(
  ctx: Context,
  given: string,
  field?: string,
  form: 'plain' | 'either' = 'plain',
): Promise<string> {
  const id = (form === 'either' ? tenantIdIn(ctx, given) : null) ?? given.toLowerCase()
  if (!(await isTenantInScope(ctx, id))) throw notFound(field)
  return id
}

/** The id of a tenant that is written plainly or opaquely; null for any other text. */
export const tenantIdIn = (ctx: Context, text: string): string | null =>
  isUuid(text) ? text.toLowerCase() : ctx.service.keys.opaqueIds.decode('tenant', text)

/** Whether it is the id of such a tenant; to filter by any other is to match nothing. */
export async function isTenantInScope(ctx: Context, id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const { tenants } = ctx.service
  if (tenants.node(id) === undefined) return await isRowInScope(ctx, id)
  return tenants.state(id) !== 'tenant_deleted' && tenants.isWithin(ctx.actor.tenantId, id)
}

async function isRowInScope(ctx: Context, id: string): Promise<boolean> {
  return (await select(ctx, 'tenants').select('tenants.id').where('tenants.id', '=', id).executeTakeFirst()) !== undefined
}

/** The tenant that a request names in `field`, else the caller's own; null is the platform. Takes and throws what `requireTenantInScope` does. */
export async function tenantOrOwn(
  ctx: Context,
  given: string | null | undefined,
  field: string,
  form?: 'plain' | 'either',
): Promise<string | null> {
  return given == null ? ctx.actor.tenantId : await requireTenantInScope(ctx, given, field, form)
}

/**
 * Throws 404 naming `field` when a tenant that was in scope is deleted by now. Under its lock: it may have been since the request came
 * in. The platform (null) is always there.
 */
export async function requireStillLiving(ctx: Context, tenantId: string | null, field: string): Promise<void> {
  if (tenantId !== null && !(await isRowInScope(ctx, tenantId))) throw notFound(field)
}

/** Begins a query over the audit log as the caller may read it: logged events of its tenant and of those below. */
export function selectEvents(ctx: Context): SelectQueryBuilder<Tables, 'events', object> {
  const events = ctx.db.selectFrom('events').where('events.isLogged', '=', true)
  const scope = scopeOf(ctx.actor, 'events.tenant_id')
  return scope ? events.where(scope) : events
}

/** That an account (deleted or not, of either kind) belongs to the caller's tenant or one below: of others not even a name is told. */
export function accountInScope(ctx: Context, idColumn: string): RawBuilder<SqlBool> {
  if (ctx.actor.tenantId === null) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from accounts a join tenant_closure c on c.descendant_id = a.tenant_id
    where a.id = ${sql.ref(idColumn)} and c.ancestor_id = ${ctx.actor.tenantId})`
}
