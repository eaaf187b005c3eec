import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOfErased } from '#accounts/erased-people.ts'
import type { Context } from '#db/rows/context.ts'
import { isErasedAbove } from '#db/rows/shut-tenants.ts'

/** Where entries of one type of the recycle bin are found; `e` is the record. */
export interface BinSource {
  /** As entries and events call it. */
  readonly type: string
  readonly table: 'accounts' | 'roles' | 'user_groups' | 'webhooks' | 'message_templates' | 'tenants'
  /** Which rows of the table they are, beside being deleted: null for all. */
  readonly only: RawBuilder<SqlBool> | null
  /** The tenant a record belongs to; a tenant belongs to itself. */
  readonly tenant: 'tenant_id' | 'id'
  /** As people know it; of a person never the address. */
  readonly name: RawBuilder<string>
  /** That `name` holds the text; null where every text is found. */
  readonly found: (text: string) => RawBuilder<SqlBool> | null
}

export interface BinEntry {
  readonly type: string
  readonly id: string
  readonly name: string
  readonly tenantId: string | null
  readonly deletedBy: string | null
  readonly deletedAt: Date
}

export interface BinPosition {
  readonly key: string
  readonly id: string
}

/** Above so many tenants the newest rows of each would cost more than a walk over the newest rows of all. */
const mostTenants = 1000

/**
 * What makes a deleted record an entry: what went with a tenant comes back with it alone, and what is being erased is gone already.
 * The indexes of the bin hold exactly these rows.
 */
const isMarked = sql<SqlBool>`e.deleted_at is not null and e.deleted_with is null and e.purged_at is null`

/** With the tenant it belongs to, or one above, it is gone at once: its own mark may come later. */
export function isEntryOf({ tenant }: BinSource): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isMarked} and not ${tenant === 'id' ? isErasedAbove(sql`e.id`) : isOfErased(sql`e.tenant_id`)}`
}

const all = (conditions: readonly (RawBuilder<SqlBool> | null)[]) =>
  sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  )

/** Within the caller's tenant and all below it, deleted ones too. */
const inScope = (ctx: Context, { tenant }: BinSource) =>
  ctx.actor.tenantId === null
    ? null
    : sql<SqlBool>`exists (select from tenant_closure c where c.ancestor_id = ${ctx.actor.tenantId} and c.descendant_id = e.${sql.raw(tenant)})`

export interface BinQuery {
  readonly search?: string | undefined
  readonly direction: 'asc' | 'desc'
  readonly after: BinPosition | null
  readonly offset: number
  readonly limit: number
}

/** The positions of one page over all these sources: of each no more rows are read than the page reaches. */
export async function readEntryPage(
  ctx: Context,
  sources: readonly BinSource[],
  query: BinQuery,
): Promise<{ type: string; id: string; key: string }[]> {
  if (sources.length === 0) return []
  const perTenant = isSmallScope(ctx)
  const dir = sql.raw(query.direction)
  const parts = sources.map((source) => partOf(ctx, source, query, perTenant))
  const { rows } = await sql<{ type: string; id: string; key: string }>`
    select type, id, deleted_at::text as key from (${sql.join(parts, sql` union all `)}) found
    order by found.deleted_at ${dir}, found.id ${dir} limit ${query.limit} offset ${query.offset}`.execute(ctx.db)
  return rows
}

function isSmallScope({ actor: { tenantId }, service }: Context): boolean {
  return tenantId !== null && service.tenants.subtreeSize(tenantId) <= mostTenants
}

// unscoped: adds the scope itself, deleted tenants included
function partOf(ctx: Context, source: BinSource, { search, direction, after, offset, limit }: BinQuery, perTenant: boolean) {
  const [table, dir, beyond] = [sql.table(source.table), sql.raw(direction), sql.raw(direction === 'asc' ? '>' : '<')]
  const position = after && sql<SqlBool>`(e.deleted_at, e.id) ${beyond} (${after.key}::timestamptz, ${after.id}::uuid)`
  const found = search === undefined ? null : source.found(search)
  const own = [isEntryOf(source), source.only, found, position]
  const most = sql`order by e.deleted_at ${dir}, e.id ${dir} limit ${offset + limit}`
  const type = sql`${source.type}::text as type`
  if (!perTenant) return sql`(select ${type}, e.id, e.deleted_at from ${table} e where ${all([...own, inScope(ctx, source)])} ${most})`
  if (source.tenant === 'id')
    return sql`(select ${type}, e.id, e.deleted_at from tenant_closure c join ${table} e on e.id = c.descendant_id
      where c.ancestor_id = ${ctx.actor.tenantId} and ${all(own)} ${most})`
  return sql`(select ${type}, of_one.id, of_one.deleted_at from tenant_closure c cross join lateral (
      select e.id, e.deleted_at from ${table} e where e.tenant_id = c.descendant_id and ${all(own)} ${most}
    ) of_one where c.ancestor_id = ${ctx.actor.tenantId})`
}

/** How many entries there are. */
// unscoped: adds the scope itself, deleted tenants included
export async function countEntries(ctx: Context, sources: readonly BinSource[], search: string | undefined): Promise<number> {
  if (sources.length === 0) return 0
  const counts = sources.map((source) => {
    const found = search === undefined ? null : source.found(search)
    return sql`(select count(*) from ${sql.table(source.table)} e where ${all([isEntryOf(source), source.only, found, inScope(ctx, source)])})`
  })
  const { rows } = await sql<{ n: number }>`select (${sql.join(counts, sql` + `)})::integer as n`.execute(ctx.db)
  return rows[0]!.n
}

/** The entries of one type with these ids that are in scope, in any order. */
// unscoped: adds the scope itself, deleted tenants included
export async function loadEntriesOf(ctx: Context, source: BinSource, ids: readonly string[]): Promise<BinEntry[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<BinEntry>`
    select ${source.type}::text as type, e.id, ${source.name} as name, e.${sql.raw(source.tenant)} as tenant_id, e.deleted_by, e.deleted_at
    from ${sql.table(source.table)} e
    where e.id = any(${ids}::uuid[]) and ${all([isEntryOf(source), source.only, inScope(ctx, source)])}`.execute(ctx.db)
  return rows
}
