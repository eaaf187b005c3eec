import { sql } from 'kysely'
import { denied, stateConflict, unavailable } from '#core/errors.ts'
import { runAgain } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { notShut } from '#db/rows/shut-tenants.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { markDeleted, markTopDeleted, revokeTenants } from './deleted-tenants.ts'
import { mostTenantsAtOnce } from './late-marks.ts'
import { lockTenant } from './tenants.locked.ts'
import { getTenant } from './tenants.queries.ts'
import { finishTelling, untold } from './write-late-marks.ts'

/** How often it waits for the restores of others to be told of, before the caller is to ask again. */
const mostRounds = 5

/**
 * Deletes a tenant, and with `cascade` all below it: their roles, groups and webhooks go along, their active accounts are switched off, every
 * session in them is over. Each row is marked with the tenant whose deletion took it (that tenant itself is not), so that bringing it
 * back can bring back just these. What would be added to it, below it or to a tenant above waits meanwhile.
 *
 * With more than five hundred tenants below it, it alone is marked: all below it count as deleted from then on, and a job marks them in
 * batches. Beyond two thousand accounts these are switched off afterwards, too; nobody of them gets in from here on.
 * @throws AppError 404 unknown or foreign, 403 the caller's own tenant, 409 `tenant_has_children` without `cascade`
 */
export async function deleteTenant(ctx: Context, id: string, cascade: boolean): Promise<void> {
  const { id: top } = await getTenant(ctx, id)
  if (top === ctx.actor.tenantId) throw denied({ reason: 'own_tenant' })
  for (let round = 0; round < mostRounds; round++) {
    const now = ctx.service.clock.now()
    if (await transact({ ...ctx, now }, (ctx) => remove(ctx, top, cascade))) return
    await finishTelling(systemContext(ctx.service, ctx.traceId, ctx.parentTraceId), top)
  }
  throw unavailable()
}

/** @returns false while the log does not know all of a restore above or below it: its events come before those of the deletion */
async function remove(ctx: Context, top: string, cascade: boolean): Promise<boolean> {
  const before = await livingBelow(ctx, top)
  const isLarge = before.length > mostTenantsAtOnce
  const { tenant } = await lockTenant(ctx, top, isLarge ? [] : before)
  // again under the lock, behind which nobody can add one any more
  const below = await livingBelow(ctx, top)
  if (below.length > mostTenantsAtOnce !== isLarge) throw runAgain('many were added below it')
  if (below.length > 0 && !cascade) throw stateConflict('tenant_has_children')
  if ((await untold(ctx, top)).length > 0) return false
  if (isLarge) {
    const [eventId] = await emitAll(ctx, 'tenant.deleted', [factsOf(tenant)])
    await markTopDeleted(ctx, top, eventId!)
    await revokeTenants(ctx, [top])
    return true
  }
  const tenantIds = [top, ...below]
  const deleted = await markDeleted(ctx, top, tenantIds)
  await emitAll(ctx, 'tenant.deleted', deleted.map(factsOf))
  await revokeTenants(ctx, tenantIds)
  return true
}

/** Nothing in them names the tenant they went with: it stands above, and they may come back. */
const factsOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({ tenantId: id, entityId: id, entityName: name })

/** As many as one transaction marks, and one more. */
// unscoped: what lies below a tenant is in scope with it
async function livingBelow(ctx: Context, top: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from tenant_closure c join tenants t on t.id = c.descendant_id
    where c.ancestor_id = ${top} and c.depth > 0 and t.deleted_at is null and ${sql.join(notShut(ctx, sql`t.id`))}
    order by t.id limit ${mostTenantsAtOnce + 1}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
