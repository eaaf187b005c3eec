import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { lockForJob } from '#db/rows/row-locks.ts'
import { transact } from '#db/rows/transact.ts'
import { JobPostponed } from '#jobs/job.ts'
import { switchInBatches } from './tenant-account-batches.ts'
import { writeLateMarks } from './write-late-marks.ts'

/**
 * Writes what is left to be written below a tenant that was deleted or restored, then switches off the accounts that its deletion left active,
 * all in batches. It ends when the tenant is restored or erased
 * meanwhile; whoever dies in the middle is followed by a run that goes on with those that are active still.
 * @throws JobPostponed while somebody restores the tenant
 */
// unscoped: a job, by the tenant it was queued for
export async function sweepTenant(ctx: PublicContext, top: string, signal: AbortSignal): Promise<void> {
  await writeLateMarks(ctx, top, ['delete', 'restore', 'tell'], signal)
  const goesOn = async (ctx: PublicContext) => {
    signal.throwIfAborted()
    return await isSwept(ctx, top)
  }
  const isWhole = await switchInBatches(ctx, { top, isActive: false, goesOn })
  if (isWhole)
    await transact(ctx, async (ctx) => {
      if (await isSwept(ctx, top)) await sql`update tenants set is_sweeping = false where id = ${top}`.execute(ctx.db)
    })
}

/** Locks the tenant: it stays as it is until the batch is done. For change, as the last step needs it. */
// unscoped: a job, by the tenant it was queued for
async function isSwept(ctx: PublicContext, top: string): Promise<boolean> {
  await lockForJob(ctx, { changedTenantIds: [top] })
  const { rows } = await sql<{ restoringUntil: Date | null }>`
    select restoring_until from tenants
    where id = ${top} and is_sweeping and deleted_at is not null and purged_at is null`.execute(ctx.db)
  const until = rows[0]?.restoringUntil ?? null
  if (until !== null && until > ctx.now) throw new JobPostponed('it is being restored', until.getTime() - ctx.now.getTime() + 1000, false)
  return rows.length > 0
}
