import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from './context.ts'
import { listLimits } from './list-limits.ts'
import { readPageIds } from './list-pages.ts'
import {
  all,
  beyond,
  type Found,
  facts,
  gatedConditions,
  idOf,
  type ListTable,
  orderOf,
  ownConditions,
  type PageRequest,
} from './list-plan.ts'
import { scopeOf } from './owned.ts'

/** How many rows a list has. Capped: at least so many, counting ended there. */
export interface Total {
  readonly count: number
  readonly isCapped: boolean
}

/** How many rows there are in the caller's scope; of the audit log, which has millions, up to a bound. */
export async function countRows(
  ctx: Context,
  { table, where, isNarrow }: Pick<PageRequest, 'table' | 'where' | 'isNarrow'>,
): Promise<Total> {
  const name = facts(table).table
  if (table === 'events') return isNarrow ? await countUpTo(ctx, table, where) : await countEvents(ctx, where)
  const { rows } = await sql<{ n: number }>`
    select /* list: count */ count(*)::integer as n from ${sql.table(name)} where ${all([...gatedConditions(ctx, table), ...where])}`.execute(
    ctx.db,
  )
  return { count: rows[0]!.n, isCapped: false }
}

async function countUpTo(ctx: Context, table: ListTable, where: readonly RawBuilder<SqlBool>[]): Promise<Total> {
  const { rows } = await sql<{ n: number }>`
    select /* list: count up to */ count(*)::integer as n from (select from ${sql.table(facts(table).table)}
      where ${all([...gatedConditions(ctx, table), ...where])} limit ${listLimits.counted + 1}) found`.execute(ctx.db)
  return capped(rows[0]!.n, false)
}

/** A small scope is counted tenant by tenant, any other among the newest rows of all: never more than a bounded number of rows. */
async function countEvents(ctx: Context, where: readonly RawBuilder<SqlBool>[]): Promise<Total> {
  const { counted, tenants, walkedEvents } = listLimits
  const { tenantId } = ctx.actor
  const own = [...ownConditions('events'), ...where]
  const isFew = tenantId !== null && ctx.service.tenants.subtreeSize(tenantId) <= tenants
  if (isFew) {
    const { rows } = await sql<{ n: number }>`
      select /* list: count per tenant */ count(*)::integer as n from (
        select from tenant_closure cross join lateral (
          select from events where events.tenant_id = tenant_closure.descendant_id and ${all(own)} order by events.id desc limit ${counted + 1}) own
        where tenant_closure.ancestor_id = ${tenantId} limit ${counted + 1}) found`.execute(ctx.db)
    return capped(rows[0]!.n, false)
  }
  const { rows } = await sql<{ n: number; read: number }>`
    select /* list: count newest */ count(*) filter (where ${all([...where, ...gateOnly(ctx, 'events')])})::integer as n, count(*)::integer as read
    from (select * from events where events.is_logged order by events.id desc limit ${walkedEvents}) events`.execute(ctx.db)
  return capped(rows[0]!.n, rows[0]!.read >= walkedEvents)
}

const capped = (n: number, isCapped: boolean): Total => ({
  count: Math.min(n, listLimits.counted),
  isCapped: isCapped || n > listLimits.counted,
})

const gateOnly = (ctx: Context, table: ListTable) => {
  const scope = scopeOf(ctx.actor, facts(table).tenant)
  return scope ? [scope] : []
}

/** What a search finds: page and number from one pass where few rows can be meant, else the page in order and a bounded count. */
export async function readSearched(
  ctx: Context,
  request: PageRequest,
  found: RawBuilder<SqlBool>,
): Promise<{ ids: Found[]; total: Total }> {
  const searched = { ...request, where: [...request.where, found] }
  if (!(await isCommon(ctx, request, found))) return await inOnePass(ctx, searched)
  const total = await countCommon(ctx, searched)
  if (total.count === 0) return await inOnePass(ctx, searched)
  const isBeyond = request.after === null && request.offset >= total.count
  return { ids: isBeyond ? [] : await readPageIds(ctx, searched), total }
}

/**
 * Whether so many accounts hold a word that the index of words is of no use: the newest of all tell. A scope of few accounts is read
 * whole in any case.
 */
async function isCommon(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>): Promise<boolean> {
  const { table, sort } = request
  const { table: name, kind } = facts(table)
  if (!sort.isIndexed || kind === null) return false
  const { sampled, common, scanned } = listLimits
  const { rows } = await sql<{ n: number }>`
    select /* list: sample */ count(*)::integer as n from (
      select from (select * from ${sql.table(name)} where ${all(ownConditions(table))} ${orderOf(request)} limit ${sampled}) ${sql.table(name)}
      where ${found} limit ${common}) hits`.execute(ctx.db)
  if (rows[0]!.n < common) return false
  return (await membersOf(ctx, kind === 'user' ? 'users' : 'admins', scanned)) > scanned
}

/** How many accounts the scope has, from the kept counts. */
async function membersOf(ctx: Context, column: 'admins' | 'users', enough: number): Promise<number> {
  const { tenantId } = ctx.actor
  const of = sql.ref(`tenant_totals.${column}`)
  const { rows } =
    tenantId === null
      ? await sql<{ n: number }>`select least(sum(${of}), ${enough + 1})::integer as n from tenant_totals`.execute(ctx.db)
      : await sql<{ n: number }>`select least(sum(${of}), ${enough + 1})::integer as n from tenant_totals
          join tenant_closure on tenant_closure.descendant_id = tenant_totals.tenant_id where tenant_closure.ancestor_id = ${tenantId}`.execute(
          ctx.db,
        )
  return rows[0]?.n ?? 0
}

async function inOnePass(ctx: Context, request: PageRequest): Promise<{ ids: Found[]; total: Total }> {
  const { table, sort, direction, where, after, offset, limit } = request
  const dir = sql.raw(direction)
  const from = after
    ? sql`where (key, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.key}::${sql.raw(sort.type)}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ n: number; id: string | null; key: string }>`
    with found as materialized (
      select ${idOf(table)} as id, ${sort.by} as key from ${sql.table(facts(table).table)}
      where ${all([...gatedConditions(ctx, table), ...where])})
    select /* list: one pass */ total.n, page.id, page.key::text as key
    from (select count(*)::integer as n from found) total
      left join (select id, key from found ${from} order by key ${dir}, id ${dir} limit ${limit} offset ${offset}) page on true
    order by page.key ${dir}, page.id ${dir}`.execute(ctx.db)
  const ids = rows.flatMap(({ id, key }) => (id === null ? [] : { id, key }))
  return { ids, total: { count: rows[0]!.n, isCapped: false } }
}

/** Counts among the newest rows, from where the scope begins. */
async function countCommon(ctx: Context, request: PageRequest): Promise<Total> {
  const { table, where } = request
  const newestFirst = { ...request, where: [], direction: 'desc', after: null, offset: 0, limit: 1 } as const
  const [first] = await readPageIds(ctx, newestFirst)
  if (!first) return { count: 0, isCapped: false }
  const name = facts(table).table
  const { scanned } = listLimits
  const { rows } = await sql<{ n: number; read: number }>`
    select /* list: count newest */ count(*) filter (where ${all([...where, ...gateOnly(ctx, table)])})::integer as n, count(*)::integer as read
    from (select * from ${sql.table(name)} where ${all([...ownConditions(table), beyond(newestFirst, first, true)])}
      ${orderOf(newestFirst)} limit ${scanned}) ${sql.table(name)}`.execute(ctx.db)
  return capped(rows[0]!.n, rows[0]!.read >= scanned)
}
