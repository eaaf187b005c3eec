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
  /** The rows under their names from where that index is, when the table itself has none; each has such a row. */
  readonly from?: RawBuilder<unknown>
}

export interface PageRequest {
  readonly table: ListTable
  readonly sort: SortKey
  readonly direction: 'asc' | 'desc'
  /** What must hold beside kind, life and scope. */
  readonly where: readonly RawBuilder<SqlBool>[]
  /** Some of that leaves the rows of one tenant or one role, which an index gives by themselves. */
  readonly isNarrow: boolean
  /** Most rows of a log may be of it, or few: so many rows are looked at to count them. */
  readonly looked?: number
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

/**
 * Records of what happened and of what was brought, in the order of their ids, without end: no number of them is counted to its end, and no
 * index knows their words.
 */
export const isLog = (table: ListTable): table is Log => logs.includes(table)
export type Log = 'events' | 'emails' | 'files'
const logs: readonly ListTable[] = ['events', 'emails', 'files'] satisfies Log[]

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

/**
 * The scope as it costs least where very many rows are passed: of a million accounts, half a million before the middle. Nearly all of them
 * are in a scope that few tenants are outside of, and to compare with those takes half as long as to look for each row's own. Of accounts
 * alone, for each of theirs is in `tenants`: an event stays when its tenant is erased, and such a tenant is nowhere to be compared with.
 */
export function conditionsInOrder(ctx: Context, { table, offset, limit }: PageRequest): RawBuilder<SqlBool>[] {
  const { tenants } = ctx.service
  const { tenantId } = ctx.actor
  const source = listSourceOf(table)
  const isDeep = source.kind !== null && offset + limit > listLimits.deepest
  if (tenantId === null || !isDeep || tenants.subtreeSize(null) - tenants.subtreeSize(tenantId) > listLimits.outside)
    return allRowConditions(ctx, table)
  const tenant = sql.ref(source.tenant)
  // the tenants outside are those of this moment, however many this process has heard of
  const outside = sql`array(select t.id from tenants t where not exists (
    select from tenant_closure c where c.ancestor_id = ${tenantId} and c.descendant_id = t.id))`
  return [...ownConditions(ctx, table), sql<SqlBool>`${tenant} is not null`, sql<SqlBool>`${tenant} <> all(${outside})`]
}

/** That a row comes after a position in the order of the request; `or at` for the row of the position, too. */
export function beyond({ table, sort, direction }: PageRequest, { key, id }: Found, orAt = false): RawBuilder<SqlBool> {
  const operator = sql.raw(`${direction === 'asc' ? '>' : '<'}${orAt ? '=' : ''}`)
  return sql<SqlBool>`(${sort.by}, ${idOf(table)}) ${operator} (${key}::${sql.raw(sort.type)}, ${id}::uuid)`
}

/** The rows of the table, under its name, from where their order is. */
export const rowsFrom = ({ table, sort }: Pick<PageRequest, 'table' | 'sort'>) => {
  const name = sql.table(listSourceOf(table).table)
  return sort.from ? sql`${sort.from} ${name}` : name
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

/** That a row of the table is one that `readAllIds` would find. */
export const rowMatches = (ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${all([...allRowConditions(ctx, table), ...where])})`

/** The ids of all rows in scope of which `where` holds, as a set that costs little memory, those of one tenant together. In a transaction only. */
export function readAllAsSet(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<IdSet> {
  const { table: name, tenant } = listSourceOf(table)
  return readIdSet(ctx, { table: name, tenant, where: all([...allRowConditions(ctx, table), ...where]) })
}
