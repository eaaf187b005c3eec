import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import { listLimits } from './list-limits.ts'
import {
  all,
  beyond,
  conditionsInOrder,
  conditionsOf,
  type Found,
  idOf,
  listSourceOf,
  orderOf,
  ownConditions,
  type PageRequest,
  planOf,
  rowsFrom,
} from './list-plan.ts'

/** The ids of one page and the sort value of each, in order. */
export async function readPageIds(ctx: Context, request: PageRequest): Promise<Found[]> {
  const plan = planOf(ctx, request)
  if (plan === 'perTenant') return await fromEachTenant(ctx, request)
  if (plan === 'walk') return await byWalking(ctx, request)
  return await inOrder(ctx, request)
}

async function inOrder(ctx: Context, request: PageRequest, where: readonly RawBuilder<SqlBool>[] = []): Promise<Found[]> {
  const { table, sort, offset, limit } = request
  const direction = sql.raw(request.direction)
  // text is made of the keys that are shown alone: of those before a page in the middle it would take twice as long as reading them
  const { rows } = await sql<Found>`
    select /* list: in order */ found.id, found.key::text as key from (
      select ${idOf(table)} as id, ${sort.by} as key from ${rowsFrom(request)}
      where ${all([...conditionsInOrder(ctx, request), ...conditionsOf(request), ...where])}
      ${orderOf(request)} limit ${limit} offset ${offset}) found
    order by found.key ${direction}, found.id ${direction}`.execute(ctx.db)
  return rows
}

/** The first rows of one tenant, as a subquery of `id` and `key`. */
const ofTenant = (ctx: Context, request: PageRequest, tenant: RawBuilder<unknown>, limit: number) => sql`
  select ${idOf(request.table)} as id, ${request.sort.by} as key from ${rowsFrom(request)}
  where ${sql.ref(listSourceOf(request.table).tenant)} = ${tenant} and ${all([...ownConditions(ctx, request.table), ...conditionsOf(request)])}
  ${orderOf(request)} limit ${limit}`

/** Each tenant gives as many rows as the whole page could need; of many tenants only those whose own first rows come first. */
async function fromEachTenant(ctx: Context, request: PageRequest): Promise<Found[]> {
  const { offset, limit } = request
  if (ctx.service.tenants.subtreeSize(ctx.actor.tenantId) > listLimits.headsFrom * (offset + limit))
    return await fromFirstTenants(ctx, request)
  const direction = sql.raw(request.direction)
  const { rows } = await sql<Found>`
    select /* list: per tenant */ found.id, found.key::text as key
    from tenant_closure cross join lateral (${ofTenant(ctx, request, sql`tenant_closure.descendant_id`, offset + limit)}) found
    where tenant_closure.ancestor_id = ${ctx.actor.tenantId}
    order by found.key ${direction}, found.id ${direction} limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/**
 * Most scopes of many tenants have a page among the first rows of all. One whose newest members are old has not, and a walk to them
 * would read the whole table: where its bound is reached, the first row of each tenant tells where the scope begins.
 */
async function byWalking(ctx: Context, request: PageRequest): Promise<Found[]> {
  const { table, sort, offset, limit } = request
  const { table: name, tenant } = listSourceOf(table)
  const { walked, walkedPerTenant, heads, beginsFirst } = listLimits
  const size = ctx.service.tenants.subtreeSize(ctx.actor.tenantId)
  const isDeep = offset + limit > heads
  if (isDeep && size <= beginsFirst) return await fromBeginning(ctx, request)
  const bound = Math.min(walked, walkedPerTenant * size)
  const inside = request.after ? [beyond(request, request.after)] : []
  const { rows } = await sql<Found>`
    select /* list: walk */ ${idOf(table)} as id, (${sort.by})::text as key
    from (select * from ${rowsFrom(request)} where ${all([...ownConditions(ctx, table), ...inside])} ${orderOf(request)} limit ${bound}) ${sql.table(name)}
    where ${all(request.where)} and (select true from tenant_closure
      where tenant_closure.ancestor_id = ${ctx.actor.tenantId} and tenant_closure.descendant_id = ${sql.ref(tenant)})
    ${orderOf(request)} limit ${offset + limit}`.execute(ctx.db)
  if (rows.length === offset + limit) return rows.slice(offset)
  return isDeep ? await fromBeginning(ctx, request) : await fromFirstTenants(ctx, request)
}

/** In order, from the first row of the scope. */
async function fromBeginning(ctx: Context, request: PageRequest): Promise<Found[]> {
  const [first] = await fromFirstTenants(ctx, { ...request, offset: 0, limit: 1 })
  return first ? await inOrder(ctx, request, [beyond(request, first, true)]) : []
}

/** The first n rows of all lie in the n tenants whose own first rows come first. */
async function fromFirstTenants(ctx: Context, request: PageRequest): Promise<Found[]> {
  const { offset, limit } = request
  const direction = sql.raw(request.direction)
  const { rows } = await sql<Found>`
    with first as materialized (
      select tenant_closure.descendant_id as tenant
      from tenant_closure cross join lateral (${ofTenant(ctx, request, sql`tenant_closure.descendant_id`, 1)}) head
      where tenant_closure.ancestor_id = ${ctx.actor.tenantId}
      order by head.key ${direction}, head.id ${direction} limit ${offset + limit})
    select /* list: first tenants */ found.id, found.key::text as key
    from first cross join lateral (${ofTenant(ctx, request, sql`first.tenant`, offset + limit)}) found
    order by found.key ${direction}, found.id ${direction} limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}
