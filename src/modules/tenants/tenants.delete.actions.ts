import { sql } from 'kysely'
import { forbidden, stateConflict } from '#core/errors.ts'
import type { AccountKind, Context } from '#db/context.ts'
import { revoke, revokeMany } from '#db/revocations.ts'
import { emitAll } from '#events/emit.ts'
import { type CountShift, shiftCounts } from '#identity/account-counts.ts'
import { endOfSessions, lockTenant } from './tenants.locked.ts'
import { getTenant } from './tenants.queries.ts'

/** Rows that one statement writes: it then takes a fraction of the time that a statement may take. */
const rowsAtOnce = 2000
/** Beyond so many tenants it is quicker for every process to read the whole tree again than to look for each of them. */
const mostTold = 100

/**
 * Deletes a tenant, and with `cascade` all below it: their roles and groups go along, their active accounts are switched off, every
 * session in them is over. Each row is marked with the tenant whose deletion took it (that tenant itself is not), so that bringing it
 * back can bring back just these. Runs in a transaction; a few seconds for a hundred thousand accounts.
 * @throws AppError 404 unknown or foreign, 403 the caller's own tenant, 409 `tenant_has_children` without `cascade`
 */
export async function deleteTenant(ctx: Context, id: string, cascade: boolean): Promise<void> {
  const { id: top } = await getTenant(ctx, id)
  if (top === ctx.actor.tenantId) throw forbidden()
  await lockTenant(ctx, top, 'tenants.delete', await livingBelow(ctx, top))
  // again under the lock, behind which nobody can add one any more
  const below = await livingBelow(ctx, top)
  if (below.length > 0 && !cascade) throw stateConflict('tenant_has_children')
  const tenantIds = [top, ...below]
  const deleted = await markTenants(ctx, top, tenantIds)
  for (const table of ['roles', 'user_groups'] as const) await markOwned(ctx, table, top, tenantIds)
  await switchOffAccounts(ctx, top, tenantIds)
  for (const part of inParts(deleted)) {
    const facts = part.map(({ id, name }) => ({
      tenantId: id,
      entityId: id,
      entityName: name,
      ...(id !== top && { data: { deletedWith: top } }),
    }))
    await emitAll(ctx, 'tenant.deleted', facts)
  }
  if (tenantIds.length > mostTold) await revoke(ctx, 'tree', null)
  else await revokeMany(ctx, 'tenant', tenantIds)
}

async function livingBelow(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenant_closure c join tenants t on t.id = c.descendant_id
    where c.ancestor_id = ${top} and c.depth > 0 and t.deleted_at is null order by t.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

async function markTenants(ctx: Context, top: string, tenantIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    update tenants set deleted_at = ${ctx.now}, deleted_by = ${ctx.actor.id}, deleted_with = nullif(${top}::uuid, id),
      sessions_valid_after = ${endOfSessions(ctx)}, version = version + 1
    where id = any(${tenantIds}::uuid[]) and deleted_at is null
    returning id, name`.execute(ctx.db)
  return rows
}

async function markOwned(ctx: Context, table: 'roles' | 'user_groups', top: string, tenantIds: readonly string[]): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = ${ctx.now}, deleted_by = ${ctx.actor.id}, deleted_with = ${top}, version = version + 1
    where tenant_id = any(${tenantIds}::uuid[]) and deleted_at is null`.execute(ctx.db)
}

/** Locked in the order of ids like all accounts, then written in parts, so that no statement comes near its time limit. */
async function switchOffAccounts(ctx: Context, top: string, tenantIds: readonly string[]): Promise<void> {
  const { rows: active } = await sql<{ id: string }>`
    select id from accounts
    where kind = any('{admin,user}') and tenant_id = any(${tenantIds}::uuid[]) and is_active and deleted_at is null
    order by id for no key update`.execute(ctx.db)
  const shifts: Record<AccountKind, CountShift[]> = { admin: [], user: [] }
  for (const part of inParts(active)) {
    const { rows } = await sql<{ tenantId: string; kind: AccountKind; isBlocked: boolean; n: number }>`
      with changed as (
        update accounts set is_active = false, deactivated_with = ${top}, version = version + 1, updated_at = ${ctx.now}
        where id = any(${part.map(({ id }) => id)}::uuid[]) returning tenant_id, kind, is_blocked
      )
      select tenant_id, kind, is_blocked, count(*)::integer as n from changed group by 1, 2, 3`.execute(ctx.db)
    for (const { tenantId, kind, isBlocked, n } of rows)
      shifts[kind].push({ tenantId, from: { isActive: true, isBlocked }, to: { isActive: false, isBlocked }, n })
  }
  for (const kind of ['admin', 'user'] as const) await shiftCounts(ctx, kind, shifts[kind])
}

function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += rowsAtOnce) yield rows.slice(i, i + rowsAtOnce)
}
