import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { livingConditions, type OwnedName, ownedTables, scopeOf } from '#db/rows/owned.ts'
import { type IdSet, readIdSet } from './id-set.ts'
import { listLimits } from './list-limits.ts'

/** What a list reads from: one of the owned tables by its name, or the audit log. */
export type ListTable = OwnedName | 'events'

/** A value rows are ordered by: never null, of a type that survives the way over text (a cursor holds it). */
export interface SortKey {
  readonly by: RawBuilder<unknown>
  readonly type: 'timestamptz' | 'text' | 'uuid' | 'boolean'
  /** An index gives the rows in this order, and another those of one tenant. */
  readonly isIndexed?: boolean
}

export interface PageRequest {
  readonly table: ListTable
  readonly sort: SortKey
  readonly direction: 'asc' | 'desc'
  /** What must hold beside kind, life and scope. */
  readonly where: readonly RawBuilder<SqlBool>[]
  /** Some of that leaves the rows of one tenant or one role, which an index gives by themselves. */
  readonly isNarrow: boolean
  /** They are counted up to a bound. */
  readonly isBounded?: boolean
  readonly after: { readonly key: string; readonly id: string } | null
  readonly offset: number
  readonly limit: number
}

/** A row's id and its sort value as text. */
export interface Found {
  readonly id: string
  readonly key: string
}

/** Where a list's rows are; `isRecycled`: its deleted rows stay in the table. */
export const listSourceOf = (table: ListTable) =>
  table === 'events' ? { table: 'events' as const, kind: null, tenant: 'events.tenant_id', isRecycled: false } : ownedTables[table]

export type Plan = 'everything' | 'perTenant' | 'walk' | 'order'

/**
 * How the rows of a scope are found: all of them (no gate at all), tenant by tenant from the index, by a bounded walk along the order
 * with the gate beside it, or in order without a bound. The one place that decides by the size of the scope; callers don't know.
 */
export function planOf(ctx: Context, { table, sort, offset, limit, isNarrow }: PageRequest): Plan {
  const { tenantId } = ctx.actor
  if (tenantId === null) return 'everything'
  if (isNarrow || !sort.isIndexed || table === 'tenants' || offset + limit > listLimits.deepest) return 'order'
  return ctx.service.tenants.subtreeSize(tenantId) <= listLimits.tenants ? 'perTenant' : 'walk'
}

export const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`

/** Kind and life, without the scope. */
export function ownConditions(ctx: Context, table: ListTable): RawBuilder<SqlBool>[] {
  const { table: name, kind } = listSourceOf(table)
  return [
    ...(kind === null ? [] : [sql<SqlBool>`${sql.ref(`${name}.kind`)} = ${kind}`]),
    ...(table === 'events' ? [sql<SqlBool>`events.is_logged`] : livingConditions(ctx, table)),
  ]
}

/** The scope; nothing for the platform. */
export function rowConditions(ctx: Context, table: ListTable): RawBuilder<SqlBool>[] {
  const scope = scopeOf(ctx.actor, listSourceOf(table).tenant)
  return scope ? [scope] : []
}

export const allRowConditions = (ctx: Context, table: ListTable): RawBuilder<SqlBool>[] => [
  ...ownConditions(ctx, table),
  ...rowConditions(ctx, table),
]

/** That a row comes after a position in the order of the request; `or at` for the row of the position, too. */
export function beyond({ table, sort, direction }: PageRequest, { key, id }: Found, orAt = false): RawBuilder<SqlBool> {
  const operator = sql.raw(`${direction === 'asc' ? '>' : '<'}${orAt ? '=' : ''}`)
  return sql<SqlBool>`(${sort.by}, ${idOf(table)}) ${operator} (${key}::${sql.raw(sort.type)}, ${id}::uuid)`
}

/** The conditions of a request with those of its cursor. */
export const conditionsOf = (request: PageRequest): RawBuilder<SqlBool>[] => [
  ...request.where,
  ...(request.after ? [beyond(request, request.after)] : []),
]

export const idOf = (table: ListTable) => sql.ref(`${listSourceOf(table).table}.id`)

export const orderOf = ({ table, sort, direction }: PageRequest) =>
  sql`order by ${sort.by} ${sql.raw(direction)}, ${idOf(table)} ${sql.raw(direction)}`

/** That a row is one of these. */
export const idIn = (table: ListTable, ids: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`${idOf(table)} = any(${ids}::uuid[])`

/** The ids of all rows in scope of which `where` holds, in the order of ids: that of locks. */
export async function readAllIds(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${idOf(table)} as id from ${sql.table(listSourceOf(table).table)}
    where ${all([...allRowConditions(ctx, table), ...where])} order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** The same as a set that costs little memory, those of one tenant together. In a transaction only. */
export function readAllAsSet(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<IdSet> {
  const { table: name, tenant } = listSourceOf(table)
  return readIdSet(ctx, { table: name, tenant, where: all([...allRowConditions(ctx, table), ...where]) })
}
