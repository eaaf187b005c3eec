import { sql } from 'kysely'
import type { Context, PublicContext } from '#db/rows/context.ts'
import { type EventFacts, emitAll } from '#events/emit.ts'
import { enqueue } from '#jobs/queue.ts'
import { mostAtOnce } from '#modules/tenants/tenant-sweep-marks.ts'
import { markAccounts } from './purge-people.ts'

/** The kind of job that erases whatever is marked; its payload is empty, for the marks say everything. */
export const erasureJobKind = 'recycle-bin.erase'

/** A record that leaves the recycle bin for ever; `name` is null for people, of whom the log keeps none. */
export interface PurgedEntry {
  readonly type: string
  readonly id: string
  /** Whose log it is told in. */
  readonly tenantId: string | null
  readonly name: string | null
}

/**
 * Marks deleted records of one table as erased: at once they are in no list and can't be restored. Those that were restored or marked
 * meanwhile are left out. Locks them by id.
 * @returns what was marked
 */
export async function markPurged(
  ctx: PublicContext,
  table: 'accounts' | 'roles' | 'user_groups',
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with doomed as (
      select id from ${sql.table(table)}
      where id = any(${ids}::uuid[]) and deleted_at is not null and deleted_with is null and purged_at is null
      order by id for no key update
    )
    update ${sql.table(table)} e set purged_at = ${ctx.now} from doomed where e.id = doomed.id returning e.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Marks a deleted tenant, all below it and all that is theirs as erased. What it takes along says so (`deleted_with`). Accounts by the
 * thousand are marked in batches by the job that erases, for which each tenant says that some may be left: they and their entries in the
 * bin are gone with the tenant already. Null when it was restored or marked meanwhile; `admin_protected` while somebody in it is protected: they
 * are never erased, whatever they stand in.
 * @returns the tenants that were marked, and in whose log it is to be told: that of the tenant above, which stays
 */
export async function markTenantPurged(ctx: PublicContext, top: string): Promise<PurgedEntry[] | 'admin_protected' | null> {
  const subtree = await subtreeOf(ctx, top)
  await sql`select from tenants where id = any(${subtree}::uuid[]) order by id for no key update`.execute(ctx.db)
  const { rows: entries } = await sql<{ parentId: string | null }>`
    select parent_id from tenants where id = ${top} and deleted_at is not null and deleted_with is null and purged_at is null`.execute(
    ctx.db,
  )
  if (!entries[0]) return null
  if (await holdsProtected(ctx, subtree)) return 'admin_protected'
  const { parentId } = entries[0]
  const people = await peopleOf(ctx, subtree)
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set purged_at = ${ctx.now}, is_sweeping = ${people === null}, deleted_with = case when id = ${top} then null else ${top}::uuid end
    where id = any(${subtree}::uuid[]) and purged_at is null returning id, name`.execute(ctx.db)
  for (const table of ['roles', 'user_groups'] as const)
    await sql`update ${sql.table(table)} set purged_at = ${ctx.now}, deleted_at = coalesce(deleted_at, ${ctx.now}), deleted_with = ${top}
      where tenant_id = any(${subtree}::uuid[]) and purged_at is null`.execute(ctx.db)
  if (people !== null) await markAccounts(ctx, people)
  return rows.map(({ id, name }) => ({ type: 'Tenant', id, tenantId: parentId, name }))
}

/** A tenant and all below it, by id; nothing below a deleted one is living. */
export async function subtreeOf(ctx: PublicContext, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select descendant_id as id from tenant_closure where ancestor_id = ${top} order by 1`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

async function holdsProtected(ctx: PublicContext, tenantIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from accounts where tenant_id = any(${tenantIds}::uuid[]) and is_protected and purged_at is null limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Their accounts that are not marked; null when these are more than one transaction takes. */
async function peopleOf(ctx: PublicContext, tenantIds: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where tenant_id = any(${tenantIds}::uuid[]) and purged_at is null limit ${mostAtOnce + 1}`.execute(ctx.db)
  return rows.length > mostAtOnce ? null : rows.map(({ id }) => id)
}

/** Tells of what was marked, and has the job erase it. In the transaction of the marks. */
export async function finishPurge(ctx: PublicContext | Context, entries: readonly PurgedEntry[]): Promise<void> {
  if (entries.length === 0) return
  await emitAll(ctx, 'entity.purged', entries.map(purgedFacts))
  await enqueueErasure(ctx)
}

export const enqueueErasure = (ctx: PublicContext): Promise<string> =>
  enqueue(ctx, { kind: erasureJobKind, key: 'all', payload: {}, maxAttempts: 20, priority: -5 })

export const purgedFacts = ({ type, id, tenantId, name }: PurgedEntry): EventFacts => ({
  tenantId,
  entityType: type,
  entityId: id,
  entityName: name,
  data: { entityType: type },
})
