import { type RawBuilder, sql } from 'kysely'
import type { PublicContext } from './context.ts'
import { hasLine, standInLine } from './lock-line.ts'

export type Lockable = 'tenants' | 'roles' | 'user_groups' | 'accounts'

/** In the order of ids whatever the mode, a statement for each run of one mode: a lock for share is never made one for change later. */
export async function lockRows(
  ctx: PublicContext,
  table: Lockable,
  shared: readonly string[],
  changed: readonly string[] = [],
): Promise<void> {
  const modes = new Map([...shared.map((id) => [id, 'share'] as const), ...changed.map((id) => [id, 'no key update'] as const)])
  const runs: { mode: string; ids: string[] }[] = []
  for (const id of [...modes.keys()].sort()) {
    const mode = modes.get(id)!
    const run = runs.at(-1)
    if (run?.mode === mode) run.ids.push(id)
    else runs.push({ mode, ids: [id] })
  }
  for (const { mode, ids } of runs) {
    await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for ${sql.raw(mode)}`.execute(ctx.db)
  }
}

/**
 * Which rows a statement writes or deletes, as its condition: they are locked in the order of their ids before. Two that write many of the same
 * rows, each in an order of its own, must never wait for each other.
 *
 * @param mode `update` for what is deleted
 */
// unscoped: `which` says the scope
export const lockedInOrder = (table: string, which: RawBuilder<unknown>, mode: 'no key update' | 'update' = 'no key update') =>
  sql`id = any(array(select id from ${sql.table(table)} where ${which} order by id for ${sql.raw(mode)}))`

/** What work that no caller does locks. */
export interface OwnLocks {
  readonly changedTenantIds?: readonly string[]
  /** Changed too, each below one of those that are changed: they wait with it. */
  readonly tenantIdsBelow?: readonly string[]
  /** Shared, for what is theirs is changed; the platform (null) has nothing to lock. */
  readonly tenantIds?: readonly (string | null)[]
  /** Roles, groups or accounts that are changed: here they only stand in line, and whoever changes them locks them afterwards. */
  readonly changedIds?: readonly string[]
}

/** Like `lockGrantor` for a job, of whom nobody has to be judged: it stands in the same line, and locks the tenants with all above them. */
export async function lockForJob(ctx: PublicContext, locks: OwnLocks): Promise<void> {
  if (!ctx.inTransaction) throw new Error('rows are locked in a transaction only')
  const changedIds = locks.changedTenantIds ?? []
  const tenants = sql<string[]>`${(locks.tenantIds ?? []).filter((id) => id !== null)}::uuid[]`
  const changedTenants = sql<string[]>`${changedIds}::uuid[]`
  const inLine = standInLine({ tenants, changedTenants, changed: sql`${locks.changedIds ?? []}::uuid[]` })
  const { rows } = await sql<{ lineage: string[] }>`
    select array(select distinct c.ancestor_id from tenant_closure c where c.descendant_id = any(${changedTenants} || ${tenants})) as lineage
      ${hasLine(ctx) ? sql`, ${inLine}` : sql``}`.execute(ctx.db)
  await lockRows(ctx, 'tenants', rows[0]!.lineage, [...changedIds, ...(locks.tenantIdsBelow ?? [])])
}
