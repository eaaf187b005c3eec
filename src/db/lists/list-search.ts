import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { capped } from './list-count.ts'
import { listLimits } from './list-limits.ts'
import { readPageIds } from './list-pages.ts'
import {
  all,
  allRowConditions,
  beyond,
  type Found,
  idOf,
  isLog,
  listSourceOf,
  orderOf,
  ownConditions,
  type PageRequest,
  rowConditions,
  rowsFrom,
} from './list-plan.ts'
import type { RowsRead } from './read-page.ts'

/** By a search, where reading may end before the list does. */
type Searched = RowsRead<Found>

/**
 * What a search finds. Page and number come from one pass, which reads the scope where that is small, else the rows that the index of
 * words gives; of a word that many have, and in logs, only so many rows along the order.
 */
export async function readSearched(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>): Promise<Searched> {
  const { kind } = listSourceOf(request.table)
  const isPlatform = ctx.actor.tenantId === null
  if (isLog(request.table)) {
    const searched = await bounded(ctx, request, found)
    return isPlatform || isOfFew(ctx) ? searched : untold(searched)
  }
  if (!request.sort.isIndexed || request.isNarrow || kind === null) return await inOnePass(ctx, request, rowsOf(ctx, request, found))
  const isSmall = (await membersOf(ctx, kind === 'user' ? 'users' : 'admins')) <= listLimits.scanned
  if (isSmall) return await inOnePass(ctx, request, rowsOfScope(ctx, request, found))
  const searched = (await isCommon(ctx, request, found))
    ? await bounded(ctx, request, found)
    : await inOnePass(ctx, request, rowsOf(ctx, request, found))
  return isPlatform ? searched : untold(searched)
}

/** How far reading came, and whether a word is common, depends on everybody's rows: a number of it would tell of others. */
const untold = (searched: Searched): Searched => ({ ...searched, total: { count: 0, isCapped: true } })

const isOfFew = (ctx: Context) => ctx.service.tenants.subtreeSize(ctx.actor.tenantId) <= listLimits.tenants

/** Whether so many rows hold a word that the index of words is of no use: the first of all tell. */
async function isCommon(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>): Promise<boolean> {
  const { sampled, common } = listLimits
  const { rows } = await sql<{ n: number }>`
    select /* list: sample */ count(*)::integer as n from (
      select from ${firstRows(ctx, { ...request, after: null }, [], sampled)} where ${found} limit ${common}) hits`.execute(ctx.db)
  return rows[0]!.n >= common
}

