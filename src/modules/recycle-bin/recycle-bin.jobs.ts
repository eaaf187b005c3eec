import { isUuid } from '#core/uuid.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { type JobKind, JobRefused } from '#jobs/job.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import { sweepTenant } from '#modules/tenants/tenant-sweep.ts'
import { enqueueSweeps, sweepJobKind } from '#modules/tenants/tenant-sweep-marks.ts'
import { writePurges } from '#modules/tenants/write-late-marks.ts'
import { erasePeople } from './erase-people.ts'
import { eraseOwned, eraseTenants } from './erase-records.ts'
import { erasureJobKind } from './mark-purged.ts'
import { eraseLeftovers, purgeExpired } from './purge-expired.ts'
import { markPeopleOfPurged } from './purge-people.ts'
import { binTypeNames, sourceOf } from './recycle-bin.types.ts'

/**
 * Erases everything that is marked, in batches: whoever dies in the middle leaves marks, and the next run goes on. One at a time, so
 * that one walk over the events serves all who are marked. `afterwards` takes away what this process keeps outside the database.
 */
export const erasureJob = (afterwards: () => Promise<void>): JobKind => ({
  kind: erasureJobKind,
  concurrency: 1,
  leaseSeconds: 10,
  maxSeconds: 6 * 3600,
  async run({ signal }, service) {
    do {
      await writePurges(systemContext(service), signal)
      await markPeopleOfPurged(systemContext(service), signal)
    } while (await erasePeople(systemContext(service), signal))
    await eraseOwned(systemContext(service), signal)
    await eraseTenants(systemContext(service), signal)
    await afterwards()
  },
})

/** Writes what the deletion, or the restore, of a large tenant left to be written, and switches its accounts off. */
export const sweepJob: JobKind = {
  kind: sweepJobKind,
  concurrency: 1,
  leaseSeconds: 10,
  maxSeconds: 6 * 3600,
  async run({ payload, signal }, service) {
    await sweepTenant(systemContext(service), topOf(payload), signal)
  },
}

function topOf(payload: unknown): string {
  const { tenantId } = (payload ?? {}) as { tenantId?: unknown }
  if (typeof tenantId !== 'string' || !isUuid(tenantId)) throw new JobRefused('no tenant is named')
  return tenantId
}

/** Empties the recycle bin of what is older than its tenant keeps it. */
export const recycleBinJobs: readonly PeriodicJob[] = [
  {
    name: 'recycle-bin.retention',
    everySeconds: 86_400,
    async run(service, _now, signal) {
      const ctx = systemContext(service)
      await eraseLeftovers(ctx)
      await transact(ctx, enqueueSweeps)
      await purgeExpired(ctx, binTypeNames.map(sourceOf), signal)
    },
  },
]
