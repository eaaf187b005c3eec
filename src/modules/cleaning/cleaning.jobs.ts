import { renewSearchTexts } from '#accounts/renew-search-text.ts'
import { before, minutesMs } from '#core/clock.ts'
import { deleteOldRevocations } from '#db/live/revocations.ts'
import { deleteExpired, expiries } from '#jobs/expired-rows.ts'
import { failAbandoned } from '#jobs/mail-records.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'

/** Deletes what has expired, a batch per statement, so that nobody waits for it. */
const expired: PeriodicJob = {
  name: 'cleaning.expired',
  everySeconds: 600,
  async run({ database }, now, signal) {
    for (const expiry of expiries) {
      for (let isLast = false; !isLast; ) {
        signal.throwIfAborted()
        ;({ isLast } = await deleteExpired(database.kysely, expiry, now))
      }
    }
    await deleteOldRevocations(database.kysely, now)
    await failAbandoned(database.kysely, before(now, minutesMs(60)), 1000, now)
  },
}

/** Tables with many updates and deletes for their size. */
const hotTables = [
  'outbox',
  'jobs',
  'event_counts',
  'revocations',
  'refresh_tokens',
  'sessions',
  'account_activity',
  'challenges',
  'one_time_codes',
  'code_limits',
  'name_failures',
  'credentials',
  'tenant_account_counts',
  'tenant_totals',
  'periodic_jobs',
  'emails',
]
/** These only grow; what they need is fresh statistics. */
const grownTables = ['accounts', 'events', 'security_log', 'tenants', 'tenant_closure', 'roles', 'role_permissions', 'tenant_domains']

/** The embedded database has no autovacuum. One table at a time: meanwhile nothing else can run. */
const vacuum: PeriodicJob = {
  name: 'cleaning.vacuum',
  everySeconds: 1800,
  async run({ database }, _now, signal) {
    if (database.kind !== 'embedded') return
    for (const table of hotTables) {
      signal.throwIfAborted()
      await database.session((session) => session.query(`vacuum (analyze) ${table}`))
    }
    for (const table of grownTables) {
      signal.throwIfAborted()
      await database.session((session) => session.query(`analyze ${table}`))
    }
  },
}

/** What an older version wrote, and what one that still runs beside this one writes. */
const searchTexts: PeriodicJob = {
  name: 'accounts.search-texts',
  everySeconds: 3600,
  async run({ database }, _now, signal) {
    let lastId = await renewSearchTexts(database, null)
    while (lastId !== null) {
      signal.throwIfAborted()
      lastId = await renewSearchTexts(database, lastId)
    }
  },
}

export const cleaningJobs: readonly PeriodicJob[] = [expired, vacuum, searchTexts]
