import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { type IdSet, readIdSet } from './id-set.ts'
import { type OwnedName, ownedTables, scopeOf } from './owned.ts'

/** What a list reads from: one of the owned tables by its name, or the audit log. */
export type ListTable = OwnedName | 'events'

/** A value rows are ordered by: never null, of a type that survives the way over text (a cursor holds it). */
export interface SortKey {
  readonly by: RawBuilder<unknown>
  readonly type: 'timestamptz' | 'text' | 'uuid' | 'boolean'
  /** An index gives the rows of one tenant in this order. */
  readonly isIndexed?: boolean
}

export interface PageRequest {
  readonly table: ListTable
  readonly sort: SortKey
  readonly direction: 'asc' | 'desc'
  /** What must hold beside kind, life and scope. */
  readonly where: readonly RawBuilder<SqlBool>[]
  readonly after: { readonly key: string; readonly id: string } | null
  readonly offset: number
  readonly limit: number
}

const facts = (table: ListTable) =>
  table === 'events' ? { table: 'events' as const, kind: null, tenant: 'events.tenant_id', isRecycled: false } : ownedTables[table]

/** Up to this many tenants the newest rows of each are taken from its own piece of the index. */
const mostTenants = 200
/** Deeper than this, every tenant would have to give that many rows. */
const deepest = 1000

/**
 * How the rows of a scope are found: all of them (no gate at all), tenant by tenant from the index, or by walking the order with
 * the gate beside it. The one place that decides; callers don't know.
 */
function planOf(ctx: Context, { table, sort, offset, limit }: PageRequest): 'everything' | 'perTenant' | 'walk' {
  if (ctx.actor.tenantId === null) return 'everything'
  const isFew = ctx.service.tenants.subtreeSize(ctx.actor.tenantId) <= mostTenants
  return isFew && sort.isIndexed && table !== 'tenants' && offset + limit <= deepest ? 'perTenant' : 'walk'
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) => (conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`)

/** Kind and life, without the scope. */
function ownConditions(table: ListTable): RawBuilder<SqlBool>[] {
  const { table: name, kind, isRecycled } = facts(table)
  return [
    ...(kind === null ? [] : [sql<SqlBool>`${sql.ref(`${name}.kind`)} = ${kind}`]),
    ...(isRecycled ? [sql<SqlBool>`${sql.ref(`${name}.deletedAt`)} is null`] : []),
    ...(table === 'events' ? [sql<SqlBool>`events.is_logged`] : []),
  ]
}

function gatedConditions(ctx: Context, table: ListTable): RawBuilder<SqlBool>[] {
  const scope = scopeOf(ctx.actor, facts(table).tenant)
  return scope ? [...ownConditions(table), scope] : ownConditions(table)
}

/** The ids of one page and the sort value of each, in order. */
export async function readPageIds(ctx: Context, request: PageRequest): Promise<{ id: string; key: string }[]> {
  const { table, sort, direction, where, after, offset, limit } = request
  const { table: name, tenant } = facts(table)
  const [from, id, dir] = [sql.table(name), sql.ref(`${name}.id`), sql.raw(direction)]
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  const conditions = [
    ...where,
    ...(after ? [sql<SqlBool>`(${sort.by}, ${id}) ${beyond} (${after.key}::${sql.raw(sort.type)}, ${after.id}::uuid)`] : []),
  ]
  if (planOf(ctx, request) === 'perTenant') {
    const { rows } = await sql<{ id: string; key: string }>`
      select found.id, found.key::text as key
      from tenant_closure cross join lateral (
        select ${id} as id, ${sort.by} as key from ${from}
        where ${sql.ref(tenant)} = tenant_closure.descendant_id and ${all([...ownConditions(table), ...conditions])}
        order by ${sort.by} ${dir}, ${id} ${dir} limit ${offset + limit}
      ) found
      where tenant_closure.ancestor_id = ${ctx.actor.tenantId}
      order by found.key ${dir}, found.id ${dir} limit ${limit} offset ${offset}`.execute(ctx.db)
    return rows
  }
  const { rows } = await sql<{ id: string; key: string }>`
    select ${id} as id, (${sort.by})::text as key from ${from}
    where ${all([...gatedConditions(ctx, table), ...conditions])}
    order by ${sort.by} ${dir}, ${id} ${dir} limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/** How many rows there are in the caller's scope. */
export async function countRows(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(facts(table).table)} where ${all([...gatedConditions(ctx, table), ...where])}`.execute(ctx.db)
  return Number(rows[0]?.n ?? 0)
}

/** The ids of all of them, in the order of ids: that of locks. */
export async function readAllIds(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<string[]> {
  const name = facts(table).table
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${name}.id`)} as id from ${sql.table(name)}
    where ${all([...gatedConditions(ctx, table), ...where])} order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** That a row is one of these. */
export const idIn = (table: ListTable, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${facts(table).table}.id`)} = any(${ids}::uuid[])`

/** The same as a set that costs little memory, those of one tenant together. In a transaction only. */
export function readAllAsSet(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<IdSet> {
  const { table: name, tenant } = facts(table)
  return readIdSet(ctx, { table: name, tenant, where: all([...gatedConditions(ctx, table), ...where]) })
}
