import { sql } from 'kysely'
import type { PublicContext } from '#db/rows/context.ts'
import { lockForJob } from '#db/rows/row-locks.ts'
import { transact } from '#db/rows/transact.ts'
import { JobPostponed } from '#jobs/job.ts'
import { isAnybodyLeft, type Switching, switchInBatches } from './tenant-account-batches.ts'
import { writeLateMarks } from './write-late-marks.ts'

/** How often it begins again for those that are left, before it leaves them to the day. */
const mostRounds = 5

/**
 * Writes what is left to be written below a tenant that was deleted or restored, then switches off the accounts that its deletion left active,
 * all in batches. It ends when the tenant is restored or erased
 * meanwhile; whoever dies in the middle is followed by a run that goes on with those that are active still.
 * @throws JobPostponed while somebody restores the tenant
 */
export async function sweepTenant(ctx: PublicContext, top: string, signal: AbortSignal): Promise<void> {
  await writeLateMarks(ctx, top, ['delete', 'restore', 'tell'], signal)
  const goesOn = async (ctx: PublicContext) => {
    signal.throwIfAborted()
    return await isSwept(ctx, top)
  }
  for (let round = 0; round < mostRounds; round++) {
    const switching = { top, isActive: false, goesOn }
    if (!(await switchInBatches(ctx, switching))) return
    if (await transact({ ...ctx, now: ctx.service.clock.now() }, (ctx) => endSweep(ctx, switching))) return
  }
}

/** @returns whether it is over: whoever stood still between two batches, while the tenant came back and went again, may have left somebody */
// unscoped: a job, by the tenant it was queued for
async function endSweep(ctx: PublicContext, switching: Switching): Promise<boolean> {
  const { top } = switching
  if (!(await isSwept(ctx, top))) return true
  if (await isAnybodyLeft(ctx, switching)) return false
  await sql`update tenants set is_sweeping = false where id = ${top}`.execute(ctx.db)
  return true
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