/** How many accounts the scope has, from the kept counts. */
async function membersOf(ctx: Context, column: 'admins' | 'users'): Promise<number> {
  const { tenantId } = ctx.actor
  const below = sql`join tenant_closure on tenant_closure.descendant_id = tenant_totals.tenant_id where tenant_closure.ancestor_id = ${tenantId}`
  const { rows } = await sql<{ n: number | null }>`
    select sum(${sql.ref(`tenant_totals.${column}`)})::integer as n from tenant_totals ${tenantId === null ? sql`` : below}`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

const columns = ({ table, sort }: PageRequest) => sql`${idOf(table)} as id, ${sort.by} as key`

/** By whatever index fits best, the gate beside it. */
const rowsOf = (ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>) => sql`
  select ${columns(request)} from ${rowsFrom(request)}
  where ${all([...allRowConditions(ctx, request.table), ...request.where, found])}`

/** Every row of every tenant of the scope: `offset 0` keeps the index of words out, which would give those of all tenants. */
function rowsOfScope(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>) {
  const { table: name, tenant } = listSourceOf(request.table)
  if (ctx.actor.tenantId === null) return rowsOf(ctx, request, found)
  const table = sql.table(name)
  return sql`
    select ${columns(request)} from tenant_closure cross join lateral (
      select * from ${rowsFrom(request)} where ${sql.ref(tenant)} = tenant_closure.descendant_id and ${all(ownConditions(ctx, request.table))} offset 0) ${table}
    where tenant_closure.ancestor_id = ${ctx.actor.tenantId} and ${all([...request.where, found])}`
}

async function inOnePass(ctx: Context, request: PageRequest, rowsFound: RawBuilder<unknown>): Promise<Searched> {
  const { sort, direction, after, offset, limit } = request
  const dir = sql.raw(direction)
  const from = after
    ? sql`where (key, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after.key}::${sql.raw(sort.type)}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ n: number; id: string | null; key: string }>`
    with found as materialized (${rowsFound})
    select /* list: one pass */ total.n, page.id, page.key::text as key
    from (select count(*)::integer as n from found) total
      left join (select id, key from found ${from} order by key ${dir}, id ${dir} limit ${limit} offset ${offset}) page on true
    order by page.key ${dir}, page.id ${dir}`.execute(ctx.db)
  return { rows: idsIn(rows), total: { count: rows[0]!.n, isCapped: false } }
}

const idsIn = (rows: readonly { id: string | null; key: string }[]) => rows.flatMap(({ id, key }) => (id === null ? [] : [{ id, key }]))

/** The first rows in the order of the request, under the name of their table. */
const firstRows = (ctx: Context, request: PageRequest, more: readonly RawBuilder<SqlBool>[], limit: number) => {
  const table = sql.table(listSourceOf(request.table).table)
  const conditions = [...ownConditions(ctx, request.table), ...more, ...(request.after ? [beyond(request, request.after)] : [])]
  return sql`(select * from ${rowsFrom(request)} where ${all(conditions)} ${orderOf(request)} limit ${limit}) ${table}`
}

/** Reads so many rows from where the scope begins, or from the cursor; with a cursor the number is still that from the beginning. */
async function bounded(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>): Promise<Searched> {
  const first = { ...request, after: null }
  const whole = await alongOrder(ctx, first, found)
  if (!request.after) return whole
  return { ...(await alongOrder(ctx, request, found)), total: whole.total }
}

async function alongOrder(ctx: Context, request: PageRequest, found: RawBuilder<SqlBool>): Promise<Searched> {
  const { table, direction, where, offset, limit } = request
  const { scanned } = listLimits
  const scope = rowConditions(ctx, table)
  const isFew = isOfFew(ctx)
  // the log is filtered by its order and by tenant, which its indexes know; a scope of few tenants is read by itself
  const inside = [...(isLog(table) ? where : []), ...(isFew ? scope : [])]
  const hit = [...(isLog(table) ? [] : where), found, ...(isFew ? [] : scope)]
  if (!request.after && !isFew && scope.length > 0) {
    const [begin] = await readPageIds(ctx, { ...request, where: [], offset: 0, limit: 1 })
    if (!begin) return { rows: [], total: capped(0, false), end: null }
    inside.push(beyond(request, begin, true))
  }
  const dir = sql.raw(direction)
  const { rows } = await sql<{ n: number; read: number; endId: string; endKey: string; id: string | null; key: string }>`
    with walked as materialized (
      select ${columns(request)}, (${all(hit)}) as hit from ${firstRows(ctx, request, inside, scanned)})
    select /* list: bounded search */ total.n, total.read, last.id as end_id, last.key::text as end_key, page.id, page.key::text as key
    from (select count(*) filter (where hit)::integer as n, count(*)::integer as read from walked) total
      left join (select id, key from walked order by key ${dir}, id ${dir} limit 1 offset ${scanned - 1}) last on true
      left join (select id, key from walked where hit order by key ${dir}, id ${dir} limit ${limit} offset ${offset}) page on true
    order by page.key ${dir}, page.id ${dir}`.execute(ctx.db)
  const { n, read, endId, endKey } = rows[0]!
  const isBeyond = offset >= n && offset > 0
  const end = read < scanned || isBeyond ? null : { id: endId, key: endKey }
  return { rows: idsIn(rows), total: capped(n, read >= scanned), end }
}
