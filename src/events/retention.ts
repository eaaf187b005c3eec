import { type Kysely, type RawBuilder, sql } from 'kysely'
import { before, daysMs } from '#core/clock.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Service } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { entityUuid } from './entity-id.ts'
import { expectRemoval } from './seals/retained.ts'

const batchSize = 500
const isNotAside = sql`not exists (select from poisoned_events where event_id = events.id)`

/** The longest time, in days, for which any tenant or the platform keeps its events. */
// unscoped: a job over all tenants
export async function longestRetentionDays(service: Service): Promise<number> {
  const { most } = await service.database.kysely
    .selectFrom('tenantSettings')
    .select((eb) => eb.fn.max('auditRetentionDays').as('most'))
    .executeTakeFirstOrThrow()
  return Math.max(most ?? 0, service.settings.of(null).auditRetentionDays)
}

/** Removes events that are not for the log once they are a day old and told; what was set aside stays until it is settled. @returns how many. */
export async function removeUnlogged(service: Service, now: Date, signal: AbortSignal): Promise<number> {
  const bound = firstUuidAt(before(now, daysMs(1)))
  return await removeInBatches(service.database.kysely, sql`not is_logged and id < ${bound}::uuid and ${isNotAside}`, signal)
}

/** Removes events that are older than their tenant keeps them, the oldest first. @returns how many. */
export async function enforceRetention(service: Service, now: Date, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const tenantId of await tenantsWithEvents(service.database.kysely)) {
    const bound = firstUuidAt(before(now, daysMs(service.settings.of(tenantId).auditRetentionDays)))
    const owner = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}::uuid`
    if (!(await isAny(service.database.kysely, sql`${owner} and id < ${bound}::uuid`))) continue
    await expectRemoval(service, tenantId, bound)
    removed += await removeInBatches(service.database.kysely, sql`${owner} and id < ${bound}::uuid`, signal)
  }
  return removed
}

/** Removes what ends up in a month that no tenant keeps, from id `from` up to but without `to`. @returns how many. */
export const removeRange = (service: Service, { from, to }: { from: string; to: string }, signal: AbortSignal): Promise<number> =>
  removeInBatches(service.database.kysely, sql`id >= ${from}::uuid and id < ${to}::uuid`, signal)

/** Says in every chain of seals that what is older than a time may be gone: it is going to be dropped whole. */
export async function expectDrop(service: Service, oldest: Date): Promise<void> {
  const bound = firstUuidAt(oldest)
  for (const tenantId of await tenantsWithEvents(service.database.kysely)) {
    const owner = tenantId === null ? sql`tenant_id is null` : sql`tenant_id = ${tenantId}::uuid`
    if (await isAny(service.database.kysely, sql`${owner} and id < ${bound}::uuid`)) await expectRemoval(service, tenantId, bound)
  }
}

// unscoped: a job over all tenants
async function isAny(db: Kysely<Tables>, which: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from events where ${which} limit 1`.execute(db)
  return rows.length > 0
}

/** Null (the platform), and every tenant that has an event, purged ones too: one step of the index for each instead of all rows. */
// unscoped: a job over all tenants
export async function tenantsWithEvents(db: Kysely<Tables>): Promise<(string | null)[]> {
  const { rows } = await sql<{ tenantId: string }>`
    with recursive step as (
      (select tenant_id from events where tenant_id is not null order by tenant_id limit 1)
      union all
      select (select e.tenant_id from events e where e.tenant_id > step.tenant_id order by e.tenant_id limit 1)
      from step where step.tenant_id is not null
    )
    select tenant_id from step where tenant_id is not null`.execute(db)
  return [null, ...rows.map(({ tenantId }) => tenantId)]
}

/**
 * Each batch a transaction of its own, together with its lines in the security log. What waits in the outbox stays, and so does what somebody
 * holds, until the next time: whoever erases an account writes to many of them.
 */
// unscoped: a job over all tenants
async function removeInBatches(db: Kysely<Tables>, which: RawBuilder<unknown>, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    signal.throwIfAborted()
    const { rows } = await sql<{ n: number }>`
      with gone as (
        delete from events where id = any(array(
          select id from events where ${which} and not exists (select from outbox where event_id = events.id) order by id limit ${batchSize}
          for update skip locked
        )) returning id, ${entityUuid('events')} as account_id
      ), told as (
        delete from security_log using gone where security_log.account_id = gone.account_id and security_log.event_id = gone.id
      )
      select count(*)::integer as n from gone`.execute(db)
    const n = rows[0]!.n
    removed += n
    if (n < batchSize) return removed
  }
}
