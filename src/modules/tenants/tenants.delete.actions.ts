import { sql } from 'kysely'
import { denied, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { emitAll } from '#events/emit.ts'
import { markDeleted, revokeTenants } from './deleted-tenants.ts'
import { lockTenant } from './tenants.locked.ts'
import { getTenant } from './tenants.queries.ts'

/**
 * Deletes a tenant, and with `cascade` all below it: their roles and groups go along, their active accounts are switched off, every
 * session in them is over. Each row is marked with the tenant whose deletion took it (that tenant itself is not), so that bringing it
 * back can bring back just these. Runs in a transaction: what would be added to it, below it or to a tenant above waits meanwhile.
 * Beyond two thousand accounts they are switched off afterwards, by a job in batches; nobody of them gets in from here on.
 * @throws AppError 404 unknown or foreign, 403 the caller's own tenant, 409 `tenant_has_children` without `cascade`
 */
export async function deleteTenant(ctx: Context, id: string, cascade: boolean): Promise<void> {
  const { id: top } = await getTenant(ctx, id)
  if (top === ctx.actor.tenantId) throw denied({ reason: 'own_tenant' })
  await lockTenant(ctx, top, await livingBelow(ctx, top))
  // again under the lock, behind which nobody can add one any more
  const below = await livingBelow(ctx, top)
  if (below.length > 0 && !cascade) throw stateConflict('tenant_has_children')
  const tenantIds = [top, ...below]
  const deleted = await markDeleted(ctx, top, tenantIds)
  // nothing in them names the tenant they went with: it stands above, and they may come back
  const facts = deleted.map(({ id, name }) => ({ tenantId: id, entityId: id, entityName: name }))
  await emitAll(ctx, 'tenant.deleted', facts)
  await revokeTenants(ctx, tenantIds)
}

async function livingBelow(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenant_closure c join tenants t on t.id = c.descendant_id
    where c.ancestor_id = ${top} and c.depth > 0 and t.deleted_at is null order by t.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
