import { sql } from 'kysely'
import { type CountShift, shiftCounts } from '#accounts/account-counts.ts'
import { revoke, revokeMany } from '#db/live/revocations.ts'
import type { AccountKind, Context, PublicContext } from '#db/rows/context.ts'
import { lockedInOrder } from '#db/rows/row-locks.ts'
import { beginLateMarks } from './late-marks.ts'
import { enqueueSweep, isLargeTenant } from './tenant-sweep-marks.ts'

/** Beyond so many tenants it is quicker for every process to read the whole tree again than to look for each of them. */
const mostTold = 100

/** Rows that one statement writes: it then takes a fraction of the time that a statement may take. */
const rowsAtOnce = 2000

/** The rows in runs that one statement can take. */
export function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) yield rows.slice(i, i + rowsAtOnce)
}

/**
 * The moment up to which every session of a tenant and of all below it is dead for ever; never earlier than one it has. To be written
 * under the tenant's lock whenever it is shut or opened again: while it is shut no session is made, so that all there are when it
 * opens are older, whatever the clocks say.
 */
export const endOfSessions = (ctx: PublicContext) =>
  sql<Date>`greatest(tenants.sessions_valid_after, clock_timestamp(), ${ctx.now}::timestamptz)`

/**
 * Marks tenants as deleted, with their roles, groups, webhooks and templates, and switches their active accounts off: here where they are few, else in
 * batches by a job, for that shuts nobody out who is not shut out by the tenants already. Each row says with which tenant it
 * went (`top`; that tenant's own row with none), so that bringing it back brings back just these: what was deleted or switched off
 * before keeps its own marks. Under the locks of the tenants, behind which nobody can add to them.
 * @returns the tenants that were living until now
 */
export async function markDeleted(ctx: Context, top: string, tenantIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  const deleted = await markRows(ctx, markOf(ctx, top), tenantIds)
  if (await isLargeTenant(ctx, tenantIds)) await enqueueSweep(ctx, top)
  else await switchOffAccounts(ctx, top, tenantIds)
  return deleted
}

/**
 * Marks one tenant as deleted, which shuts it and all below it; those below, their roles, groups, webhooks and templates and all accounts are marked afterwards,
 * in batches by a job. Under its lock.
 * @param eventId of the event that tells of it
 */
export async function markTopDeleted(ctx: Context, top: string, eventId: string): Promise<void> {
  await markRows(ctx, markOf(ctx, top), [top])
  await beginLateMarks(ctx, top, 'delete', eventId)
  await enqueueSweep(ctx, top)
}

/** With which tenant, when and by whom something was deleted. */
export interface DeletionMark {
  readonly id: string
  readonly deletedAt: Date | null
  readonly deletedBy: string | null
}

const markOf = (ctx: Context, top: string): DeletionMark => ({ id: top, deletedAt: ctx.now, deletedBy: ctx.actor.id })

/** Marks those of these tenants that live, with their roles, groups, webhooks and templates. Under their locks. @returns those it marked */
// unscoped: by the tenants of a subtree that is locked, and was judged under the locks
export async function markRows(
  ctx: PublicContext,
  { id: top, deletedAt, deletedBy }: DeletionMark,
  tenantIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set deleted_at = ${deletedAt}, deleted_by = ${deletedBy}, deleted_with = nullif(${top}::uuid, id),
      sessions_valid_after = ${endOfSessions(ctx)}, version = version + 1
    where id = any(${tenantIds}::uuid[]) and deleted_at is null
    returning id, name`.execute(ctx.db)
  for (const table of ['roles', 'user_groups', 'webhooks', 'message_templates'] as const)
    await sql`
      update ${sql.table(table)} set deleted_at = ${deletedAt}, deleted_by = ${deletedBy}, deleted_with = ${top}, version = version + 1
      where ${lockedInOrder(table, sql`tenant_id = any(${rows.map(({ id }) => id)}::uuid[]) and deleted_at is null`)}`.execute(ctx.db)
  return rows
}

/** Has every process look again at tenants that were deleted or came back. */
export async function revokeTenants(ctx: Context, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length > mostTold) await revoke(ctx, 'tree', null)
  else await revokeMany(ctx, 'tenant', tenantIds)
}

/** Locked in the order of ids, like all accounts. */
// unscoped: by the tenants of a subtree that is locked, and was judged under the locks
async function switchOffAccounts(ctx: Context, top: string, tenantIds: readonly string[]): Promise<void> {
  const { rows: active } = await sql<{ id: string }>`
    select id from accounts
    where kind = any('{admin,user}') and tenant_id = any(${tenantIds}::uuid[]) and is_active and deleted_at is null
    order by id for no key update`.execute(ctx.db)
  await switchAccounts(ctx, active, { isActive: false, deactivatedWith: top })
}

/**
 * Switches accounts off with a tenant, or on again; in parts, so that no statement comes near its time limit. Under their locks; all of
 * them were in the other state.
 */
// unscoped: by accounts of a subtree that is deleted or comes back, which are locked
export async function switchAccounts(
  ctx: PublicContext,
  accounts: readonly { readonly id: string }[],
  { isActive, deactivatedWith }: { readonly isActive: boolean; readonly deactivatedWith: string | null },
): Promise<void> {
  const shifts: Record<AccountKind, CountShift[]> = { admin: [], user: [] }
  for (const part of inParts(accounts)) {
    const { rows } = await sql<{ tenantId: string; kind: AccountKind; isBlocked: boolean; n: number }>`
      with changed as (
        update accounts set is_active = ${isActive}, deactivated_with = ${deactivatedWith}, version = version + 1, updated_at = ${ctx.now}
        where id = any(${part.map(({ id }) => id)}::uuid[]) returning tenant_id, kind, is_blocked, deleted_at
      )
      select tenant_id, kind, is_blocked, count(*)::integer as n from changed where deleted_at is null group by 1, 2, 3`.execute(ctx.db)
    for (const { tenantId, kind, isBlocked, n } of rows)
      shifts[kind].push({ tenantId, from: { isActive: !isActive, isBlocked }, to: { isActive, isBlocked }, n })
  }
  for (const kind of ['admin', 'user'] as const) await shiftCounts(ctx, kind, shifts[kind])
}
