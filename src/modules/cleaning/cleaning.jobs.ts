import { type Kysely, sql } from 'kysely'
import { renewSearchTexts } from '#accounts/renew-search-text.ts'
import { before, minutesMs } from '#core/clock.ts'
import { deleteOldRevocations } from '#db/live/revocations.ts'
import type { Tables } from '#db/tables.ts'
import { forgetQuarters } from '#events/event-counts.ts'
import { deleteExpired, eraseOldContent, expiries } from '#jobs/expired-rows.ts'
import { failAbandoned } from '#jobs/outgoing-records.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'

/** Deletes what has expired, a batch per statement, so that nobody waits for it. */
const expired: PeriodicJob = {
  name: 'cleaning.expired',
  everySeconds: 600,
  async run({ database, options }, now, signal) {
    for (const expiry of expiries) {
      for (let isLast = false; !isLast; ) {
        signal.throwIfAborted()
        ;({ isLast } = await deleteExpired(database.kysely, expiry, options, now))
      }
    }
    for (let isLast = false; !isLast; ) {
      signal.throwIfAborted()
      ;({ isLast } = await eraseOldContent(database.kysely, options, now))
    }
    await deleteOldRevocations(database.kysely, now)
    for (const table of ['emails', 'texts'] as const) await failAbandoned(database.kysely, table, before(now, minutesMs(60)), 1000, now)
  },
}

/** Tables with many updates and deletes for their size. */
const hotTables = [
  'outbox',
  'audit_chains',
  'jobs',
  'event_counts',
  'failed_addresses',
  'failed_address_days',
  'revocations',
  'refresh_tokens',
  'sessions',
  'account_activity',
  'challenges',
  'one_time_codes',
  'code_limits',
  'used_id_tokens',
  'name_failures',
  'credentials',
  'tenant_account_counts',
  'tenant_totals',
  'tenant_verified_users',
  'periodic_jobs',
  'emails',
  'email_days',
  'email_failures',
  'texts',
  'notifications',
  'notification_boxes',
  'known_devices',
  'audit_exports',
  'webhooks',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_hours',
  'files',
  'stored_pictures',
]
/** These only grow; what they need is fresh statistics. */
const grownTables = [
  'accounts',
  'events',
  'audit_seals',
  'security_log',
  'tenants',
  'tenant_closure',
  'roles',
  'role_permissions',
  'tenant_domains',
  'email_events',
  'email_suppressions',
]

/** One table at a time: meanwhile nothing else can run in the embedded database, which has no autovacuum. */
const vacuum: PeriodicJob = {
  name: 'cleaning.vacuum',
  everySeconds: 1800,
  async run({ database }, _now, signal) {
    if (database.kind !== 'embedded') return
    const large = await largeTables(database.kysely)
    for (const table of [...hotTables, ...grownTables]) {
      signal.throwIfAborted()
      const work = hotTables.includes(table) ? 'vacuum (analyze)' : 'analyze'
      if (large.has(table)) await database.session((session) => session.query(`${work} ${table}`))
    }
  },
}

/**
 * Tables of 64 pages (512 kB) and more. A smaller one has little to win, and much to lose: of a table that was never counted PostgreSQL
 * expects that it grows, of one that was counted it makes plans for as few rows, and foreign keys keep them while it has thousands.
 */
async function largeTables(kysely: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select name from unnest(${[...hotTables, ...grownTables]}::text[]) as t (name)
    where coalesce((select sum(pg_relation_size(relid)) from pg_partition_tree(name::regclass)), pg_relation_size(name::regclass))
      >= 64 * 8192`.execute(kysely)
  return new Set(rows.map(({ name }) => name))
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

/** Numbers of days that no dashboard asks for by the hour any more. */
const oldQuarters: PeriodicJob = {
  name: 'events.old-quarters',
  everySeconds: 86_400,
  async run({ database }, now, signal) {
    await forgetQuarters(database.kysely, now, signal)
  },
}

export const cleaningJobs: readonly PeriodicJob[] = [expired, vacuum, searchTexts, oldQuarters]
