import { sql } from 'kysely'
import { after } from '#core/clock.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { enqueue } from '#jobs/queue.ts'

/** The kind of job that follows the deletion of a large tenant in batches: first the tenants below it, then the accounts. */
export const sweepJobKind = 'tenants.sweep'

/** So many accounts one transaction switches off or on with their tenant. */
export const mostAtOnce = 2000

/** Whether the living, active accounts of these tenants are more than that. */
// unscoped: by the tenants of a subtree that is locked, and was judged under the locks
export async function isLargeTenant(ctx: PublicContext, tenantIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ isLarge: boolean }>`
    select coalesce(sum(n), 0) > ${mostAtOnce} as is_large from tenant_account_counts
    where tenant_id = any(${tenantIds}::uuid[]) and is_active`.execute(ctx.db)
  return rows[0]!.isLarge
}

/** Marks a deleted tenant as one whose accounts may be active still, and has the job switch them off. Under its lock. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function enqueueSweep(ctx: PublicContext, top: string): Promise<void> {
  await sql`update tenants set is_sweeping = true, restoring_until = null where id = ${top}`.execute(ctx.db)
  await enqueueJob(ctx, top, ctx.now)
}

/** While somebody restores it the job keeps off; should they not come to the end, it undoes what they began. Under its lock. */
// unscoped: by a tenant that is locked, and was judged under the lock
export async function holdSweep(ctx: PublicContext, top: string, seconds: number): Promise<void> {
  const until = after(ctx.now, seconds * 1000)
  await sql`update tenants set is_sweeping = true, restoring_until = ${until} where id = ${top}`.execute(ctx.db)
  await enqueueJob(ctx, top, until)
}

/** Has every deletion go on that was not finished, should its job be dead. In a transaction. */
// unscoped: a job over all tenants
export async function enqueueSweeps(ctx: PublicContext): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from tenants where is_sweeping and deleted_at is not null and purged_at is null
    union select id from tenants where late_marks is not null and purged_at is null
    order by id limit 1000`.execute(ctx.db)
  for (const { id } of rows) await enqueueJob(ctx, id, ctx.now)
}

/** Has the job write the late marks of a tenant. Under its lock. */
export const enqueueLateMarks = (ctx: PublicContext, top: string) => enqueueJob(ctx, top, ctx.now)

const enqueueJob = (ctx: PublicContext, top: string, runAt: Date) =>
  enqueue(ctx, { kind: sweepJobKind, key: top, payload: { tenantId: top }, runAt, maxAttempts: 20, priority: -5 })
