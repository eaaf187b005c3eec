import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { listLimits } from './list-limits.ts'
import { all, allRowConditions, isLog, type ListTable, type Log, listSourceOf, ownConditions, type PageRequest } from './list-plan.ts'

/** How many rows a list has. Capped: at least so many, counting ended there. */
export interface Total {
  readonly count: number
  readonly isCapped: boolean
}

/** How many rows there are in the caller's scope; of logs, which have millions, up to a bound. */
export async function countRows(
  ctx: Context,
  { table, where, isNarrow, isBounded, looked }: Pick<PageRequest, 'table' | 'where' | 'isNarrow' | 'isBounded' | 'looked'>,
): Promise<Total> {
  const name = listSourceOf(table).table
  if (isBounded) return await countUpTo(ctx, table, where)
  if (isLog(table)) {
    if (isNarrow) return await countUpTo(ctx, table, where)
    return looked === undefined ? await countLog(ctx, table, where) : await countAmong(ctx, table, where, looked)
  }
  const { rows } = await sql<{ n: number }>`
    select /* list: count */ count(*)::integer as n from ${sql.table(name)} where ${all([...allRowConditions(ctx, table), ...where])}`.execute(
    ctx.db,
  )
  return { count: rows[0]!.n, isCapped: false }
}

async function countUpTo(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<Total> {
  const { rows } = await sql<{ n: number }>`
    select /* list: count up to */ count(*)::integer as n from (select from ${sql.table(listSourceOf(table).table)}
      where ${all([...allRowConditions(ctx, table), ...where])} limit ${listLimits.counted + 1}) found`.execute(ctx.db)
  return capped(rows[0]!.n, false)
}

/**
 * A small scope is counted tenant by tenant, of a big one its first tenants, all among the newest rows: never more than a bounded number of
 * rows, and of a tenant's caller none but its own, or the number would tell how much others do.
 */
async function countLog(ctx: Context, table: Log, where: readonly RawBuilder<SqlBool>[]): Promise<Total> {
  const { counted, tenants, walkedEvents } = listLimits
  const { tenantId } = ctx.actor
  const own = [...ownConditions(ctx, table), ...where]
  const log = sql.table(table)
  const isFew = tenantId !== null && ctx.service.tenants.subtreeSize(tenantId) <= tenants
  if (isFew) {
    const { rows } = await sql<{ n: number }>`
      select /* list: count per tenant */ count(*)::integer as n from (
        select from tenant_closure cross join lateral (
          select from ${log} where ${log}.tenant_id = tenant_closure.descendant_id and ${all(own)} order by ${log}.id desc limit ${counted + 1}) own
        where tenant_closure.ancestor_id = ${tenantId} limit ${counted + 1}) found`.execute(ctx.db)
    return capped(rows[0]!.n, false)
  }
  const read = tenantId === null ? newestOfAll(ctx, table) : ofFirstTenants(ctx, table, tenantId)
  const { rows } = await sql<{ n: number; read: number }>`
    select /* list: count newest */ count(*) filter (where ${all(where)})::integer as n, count(*)::integer as read from (${read}) ${log}`.execute(
    ctx.db,
  )
  if (tenantId === null) return capped(rows[0]!.n, rows[0]!.read >= walkedEvents)
  return { count: Math.min(rows[0]!.n, listLimits.deepest), isCapped: true }
}

/** How many of `looked` rows of the scope are of it; whole where the scope has no more, and of a tenant's caller from its own rows alone. */
async function countAmong(ctx: Context, table: Log, where: readonly RawBuilder<SqlBool>[], looked: number): Promise<Total> {
  const log = sql.table(table)
  const own = all(ownConditions(ctx, table))
  const { tenantId } = ctx.actor
  const read =
    tenantId === null
      ? sql`select * from ${log} where ${own} order by id desc limit ${looked}`
      : sql`select log.* from (select descendant_id from tenant_closure where ancestor_id = ${tenantId} offset 0) below
          cross join lateral (select * from ${log} where tenant_id = below.descendant_id and ${own} order by id desc limit ${looked}) log
        limit ${looked}`
  const { rows } = await sql<{ n: number; read: number }>`
    select /* list: count among */ count(*) filter (where ${all(where)})::integer as n, count(*)::integer as read from (${read}) ${log}`.execute(
    ctx.db,
  )
  return capped(rows[0]!.n, rows[0]!.read >= looked)
}

const newestOfAll = (ctx: Context, table: Log) =>
  sql`select * from ${sql.table(table)} where ${all(ownConditions(ctx, table))} order by id desc limit ${listLimits.walkedEvents}`

const ofFirstTenants = (ctx: Context, table: Log, tenantId: string) => sql`
  select log.* from (select descendant_id from tenant_closure where ancestor_id = ${tenantId} order by 1 limit ${listLimits.tenants}) first
    cross join lateral (
      select * from ${sql.table(table)} where tenant_id = first.descendant_id and ${all(ownConditions(ctx, table))} order by id desc
      limit ${listLimits.deepest}) log
  limit ${listLimits.walkedEvents}`

export const capped = (n: number, isCapped: boolean): Total => ({
  count: Math.min(n, listLimits.counted),
  isCapped: isCapped || n > listLimits.counted,
})

/** What is told of a number when `shown` rows were shown and some or none are known to follow: if capped, never less than that. */
export function totalAfter(total: Total, shown: number, follows: 'some' | 'none' | 'unknown'): Total {
  if (!total.isCapped) return total
  if (follows === 'none') return { count: shown, isCapped: false }
  return { count: Math.max(total.count, follows === 'some' ? shown + 1 : shown), isCapped: true }
}
