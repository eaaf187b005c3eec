import { systemContext } from '#db/system-context.ts'
import { erasePeople } from '#identity/erase-people.ts'
import { eraseGroupsAndRoles, eraseTenants } from '#identity/erase-records.ts'
import { eraseLeftovers, purgeExpired } from '#identity/purge-expired.ts'
import { erasureJobKind } from '#identity/purge-marks.ts'
import type { JobKind } from '#jobs/job.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import { binTypeNames, sourceOf } from './recycle-bin.types.ts'

/**
 * Erases everything that is marked, in batches: whoever dies in the middle leaves marks, and the next run goes on. One at a time, so
 * that one walk over the events serves all who are marked.
 */
export const erasureJob: JobKind = {
  kind: erasureJobKind,
  concurrency: 1,
  leaseSeconds: 10,
  maxSeconds: 6 * 3600,
  async run({ signal }, service) {
    while (await erasePeople(systemContext(service), signal));
    await eraseGroupsAndRoles(systemContext(service), signal)
    await eraseTenants(systemContext(service), signal)
  },
}

/** Empties the recycle bin of what is older than its tenant keeps it. */
export const recycleBinJobs: readonly PeriodicJob[] = [
  {
    name: 'recycle-bin.retention',
    everySeconds: 86_400,
    async run(service, _now, signal) {
      const ctx = systemContext(service)
      await eraseLeftovers(ctx)
      await purgeExpired(ctx, binTypeNames.map(sourceOf), signal)
    },
  },
]
